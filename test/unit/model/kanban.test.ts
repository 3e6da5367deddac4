import assert from "node:assert/strict";
import { createBoardColumns, findAllowedMoves, listMoveTargets } from "../../../src/model/board.ts";
import { parseKanbanUrl } from "../../../src/model/kanban.ts";
import { createChoice, createTracker, createWorkflow } from "../../support/fixtures/formBuilders.ts";

describe("the URL of a kanban", () => {
  it("has its ID, on pages of all versions", () => {
    for (const [url, id] of [
      ["https://tuleap.example/kanban/4", 4],
      ["https://tuleap.example/kanban/4/", 4],
      ["https://tuleap.example/sub/kanban/12?x=1#card", 12],
      ["https://tuleap.example/plugins/agiledashboard/?group_id=101&action=showKanban&id=7", 7],
    ] as const) {
      assert.equal(parseKanbanUrl(new URL(url)), id, url);
    }
  });

  it("isn't the URL of another page, nor one with an invalid ID", () => {
    for (const url of [
      "https://tuleap.example/",
      "https://tuleap.example/kanban/",
      "https://tuleap.example/kanban/0",
      "https://tuleap.example/kanban/x4",
      "https://tuleap.example/kanban/4/items",
      "https://tuleap.example/mykanban/4",
      "https://tuleap.example/kanban/12345678901",
      "https://tuleap.example/plugins/agiledashboard/?action=show-top&id=7",
      "https://tuleap.example/plugins/agiledashboard/?action=showKanban",
      "https://tuleap.example/plugins/agiledashboard/?action=showKanban&id=-1",
      "https://tuleap.example/plugins/tracker/?aid=4",
    ]) {
      assert.equal(parseKanbanUrl(new URL(url)), undefined, url);
    }
  });
});

describe("columns of a kanban", () => {
  const choices = [
    createChoice(1, { label: "To do" }),
    createChoice(2, { label: "Doing" }),
    createChoice(3, { label: "Done" }),
  ];
  const kanban = {
    columns: [
      { id: 1, label: "To do", limit: undefined },
      { id: 2, label: "Doing", limit: 2 },
    ],
  };
  const semantics = { status: { fieldId: 10, openIds: [1, 2] } };
  const fields = [{ id: 10, type: "sb", label: "Status", choices }] as const;

  it("are its backlog, the open statuses with their limits, and the closed ones", () => {
    const columns = createBoardColumns(createTracker(fields, { semantics }), 10, kanban);
    assert.deepEqual(
      columns.map(({ kind, key, limit }) => [kind, key, limit]),
      [
        ["backlog", "none", undefined],
        ["value", "1", undefined],
        ["value", "2", 2],
        ["closed", "closed", undefined],
      ],
    );
  });

  it("take cards of the backlog and give cards to it as the workflow allows it", () => {
    const getTargets = (transitions: Parameters<typeof createWorkflow>[0]["transitions"]) => {
      const workflow = createWorkflow({ fieldId: 10, ...(transitions && { transitions }) });
      const tracker = createTracker(fields, { semantics, workflow });
      const columns = createBoardColumns(tracker, 10, kanban);
      const allowed = findAllowedMoves(tracker, 10, columns);
      return ["none", "1"].map((from) =>
        columns.flatMap((column) => listMoveTargets(column, from, allowed).map(({ id }) => id)),
      );
    };
    assert.deepEqual(
      getTargets([
        { from: undefined, to: 1 },
        { from: 1, to: 2 },
      ]),
      [[1], [2]],
    );
    assert.deepEqual(
      getTargets([
        { from: 100, to: 2 },
        { from: 1, to: 100 },
      ]),
      [[2], ["none"]],
    );
  });
});
