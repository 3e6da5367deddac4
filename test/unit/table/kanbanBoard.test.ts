import assert from "node:assert/strict";
import { noValueKey } from "../../../src/model/board.ts";
import { RankedBoardFixture } from "../../support/fixtures/rankedBoardFixture.ts";
import { takeShownMessages } from "../../support/fixtures/vscodeStub.ts";
import { getColumnIds, getKanbanItems, getObject, patch } from "../simulator/boards.ts";

const kanbanId = 4;
const trackerId = 27;

describe("the board of a kanban", () => {
  let fixture: RankedBoardFixture;
  let columnIds: ReadonlyMap<string, number>;

  beforeEach(async () => {
    fixture = await RankedBoardFixture.start();
    const { server, siteApi } = fixture;
    columnIds = await getColumnIds(server, kanbanId);
    await fixture.open({ kind: "kanban", siteApi, kanbanId, trackerId });
    fixture.takeWrites();
  });
  afterEach(() => fixture.close());

  function getPath(label: string): string {
    return label === "backlog"
      ? `/kanban/${kanbanId}/backlog`
      : `/kanban/${kanbanId}/items?column_id=${columnIds.get(label)}`;
  }

  async function getCards(label: string): Promise<readonly number[]> {
    const path = getPath(label);
    const items = await getKanbanItems(fixture.server, `${path}${path.includes("?") ? "&" : "?"}limit=100`);
    return items.map(({ id }) => Number(id));
  }

  /** The cards of a column that the board has loaded, by rank. */
  function getShown(status: string | undefined): readonly number[] {
    return fixture.rankedIds.filter((id) => {
      const row = fixture.session.findRow(id);
      return row !== undefined && (row.status ?? "None") === (status ?? "None");
    });
  }

  it("has backlog, columns with limits, and a folded archive, with all cards but those of the archive", async () => {
    const { columns, hasFixedColumns, rank } = fixture.state;
    assert.deepEqual(
      columns.map(({ kind, label, limit }) => [label === "" ? kind : label, limit]),
      [
        ["backlog", undefined],
        ["To do", undefined],
        ["Doing", 2],
        ["Review", undefined],
        ["closed", undefined],
      ],
    );
    assert.deepEqual([hasFixedColumns, rank], [true, { problem: undefined }]);
    for (const label of ["To do", "Doing", "Review"]) {
      assert.deepEqual(getShown(label), await getCards(label), label);
    }
    assert.deepEqual(getShown(undefined), await getCards("backlog"));
    assert.ok(fixture.rows.every(({ status }) => status !== "Done"));
    assert.equal(fixture.session.title, "Improvements");
    await fixture.session.changeQuery({ openOnly: false });
    assert.ok(fixture.rows.some(({ status }) => status === "Done"));
    assert.equal(getShown(undefined).length, 5);
  });

  it("moves cards by their status, and loads the rank of the new column", async () => {
    const [id = 0] = await getCards("To do");
    await fixture.move([id], "Doing");
    assert.deepEqual(
      fixture.takeWrites().map(([method, path]) => `${method} ${path}`),
      [`PUT /artifacts/${id}`],
    );
    assert.ok((await getCards("Doing")).includes(id));
    assert.deepEqual(getShown("Doing"), await getCards("Doing"));
  });

  it("clears the status of a card that is moved to the backlog, and sets that of one of the backlog", async () => {
    const [id = 0] = await getCards("Doing");
    await fixture.move([id], "backlog");
    const writes = fixture.takeWrites();
    assert.deepEqual(
      writes.map(([method, path]) => `${method} ${path}`),
      [`PUT /artifacts/${id}`],
    );
    assert.ok((await getCards("backlog")).includes(id));
    assert.deepEqual(getShown(undefined), await getCards("backlog"));
    await fixture.move([id], "Review");
    assert.ok((await getCards("Review")).includes(id));
    await fixture.board.undo();
    assert.ok((await getCards("backlog")).includes(id));
  });

  it("ranks cards in their column and in the backlog, by the order route", async () => {
    for (const label of ["Doing", "backlog"]) {
      const [first = 0, second = 0, third = 0] = await getCards(label);
      await fixture.board.rank([second, third], { direction: "before", comparedTo: first });
      assert.deepEqual(fixture.takeWrites(), [
        [
          "PATCH",
          getPath(label),
          { order: { ids: [second, third], direction: "before", compared_to: first } },
        ],
      ]);
      assert.deepEqual((await getCards(label)).slice(0, 3), [second, third, first]);
      assert.deepEqual(getShown(label === "backlog" ? undefined : label), await getCards(label));
    }
  });

  it("ranks a card after it was moved, and not if it wasn't", async () => {
    const [id = 0, conflicting = 0] = await getCards("To do");
    const [, second = 0] = await getCards("Doing");
    const position = { direction: "before", comparedTo: second } as const;
    await fixture.move([id], "Doing", position);
    assert.deepEqual(
      fixture.takeWrites().map(([method, path]) => `${method} ${path}`),
      [`PUT /artifacts/${id}`, `PATCH ${getPath("Doing")}`],
    );
    const cards = await getCards("Doing");
    assert.equal(cards.indexOf(id), cards.indexOf(second) - 1);
    assert.deepEqual(getShown("Doing"), cards);
    await patch(fixture.server, getPath("Review"), { add: { ids: [conflicting] } });
    fixture.server.clock.advance(60_000);
    fixture.takeWrites();
    await fixture.move([conflicting], "Doing", position);
    assert.deepEqual(fixture.takeWrites(), []);
    assert.match((await takeShownMessages()).join(), /was changed by someone else, so it wasn't moved/);
    assert.ok((await getCards("Review")).includes(conflicting));
  });

  it("shows the rank again after a failure", async () => {
    const [first = 0, second = 0] = await getCards("Doing");
    const [other = 0] = await getCards("To do");
    await patch(fixture.server, getPath("Doing"), {
      order: { ids: [second], direction: "before", compared_to: first },
    });
    const count = fixture.getCalls("setRank").length;
    await assert.rejects(fixture.board.rank([other], { direction: "before", comparedTo: first }));
    assert.equal(fixture.getCalls("setRank").length, count + 1);
    assert.deepEqual(getShown("Doing"), await getCards("Doing"));
  });

  it("shows what others have ranked and moved", async () => {
    const [first = 0, second = 0] = await getCards("Doing");
    await patch(fixture.server, getPath("Doing"), {
      order: { ids: [second], direction: "before", compared_to: first },
    });
    const [returned = 0] = await getCards("To do");
    await patch(fixture.server, getPath("backlog"), { add: { ids: [returned] } });
    await fixture.session.refreshList(fixture.session.signal);
    await fixture.whenIdle();
    assert.deepEqual(getShown("Doing"), await getCards("Doing"));
    assert.deepEqual(getShown(undefined), await getCards("backlog"));
  });

  it("keeps a card that others have moved to the backlog when only changes are loaded", async () => {
    const [id = 0] = await getCards("To do");
    await patch(fixture.server, getPath("backlog"), { add: { ids: [id] } });
    const result = await fixture.session.refreshChanged([id], Date.now(), fixture.session.signal);
    assert.equal(result, "done");
    assert.ok(fixture.rows.some((row) => row.id === id));
  });

  it("moves several cards in a bulk edit, which clears the status for the backlog", async () => {
    const ids = (await getCards("Doing")).slice(0, 2);
    await fixture.move(ids, "Review");
    await fixture.move(ids, "backlog");
    assert.deepEqual(
      fixture.getCalls("openBulkEdit").map((call) => [call.ids, call.values?.map(({ label }) => label)]),
      [
        [ids, ["Review"]],
        [ids, []],
      ],
    );
    assert.deepEqual(fixture.takeWrites(), []);
  });

  it("offers what the workflow allows for cards without a status", async () => {
    const { siteApi } = fixture;
    await fixture.open({ kind: "kanban", siteApi, kanbanId: 3, trackerId: 12 });
    const { allowedMoves } = fixture.state;
    const workflow = fixture.session.tracker?.workflow;
    const initial = workflow?.transitions
      .filter(({ from }) => from === undefined)
      .map(({ to }) => String(to));
    assert.ok(initial !== undefined && initial.length > 0);
    assert.deepEqual(allowedMoves?.[noValueKey], initial);
  });

  it("says that a kanban doesn't exist or is forbidden", async () => {
    const { siteApi } = fixture;
    await fixture.open({ kind: "kanban", siteApi, kanbanId: 99, trackerId });
    const state = fixture.getCalls("setTableState").at(-1);
    assert.ok(state?.loadState.kind === "problem");
    assert.match(state.loadState.text, /This kanban was deleted on Demo/);
    assert.equal((await getObject(fixture.server, `/kanban/${kanbanId}`))["label"], "Improvements");
  });
});
