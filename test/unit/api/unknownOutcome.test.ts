import assert from "node:assert/strict";
import { checkUpdateOutcome } from "../../../src/api/unknownOutcome.ts";
import type { Artifact } from "../../../src/model/artifact.ts";

const before = { kind: "tag", tag: "1" } as const;

/** An unchanged artifact with one date. */
function createArtifact(date: string | undefined, withTime: boolean): Artifact {
  return {
    values: [
      { kind: "entry", fieldId: 7, label: "Due", type: "date", value: { kind: "date", date, withTime } },
    ],
    version: before,
  } as unknown as Artifact;
}

describe("checkUpdateOutcome", () => {
  const rows: readonly (readonly [string | undefined, string | undefined, string])[] = [
    ["2026-03-05", undefined, "notApplied"],
    [undefined, "2026-03-05", "notApplied"],
    [undefined, undefined, "applied"],
    ["2026-03-05", "2026-03-05", "applied"],
    ["2026-03-05T00:00:00+01:00", "2026-03-05", "applied"],
    ["2026-03-05T10:15:00+01:00", "2026-03-05T10:15", "applied"],
    ["2026-03-05T10:15:00+01:00", "2026-03-05T10:16", "notApplied"],
  ];

  for (const [stored, sent, expected] of rows) {
    it(`returns ${expected} if ${sent ?? "no date"} was sent and the server has ${stored ?? "no date"}`, () => {
      const changes = [{ fieldId: 7, edit: { kind: "date", date: sent } }] as const;
      assert.equal(checkUpdateOutcome(createArtifact(stored, true), before, changes), expected);
    });
  }
});
