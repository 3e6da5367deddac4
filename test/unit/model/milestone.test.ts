import assert from "node:assert/strict";
import fc from "fast-check";
import { noValueKey } from "../../../src/model/board.ts";
import {
  backlogKey,
  type Cardwall,
  ColumnFinder,
  createMilestoneColumns,
  findAllowedColumns,
  findStatusOfColumn,
  getRemainingDays,
} from "../../../src/model/milestone.ts";
import type { RowWithTracker } from "../../../src/model/query/sortAndGroup.ts";
import type { Choice, Tracker } from "../../../src/model/tracker.ts";
import { createChoice, createTracker, createWorkflow } from "../../support/fixtures/formBuilders.ts";
import { createRow } from "../../support/page/table/samples.ts";

function createStatusTracker(id: number, choices: readonly Choice[], openIds: readonly number[]): Tracker {
  return createTracker([{ id: 10, type: "sb", label: "Status", choices }], {
    id,
    semantics: { status: { fieldId: 10, openIds } },
  });
}

const stories = createStatusTracker(
  22,
  [
    createChoice(100, { label: "None" }),
    createChoice(1, { label: "To do", color: "chrome-silver" }),
    createChoice(2, { label: "Done", color: "acid-green" }),
    createChoice(3, { label: "Old", isHidden: true }),
    createChoice(4, { label: "Review" }),
  ],
  [1, 3, 4],
);
const tasks = createStatusTracker(
  23,
  [
    createChoice(11, { label: "To do", color: "fiesta-red" }),
    createChoice(12, { label: "Doing" }),
    createChoice(13, { label: "Done" }),
    createChoice(14, { label: "Done" }),
  ],
  [11, 12],
);

const cardwall: Cardwall = {
  columns: [
    { id: 7, label: "To be done", color: "#F8F8F8" },
    { id: 9, label: "Done", color: "acid-green" },
  ],
  columnIds: new Map([
    [31, 7],
    [32, 9],
  ]),
};

function createPlannedRow(id: number, trackerId: number, status: string | undefined): RowWithTracker {
  return { ...createRow(id), status, tracker: { id: trackerId, label: "", color: undefined } };
}

describe("columns of a milestone", () => {
  function getLabels(...args: Parameters<typeof createMilestoneColumns>): readonly string[] {
    return createMilestoneColumns(...args).map(({ kind, label }) => (label === "" ? kind : label));
  }

  it("are those of the cardwall, after the backlog", () => {
    assert.deepEqual(getLabels(cardwall, [stories]), ["backlog", "none", "To be done", "Done"]);
    const colors = createMilestoneColumns(cardwall, [stories]).map(({ color }) => color);
    assert.deepEqual(colors, [undefined, undefined, undefined, "acid-green"]);
    const byHex = {
      "#F00000": "red",
      "#FF9900": "orange",
      "#FFFF66": "yellow",
      "#66cc66": "green",
      "#99CCFF": "blue",
      "#9966CC": "purple",
      "#FF0066": "red",
      "#CCCCCC": undefined,
      "#12": "#12",
    };
    for (const [color, expected] of Object.entries(byHex)) {
      const columns = createMilestoneColumns({ ...cardwall, columns: [{ id: 1, label: "A", color }] }, []);
      assert.equal(columns.at(-1)?.color, expected, color);
    }
  });

  it("are the statuses of all trackers without a cardwall, each label once and closed ones last", () => {
    assert.deepEqual(getLabels(undefined, [stories, tasks]), [
      "backlog",
      "none",
      "To do",
      "Review",
      "Doing",
      "Done",
    ]);
    const toDo = createMilestoneColumns(undefined, [stories, tasks]).find(({ label }) => label === "To do");
    assert.equal(toDo?.color, "chrome-silver");
    assert.deepEqual(getLabels(undefined, []), ["backlog", "none"]);
  });

  it("have one value each, by which cards are moved, except for cards without a column", () => {
    const columns = createMilestoneColumns(cardwall, [stories]);
    assert.deepEqual(
      columns.map(({ key, values }) => [key, values.map(({ id }) => id)]),
      [
        [backlogKey, [backlogKey]],
        [noValueKey, []],
        ["column 0", ["column 0"]],
        ["column 1", ["column 1"]],
      ],
    );
  });
});

describe("columns that a workflow allows", () => {
  it("are those of its transitions, the own one, and those that open the form", () => {
    const workflow = createWorkflow({
      fieldId: 10,
      transitions: [
        { from: undefined, to: 1 },
        { from: 1, to: 4 },
        { from: 4, to: 2 },
      ],
    });
    const columns = createMilestoneColumns(undefined, [stories, tasks]);
    const labels = new Map(columns.map(({ key, label, kind }) => [key, label === "" ? kind : label]));
    const allowed = findAllowedColumns([{ ...stories, workflow }, tasks], columns);
    const named = Object.entries(allowed).map(([key, keys]) => [key, keys.map((each) => labels.get(each))]);
    assert.deepEqual(named, [
      ["22 ", ["backlog", "none", "To do", "Doing"]],
      ["22 To do", ["backlog", "none", "To do", "Review", "Doing"]],
      ["22 Done", ["backlog", "none", "Doing", "Done"]],
      ["22 Review", ["backlog", "none", "Review", "Doing", "Done"]],
    ]);
    assert.deepEqual(findAllowedColumns([tasks], columns), {});
  });
});

describe("the column of a planned artifact", () => {
  const columns = createMilestoneColumns(cardwall, [stories, tasks]);

  it("is that of its status, as other artifacts of its tracker show it", () => {
    const finder = new ColumnFinder(columns, cardwall);
    const [toDo, otherToDo] = [createPlannedRow(31, 22, "To do"), createPlannedRow(40, 22, "To do")];
    assert.equal(finder.find(toDo), noValueKey);
    finder.learn([toDo]);
    assert.equal(finder.find(toDo), "column 0");
    assert.equal(finder.find(otherToDo), "column 0");
    // Statuses of other trackers may be in other columns.
    assert.equal(finder.find(createPlannedRow(41, 23, "To do")), noValueKey);
  });

  it("is otherwise the one with the label of its status", () => {
    const finder = new ColumnFinder(columns, cardwall);
    assert.equal(finder.find(createPlannedRow(50, 22, "Done")), "column 1");
    assert.equal(finder.find(createPlannedRow(51, 22, "Unknown")), noValueKey);
    assert.equal(finder.find(createPlannedRow(52, 22, undefined)), noValueKey);
    const withoutCardwall = new ColumnFinder(createMilestoneColumns(undefined, [stories]), undefined);
    withoutCardwall.learn([createPlannedRow(31, 22, "To do")]);
    assert.equal(withoutCardwall.find(createPlannedRow(53, 22, "Review")), "column 1");
  });

  it("is never the backlog", () => {
    const finder = new ColumnFinder(columns, cardwall);
    assert.equal(finder.find(createPlannedRow(54, 22, "")), noValueKey);
  });
});

describe("the status of a column", () => {
  it("is the one with the column's label", () => {
    assert.equal(findStatusOfColumn(stories, "Done")?.id, 2);
    assert.equal(findStatusOfColumn(tasks, "Doing")?.id, 12);
  });

  it("isn't known if no status, several, or only a hidden one have the label", () => {
    assert.equal(findStatusOfColumn(stories, "To be done"), undefined);
    assert.equal(findStatusOfColumn(stories, "done"), undefined);
    assert.equal(findStatusOfColumn(tasks, "Done"), undefined);
    assert.equal(findStatusOfColumn(stories, "Old"), undefined);
    assert.equal(findStatusOfColumn(stories, "None"), undefined);
    assert.equal(findStatusOfColumn(createTracker([]), "Done"), undefined);
  });
});

describe("remaining days of a milestone", () => {
  it("are counted from the user's day to the last day, wherever the server is", () => {
    const endsOn = "2026-03-09T00:00:00+01:00";
    assert.equal(getRemainingDays({ endsOn }, new Date(2026, 2, 2, 0, 1)), 7);
    assert.equal(getRemainingDays({ endsOn }, new Date(2026, 2, 2, 23, 59)), 7);
    assert.equal(getRemainingDays({ endsOn }, new Date(2026, 2, 9, 12)), 0);
    assert.equal(getRemainingDays({ endsOn }, new Date(2026, 2, 10)), -1);
    assert.equal(getRemainingDays({ endsOn: "2026-03-09T00:00:00-11:00" }, new Date(2026, 2, 9)), 0);
  });

  it("aren't known without a valid last day", () => {
    for (const endsOn of [undefined, "", "soon", "2026-13-40"]) {
      assert.equal(getRemainingDays({ endsOn }, new Date()), undefined);
    }
  });

  it("decrease by one from day to day, also when clocks change", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 23 }), (days, hour) => {
        const endsOn = "2028-01-01T00:00:00+00:00";
        const today = getRemainingDays({ endsOn }, new Date(2024, 0, 1 + days, hour)) ?? Number.NaN;
        const tomorrow = getRemainingDays({ endsOn }, new Date(2024, 0, 2 + days, hour));
        assert.equal(tomorrow, today - 1);
        assert.ok(Number.isSafeInteger(today));
      }),
    );
  });
});
