import assert from "node:assert/strict";
import { toHistoryChangeView, toHistoryEntryView } from "../../src/features/form/formatHistory.ts";
import { toCsvCells, toRowValues } from "../../src/features/table/csvExport.ts";
import type { Artifact } from "../../src/model/artifact.ts";
import type { HistoryEntry } from "../../src/model/history.ts";
import { createArtifactSubject } from "../support/fixtures/draftFolder.ts";
import type { RowWithTracker } from "../../src/model/query/sortAndGroup.ts";

// One instant, printed in two zones.
const printed = ["2025-07-01T12:00:00+02:00", "2025-07-01T10:00:00+00:00"] as const;
const serverTimes = ["2025-07-01 12:00 +02:00", "2025-07-01 10:00 +00:00"];

function read(date: string): { readonly row: RowWithTracker; readonly artifact: Artifact } {
  const value = { kind: "date", date, withTime: true } as const;
  const values = [{ kind: "entry", fieldId: 7, label: "Seen", type: "date", value }];
  const row = { id: 1, submittedOn: date, modifiedOn: date };
  return {
    row: row as unknown as RowWithTracker,
    artifact: { ...row, values } as unknown as Artifact,
  };
}

describe("an instant that is printed in two zones", () => {
  it("is the same text in the cells of a table, with the server's time in its hover", () => {
    const [one, other] = printed.map((date) => toRowValues(read(date).artifact, ["field:7"]));
    assert.match(one?.texts["field:7"] ?? "", /2025/);
    assert.deepEqual(one?.texts, other?.texts);
    assert.deepEqual(
      [one, other].map((each) => each?.serverTimes?.["field:7"]),
      serverTimes,
    );
  });

  it("is the same text in an exported file, with the offset of this machine", () => {
    const [one, other] = printed.map((date) => {
      const { row, artifact } = read(date);
      return toCsvCells(row, artifact, ["submitted", "modified", "field:7"]);
    });
    assert.deepEqual(one, other);
    for (const cell of one ?? []) {
      assert.match(cell, /^2025-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$/);
      assert.equal(Date.parse(cell), Date.parse(printed[0]));
    }
  });

  it("is the same text in the history, with the server's time in its hover", () => {
    const [before, after] = printed.map((date) => ({ kind: "date", date, withTime: true }) as const);
    const change = toHistoryChangeView({ fieldId: 7, label: "Seen", before, after });
    assert.ok(change.kind === "value");
    assert.match(change.after, /2025/);
    assert.equal(change.before, change.after);
    assert.deepEqual(change.serverTimes, {
      before: `Server time: ${serverTimes[0]}`,
      after: `Server time: ${serverTimes[1]}`,
    });
    const [one, other] = printed.map((on) => {
      const entry = { changeset: { id: 1, on }, isCreation: false, changes: [] };
      const session = { subject: createArtifactSubject(7), base: undefined };
      return toHistoryEntryView(entry as unknown as HistoryEntry, session, Date.now()).exactTime.split("\n");
    });
    assert.equal(one?.[0], other?.[0]);
    assert.deepEqual([one?.[1], other?.[1]], [change.serverTimes.before, change.serverTimes.after]);
  });
});
