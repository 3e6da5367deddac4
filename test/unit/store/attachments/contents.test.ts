import assert from "node:assert/strict";
import fc from "fast-check";
import type { Client } from "../../../../src/api/client.ts";
import { isFailure } from "../../../../src/model/failure.ts";
import { Contents, type ContentsPlace } from "../../../../src/store/attachments/contents.ts";
import { until } from "../../../support/wait.ts";
import { type Added, chunk, DownloadStage, sha256 } from "./downloadStage.ts";

const { signal } = new AbortController();

/** How a read ended: the hash of its bytes, or the kind of the failure. */
async function endOf(reading: Promise<Uint8Array>): Promise<string> {
  return reading.then(sha256, (thrown: unknown) => {
    if (!isFailure(thrown)) throw thrown;
    return thrown.kind === "notUnderstood" ? thrown.reason : thrown.kind;
  });
}

for (const dialect of ["product", "documented"] as const) {
  describe(`the bytes of an attachment, on the ${dialect} dialect`, () => {
    let stage: DownloadStage;
    let contents: Contents;
    beforeEach(async () => {
      stage = await DownloadStage.open(dialect);
      contents = new Contents();
    });
    afterEach(() => stage.close());

    const at = (over: Partial<ContentsPlace> = {}): ContentsPlace => ({
      siteApi: `${stage.server.url}/api`,
      accountId: "7",
      client: stage.client,
      ...over,
    });
    const read = ({ file }: Pick<Added, "file">, over: Partial<ContentsPlace> = {}): Promise<string> =>
      endOf(contents.read(at(over), file, signal));
    /** How many requests for files were made. */
    const asked = (): number =>
      stage.server.requests.filter(({ path }) => /artifact_files|attachments/.test(path)).length;

    for (const size of [0, 1, chunk, chunk + 1]) {
      it(`are the ${size} of the file, asked for ${size === 0 ? "each time" : "once"}`, async () => {
        for (const way of ["chunks", "stream"] as const) {
          const added = stage.add(size, "a.bin", way);
          assert.equal(await read(added), added.sha256);
          const before = asked();
          assert.equal(await read(added), added.sha256);
          // Whether one of no bytes is empty, or of a size that was not told, only the server knows.
          if (size > 0) assert.equal(asked(), before);
        }
      });
    }

    it("are read from the beginning as far as they are wanted, and no further", async () => {
      for (const way of ["chunks", "stream"] as const) {
        const added = stage.add(32 * chunk, "a.bin", way);
        const before = asked();
        const start = await contents.readStart(at(), added.file, 8192, signal);
        assert.deepEqual([start.length, contents.size], [8192, 0]);
        assert.ok(asked() - before <= 2, "at most what was on its way besides");
        const short = stage.add(10, "b.bin", way);
        assert.equal(sha256(await contents.readStart(at(), short.file, 8192, signal)), short.sha256);
      }
    });

    it("are asked for once by several at once", async () => {
      const added = stage.add(10);
      assert.deepEqual(await Promise.all([read(added), read(added), read(added)]), [
        added.sha256,
        added.sha256,
        added.sha256,
      ]);
      assert.equal(asked(), 1);
    });

    it("are asked for anew by another account, on another site, and for another size", async () => {
      const added = stage.add(10);
      await read(added);
      await read(added, { accountId: undefined });
      await read(added, { siteApi: "https://elsewhere.example/api" });
      assert.equal(asked(), 3);
      assert.equal(await read({ file: { ...added.file, size: 11 } }), "length");
      assert.equal(asked(), 4);
    });

    it("are not asked for where there are too many", async () => {
      const added = stage.add(10);
      assert.equal(await read({ file: { ...added.file, size: 256 * chunk + 1 } }), "tooLarge");
      assert.equal(asked(), 0);
      contents = new Contents({ mostBytes: 9 });
      assert.equal(await read({ file: { ...added.file, size: 0 } }), "tooLarge");
    });

    it("come anew after a failure", async () => {
      const added = stage.add(10);
      const heal = stage.spoil({ kind: "status", status: 403 });
      assert.deepEqual(await Promise.all([read(added), read(added)]), ["forbidden", "forbidden"]);
      heal();
      assert.equal(await read(added), added.sha256);
    });

    it("still come to the others when one who waits is called off", async () => {
      const added = stage.add(2 * chunk);
      const heal = stage.spoil({ kind: "hang" }, { path: /offset=1048576/, times: 1 });
      const [mine, theirs] = [new AbortController(), new AbortController()];
      const mineRead = endOf(contents.read(at(), added.file, mine.signal));
      const theirRead = endOf(contents.read(at(), added.file, theirs.signal));
      await until("the second chunk is asked for", () => asked() === 2);
      mine.abort();
      assert.equal(await mineRead, "cancelled");
      assert.equal(stage.server.inFlight, 1);
      theirs.abort();
      assert.equal(await theirRead, "cancelled");
      await until("nothing is on its way", () => stage.server.inFlight === 0);
      heal();
      assert.equal(await read(added), added.sha256);
    });

    it("come to one who asks just when the last one before is called off", async () => {
      const added = stage.add(10);
      const abort = new AbortController();
      const left = endOf(contents.read(at(), added.file, abort.signal));
      abort.abort();
      const next = read(added);
      assert.deepEqual(await Promise.all([left, next]), ["cancelled", added.sha256]);
      const late = endOf(contents.read(at(), added.file, abort.signal));
      assert.equal(await late, "cancelled");
    });

    it("are forgotten with their site, those on their way too", async () => {
      const [first, second] = [stage.add(10, "a"), stage.add(11, "b")];
      await read(first);
      await read(second, { siteApi: "https://elsewhere.example/api" });
      const reading = read(second);
      contents.forget(`${stage.server.url}/api`);
      assert.equal(await reading, second.sha256);
      assert.equal(contents.size, 11);
      const before = asked();
      await Promise.all([read(first), read(second)]);
      await read(second, { siteApi: "https://elsewhere.example/api" });
      assert.equal(asked(), before + 2);
    });

    it("that come while a site is forgotten are not given to who asks afterwards", async () => {
      const added = stage.add(10);
      const before = read(added);
      contents.forget(`${stage.server.url}/api`);
      const after = read(added);
      assert.deepEqual(await Promise.all([before, after]), [added.sha256, added.sha256]);
      assert.equal(asked(), 2);
      assert.equal(contents.size, 10);
    });
  });
}

describe("contents at hand", () => {
  const described = { name: "a", type: "text/plain", description: "", page: undefined };

  function clientOf(pieces: (id: number) => readonly Uint8Array[], size: number): Pick<Client, "download"> {
    return {
      download: ({ id }) =>
        Promise.resolve({
          size,
          way: "stream",
          giveUp: () => undefined,
          bytes: (async function* () {
            yield* await Promise.resolve(pieces(id));
          })(),
        }),
    };
  }

  it("are never more than they may be, whatever is read and forgotten, and always right", async () => {
    const site = fc.constantFrom("https://one.example/api", "https://two.example/api");
    const read = fc.record({
      kind: fc.constant("read" as const),
      site,
      id: fc.integer({ min: 1, max: 5 }),
      size: fc.integer({ min: 1, max: 70 }),
    });
    const forget = fc.record({ kind: fc.constant("forget" as const), site });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 6, arbitrary: read }, { weight: 1, arbitrary: forget }), {
          maxLength: 40,
        }),
        async (steps) => {
          const contents = new Contents({ mostKept: 100, mostBytes: 1000 });
          const readings: Promise<void>[] = [];
          for (const step of steps) {
            if (step.kind === "forget") {
              contents.forget(step.site);
              continue;
            }
            const { id, size } = step;
            const client = clientOf(() => [new Uint8Array(size).fill(id)], size);
            const place = { siteApi: step.site, accountId: "1", client };
            const reading = contents.read(place, { ...described, id, size }, signal).then((bytes) => {
              assert.deepEqual(bytes, new Uint8Array(size).fill(id));
              assert.ok(contents.size <= 100);
            });
            readings.push(reading);
            if (id % 2 === 0) await reading;
          }
          await Promise.all(readings);
          for (const api of ["https://one.example/api", "https://two.example/api"]) contents.forget(api);
          assert.equal(contents.size, 0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("are an error where more or fewer come than were told", async () => {
    for (const sent of [4, 6]) {
      const client = clientOf(() => [new Uint8Array(2), new Uint8Array(sent - 2)], 5);
      const place = { siteApi: "https://one.example/api", accountId: "1", client };
      assert.equal(
        await endOf(new Contents().read(place, { ...described, id: 1, size: 5 }, signal)),
        "length",
      );
    }
  });
});
