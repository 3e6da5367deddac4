import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { IncomingFiles } from "../../../src/features/form/attachmentMethods.ts";
import { CallFailed } from "../../../src/protocol/rpc.ts";
import { createAttachments } from "../../../src/store/attachments/attachments.ts";
import { withPlainWords } from "../../support/fixtures/plainWords.ts";
import { memoryInProcess } from "../../unit/store/queries/stage.ts";
import { payloads } from "../support/payloads.ts";
import { inShortOrFull, note, seed } from "../support/plan.ts";

type Step = (files: IncomingFiles) => Promise<unknown>;

const names = ["../../../etc/passwd", "/etc/passwd", "..", "", "a\0b", "CON", "x".repeat(5_000)];
const anyName = fc.constantFrom(...names, ...payloads(seed + 10, 40).map(({ text }) => text));
const anyKey = fc.oneof(fc.nat({ max: 6 }), fc.constantFrom(-1, Number.NaN, 2 ** 53, 1.5));
const anySize = fc.oneof(fc.nat({ max: 100 }), fc.constantFrom(0, 2 ** 40, 5 * 1024 ** 3));
const anyData = fc.oneof(
  fc.base64String({ maxLength: 200 }),
  fc.string({ maxLength: 50 }),
  fc.constant("A".repeat(10_000)),
);

/** What a page may ask for, in whatever order. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyName, anySize).map(
    ([name, size]): Step =>
      (files) =>
        files.begin(name, "text/plain", size),
  ),
  fc.tuple(anyKey, anyData).map(
    ([key, data]): Step =>
      (files) =>
        files.append(key, data),
  ),
  fc.array(anyKey, { maxLength: 4 }).map(
    (keys): Step =>
      (files) =>
        files.drop(keys),
  ),
  fc.array(anyKey, { maxLength: 4 }).map(
    (keys): Step =>
      (files) =>
        files.use(keys, () => Promise.resolve()),
  ),
);

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

describe("files from a hostile page", function () {
  it("come in any order and of any size, and nothing is kept that was not announced, nor anywhere else", async () => {
    const top = await mkdtemp(join(tmpdir(), "hostile-incoming-"));
    const folder = join(top, "staging");
    const { IncomingFiles: Incoming } = await withPlainWords(
      () => import("../../../src/features/form/attachmentMethods.ts"),
    );
    const tools = createAttachments({ memory: memoryInProcess(), folder });
    const runs = inShortOrFull(100, 1_000);
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (steps) => {
          const files = new Incoming(
            () => Promise.resolve(tools),
            () => undefined,
          );
          const results = await Promise.allSettled(steps.map((step) => step(files)));
          for (const result of results) {
            const isExplained = result.status === "fulfilled" || result.reason instanceof CallFailed;
            assert.ok(isExplained, "it went wrong without a word for it");
          }
          // At most as much as the small ones were said to have, and the large ones were sent.
          assert.ok((await bytesIn(folder)) < 25 * 10_000);
          await files.dropAll();
          assert.equal(await bytesIn(folder), 0);
          assert.deepEqual(
            (await readdir(top)).filter((name) => name !== "staging"),
            [],
          );
        }),
        { numRuns: runs, seed },
      );
      note("messages", runs);
    } finally {
      await rm(top, { recursive: true, force: true });
    }
  });
});
