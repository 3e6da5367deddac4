import assert from "node:assert/strict";
import type { Wish } from "../../../../src/model/triage/wish.ts";
import { preview, run, undo } from "../../../../src/store/triage/bulk.ts";
import type { Selected } from "../../../../src/store/triage/states.ts";
import { bugs, kinds, requests, signal, TriageStage } from "./triageStage.ts";

const artifactPath = /\/artifacts\/\d+$/;

describe("a change of many artifacts by the rules of the product", () => {
  let stage: TriageStage;
  beforeEach(async () => {
    stage = await TriageStage.open({ dialect: "product" });
  });
  afterEach(() => stage.close());

  it("shows which may not move, and sends nothing for them", async () => {
    const rows = await stage.rows(requests, 40);
    const shown = await preview(
      stage.states,
      rows,
      await stage.choosing(requests, "state", "Answered"),
      signal,
    );
    for (const item of shown) {
      const { status } = item.selected.row;
      const expected = status === "Answered" ? "alreadySo" : status === "Accepted" ? "change" : "refused";
      assert.equal(item.kind, expected, `from ${status}`);
      if (item.kind === "refused") {
        assert.ok(item.why.code === "problem" && item.why.problem.kind === "notReachable");
      }
    }
    assert.ok((kinds(shown)["change"] ?? 0) > 0 && (kinds(shown)["refused"] ?? 0) > 0);
    const ran = await run(stage.states, shown, signal);
    assert.deepEqual(kinds(ran), { done: kinds(shown)["change"] });
    const undone = await undo(stage.states, ran, signal);
    assert.deepEqual(kinds(undone), { done: kinds(shown)["change"] });
  });

  it("shows in which states a field is frozen, which only each artifact tells", async () => {
    const rows = await stage.rows(requests, 20);
    const field = { by: "name", name: "received_on" } as const;
    const shown = await preview(stage.states, rows, { kind: "write", field, text: "2020-01-01" }, signal);
    for (const item of shown) {
      const isFrozen = item.selected.row.status === "Answered";
      assert.equal(item.kind, isFrozen ? "refused" : "change", `in ${item.selected.row.status}`);
      if (item.kind === "refused") assert.deepEqual(item.why, { code: "readOnly" });
    }
  });

  it("can't be undone where there is no way back", async () => {
    const rows = (await stage.rows(requests, 40)).filter(({ row }) => row.status === "Received").slice(0, 2);
    const shown = await preview(
      stage.states,
      rows,
      await stage.choosing(requests, "state", "Accepted"),
      signal,
    );
    const ran = await run(stage.states, shown, signal);
    const undone = await undo(stage.states, ran, signal);
    assert.deepEqual(kinds(undone), { refused: rows.length });
  });

  it("says a comment once, and never takes it back", async () => {
    const rows = await stage.rows(bugs, 4);
    stage.pass(5000);
    const wish: Wish = { kind: "comment", source: "Please look", format: "text" };
    const shown = await preview(stage.states, rows, wish, signal);
    const lost = { kind: "drop", when: "after" } as const;
    stage.server.faults.add({ method: "PUT", path: artifactPath, times: 2, fault: lost });
    const ran = await run(stage.states, shown, signal);
    assert.deepEqual(kinds(ran), { done: 4 });
    for (const { row } of rows) assert.equal(stage.server.changesets(row.id).length, 1);
    assert.deepEqual(kinds(await undo(stage.states, ran, signal)), { refused: 4 });
  });

  it("is read a hundred at a time, and looked at once more only where nobody knows how old the states are", async () => {
    const wish = await stage.choosing(bugs, "severity", "Critical");
    const rows: Selected[] = [];
    const client = await stage.client();
    const tracker = await stage.tracker(bugs);
    for (let offset = 0; rows.length < 230; offset += 50) {
      const { items } = await client.artifacts(tracker, { offset });
      rows.push(...items.flatMap((row) => (row.kind === "artifact" ? [{ row, seenAt: stage.now }] : [])));
    }
    stage.pass(3000);
    const batches = (): number => stage.asked("GET", /\/artifacts\?query/);
    const shown = await preview(stage.states, rows.slice(0, 230), wish, signal);
    assert.deepEqual([batches(), stage.asked("GET", /\/artifacts\/\d+/)], [3, 0]);
    const ran = await run(stage.states, shown.slice(0, 10), signal);
    assert.equal(batches(), 4, "the rows had told the names long before: only what was stored is looked at");
    await undo(stage.states, ran, signal);
    assert.equal(batches(), 6);
    const doubtful = rows.slice(10, 20).map(({ row }) => ({ row }));
    await run(stage.states, await preview(stage.states, doubtful, wish, signal), signal);
    assert.equal(batches(), 9);
  });

  it("reaches over trackers by what their fields mean", async () => {
    const tasks = 23;
    const rows = [
      ...(await stage.rows(bugs, 3)),
      ...(await stage.rows(tasks, 3)),
      ...(await stage.rows(requests, 2)),
    ];
    const { id, realName } = stage.server.accounts.member;
    const wish: Wish = {
      kind: "people",
      field: { by: "role", role: "assignee" },
      how: "set",
      people: [{ id, label: realName }],
    };
    const shown = await preview(stage.states, rows, wish, signal);
    const ran = await run(stage.states, shown, signal);
    assert.deepEqual(Object.keys(kinds(ran)), ["done"]);
    const client = await stage.client();
    for (const { row } of rows) {
      assert.deepEqual(
        (await client.artifact(row.id)).assignees.map((each) => each.id),
        [id],
      );
    }
  });

  it("is undone as far as it comes when that is called off", async () => {
    const wish = await stage.choosing(bugs, "severity", "Critical");
    const shown = await preview(stage.states, await stage.rows(bugs, 30), wish, signal);
    const ran = await run(stage.states, shown, signal);
    const calledOff = new AbortController();
    const undone = await undo(stage.states, ran, calledOff.signal, (done) => {
      if (done === 6) calledOff.abort();
    });
    const { done = 0, notTried = 0 } = kinds(undone);
    assert.ok(done >= 6 && done < 10 && done + notTried === undone.length);
    for (const item of undone) {
      assert.equal(stage.server.changesets(item.selected.row.id).length, item.kind === "done" ? 2 : 1);
    }
    assert.deepEqual(kinds(await undo(stage.states, ran, AbortSignal.abort())), { notTried: ran.length });
    const inBetween = new AbortController();
    const act = (): void => inBetween.abort();
    stage.server.faults.add({ method: "GET", path: /./, times: 1, fault: { kind: "meanwhile", act } });
    assert.deepEqual(kinds(await undo(stage.states, ran, inBetween.signal)), { notTried: ran.length });
  });
});
