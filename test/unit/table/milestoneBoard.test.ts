import assert from "node:assert/strict";
import { RankedBoardFixture } from "../../support/fixtures/rankedBoardFixture.ts";
import { takeShownMessages } from "../../support/fixtures/vscodeStub.ts";
import { getIds, getMilestoneIds, getObject, patch } from "../simulator/boards.ts";

describe("the board of a milestone", () => {
  let fixture: RankedBoardFixture;
  let milestones: ReadonlyMap<string, number>;

  async function start(as: "admin" | "member", label: string): Promise<void> {
    fixture = await RankedBoardFixture.start(as);
    const { server, siteApi } = fixture;
    milestones = new Map([...(await getMilestoneIds(server, 101)), ...(await getMilestoneIds(server, 102))]);
    await fixture.open({ kind: "milestone", siteApi, milestoneId: getId(label) });
    fixture.takeWrites();
  }

  beforeEach(() => start("member", "Sprint 13"));
  afterEach(() => fixture.close());

  function getId(label: string): number {
    return milestones.get(label) ?? assert.fail(`no milestone ${label}`);
  }

  function getContent(label = "Sprint 13"): Promise<readonly number[]> {
    return getIds(fixture.server, `/milestones/${getId(label)}/content?limit=100`);
  }

  function getBacklog(): Promise<readonly number[]> {
    return getIds(fixture.server, `/milestones/${getId("Spring 2026")}/backlog?limit=100`);
  }

  async function fetchStatus(id: number): Promise<unknown> {
    return (await getObject(fixture.server, `/artifacts/${id}`))["status"];
  }

  /** Cards of a column, by its label or kind. */
  function getCards(label: string): readonly number[] {
    const { key } = fixture.getColumn(label);
    return fixture.rows.filter(({ boardColumn }) => boardColumn === key).map(({ id }) => id);
  }

  function findCard(label: string, status: string): number {
    const ids = getCards(label);
    return (
      fixture.rows.find((row) => ids.includes(row.id) && row.status === status)?.id ?? assert.fail(status)
    );
  }

  /** Methods and paths of requests that changed something. */
  function takeRoutes(): readonly string[] {
    const routes = fixture.takeWrites().map(([method, path]) => `${method} ${path}`);
    assert.ok(
      routes.every((route) => /^(PUT \/artifacts\/\d+|PATCH \/(milestones|projects)\/\d+\/\w+)$/.test(route)),
      routes.join(),
    );
    return routes;
  }

  it("has the backlog, the columns of the cardwall, and the rank of all cards", async () => {
    const { columns, hasFixedColumns, rank, layout } = fixture.state;
    assert.deepEqual(
      columns.map(({ kind, label }) => (label === "" ? kind : label)),
      ["backlog", "none", "To be done", "On going", "Review", "Done"],
    );
    assert.deepEqual([hasFixedColumns, rank, layout.columnFieldId], [true, { problem: undefined }, 0]);
    assert.deepEqual(getCards("backlog"), await getBacklog());
    assert.deepEqual(
      ["none", "To be done", "On going"].map((label) => getCards(label).length),
      [3, 0, 3],
    );
    assert.deepEqual(fixture.rankedIds, [...(await getContent()), ...(await getBacklog())]);
    assert.equal(fixture.session.title, "Sprint 13");
  });

  it("plans a card that is moved from the backlog to a column, and then sets its status", async () => {
    const id = findCard("backlog", "To do");
    await fixture.move([id], "On going");
    assert.deepEqual(takeRoutes(), [
      `PATCH /milestones/${getId("Sprint 13")}/content`,
      `PUT /artifacts/${id}`,
    ]);
    assert.ok((await getContent()).includes(id));
    assert.equal(await fetchStatus(id), "On going");
    assert.ok(getCards("On going").includes(id));
    assert.deepEqual(await takeShownMessages(), []);
  });

  it("only plans a card whose status is in the column already", async () => {
    const id = findCard("backlog", "On going");
    await fixture.move([id], "On going");
    assert.deepEqual(takeRoutes(), [`PATCH /milestones/${getId("Sprint 13")}/content`]);
    assert.ok(getCards("On going").includes(id));
  });

  it("opens the form if the label of the column isn't the name of a status", async () => {
    const id = findCard("Review", "Review");
    await fixture.move([id], "To be done");
    assert.deepEqual(takeRoutes(), []);
    assert.deepEqual(fixture.executed, [
      ["artifacts.openArtifact", { siteApi: fixture.siteApi, artifactId: id, opensBeside: true }],
    ]);
    assert.deepEqual(await takeShownMessages(), [
      `“To be done” isn't the name of a status of #${id}. Select its status in the form.`,
    ]);
    assert.equal(await fetchStatus(id), "Review");
  });

  it("returns a card to the backlog of the release", async () => {
    const [id = 0] = getCards("none");
    await fixture.move([id], "backlog");
    assert.deepEqual(takeRoutes(), [`PATCH /milestones/${getId("Spring 2026")}/backlog`]);
    assert.ok(!(await getContent()).includes(id));
    assert.ok(getCards("backlog").includes(id));
  });

  it("ranks a card where it was dropped, also after a change of its status", async () => {
    const [id = 0] = getCards("none");
    const [first = 0, second = 0] = getCards("On going");
    await fixture.move([id], "On going", { direction: "before", comparedTo: second });
    assert.deepEqual(takeRoutes(), [
      `PUT /artifacts/${id}`,
      `PATCH /milestones/${getId("Sprint 13")}/content`,
    ]);
    const content = await getContent();
    assert.equal(content.indexOf(id), content.indexOf(second) - 1);
    assert.deepEqual(fixture.rankedIds.slice(0, content.length), content);
    await fixture.board.rank([second], { direction: "before", comparedTo: first });
    const ranked = await getContent();
    assert.equal(ranked.indexOf(second), ranked.indexOf(first) - 1);
    assert.deepEqual(fixture.rankedIds.slice(0, ranked.length), ranked);
  });

  it("ranks cards of the backlog", async () => {
    const [first = 0, second = 0, third = 0] = getCards("backlog");
    await fixture.board.rank([second, third], { direction: "before", comparedTo: first });
    assert.deepEqual((await getBacklog()).slice(0, 3), [second, third, first]);
    assert.deepEqual(fixture.rankedIds.slice(-(await getBacklog()).length), await getBacklog());
  });

  it("doesn't rank a card that wasn't moved because someone else has changed it", async () => {
    const [id = 0] = getCards("none");
    const [first = 0] = getCards("On going");
    const { semantics, fields } = fixture.session.rowsContent?.plan?.trackers[0] ?? assert.fail("no tracker");
    const field = fields.find((each) => each.id === semantics.status?.fieldId);
    const review = field?.choices?.find(({ label }) => label === "Review");
    fixture.server.updateArtifact(id, {
      values: [{ field_id: field?.id ?? 0, bind_value_ids: [Number(review?.id)] }],
      by: fixture.server.accounts.admin,
    });
    fixture.server.clock.advance(60_000);
    await fixture.move([id], "On going", { direction: "before", comparedTo: first });
    assert.deepEqual(takeRoutes(), []);
    assert.equal(await fetchStatus(id), "Review");
    assert.ok(getCards("Review").includes(id));
    assert.match((await takeShownMessages()).join(), /was changed by someone else, so it wasn't moved/);
  });

  it("undoes planning and status of a move together, and each move once", async () => {
    const id = findCard("backlog", "To do");
    const [other = 0] = getCards("none");
    await fixture.move([other], "backlog");
    await fixture.move([id], "On going");
    takeRoutes();
    await fixture.board.undo();
    assert.deepEqual(takeRoutes(), [
      `PUT /artifacts/${id}`,
      `PATCH /milestones/${getId("Spring 2026")}/backlog`,
    ]);
    assert.equal(await fetchStatus(id), "To do");
    assert.ok((await getBacklog()).includes(id));
    await fixture.board.undo();
    assert.ok((await getContent()).includes(other));
    takeRoutes();
    await fixture.board.undo();
    assert.deepEqual(takeRoutes(), []);
  });

  it("undoes moves that are still being saved", async () => {
    const id = findCard("backlog", "To do");
    const [other = 0] = getCards("none");
    const moves = [fixture.move([other], "backlog"), fixture.move([id], "On going")];
    await Promise.all([...moves, fixture.board.undo(), fixture.board.undo(), fixture.board.undo()]);
    assert.equal(await fetchStatus(id), "To do");
    assert.ok((await getBacklog()).includes(id));
    assert.ok((await getContent()).includes(other));
  });

  it("doesn't undo an earlier move instead of one that fails", async () => {
    const id = findCard("backlog", "To do");
    const [other = 0] = getCards("none");
    await fixture.move([other], "backlog");
    fixture.server.faults.add({ method: "PATCH", path: /content/, fault: { kind: "status", status: 500 } });
    const failing = assert.rejects(fixture.move([id], "On going"));
    await Promise.all([failing, fixture.board.undo()]);
    fixture.server.faults.clear();
    assert.ok(!(await getContent()).includes(other));
    await fixture.board.undo();
    assert.ok((await getContent()).includes(other));
  });

  it("shows the plan again after a failure, which may have changed a part of it", async () => {
    const id = findCard("backlog", "To do");
    const [removed = 0] = getCards("none");
    await patch(fixture.server, `/milestones/${getId("Spring 2026")}/backlog`, {
      add: [{ id: removed, remove_from: getId("Sprint 13") }],
    });
    fixture.server.faults.add({ method: "PATCH", path: /content/, fault: { kind: "status", status: 500 } });
    await assert.rejects(fixture.move([id], "On going"), /Demo/);
    assert.ok(getCards("backlog").includes(removed));
    assert.ok(getCards("backlog").includes(id));
  });

  it("shows a card as planned if only the response was lost, and says so", async () => {
    const id = findCard("backlog", "To do");
    fixture.server.faults.add({ method: "PATCH", path: /content/, fault: { kind: "drop", when: "after" } });
    await assert.rejects(fixture.move([id], "On going"), { kind: "callFailed", message: /Demo/ });
    assert.ok((await getContent()).includes(id));
    assert.ok(!getCards("backlog").includes(id));
    assert.equal(await fetchStatus(id), "To do");
    assert.equal(fixture.takeWrites().length, 1);
    fixture.server.faults.clear();
    await fixture.board.undo();
    assert.ok((await getBacklog()).includes(id));
  });

  it("says which cards the server has ignored, and which are in several milestones", async () => {
    const [bug = 0] = await getContent("2.4");
    await assert.rejects(fixture.move([bug], "On going"), {
      message: `#${bug} couldn't be moved in the plan of Sprint 13. Someone else may have moved it first; the board shows the current plan.`,
    });
    const id = findCard("backlog", "To do");
    for (const label of ["Sprint 12", "Sprint 14"]) {
      await patch(fixture.server, `/milestones/${getId(label)}/content`, { add: [{ id }] });
    }
    await fixture.move([id], "To be done");
    const messages = (await takeShownMessages()).join();
    assert.match(messages, new RegExp(`#${id} is planned in several milestones: .*Sprint 13`));
  });

  it("plans several cards with one request, and changes their status in a bulk edit", async () => {
    const ids = getCards("backlog").slice(0, 2);
    await fixture.move(ids, "Done");
    assert.deepEqual(takeRoutes(), [`PATCH /milestones/${getId("Sprint 13")}/content`]);
    assert.deepEqual(
      fixture
        .getCalls("openBulkEdit")
        .map((call) => [call.ids, call.field, call.values?.map(({ label }) => label)]),
      [[ids, "role status", ["Done"]]],
    );
    await fixture.board.undo();
    for (const id of ids) assert.ok((await getBacklog()).includes(id));
  });

  it("can't be planned without permission, and says why, but statuses can be changed", async () => {
    await fixture.close();
    await start("member", "Iteration 8");
    const problem =
      "You don't have permission to change priorities in Iteration 8, so you can't plan or rank artifacts. Ask a project administrator.";
    assert.deepEqual(fixture.state.rank, { problem });
    const content = await getContent("Iteration 8");
    const [first = 0, second = 0] = content;
    await assert.rejects(fixture.move([first], "backlog"), { message: problem });
    await assert.rejects(fixture.board.rank([second], { direction: "before", comparedTo: first }), {
      message: problem,
    });
    assert.deepEqual(takeRoutes(), []);
    assert.deepEqual(await getContent("Iteration 8"), content);
  });

  it("shows what others have planned and ranked, also if nothing else has changed", async () => {
    const [first = 0, second = 0] = await getContent();
    await patch(fixture.server, `/milestones/${getId("Sprint 13")}/content`, {
      order: { ids: [second], direction: "before", compared_to: first },
    });
    await fixture.session.refreshList(fixture.session.signal);
    assert.deepEqual(fixture.rankedIds.slice(0, 2), [second, first]);
    const [planned = 0] = getCards("backlog");
    await patch(fixture.server, `/milestones/${getId("Sprint 13")}/content`, { add: [{ id: planned }] });
    await fixture.session.refreshList(fixture.session.signal);
    assert.ok(!getCards("backlog").includes(planned));
  });

  it("loads the statuses again with a refresh, and stores swimlanes by assignee only", async () => {
    const countTrackers = (): number =>
      fixture.server.requests.filter(({ path }) => /\/trackers\/22(\?|$)/.test(path)).length;
    const before = countTrackers();
    await fixture.session.load("fresh");
    assert.equal(countTrackers(), before + 1);
    await fixture.board.saveLayout({ laneField: "assignee" });
    assert.equal(fixture.state.layout.laneField, "assignee");
    await fixture.board.saveLayout({ laneField: 5 });
    assert.equal(fixture.state.layout.laneField, undefined);
  });

  it("says that a milestone doesn't exist any more", async () => {
    const { siteApi } = fixture;
    await fixture.open({ kind: "milestone", siteApi, milestoneId: 999_999 });
    const state = fixture.getCalls("setTableState").at(-1);
    assert.ok(state?.loadState.kind === "problem");
    assert.match(state.loadState.text, /This milestone was deleted on Demo/);
    await assert.rejects(fixture.board.move([1], { id: "backlog", label: "" }), /isn't loaded yet/);
  });
});
