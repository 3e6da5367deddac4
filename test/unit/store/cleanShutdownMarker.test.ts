import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CleanShutdownMarker } from "../../../src/store/draftStore.ts";

describe("CleanShutdownMarker", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "last-end-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("isn't written at first, also without a folder", () => {
    assert.equal(new CleanShutdownMarker(join(folder, "none")).wasWrittenBy(12), false);
  });

  it("contains the process that wrote it last", async () => {
    const path = join(folder, "deep", "down");
    await new CleanShutdownMarker(path).write(12);
    const next = new CleanShutdownMarker(path);
    assert.deepEqual(
      [next.wasWrittenBy(12), next.wasWrittenBy(1), next.wasWrittenBy(123)],
      [true, false, false],
    );
    await next.write(345);
    assert.deepEqual([next.wasWrittenBy(12), next.wasWrittenBy(345)], [false, true]);
  });
});
