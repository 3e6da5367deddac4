import assert from "node:assert/strict";
import { link, open, readdir, writeFile } from "node:fs/promises";
import type { Client } from "../../../../src/api/client.ts";
import type { FileDescription } from "../../../../src/model/valueTypes.ts";
import type { FileSystem } from "../../../../src/store/attachments/fileSystem.ts";
import { DownloadFixture, sha256, createSystemError } from "./downloadFixture.ts";

let fixture: DownloadFixture;
beforeEach(async () => {
  fixture = await DownloadFixture.open();
});
afterEach(() => fixture.close());

/** A client without a server. */
const localClient: Pick<Client, "download"> = {
  download: ({ id, size }) =>
    Promise.resolve({
      size,
      mode: "chunks",
      bytes: (async function* () {
        yield new Uint8Array(size).fill(id);
        await Promise.resolve();
      })(),
      abort: () => undefined,
    }),
};

function createFile(id: number, name: string): { readonly file: FileDescription } {
  return { file: { id, name, size: 3, type: "image/png", description: "", page: undefined } };
}

describe("thousands of attachments", () => {
  for (const [description, getName] of [
    ["with the same name", () => "image.png"],
    ["with different names", (id: number) => `image-${id}.png`],
  ] as const) {
    it(`${description} are saved with one listing and one link per file`, async () => {
      const files = Array.from({ length: 5000 }, (_, id) => createFile(id, getName(id)));
      let [listCount, linkCount] = [0, 0];
      const downloads = fixture.createDownloads({
        readdir: ((path: string) => {
          listCount += 1;
          return readdir(path);
        }) as FileSystem["readdir"],
        link: ((from: string, to: string) => {
          linkCount += 1;
          return link(from, to);
        }) as FileSystem["link"],
      });
      const outcomes = await fixture.saveAll(files, { client: localClient, downloads });
      assert.ok(outcomes.every(({ kind }) => kind === "saved"));
      const names = await fixture.listNames(fixture.folder);
      assert.deepEqual([names.length, names.some((name) => name.endsWith(".part"))], [5000, false]);
      assert.deepEqual([listCount, linkCount], [1, 5000]);
    });
  }
});

describe("a name that is taken but not listed, such as a short name", () => {
  it("is skipped", async () => {
    const downloads = fixture.createDownloads({
      link: ((from: string, to: string) =>
        to.endsWith("LONGNA~1.TXT")
          ? Promise.reject(createSystemError("EEXIST"))
          : link(from, to)) as FileSystem["link"],
    });
    const outcome = await fixture.save(createFile(1, "LONGNA~1.TXT"), { downloads, client: localClient });
    assert.deepEqual(outcome, { kind: "saved", path: fixture.getPath("LONGNA~1 (2).TXT"), size: 3 });
  });

  it("fails soon if all numbered names are taken too", async () => {
    let [listCount, linkCount] = [0, 0];
    const downloads = fixture.createDownloads({
      link: () => {
        linkCount += 1;
        return Promise.reject(createSystemError("EEXIST"));
      },
      readdir: ((path: string) => {
        listCount += 1;
        return readdir(path);
      }) as FileSystem["readdir"],
    });
    const outcome = await fixture.save(createFile(1, "a.txt"), { downloads, client: localClient });
    assert.ok(outcome.kind === "disk" && outcome.diskFailure.kind === "disk");
    assert.equal(outcome.diskFailure.code, "EEXIST");
    assert.ok(listCount < 100 && linkCount < 100, `${listCount} looks, ${linkCount} tries`);
  });

  it("isn't retried after a cancellation", async () => {
    const abort = new AbortController();
    let linkCount = 0;
    const downloads = fixture.createDownloads({
      link: () => {
        linkCount += 1;
        abort.abort();
        return Promise.reject(createSystemError("EEXIST"));
      },
    });
    const { signal } = abort;
    const outcome = await fixture.save(createFile(1, "a.txt"), { downloads, client: localClient, signal });
    assert.deepEqual(
      [outcome, linkCount, await fixture.hashDownloadedFiles()],
      [{ kind: "canceled" }, 1, {}],
    );
  });

  it("is skipped for part files too", async () => {
    const rejectPart: FileSystem["open"] = async (path, ...rest) => {
      if (path === fixture.getPath("a.txt.part")) throw createSystemError("EEXIST");
      return open(path, ...rest);
    };
    const outcome = await fixture.save(createFile(1, "a.txt"), {
      downloads: fixture.createDownloads({ open: rejectPart }),
      client: localClient,
    });
    assert.deepEqual(outcome, { kind: "saved", path: fixture.getPath("a.txt"), size: 3 });
    const downloads = fixture.createDownloads({ open: () => Promise.reject(createSystemError("EEXIST")) });
    const failed = await fixture.save(createFile(2, "b.txt"), { downloads, client: localClient });
    assert.ok(
      failed.kind === "disk" && failed.diskFailure.kind === "disk" && failed.diskFailure.code === "EEXIST",
    );
  });
});

describe("names in a folder that other programs change", () => {
  it("are listed again for each download, so that removed names are free again", async () => {
    const downloads = fixture.createDownloads();
    await writeFile(fixture.getPath("A.txt"), "there before");
    const outcomes = [];
    for (const id of [1, 2]) {
      outcomes.push(await fixture.save(createFile(id, "a.txt"), { downloads, client: localClient }));
    }
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind === "saved" && outcome.path),
      [fixture.getPath("a (2).txt"), fixture.getPath("a (3).txt")],
    );
    assert.equal((await fixture.hashDownloadedFiles())["A.txt"], sha256("there before"));
  });
});
