import assert from "node:assert/strict";
import fc from "fast-check";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import { grouped, placed, sorted } from "../../../../src/model/query/rows.ts";
import { rowNumbered } from "../../store/queries/someRows.ts";

const ada = { id: 1, label: "Ada" };
const bob = { id: 2, label: "bob" };

const rows: readonly ArtifactRow[] = [
  { ...rowNumbered(3, "Step 10"), status: "New", assignees: [bob, ada], modifiedOn: "2026-03-01T10:00:00Z" },
  { ...rowNumbered(2, "step 9"), status: "", assignees: [], modifiedOn: "2026-03-01T10:30:00+02:00" },
  { ...rowNumbered(1, ""), status: "Closed", assignees: [ada], modifiedOn: "never" },
];

describe("rows in another order", () => {
  const order = (by: Parameters<typeof sorted>[1]["by"], direction: "ascending" | "descending") =>
    sorted(rows, { by, direction }).map(({ id }) => id);

  it("are sorted by what they bring along; those that don't tell are last either way", () => {
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
    // By the instant, not by what is written.
    assert.deepEqual(order("modified", "ascending"), [2, 3, 1]);
    assert.deepEqual(order("submitted", "ascending"), [3, 2, 1]);
  });

  it("are the same rows, and those that are alike stay as they were", () => {
    const anyRow = fc.record({ id: fc.nat(), title: fc.constantFrom("a", "b", undefined) });
    fc.assert(
      fc.property(fc.array(anyRow), fc.constantFrom("ascending", "descending"), (given, direction) => {
        const before = given.map(({ id, title }) => ({ ...rowNumbered(id), title }));
        const after = sorted(before, { by: "title", direction });
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

describe("rows in groups", () => {
  const groups = (by: Parameters<typeof grouped>[1]) =>
    grouped(
      rows.map((row, at) =>
        at === 0 ? row : placed(row, { id: at, label: `Tracker ${at}`, color: undefined }),
      ),
      by,
    ).map(({ label, rows: members }) => [label, members.map(({ id }) => id)]);

  it("are by label, those without one last, and with everyone who is assigned", () => {
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
    assert.deepEqual(grouped([], "status"), []);
  });
});
