import assert from "node:assert/strict";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import { changedSince } from "../../../../src/model/triage/wish.ts";

const row: ArtifactRow = {
  kind: "artifact",
  id: 7,
  uri: "artifacts/7",
  title: "Leak",
  status: "New",
  isOpen: true,
  page: undefined,
  assignees: [
    { id: 101, label: "Mara" },
    { id: 102, label: "Tom" },
  ],
  submittedBy: undefined,
  submittedOn: undefined,
  modifiedOn: "2026-03-02T09:00:00+01:00",
  revision: { kind: "date", lastModified: "Mon, 02 Mar 2026 08:00:00 GMT" },
};

const rows: readonly (readonly [
  what: string,
  shown: Partial<ArtifactRow>,
  now: Partial<ArtifactRow>,
  expected: readonly string[],
])[] = [
  ["nothing", {}, {}, []],
  ["the order of people", {}, { assignees: row.assignees.toReversed() }, []],
  ["the same instant, written otherwise", {}, { modifiedOn: "2026-03-02T08:00:00Z" }, []],
  ["a name that is another kind of name", {}, { revision: { kind: "tag", tag: "1772438400" } }, []],
  ["what the row did not tell", { title: undefined, status: undefined, assignees: [] }, {}, []],
  ["a time that is told by one of them only", { modifiedOn: undefined }, {}, []],
  ["a title", {}, { title: "Burst" }, ["title"]],
  ["a title that is gone", {}, { title: undefined }, ["title"]],
  [
    "a state and its time",
    {},
    { status: "Done", modifiedOn: "2026-03-02T09:00:01+01:00" },
    ["status", "modifiedOn"],
  ],
  ["a person less", {}, { assignees: row.assignees.slice(1) }, ["assignees"]],
  [
    "a tag",
    { revision: { kind: "tag", tag: "a" }, modifiedOn: undefined },
    { revision: { kind: "tag", tag: "b" }, modifiedOn: undefined },
    ["modifiedOn"],
  ],
];

describe("what a row showed and what there is", () => {
  for (const [what, shown, now, expected] of rows) {
    it(`differ in ${JSON.stringify(expected)} where it is ${what}`, () => {
      assert.deepEqual(changedSince({ ...row, ...shown }, { ...row, ...now }), expected);
    });
  }
});
