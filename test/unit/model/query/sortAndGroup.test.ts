import assert from "node:assert/strict";
import fc from "fast-check";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import {
  groupArtifactRows,
  withTracker,
  sortArtifactRows,
} from "../../../../src/model/query/sortAndGroup.ts";
import { createRow } from "../../store/queries/rowBuilders.ts";

const ada = { id: 1, label: "Ada" };
const bob = { id: 2, label: "bob" };

const rows: readonly ArtifactRow[] = [
  { ...createRow(3, "Step 10"), status: "New", assignees: [bob, ada], modifiedOn: "2026-03-01T10:00:00Z" },
  { ...createRow(2, "step 9"), status: "", assignees: [], modifiedOn: "2026-03-01T10:30:00+02:00" },
  { ...createRow(1, ""), status: "Closed", assignees: [ada], modifiedOn: "never" },
];

describe("sortArtifactRows", () => {
  const order = (by: Parameters<typeof sortArtifactRows>[1]["by"], direction: "ascending" | "descending") =>
    sortArtifactRows(rows, { by, direction }).map(({ id }) => id);

  it("sorts by a row's values, rows without one last in both directions", () => {
    assert.deepEqual(
      [order("id", "ascending"), order("id", "descending")],
      [
        [1, 2, 3],
        [3, 2, 1],
      ],
    );
    assert.deepEqual(
      [order("title", "ascending"), order("title", "descending")],
      [
        [2, 3, 1],
        [3, 2, 1],
      ],
    );
    assert.deepEqual(order("status", "ascending"), [1, 3, 2]);
    assert.deepEqual(order("assignee", "descending"), [3, 1, 2]);
    // Sorted by time, not by text.
    assert.deepEqual(order("modified", "ascending"), [2, 3, 1]);
    assert.deepEqual(order("submitted", "ascending"), [3, 2, 1]);
  });

  it("keeps all rows and is stable", () => {
    const anyRow = fc.record({ id: fc.nat(), title: fc.constantFrom("a", "b", undefined) });
    fc.assert(
      fc.property(fc.array(anyRow), fc.constantFrom("ascending", "descending"), (rows, direction) => {
        const before = rows.map(({ id, title }) => ({ ...createRow(id), title }));
        const after = sortArtifactRows(before, { by: "title", direction });
        for (const title of ["a", "b", undefined]) {
          assert.deepEqual(
            after.filter((row) => row.title === title),
            before.filter((row) => row.title === title),
          );
        }
        assert.equal(after.length, before.length);
      }),
    );
  });
});

describe("groupArtifactRows", () => {
  const groups = (by: Parameters<typeof groupArtifactRows>[1]) =>
    groupArtifactRows(
      rows.map((row, at) =>
        at === 0 ? row : withTracker(row, { id: at, label: `Tracker ${at}`, color: undefined }),
      ),
      by,
    ).map(({ label, rows: members }) => [label, members.map(({ id }) => id)]);

  it("groups by label, rows without one last, and by each assignee", () => {
    assert.deepEqual(groups("status"), [
      ["Closed", [1]],
      ["New", [3]],
      [undefined, [2]],
    ]);
    assert.deepEqual(groups("assignee"), [
      ["Ada", [3, 1]],
      ["bob", [3]],
      [undefined, [2]],
    ]);
    assert.deepEqual(groups("tracker"), [
      ["Tracker 1", [2]],
      ["Tracker 2", [1]],
      [undefined, [3]],
    ]);
    assert.deepEqual(groupArtifactRows([], "status"), []);
  });

  it("separates trackers of the same name in different projects", () => {
    const inProjects = rows.map((row, at) =>
      withTracker(row, { id: at, label: "Bugs", color: undefined, project: at === 1 ? "Harbor" : "Tides" }),
    );
    assert.deepEqual(
      groupArtifactRows(inProjects, "tracker").map(({ label, project, rows: { length } }) => [
        label,
        project,
        length,
      ]),
      [
        ["Bugs", "Harbor", 1],
        ["Bugs", "Tides", 2],
      ],
    );
  });
});
