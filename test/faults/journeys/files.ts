// Attachments to the disk, and from it.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileDescription } from "../../../src/model/value.ts";
import type { AttachOutcome } from "../../../src/store/attachments/attach.ts";
import { contentOf } from "../../unit/api/uploadStage.ts";
import type { Journey } from "../journey.ts";
import { ensure, Violation } from "../rule.ts";
import { never, type Scene } from "../scene.ts";

/** So many bytes take two requests where they go in pieces. */
const twoPieces = 1024 * 1024 + 100;

const mostTries = 3;

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function filesOf(scene: Scene, artifactId: number): Promise<readonly FileDescription[]> {
  const { client } = await scene.window.siteCatalog.connection();
  const { values } = await client.artifact(artifactId);
  return values.flatMap((each) =>
    each.kind === "entry" && each.value.kind === "files" ? [...each.value.files] : [],
  );
}

interface Hanging {
  readonly id: number;
  readonly name: string;
}

/** What the server has there, asked past the client. */
async function hangingOn(scene: Scene, artifactId: number): Promise<readonly Hanging[]> {
  const { text = "{}" } = (await scene.told(`artifacts/${artifactId}`)) ?? {};
  const { values = [] } = JSON.parse(text) as {
    readonly values?: readonly { readonly file_descriptions?: readonly Hanging[] }[];
  };
  return values.flatMap(({ file_descriptions: files = [] }) => files);
}

export const downloading: Journey = async (scene) => {
  const id = scene.artifact(0);
  const sums = new Map<string, string>();
  for (const [name, size] of [
    ["pieces.bin", twoPieces],
    ["whole.bin", twoPieces],
    ["small.txt", 20],
  ] as const) {
    const added = scene.server.addFile({ artifactId: id, name, size, type: "application/octet-stream" });
    sums.set(name, added.sha256);
  }
  scene.meanwhile = () => scene.theyMove(id, scene.token("cliff"));
  // One of them has no page of its own, so that it comes in pieces from whichever server.
  const wanted = (await filesOf(scene, id)).map((file) =>
    file.name === "pieces.bin" ? { ...file, page: undefined } : file,
  );
  ensure(wanted.length === sums.size, "whole", "the files are not told");
  const told = new Set<string>();

  async function download(): Promise<void> {
    const { downloads, site, siteCatalog } = scene.window;
    const { client } = await siteCatalog.connection();
    const target = { kind: "folder", root: scene.workspace, path: scene.workspace } as const;
    const { accountId } = scene;
    const left = wanted.filter(({ name }) => !told.has(name));
    const outcomes = await downloads.save(
      left.map((file) => ({ siteApi: site.api, accountId, client, file, target })),
      never,
    );
    for (const [index, { name }] of left.entries()) {
      if (outcomes[index]?.kind === "saved") told.add(name);
    }
  }

  return {
    act: download,
    look: async () => {
      const names = (await readdir(scene.workspace)).filter((name) => !name.endsWith(".part"));
      for (const name of names) {
        const sum = sha256(await readFile(join(scene.workspace, name)));
        ensure(sum === sums.get(name), "partial", `${name} is not what the server has`);
      }
      for (const name of told) ensure(names.includes(name), "saved", `${name} is not there`);
    },
    goOn: async () => {
      await download();
      const names = await readdir(scene.workspace);
      ensure(told.size === sums.size, "answered", `no more than ${[...told].join()} can be had`);
      ensure(names.length === sums.size, "partial", `there is more than was wanted: ${names.join()}`);
    },
  };
};

export const uploading: Journey = async (scene) => {
  const id = scene.artifact(0);
  const name = `${scene.token("chart")}.bin`;
  const path = join(scene.workspace, name);
  const bytes = contentOf(twoPieces);
  await writeFile(path, bytes);
  // Somebody looks at it, and others attach something to it afterwards.
  await filesOf(scene, id);
  const theirs = `${scene.token("theirs")}.txt`;
  scene.server.clock.advance(3_000);
  scene.server.addFile({ artifactId: id, name: theirs, type: "text/plain", size: 3 });
  scene.server.clock.advance(3_000);
  const place = { theirs: "Bay" };
  scene.meanwhile = () => {
    place.theirs = scene.token("cliff");
    scene.theyMove(id, place.theirs);
  };
  let told: AttachOutcome | undefined;

  async function attach(): Promise<void> {
    const { attachments, site, siteCatalog } = scene.window;
    const { client } = await siteCatalog.connection();
    const field = {
      id: scene.tracker.fieldId("files"),
      maxUploadBytes: 64 * 1024 * 1024,
      isReadable: true,
    };
    const where = { siteApi: site.api, accountId: scene.accountId, client, artifactId: id, field };
    const attachment = { path, name, type: "application/octet-stream", description: "" };
    told = await attachments.attach(where, attachment, { signal: never });
  }

  async function hanging(): Promise<readonly Hanging[]> {
    return (await hangingOn(scene, id)).filter((file) => file.name === name);
  }

  return {
    act: attach,
    look: async () => {
      const found = await hanging();
      ensure(found.length <= 1, "twice", `it was attached ${found.length} times`);
      for (const file of found) {
        ensure(scene.server.sha256(file.id) === sha256(bytes), "partial", `${name} is not what was sent`);
      }
      const isToldThere = told?.kind === "attached";
      ensure(!isToldThere || found.length === 1, "saved", `${name} is told to hang there, and does not`);
      const all = await hangingOn(scene, id);
      ensure(
        all.some((file) => file.name === theirs),
        "others",
        `${theirs} is gone`,
      );
      ensure(await scene.holds(id, place.theirs), "others", `${place.theirs} is gone`);
    },
    goOn: async () => {
      // Whoever was not told that it hangs there does it again, without a look.
      for (let tries = 0; tries < mostTries && told?.kind !== "attached"; tries += 1) await attach();
      const takesNone = scene.dialect === "documented" && told?.kind === "noUploads";
      if (!takesNone && (await hanging()).length === 0) {
        throw new Violation("answered", `${name} can't be attached: ${JSON.stringify(told)}`);
      }
    },
  };
};
