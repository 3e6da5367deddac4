import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileOf, LastSeen, lastSeenPlace } from "../../../../src/store/offlineCache.ts";

const limits = { most: 10_000, afterwards: 6_000, largestAnswer: 5_000 };

function answer(body: unknown, at = 1) {
  return { at, parameters: { limit: 50 }, headers: { "x-pagination-size": "7" }, body };
}

describe("what a server said last", () => {
  let root: string;
  const troubles: unknown[] = [];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "artifacts-seen-"));
    troubles.length = 0;
  });

  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
    assert.deepEqual(troubles, []);
  });

  function memoryOf(accountId: string | undefined, api = "https://a.example/api"): LastSeen {
    return new LastSeen(lastSeenPlace(root, api, accountId), (error) => troubles.push(error), limits);
  }

  async function bytesKept(): Promise<number> {
    const { folder } = lastSeenPlace(root, "https://a.example/api", undefined);
    const files = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
    return files.reduce((sum, { size }) => sum + size, 0);
  }

  it("is what comes back, the last of several, with what was said beside it", async () => {
    const memory = memoryOf("102");
    memory.keep("projects", answer(["old"], 1));
    memory.keep("projects", answer(["new"], 2));
    assert.deepEqual(await memory.recall("projects"), answer(["new"], 2));
    assert.equal(await memory.recall("trackers"), undefined);
  });

  it("is kept apart by site and by account", async () => {
    memoryOf("102").keep("projects", answer("of 102"));
    const others = [memoryOf("103"), memoryOf(undefined), memoryOf("102", "https://b.example/api")];
    for (const other of others) assert.equal(await other.recall("projects"), undefined);
  });

  it("is for its owner's eyes, and its names tell nothing", async () => {
    const memory = memoryOf("ada");
    memory.keep("projects", answer("secret"));
    await memory.close();
    const place = lastSeenPlace(root, "https://a.example/api", "ada");
    assert.equal((await stat(fileOf(place, "projects"))).mode & 0o077, 0);
    assert.equal((await stat(place.folder)).mode & 0o077, 0);
    assert.doesNotMatch(fileOf(place, "projects").slice(root.length), /ada|example|projects/);
  });

  it("never takes more room than it may, and what was read longest ago goes first", async () => {
    const memory = memoryOf("102");
    for (let number = 0; number < 40; number += 1) {
      memory.keep(`artifacts/${number}`, answer("x".repeat(900), number));
      await memory.recall("");
      assert.ok((await bytesKept()) <= limits.most);
    }
    assert.equal((await memory.recall("artifacts/39"))?.at, 39);
    assert.equal(await memory.recall("artifacts/0"), undefined);
  });

  it("shares its room with other windows", async () => {
    const [one, other] = [memoryOf("102"), memoryOf("103")];
    for (let number = 0; number < 20; number += 1) {
      for (const memory of [one, other]) memory.keep(`artifacts/${number}`, answer("x".repeat(900)));
    }
    await Promise.all([one.close(), other.close()]);
    const third = memoryOf("104");
    third.keep("one more", answer("x".repeat(900)));
    await third.close();
    assert.ok((await bytesKept()) <= limits.most);
  });

  it("is not what was said before where the last is too large to keep", async () => {
    const memory = memoryOf("102");
    memory.keep("projects", answer("small"));
    memory.keep("projects", answer("x".repeat(6_000)));
    assert.equal(await memory.recall("projects"), undefined);
  });

  it("is nothing where the file makes no sense", async () => {
    const memory = memoryOf("102");
    memory.keep("projects", answer("sense"));
    await memory.recall("projects");
    const place = lastSeenPlace(root, "https://a.example/api", "102");
    for (const text of ["", "{", "null", "[]", '{"at":"now","headers":{}}', '{"at":1}']) {
      await writeFile(fileOf(place, "projects"), text);
      assert.equal(await memory.recall("projects"), undefined);
    }
  });

  it("does not come to be again after a sign-out, whatever is still on its way", async () => {
    const memory = memoryOf("102");
    await memory.recall("");
    await rm(lastSeenPlace(root, "https://a.example/api", undefined).folder, { recursive: true });
    memory.keep("projects", answer("late"));
    assert.equal(await memory.recall("projects"), undefined);
    await memory.close();
    memory.keep("projects", answer("too late"));
    assert.equal(await memory.recall("projects"), undefined);
  });
});
