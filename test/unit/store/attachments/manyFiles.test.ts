import assert from "node:assert/strict";
import { link, open, readdir, writeFile } from "node:fs/promises";
import type { Client } from "../../../../src/api/client.ts";
import type { FileDescription } from "../../../../src/model/value.ts";
import type { Disk } from "../../../../src/store/attachments/fileSystem.ts";
import { DownloadStage, sha256, systemError } from "./downloadStage.ts";

let stage: DownloadStage;
beforeEach(async () => {
  stage = await DownloadStage.open();
});
afterEach(() => stage.close());

/** A server without a way to it. */
const atHand: Pick<Client, "download"> = {
  download: ({ id, size }) =>
    Promise.resolve({
      size,
      way: "chunks",
      bytes: (async function* () {
        yield new Uint8Array(size).fill(id);
        await Promise.resolve();
      })(),
      giveUp: () => undefined,
    }),
};

function described(id: number, name: string): { readonly file: FileDescription } {
  return { file: { id, name, size: 3, type: "image/png", description: "", page: undefined } };
}

describe("thousands of attachments", () => {
  for (const [what, nameOf] of [
    ["of one name", () => "image.png"],
    ["of many names", (id: number) => `image-${id}.png`],
  ] as const) {
    it(`${what} are there with no more steps than their number asks for`, async () => {
      const files = Array.from({ length: 5000 }, (_, id) => described(id, nameOf(id)));
      let [listed, tries] = [0, 0];
      const downloads = stage.downloads({
        readdir: ((path: string) => {
          listed += 1;
          return readdir(path);
        }) as Disk["readdir"],
        link: ((from: string, to: string) => {
          tries += 1;
          return link(from, to);
        }) as Disk["link"],
      });
      const outcomes = await stage.saveAll(files, { client: atHand, downloads });
      assert.ok(outcomes.every(({ kind }) => kind === "saved"));
      const names = await stage.namesIn(stage.folder);
      assert.deepEqual([names.length, names.some((name) => name.endsWith(".part"))], [5000, false]);
      assert.deepEqual([listed, tries], [1, 5000]);
    });
  }
});

describe("a name that is taken and not listed, as short names are", () => {
  it("is passed over", async () => {
    const downloads = stage.downloads({
      link: ((from: string, to: string) =>
        to.endsWith("LONGNA~1.TXT") ? Promise.reject(systemError("EEXIST")) : link(from, to)) as Disk["link"],
    });
    const outcome = await stage.save(described(1, "LONGNA~1.TXT"), { downloads, client: atHand });
    assert.deepEqual(outcome, { kind: "saved", path: stage.path("LONGNA~1 (2).TXT"), size: 3 });
  });

  it("of any number ends in an error, and in time", async () => {
    let [looks, tries] = [0, 0];
    const downloads = stage.downloads({
      link: () => {
        tries += 1;
        return Promise.reject(systemError("EEXIST"));
      },
      readdir: ((path: string) => {
        looks += 1;
        return readdir(path);
      }) as Disk["readdir"],
    });
    const outcome = await stage.save(described(1, "a.txt"), { downloads, client: atHand });
    assert.ok(outcome.kind === "disk" && outcome.trouble.kind === "disk");
    assert.equal(outcome.trouble.code, "EEXIST");
    assert.ok(looks < 100 && tries < 100, `${looks} looks, ${tries} tries`);
  });

  it("is not looked for any longer when it is called off", async () => {
    const abort = new AbortController();
    let tries = 0;
    const downloads = stage.downloads({
      link: () => {
        tries += 1;
        abort.abort();
        return Promise.reject(systemError("EEXIST"));
      },
    });
    const { signal } = abort;
    const outcome = await stage.save(described(1, "a.txt"), { downloads, client: atHand, signal });
    assert.deepEqual([outcome, tries, await stage.added()], [{ kind: "cancelled" }, 1, {}]);
  });

  it("is not taken for the name of a part either", async () => {
    const refusing: Disk["open"] = async (path, ...rest) => {
      if (path === stage.path("a.txt.part")) throw systemError("EEXIST");
      return open(path, ...rest);
    };
    const outcome = await stage.save(described(1, "a.txt"), {
      downloads: stage.downloads({ open: refusing }),
      client: atHand,
    });
    assert.deepEqual(outcome, { kind: "saved", path: stage.path("a.txt"), size: 3 });
    const none = stage.downloads({ open: () => Promise.reject(systemError("EEXIST")) });
    const failed = await stage.save(described(2, "b.txt"), { downloads: none, client: atHand });
    assert.ok(failed.kind === "disk" && failed.trouble.kind === "disk" && failed.trouble.code === "EEXIST");
  });
});

describe("names in a folder that others write to", () => {
  it("are read anew for each work, so that what was removed is free again", async () => {
    const downloads = stage.downloads();
    await writeFile(stage.path("A.txt"), "there before");
    const outcomes = [];
    for (const id of [1, 2]) {
      outcomes.push(await stage.save(described(id, "a.txt"), { downloads, client: atHand }));
    }
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind === "saved" && outcome.path),
      [stage.path("a (2).txt"), stage.path("a (3).txt")],
    );
    assert.equal((await stage.added())["A.txt"], sha256("there before"));
  });
});
