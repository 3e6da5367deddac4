import assert from "node:assert/strict";
import fc from "fast-check";
import type { Client } from "../../../../src/api/client.ts";
import { isFailure } from "../../../../src/model/failure.ts";
import {
  AttachmentContentCache,
  type AttachmentConnection,
} from "../../../../src/store/attachments/attachmentContentCache.ts";
import { waitUntil } from "../../../support/wait.ts";
import { type AddedFile, chunkSize, DownloadFixture, sha256 } from "./downloadFixture.ts";

const { signal } = new AbortController();

/** Returns the hash of the bytes, or the kind of the failure. */
async function summarizeLoad(loading: Promise<Uint8Array>): Promise<string> {
  return loading.then(sha256, (thrown: unknown) => {
    if (!isFailure(thrown)) throw thrown;
    return thrown.kind === "unexpectedResponse" ? thrown.reason : thrown.kind;
  });
}

for (const dialect of ["product", "documented"] as const) {
  describe(`AttachmentContents on the ${dialect} dialect`, () => {
    let fixture: DownloadFixture;
    let contents: AttachmentContentCache;
    beforeEach(async () => {
      fixture = await DownloadFixture.open(dialect);
      contents = new AttachmentContentCache();
    });
    afterEach(() => fixture.close());

    const createSource = (overrides: Partial<AttachmentConnection> = {}): AttachmentConnection => ({
      siteApi: `${fixture.server.url}/api`,
      accountId: "7",
      client: fixture.client,
      ...overrides,
    });
    const loadHash = (
      { file }: Pick<AddedFile, "file">,
      overrides: Partial<AttachmentConnection> = {},
    ): Promise<string> => summarizeLoad(contents.load(createSource(overrides), file, signal));
    const countRequests = (): number =>
      fixture.server.requests.filter(({ path }) => /artifact_files|attachments/.test(path)).length;

    for (const size of [0, 1, chunkSize, chunkSize + 1]) {
      it(`loads ${size} bytes, ${size === 0 ? "with a request each time" : "with one request"}`, async () => {
        for (const mode of ["chunks", "stream"] as const) {
          const added = fixture.addFile(size, "a.bin", mode);
          assert.equal(await loadHash(added), added.sha256);
          const before = countRequests();
          assert.equal(await loadHash(added), added.sha256);
          // A size of 0 may mean an unknown size.
          if (size > 0) assert.equal(countRequests(), before);
        }
      });
    }

    it("loads the start of a file and no more than needed", async () => {
      for (const mode of ["chunks", "stream"] as const) {
        const added = fixture.addFile(32 * chunkSize, "a.bin", mode);
        const before = countRequests();
        const start = await contents.loadStart(createSource(), added.file, 8192, signal);
        assert.deepEqual([start.length, contents.cachedBytes], [8192, 0]);
        assert.ok(countRequests() - before <= 2, "at most one request in addition");
        const short = fixture.addFile(10, "b.bin", mode);
        assert.equal(
          sha256(await contents.loadStart(createSource(), short.file, 8192, signal)),
          short.sha256,
        );
      }
    });

    it("shares one request between concurrent callers", async () => {
      const added = fixture.addFile(10);
      assert.deepEqual(await Promise.all([loadHash(added), loadHash(added), loadHash(added)]), [
        added.sha256,
        added.sha256,
        added.sha256,
      ]);
      assert.equal(countRequests(), 1);
    });

    it("loads again for another account, site or size", async () => {
      const added = fixture.addFile(10);
      await loadHash(added);
      await loadHash(added, { accountId: undefined });
      await loadHash(added, { siteApi: "https://elsewhere.example/api" });
      assert.equal(countRequests(), 3);
      assert.equal(await loadHash({ file: { ...added.file, size: 11 } }), "length");
      assert.equal(countRequests(), 4);
    });

    it("rejects files that are too large", async () => {
      const added = fixture.addFile(10);
      assert.equal(await loadHash({ file: { ...added.file, size: 256 * chunkSize + 1 } }), "tooLarge");
      assert.equal(countRequests(), 0);
      contents = new AttachmentContentCache({ maxFileBytes: 9 });
      assert.equal(await loadHash({ file: { ...added.file, size: 0 } }), "tooLarge");
    });

    it("retries after a failure", async () => {
      const added = fixture.addFile(10);
      const removeFault = fixture.addFault({ kind: "status", status: 403 });
      assert.deepEqual(await Promise.all([loadHash(added), loadHash(added)]), ["forbidden", "forbidden"]);
      removeFault();
      assert.equal(await loadHash(added), added.sha256);
    });

    it("continues for other callers when one is canceled", async () => {
      const added = fixture.addFile(2 * chunkSize);
      const removeFault = fixture.addFault({ kind: "hang" }, { path: /offset=1048576/, times: 1 });
      const [firstController, secondController] = [new AbortController(), new AbortController()];
      const firstLoad = summarizeLoad(contents.load(createSource(), added.file, firstController.signal));
      const secondLoad = summarizeLoad(contents.load(createSource(), added.file, secondController.signal));
      await waitUntil(
        "only the second chunk is loading",
        () => countRequests() === 2 && fixture.server.requestsInFlight === 1,
      );
      firstController.abort();
      assert.equal(await firstLoad, "canceled");
      assert.equal(fixture.server.requestsInFlight, 1);
      secondController.abort();
      assert.equal(await secondLoad, "canceled");
      await waitUntil("no requests in flight", () => fixture.server.requestsInFlight === 0);
      removeFault();
      assert.equal(await loadHash(added), added.sha256);
    });

    it("loads for a caller that joins just when the last one is canceled", async () => {
      const added = fixture.addFile(10);
      const abort = new AbortController();
      const canceledLoad = summarizeLoad(contents.load(createSource(), added.file, abort.signal));
      abort.abort();
      const nextLoad = loadHash(added);
      assert.deepEqual(await Promise.all([canceledLoad, nextLoad]), ["canceled", added.sha256]);
      const lateLoad = summarizeLoad(contents.load(createSource(), added.file, abort.signal));
      assert.equal(await lateLoad, "canceled");
    });

    it("drops the contents of a site, including downloads in flight", async () => {
      const [first, second] = [fixture.addFile(10, "a"), fixture.addFile(11, "b")];
      await loadHash(first);
      await loadHash(second, { siteApi: "https://elsewhere.example/api" });
      const loading = loadHash(second);
      contents.forgetSite(`${fixture.server.url}/api`);
      assert.equal(await loading, second.sha256);
      assert.equal(contents.cachedBytes, 11);
      const before = countRequests();
      await Promise.all([loadHash(first), loadHash(second)]);
      await loadHash(second, { siteApi: "https://elsewhere.example/api" });
      assert.equal(countRequests(), before + 2);
    });

    it("doesn't share a download that started before the site was dropped", async () => {
      const added = fixture.addFile(10);
      const before = loadHash(added);
      contents.forgetSite(`${fixture.server.url}/api`);
      const after = loadHash(added);
      assert.deepEqual(await Promise.all([before, after]), [added.sha256, added.sha256]);
      assert.equal(countRequests(), 2);
      assert.equal(contents.cachedBytes, 10);
    });
  });
}

describe("cached contents", () => {
  const fileDetails = { name: "a", type: "text/plain", description: "", page: undefined };

  function createClient(
    getChunks: (id: number) => readonly Uint8Array[],
    size: number,
  ): Pick<Client, "download"> {
    return {
      download: ({ id }) =>
        Promise.resolve({
          size,
          mode: "stream",
          abort: () => undefined,
          bytes: (async function* () {
            yield* await Promise.resolve(getChunks(id));
          })(),
        }),
    };
  }

  it("never exceed the limit and are always correct", async () => {
    const site = fc.constantFrom("https://one.example/api", "https://two.example/api");
    const loadHash = fc.record({
      kind: fc.constant("read" as const),
      site,
      id: fc.integer({ min: 1, max: 5 }),
      size: fc.integer({ min: 1, max: 70 }),
    });
    const forget = fc.record({ kind: fc.constant("forget" as const), site });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 6, arbitrary: loadHash }, { weight: 1, arbitrary: forget }), {
          maxLength: 40,
        }),
        async (steps) => {
          const contents = new AttachmentContentCache({ maxCacheBytes: 100, maxFileBytes: 1000 });
          const loads: Promise<void>[] = [];
          for (const step of steps) {
            if (step.kind === "forget") {
              contents.forgetSite(step.site);
              continue;
            }
            const { id, size } = step;
            const client = createClient(() => [new Uint8Array(size).fill(id)], size);
            const source = { siteApi: step.site, accountId: "1", client };
            const loading = contents.load(source, { ...fileDetails, id, size }, signal).then((bytes) => {
              assert.deepEqual(bytes, new Uint8Array(size).fill(id));
              assert.ok(contents.cachedBytes <= 100);
            });
            loads.push(loading);
            if (id % 2 === 0) await loading;
          }
          await Promise.all(loads);
          for (const api of ["https://one.example/api", "https://two.example/api"]) contents.forgetSite(api);
          assert.equal(contents.cachedBytes, 0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("reject a length that differs from the reported size", async () => {
    for (const sentBytes of [4, 6]) {
      const client = createClient(() => [new Uint8Array(2), new Uint8Array(sentBytes - 2)], 5);
      const source = { siteApi: "https://one.example/api", accountId: "1", client };
      assert.equal(
        await summarizeLoad(
          new AttachmentContentCache().load(source, { ...fileDetails, id: 1, size: 5 }, signal),
        ),
        "length",
      );
    }
  });
});
