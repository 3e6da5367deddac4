import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { FilesReceivedFromPage } from "../../../src/features/form/attachmentMethods.ts";
import { RpcError } from "../../../src/protocol/rpc.ts";
import { createAttachmentServices } from "../../../src/store/attachments/attachmentServices.ts";
import { noPendingUploads } from "../../support/fixtures/pendingAttachmentsFixture.ts";
import { withVscodeStub } from "../../support/fixtures/vscodeStub.ts";
import { createMemento } from "../../unit/store/queries/queryFixture.ts";
import { generatePayloads } from "../support/payloads.ts";
import { pickByLength, recordFigure, seed } from "../support/runSettings.ts";

type Step = (files: FilesReceivedFromPage) => Promise<unknown>;

const names = ["../../../etc/passwd", "/etc/passwd", "..", "", "a\0b", "CON", "x".repeat(5_000)];
const anyName = fc.constantFrom(...names, ...generatePayloads(seed + 10, 40).map(({ text }) => text));
const anyKey = fc.oneof(fc.nat({ max: 6 }), fc.constantFrom(-1, Number.NaN, 2 ** 53, 1.5));
const anySize = fc.oneof(fc.nat({ max: 100 }), fc.constantFrom(0, 2 ** 40, 5 * 1024 ** 3));
const anyData = fc.oneof(
  fc.base64String({ maxLength: 200 }),
  fc.string({ maxLength: 50 }),
  fc.constant("A".repeat(10_000)),
);

/** Any call of a page. */
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
        files.discard(keys),
  ),
  fc.array(anyKey, { maxLength: 4 }).map(
    (keys): Step =>
      (files) =>
        files.withFiles(keys, () => Promise.resolve()),
  ),
);

async function countBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

describe("files from a hostile page", function () {
  it("are stored within their announced size and only in the staging folder", async () => {
    const top = await mkdtemp(join(tmpdir(), "hostile-incoming-"));
    const folder = join(top, "staging");
    const { FilesReceivedFromPage: ReceivedFilesClass } = await withVscodeStub(
      () => import("../../../src/features/form/attachmentMethods.ts"),
    );
    const tools = createAttachmentServices({ memento: createMemento(), folder, ...noPendingUploads });
    const runs = pickByLength(100, 1_000);
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (steps) => {
          const files = new ReceivedFilesClass(
            () => Promise.resolve(tools),
            () => undefined,
          );
          const results = await Promise.allSettled(steps.map((step) => step(files)));
          for (const result of results) {
            const isExpected = result.status === "fulfilled" || result.reason instanceof RpcError;
            assert.ok(isExpected, "the call failed with an unexpected error");
          }
          // At most the announced size of small files and the sent bytes of large ones.
          assert.ok((await countBytes(folder)) < 25 * 10_000);
          await files.discardAll();
          assert.equal(await countBytes(folder), 0);
          assert.deepEqual(
            (await readdir(top)).filter((name) => name !== "staging"),
            [],
          );
        }),
        { numRuns: runs, seed },
      );
      recordFigure("messages", runs);
    } finally {
      await rm(top, { recursive: true, force: true });
    }
  });
});
