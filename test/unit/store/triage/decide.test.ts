import assert from "node:assert/strict";
import { inputText } from "../../../../src/model/form/input.ts";
import { editsFor } from "../../../../src/model/triage/wanted.ts";
import type { Wish } from "../../../../src/model/triage/wish.ts";
import { undo } from "../../../../src/store/triage/bulk.ts";
import { decide, type Decision } from "../../../../src/store/triage/decide.ts";
import { seenIn, type Selected } from "../../../../src/store/triage/states.ts";
import { Desk, fieldNamed, save } from "../../../support/fixtures/formFixture.ts";
import { bugs, requests, signal, TriageStage } from "./triageStage.ts";

const artifactPath = /\/artifacts\/\d+(\?|$)/;

function told(decision: Decision): unknown {
  switch (decision.kind) {
    case "done": {
      const { before, after } = decision.change;
      return ["done", before && inputText(before), inputText(after)];
    }
    case "refused":
      return ["refused", decision.why.code === "problem" ? decision.why.problem.kind : decision.why.code];
    case "rejected":
      return ["rejected", decision.failure.request.said];
    case "changedSince":
      return ["changedSince", decision.what];
    case "failed":
      return ["failed", decision.failure.kind];
    default:
      return decision.kind;
  }
}

for (const dialect of ["product", "documented"] as const) {
  describe(`a decision about an artifact, on the ${dialect} dialect`, () => {
    let stage: TriageStage;
    let selected: Selected;
    let id: number;
    let wish: Wish;
    beforeEach(async () => {
      stage = await TriageStage.open({ dialect });
      const confirmed = await stage.choosing(bugs, "status", "Confirmed");
      wish = { ...confirmed, field: { by: "role", role: "status" } };
      const rows = await stage.rows(bugs, 20);
      const found = rows.find(({ row }) => row.status === "New");
      selected = { ...(found ?? assert.fail("no new bug")), seenAt: stage.now };
      id = selected.row.id;
      stage.pass(5000);
    });
    afterEach(() => stage.close());

    function decided(what = wish): Promise<Decision> {
      return decide(stage.states, selected, what, signal);
    }

    it("sends the one field between two looks, tells what was there, and who shows it hears of it", async () => {
      const written: unknown[] = [];
      stage.store.catalog.written.listen(({ artifactId, fieldIds }) => written.push([artifactId, fieldIds]));
      const [before, reads] = [await stage.held(id), stage.asked("GET", artifactPath)];
      const decision = await decided();
      assert.deepEqual(told(decision), ["done", "New", "Confirmed"]);
      assert.deepEqual([stage.asked("GET", artifactPath) - reads, stage.asked("PUT")], [2, 1]);
      const after = await stage.held(id);
      assert.deepEqual({ ...after, Status: before["Status"] }, before);
      assert.notDeepEqual(after["Status"], before["Status"]);
      assert.deepEqual(written, [[id, [await stage.field(bugs, "status")]]]);
      const sent = stage.server.requests.find(({ method }) => method === "PUT")?.headers;
      assert.ok(sent?.["if-match"] ?? sent?.["if-unmodified-since"]);
    });

    it("is taken back like many are, at once", async () => {
      const before = await stage.held(id);
      const decision = await decided();
      assert.ok(decision.kind === "done");
      const [undone] = await undo(stage.states, [{ ...decision, selected }], signal);
      assert.deepEqual([undone?.kind, await stage.held(id)], ["done", before]);
    });

    it("is nothing where it is so already", async () => {
      await decided();
      const row = (await stage.rows(bugs, 20)).find((each) => each.row.id === id);
      assert.ok(row);
      assert.deepEqual(
        [(await decide(stage.states, row, wish, signal)).kind, stage.asked("PUT")],
        ["alreadySo", 1],
      );
    });

    it("sends nothing over what is not what was shown, until that was seen", async () => {
      const status = await stage.field(bugs, "status");
      const fixed = (await stage.choosing(bugs, "status", "Fixed")).values[0]?.id;
      stage.theyWrite(id, { field_id: status, bind_value_ids: [fixed] });
      stage.pass(5000);
      const decision = await decided();
      assert.ok(decision.kind === "changedSince");
      assert.deepEqual(
        [decision.what, decision.now.row.status, stage.asked("PUT")],
        [dialect === "product" ? ["status", "modifiedOn"] : ["status"], "Fixed", 0],
      );
      assert.deepEqual(told(await decide(stage.states, decision.now, wish, signal)), [
        "done",
        "Fixed",
        "Confirmed",
      ]);
    });

    it("is about what was read for it, where the row tells too little of that", async () => {
      // A row as it is kept of what was opened: it would fit whatever the artifact has become.
      const kept = { ...selected.row, status: undefined, modifiedOn: undefined, revision: undefined };
      const shown = { ...selected, row: { ...kept, assignees: [] } };
      const seen = seenIn(shown, await stage.states.one(shown, signal));
      stage.pass(5000);
      assert.deepEqual((await decide(stage.states, seen, wish, signal)).kind, "done");
      const other = await stage.field(bugs, "status");
      const fixed = (await stage.choosing(bugs, "status", "Fixed")).values[0]?.id;
      const again = seenIn(shown, await stage.states.one(shown, signal));
      stage.pass(5000);
      stage.theyWrite(id, { field_id: other, bind_value_ids: [fixed] });
      stage.pass(5000);
      assert.equal((await decide(stage.states, again, wish, signal)).kind, "changedSince");
      const untrue = { ...shown, row: { ...shown.row, title: "As it was called once" } };
      assert.equal(seenIn(untrue, await stage.states.one(shown, signal)), untrue);
    });

    it("meets someone who was faster, and can be typed into the form", async () => {
      const title = await stage.field(bugs, "title");
      const act = (): void => {
        stage.pass(2000);
        stage.theyWrite(id, { field_id: title, value: "Faster" });
      };
      stage.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "meanwhile", act } });
      assert.deepEqual(await decided(), { kind: "conflict" });
    });

    it("is refused by the server in its own words", async () => {
      const body = '{"error":{"code":400,"message":"Bad Request: No."}}';
      stage.server.faults.add({ method: "PUT", path: /./, fault: { kind: "status", status: 400, body } });
      assert.deepEqual(told(await decided()), ["rejected", "No."]);
    });

    it("is done once where the answer was lost", async () => {
      for (const when of ["after", "during"] as const) {
        stage.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "drop", when } });
      }
      assert.deepEqual(told(await decided()), ["done", "New", "Confirmed"]);
      assert.deepEqual([stage.asked("PUT"), stage.server.changesets(id).length], [1, 1]);
    });

    it("is not done where the request was lost, and may be made again", async () => {
      stage.server.faults.add({
        method: "PUT",
        path: /./,
        times: 1,
        fault: { kind: "drop", when: "before" },
      });
      assert.deepEqual(told(await decided()), ["failed", "outcomeUnknown"]);
      assert.deepEqual(told(await decided()), ["done", "New", "Confirmed"]);
    });

    it("is unknown where not even a look tells", async () => {
      stage.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "drop", when: "after" } });
      stage.server.faults.add({
        method: "GET",
        path: artifactPath,
        skip: 1,
        fault: { kind: "status", status: 403 },
      });
      assert.deepEqual(await decided(), { kind: "unknown" });
    });

    it("tells of one that is gone, and of one that was called off", async () => {
      assert.deepEqual(await decide(stage.states, selected, wish, AbortSignal.abort()), {
        kind: "cancelled",
      });
      stage.server.removeArtifact(id);
      assert.deepEqual([await decided(), stage.asked("PUT")], [{ kind: "gone" }, 0]);
    });

    it("keeps the other links of an artifact that is linked", async () => {
      const rows = await stage.rows(bugs, 20);
      const target = rows.find(({ row }) => row.id !== id)?.row.id ?? 0;
      const link: Wish = { kind: "link", artifactId: target, type: "" };
      const forward = (held: Readonly<Record<string, unknown>>): readonly unknown[] =>
        (held["Related bugs"] as { forward: readonly unknown[] }).forward;
      const before = forward(await stage.held(id));
      assert.equal((await decided(link)).kind, "done");
      assert.deepEqual(forward(await stage.held(id)), [...before, { artifactId: target, type: "" }]);
    });

    it("assigns someone who can be, and nobody else", async () => {
      const { id: me, realName } = stage.server.accounts.member;
      const field = { by: "role", role: "assignee" } as const;
      const assign = (person: number): Wish => ({
        kind: "people",
        field,
        how: "set",
        people: [{ id: person, label: realName }],
      });
      assert.deepEqual(told(await decided(assign(99_999))), ["refused", "notAssignable"]);
      const decision = await decided(assign(me));
      assert.ok(decision.kind === "done" || decision.kind === "alreadySo");
    });
  });

  describe(`a decision that the form goes on with, on the ${dialect} dialect`, () => {
    it("is typed there, over what others have saved", async () => {
      const desk = await Desk.open(dialect);
      try {
        const id = await desk.anArtifactOf(bugs);
        const editing = await desk.open(desk.subject(id), bugs);
        const { control } = fieldNamed(editing, "severity");
        assert.ok(control.kind === "choice" && editing.base);
        const choice = control.choices.find(({ label }) => label === "Critical");
        assert.ok(choice);
        const field = { by: "name", name: "severity" } as const;
        const wish: Wish = { kind: "choices", field, how: "set", values: [choice] };
        for (const edit of editsFor(editing.base.form, wish)) editing.edit(edit, editing.seen);
        assert.equal((await save(editing)).kind, "saved");
        const { base } = fieldNamed(await desk.held(id, bugs), "severity");
        assert.equal(base && inputText(base), "Critical");
      } finally {
        await desk.close();
      }
    });
  });
}

describe("a decision by the rules of the product", () => {
  let stage: TriageStage;
  beforeEach(async () => {
    stage = await TriageStage.open({ dialect: "product" });
  });
  afterEach(() => stage.close());

  it("goes only where the workflow leads", async () => {
    const rows = await stage.rows(requests, 40);
    const received = rows.find(({ row }) => row.status === "Received") ?? assert.fail("none received");
    const answered = await stage.choosing(requests, "state", "Answered");
    assert.deepEqual(told(await decide(stage.states, received, answered, signal)), [
      "refused",
      "notReachable",
    ]);
    const accepted = await stage.choosing(requests, "state", "Accepted");
    assert.deepEqual(told(await decide(stage.states, received, accepted, signal)), [
      "done",
      "Received",
      "Accepted",
    ]);
  });

  it("waits until the second is over in which someone has just written", async () => {
    const [first] = await stage.rows(bugs, 1);
    assert.ok(first);
    const [title, severity] = [await stage.field(bugs, "title"), await stage.field(bugs, "severity")];
    const [critical, major] = [
      await stage.choosing(bugs, "severity", "Critical"),
      await stage.choosing(bugs, "severity", "Major"),
    ];
    stage.theyWrite(first.row.id, { field_id: title, value: "Just now" });
    const [fresh] = await stage.rows(bugs, 1);
    assert.ok(fresh);
    // Behind the first look, in the same second: the server would take a change for the state before it.
    stage.beforePause = () =>
      stage.theyWrite(first.row.id, { field_id: severity, bind_value_ids: [major.values[0]?.id] });
    assert.deepEqual(told(await decide(stage.states, fresh, critical, signal)), [
      "done",
      "Major",
      "Critical",
    ]);
  });

  it("says a comment once, though the answer was lost", async () => {
    const [first] = await stage.rows(bugs, 1);
    assert.ok(first);
    stage.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "drop", when: "after" } });
    const wish: Wish = { kind: "comment", source: "Only once", format: "text" };
    assert.equal((await decide(stage.states, first, wish, signal)).kind, "done");
    assert.deepEqual(
      stage.server.changesets(first.row.id).map(({ comment }) => comment?.body),
      ["Only once"],
    );
  });
});

describe("a comment for a server that takes none", () => {
  it("is refused", async () => {
    const stage = await TriageStage.open({ dialect: "documented" });
    try {
      const [first] = await stage.rows(bugs, 1);
      assert.ok(first);
      const wish: Wish = { kind: "comment", source: "Hello", format: "text" };
      assert.deepEqual(told(await decide(stage.states, first, wish, signal)), ["refused", "noComments"]);
    } finally {
      await stage.close();
    }
  });
});
