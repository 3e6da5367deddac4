import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LastEnd } from "../../../src/store/drafts.ts";

describe("the last end of an extension host", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "last-end-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is nobody's at first, also where there is no folder yet", () => {
    assert.equal(new LastEnd(join(folder, "none")).wasOf(12), false);
  });

  it("is of the one that said so last", async () => {
    const place = join(folder, "deep", "down");
    await new LastEnd(place).note(12);
    const next = new LastEnd(place);
    assert.deepEqual([next.wasOf(12), next.wasOf(1), next.wasOf(123)], [true, false, false]);
    await next.note(345);
    assert.deepEqual([next.wasOf(12), next.wasOf(345)], [false, true]);
  });
});
