import assert from "node:assert/strict";
import { updateOutcome } from "../../../src/api/afterDoubt.ts";
import type { Artifact } from "../../../src/model/artifact.ts";

const before = { kind: "tag", tag: "1" } as const;

/** An artifact that has one date and was not changed since. */
function dated(date: string | undefined, withTime: boolean): Artifact {
  return {
    values: [
      { kind: "entry", fieldId: 7, label: "Due", type: "date", value: { kind: "date", date, withTime } },
    ],
    revision: before,
  } as unknown as Artifact;
}

describe("a change whose answer was lost", () => {
  const rows: readonly (readonly [string | undefined, string | undefined, string])[] = [
    ["2026-03-05", undefined, "notCarriedOut"],
    [undefined, "2026-03-05", "notCarriedOut"],
    [undefined, undefined, "carriedOut"],
    ["2026-03-05", "2026-03-05", "carriedOut"],
    ["2026-03-05T00:00:00+01:00", "2026-03-05", "carriedOut"],
    ["2026-03-05T10:15:00+01:00", "2026-03-05T10:15", "carriedOut"],
    ["2026-03-05T10:15:00+01:00", "2026-03-05T10:16", "notCarriedOut"],
  ];

  for (const [read, sent, expected] of rows) {
    it(`of a date to ${sent ?? "nothing"} is ${expected} where the server has ${read ?? "nothing"}`, () => {
      const changes = [{ fieldId: 7, edit: { kind: "date", date: sent } }] as const;
      assert.equal(updateOutcome(dated(read, true), before, changes), expected);
    });
  }
});
