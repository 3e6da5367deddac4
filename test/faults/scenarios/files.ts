// Downloads and uploads of attachments.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileDescription } from "../../../src/model/valueTypes.ts";
import type { AttachOutcome } from "../../../src/store/attachments/attachFile.ts";
import { createContent } from "../../unit/api/uploadFixture.ts";
import type { Scenario } from "../scenario.ts";
import { assertInvariant, Violation } from "../invariant.ts";
import { neverAborted, type ScenarioContext } from "../scenarioContext.ts";

/** Enough bytes for two chunks. */
const twoChunksBytes = 1024 * 1024 + 100;

const maxAttempts = 3;

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function fetchFiles(context: ScenarioContext, artifactId: number): Promise<readonly FileDescription[]> {
  const { client } = await context.window.siteCatalog.connect();
  const { values } = await client.artifact(artifactId);
  return values.flatMap((item) =>
    item.kind === "entry" && item.value.kind === "files" ? [...item.value.files] : [],
  );
}

interface AttachedFile {
  readonly id: number;
  readonly name: string;
}

/** Attachments on the server, fetched without the client under test. */
export async function fetchAttachedFiles(
  context: ScenarioContext,
  artifactId: number,
): Promise<readonly AttachedFile[]> {
  const { text = "{}" } = (await context.fetchText(`artifacts/${artifactId}`)) ?? {};
  const { values = [] } = JSON.parse(text) as {
    readonly values?: readonly { readonly file_descriptions?: readonly AttachedFile[] }[];
  };
  return values.flatMap(({ file_descriptions: files = [] }) => files);
}

export const downloadScenario: Scenario = async (context) => {
  const id = context.getArtifactId(0);
  const sums = new Map<string, string>();
  for (const [name, size] of [
    ["pieces.bin", twoChunksBytes],
    ["whole.bin", twoChunksBytes],
    ["small.txt", 20],
  ] as const) {
    const added = context.server.addFile({ artifactId: id, name, size, type: "application/octet-stream" });
    sums.set(name, added.sha256);
  }
  context.changeConcurrently = () => context.changeAsOther(id, context.createToken("cliff"));
  // A file without a page is downloaded in chunks from both dialects.
  const files = (await fetchFiles(context, id)).map((file) =>
    file.name === "pieces.bin" ? { ...file, page: undefined } : file,
  );
  assertInvariant(files.length === sums.size, "complete", "not all files are listed");
  const reportedSaved = new Set<string>();

  async function download(): Promise<void> {
    const { downloads, site, siteCatalog } = context.window;
    const { client } = await siteCatalog.connect();
    const target = { kind: "folder", root: context.workspace, path: context.workspace } as const;
    const { accountId } = context;
    const remaining = files.filter(({ name }) => !reportedSaved.has(name));
    const outcomes = await downloads.downloadAll(
      remaining.map((file) => ({ siteApi: site.api, accountId, client, file, target })),
      neverAborted,
    );
    for (const [index, { name }] of remaining.entries()) {
      if (outcomes[index]?.kind === "saved") reportedSaved.add(name);
    }
  }

  return {
    run: download,
    check: async () => {
      const names = (await readdir(context.workspace)).filter((name) => !name.endsWith(".part"));
      for (const name of names) {
        const sum = sha256(await readFile(join(context.workspace, name)));
        assertInvariant(sum === sums.get(name), "noPartialFiles", `${name} is not what the server has`);
      }
      for (const name of reportedSaved) {
        assertInvariant(names.includes(name), "saveStored", `${name} is missing`);
      }
    },
    recover: async () => {
      await download();
      const names = await readdir(context.workspace);
      assertInvariant(
        reportedSaved.size === sums.size,
        "recovers",
        `only ${[...reportedSaved].join()} could be downloaded`,
      );
      assertInvariant(
        names.length === sums.size,
        "noPartialFiles",
        `there are more files than expected: ${names.join()}`,
      );
    },
  };
};

export const uploadScenario: Scenario = async (context) => {
  const id = context.getArtifactId(0);
  const name = `${context.createToken("chart")}.bin`;
  const path = join(context.workspace, name);
  const bytes = createContent(twoChunksBytes);
  await writeFile(path, bytes);
  // The artifact is loaded before another user attaches a file.
  await fetchFiles(context, id);
  const theirs = `${context.createToken("theirs")}.txt`;
  context.server.clock.advance(3_000);
  context.server.addFile({ artifactId: id, name: theirs, type: "text/plain", size: 3 });
  context.server.clock.advance(3_000);
  const place = { theirs: "Bay" };
  context.changeConcurrently = () => {
    place.theirs = context.createToken("cliff");
    context.changeAsOther(id, place.theirs);
  };
  let outcome: AttachOutcome | undefined;

  async function attach(): Promise<void> {
    const { attachments, site, siteCatalog } = context.window;
    const { client } = await siteCatalog.connect();
    const field = {
      id: context.tracker.fieldId("files"),
      maxUploadBytes: 64 * 1024 * 1024,
      isReadable: true,
    };
    const target = { siteApi: site.api, accountId: context.accountId, client, artifactId: id, field };
    const attachment = { path, name, type: "application/octet-stream", description: "" };
    outcome = await attachments.attach(target, attachment, { signal: neverAborted });
  }

  async function findAttached(): Promise<readonly AttachedFile[]> {
    return (await fetchAttachedFiles(context, id)).filter((file) => file.name === name);
  }

  return {
    run: attach,
    check: async () => {
      const found = await findAttached();
      assertInvariant(found.length <= 1, "noDuplicates", `the file was attached ${found.length} times`);
      for (const file of found) {
        assertInvariant(
          context.server.getFileSha256(file.id) === sha256(bytes),
          "noPartialFiles",
          `${name} is not what was sent`,
        );
      }
      const isReported = outcome?.kind === "attached";
      assertInvariant(
        !isReported || found.length === 1,
        "saveStored",
        `${name} is reported as attached, but is missing`,
      );
      const all = await fetchAttachedFiles(context, id);
      assertInvariant(
        all.some((file) => file.name === theirs),
        "noOverwrites",
        `${theirs} was overwritten`,
      );
      assertInvariant(
        await context.serverContains(id, place.theirs),
        "noOverwrites",
        `${place.theirs} was overwritten`,
      );
    },
    recover: async () => {
      // The user attaches the file again, without checking first, until that is reported as done.
      for (let attempt = 0; attempt < maxAttempts && outcome?.kind !== "attached"; attempt += 1) {
        await attach();
      }
      const isUnsupported = context.dialect === "documented" && outcome?.kind === "noUploads";
      if (!isUnsupported && (await findAttached()).length === 0) {
        throw new Violation("recovers", `${name} can't be attached: ${JSON.stringify(outcome)}`);
      }
    },
  };
};
