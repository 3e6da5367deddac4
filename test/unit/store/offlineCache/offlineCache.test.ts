import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCacheFile, OfflineCache, getOfflineCachePaths } from "../../../../src/store/offlineCache.ts";

const limits = { maxBytes: 10_000, bytesAfterEviction: 6_000, maxResponseBytes: 5_000 };

function createResponse(body: unknown, at = 1) {
  return { at, parameters: { limit: 50 }, headers: { "x-pagination-size": "7" }, body };
}

describe("OfflineCache", () => {
  let root: string;
  const errors: unknown[] = [];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "artifacts-seen-"));
    errors.length = 0;
  });

  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
    assert.deepEqual(errors, []);
  });

  function createCache(accountId: string | undefined, api = "https://a.example/api"): OfflineCache {
    return new OfflineCache(
      getOfflineCachePaths(root, api, accountId),
      (error) => errors.push(error),
      limits,
    );
  }

  async function countStoredBytes(): Promise<number> {
    const { folder } = getOfflineCachePaths(root, "https://a.example/api", undefined);
    const files = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
    return files.reduce((sum, { size }) => sum + size, 0);
  }

  it("returns the last response with its headers", async () => {
    const memory = createCache("102");
    memory.set("projects", createResponse(["old"], 1));
    memory.set("projects", createResponse(["new"], 2));
    assert.deepEqual(await memory.get("projects"), createResponse(["new"], 2));
    assert.equal(await memory.get("trackers"), undefined);
  });

  it("separates sites and accounts", async () => {
    createCache("102").set("projects", createResponse("of 102"));
    const others = [createCache("103"), createCache(undefined), createCache("102", "https://b.example/api")];
    for (const other of others) assert.equal(await other.get("projects"), undefined);
  });

  it("restricts access to the owner, with file names that reveal nothing", async () => {
    const memory = createCache("ada");
    memory.set("projects", createResponse("secret"));
    await memory.close();
    const place = getOfflineCachePaths(root, "https://a.example/api", "ada");
    assert.equal((await stat(getCacheFile(place, "projects"))).mode & 0o077, 0);
    assert.equal((await stat(place.folder)).mode & 0o077, 0);
    assert.doesNotMatch(getCacheFile(place, "projects").slice(root.length), /ada|example|projects/);
  });

  it("never exceeds its limit, and evicts the oldest responses first", async () => {
    const memory = createCache("102");
    for (let number = 0; number < 40; number += 1) {
      memory.set(`artifacts/${number}`, createResponse("x".repeat(900), number));
      await memory.get("");
      assert.ok((await countStoredBytes()) <= limits.maxBytes);
    }
    assert.equal((await memory.get("artifacts/39"))?.at, 39);
    assert.equal(await memory.get("artifacts/0"), undefined);
  });

  it("shares the limit with other windows", async () => {
    const [one, other] = [createCache("102"), createCache("103")];
    for (let number = 0; number < 20; number += 1) {
      for (const memory of [one, other]) memory.set(`artifacts/${number}`, createResponse("x".repeat(900)));
    }
    await Promise.all([one.close(), other.close()]);
    const third = createCache("104");
    third.set("one more", createResponse("x".repeat(900)));
    await third.close();
    assert.ok((await countStoredBytes()) <= limits.maxBytes);
  });

  it("drops the previous response if the last one is too large", async () => {
    const memory = createCache("102");
    memory.set("projects", createResponse("small"));
    memory.set("projects", createResponse("x".repeat(6_000)));
    assert.equal(await memory.get("projects"), undefined);
  });

  it("ignores invalid files", async () => {
    const memory = createCache("102");
    memory.set("projects", createResponse("sense"));
    await memory.get("projects");
    const place = getOfflineCachePaths(root, "https://a.example/api", "102");
    for (const text of ["", "{", "null", "[]", '{"at":"now","headers":{}}', '{"at":1}']) {
      await writeFile(getCacheFile(place, "projects"), text);
      assert.equal(await memory.get("projects"), undefined);
    }
  });

  it("writes nothing after a sign-out, also for requests in flight", async () => {
    const memory = createCache("102");
    await memory.get("");
    await rm(getOfflineCachePaths(root, "https://a.example/api", undefined).folder, { recursive: true });
    memory.set("projects", createResponse("late"));
    assert.equal(await memory.get("projects"), undefined);
    await memory.close();
    memory.set("projects", createResponse("too late"));
    assert.equal(await memory.get("projects"), undefined);
  });
});
