import assert from "node:assert/strict";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import { findChangedRowFields } from "../../../../src/model/triage/fieldEditRequest.ts";

const row: ArtifactRow = {
  kind: "artifact",
  id: 7,
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
  version: { kind: "date", lastModified: "Mon, 02 Mar 2026 08:00:00 GMT" },
};

const rows: readonly (readonly [
  what: string,
  shown: Partial<ArtifactRow>,
  current: Partial<ArtifactRow>,
  expected: readonly string[],
])[] = [
  ["no changes", {}, {}, []],
  ["another order of people", {}, { assignees: row.assignees.toReversed() }, []],
  [
    "people by their user names, as in queries over several trackers",
    {
      assignees: [
        { id: "tom", label: "Tom" },
        { id: "mara", label: "Mara" },
      ],
    },
    {},
    [],
  ],
  ["another user name", { assignees: [{ id: "ada", label: "Ada" }] }, {}, ["assignees"]],
  ["the same time in another format", {}, { modifiedOn: "2026-03-02T08:00:00Z" }, []],
  ["another kind of version", {}, { version: { kind: "tag", tag: "1772438400" } }, []],
  ["values missing from the row", { title: undefined, status: undefined, assignees: [] }, {}, []],
  ["a time in one of them only", { modifiedOn: undefined }, {}, []],
  ["a title", {}, { title: "Burst" }, ["title"]],
  ["a removed title", {}, { title: undefined }, ["title"]],
  [
    "a status with its time",
    {},
    { status: "Done", modifiedOn: "2026-03-02T09:00:01+01:00" },
    ["status", "modifiedOn"],
  ],
  ["a removed person", {}, { assignees: row.assignees.slice(1) }, ["assignees"]],
  [
    "a tag",
    { version: { kind: "tag", tag: "a" }, modifiedOn: undefined },
    { version: { kind: "tag", tag: "b" }, modifiedOn: undefined },
    ["modifiedOn"],
  ],
];

describe("findChangedRowFields", () => {
  for (const [what, shown, current, expected] of rows) {
    it(`returns ${JSON.stringify(expected)} for ${what}`, () => {
      assert.deepEqual(findChangedRowFields({ ...row, ...shown }, { ...row, ...current }), expected);
    });
  }
});
