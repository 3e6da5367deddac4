import assert from "node:assert/strict";
import { carryOut } from "../../../../src/store/assist/plans.ts";
import type { Reading } from "../../../../src/store/assist/readings.ts";
import { signIn } from "../../../support/fixtures/openStore.ts";
import { bugs, requests, TriageStage } from "../triage/triageStage.ts";
import { asked, planned, readingOf, thePlan, told } from "./assistStage.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`a change that an assistant asks for, on the ${dialect} dialect`, () => {
    let stage: TriageStage;
    let id: number;
    let reading: Reading;
    let titleField: number;

    beforeEach(async () => {
      stage = await TriageStage.open({ dialect });
      const found = (await stage.rows(bugs, 20)).find(({ row }) => row.status === "New");
      id = found?.row.id ?? assert.fail("no new bug");
      titleField = await stage.field(bugs, "title");
      reading = await readingOf(stage, id, bugs);
    });
    afterEach(() => stage.close());

    const wishes = [asked("Status", "Confirmed"), asked("title", "Told by an assistant")];

    function theyRetitle(to = "Theirs"): void {
      stage.theyWrite(id, { field_id: titleField, value: to });
    }

    async function title(): Promise<unknown> {
      return (await stage.held(id))["Title"];
    }

    it("is shown field by field, sent at once on what was read, and others hear of it", async () => {
      const written: unknown[] = [];
      stage.store.catalog.written.listen(({ artifactId, fieldIds }) => written.push([artifactId, fieldIds]));
      const before = await stage.held(id);
      stage.pass(5000);
      const plan = thePlan(await planned(reading, wishes));
      const old = reading.state.base.title;
      assert.deepEqual(told(plan), [
        ["Title", old, "Told by an assistant"],
        ["Status", "New", "Confirmed"],
      ]);
      assert.equal(stage.asked("PUT"), 0);
      assert.deepEqual(await carryOut(plan), { kind: "done", artifactId: id });
      assert.equal(stage.asked("PUT"), 1);
      const sent = stage.server.requests.find(({ method }) => method === "PUT")?.headers;
      assert.ok(sent?.["if-match"] ?? sent?.["if-unmodified-since"]);
      const after = await stage.held(id);
      assert.deepEqual({ ...after, Status: before["Status"], Title: before["Title"] }, before);
      assert.deepEqual(after["Title"], { kind: "string", text: "Told by an assistant" });
      assert.deepEqual(written, [[id, plan.changes.map(({ target }) => target)]]);
    });

    it("is not made where somebody wrote since it was read: which fields is told", async () => {
      const old = reading.state.base.title;
      stage.pass(5000);
      theyRetitle();
      stage.pass(5000);
      assert.deepEqual(told(await planned(reading, [asked("Status", "Confirmed")])), [
        "stale",
        [["Title", old, "Theirs"]],
      ]);
      assert.equal(stage.asked("PUT"), 0);
    });

    it("is not made where somebody wrote in the very second in which it was read", async () => {
      // Names of states that last a second don't tell: what is held does.
      theyRetitle();
      assert.deepEqual(told(await planned(reading, wishes)), [
        "stale",
        [["Title", reading.state.base.title, "Theirs"]],
      ]);
      assert.equal(stage.asked("PUT"), 0);
    });

    it("waits until the name of the state that was read is sure", async () => {
      let pauses = 0;
      stage.beforePause = () => {
        pauses += 1;
        theyRetitle();
      };
      const made = await planned(reading, wishes);
      // Tags that are no time need no waiting.
      assert.deepEqual([pauses, made.kind], dialect === "product" ? [1, "stale"] : [0, "plan"]);
    });

    it("never writes over what others wrote after the person was asked", async () => {
      stage.pass(5000);
      const plan = thePlan(await planned(reading, wishes));
      theyRetitle();
      assert.deepEqual(told(await carryOut(plan)), [
        "stale",
        [["Title", reading.state.base.title, "Theirs"]],
      ]);
      assert.deepEqual(await title(), { kind: "string", text: "Theirs" });
      stage.pass(5000);
      assert.deepEqual((await carryOut(plan)).kind, "stale");
      assert.deepEqual(await title(), { kind: "string", text: "Theirs" });
    });

    it("is looked for where its answer is lost, and not sent again", async () => {
      stage.pass(5000);
      const plan = thePlan(await planned(reading, wishes));
      const fault = { kind: "drop", when: "after" } as const;
      stage.server.faults.add({ method: "PUT", path: `/artifacts/${id}`, fault });
      assert.deepEqual(await carryOut(plan), { kind: "done", artifactId: id });
      assert.equal(stage.asked("PUT"), 1);
      assert.deepEqual(await title(), { kind: "string", text: "Told by an assistant" });
    });

    it("is told to have failed where it did not arrive", async () => {
      stage.pass(5000);
      const plan = thePlan(await planned(reading, wishes));
      stage.server.faults.add({ method: "PUT", path: `/artifacts/${id}`, fault: { kind: "drop" } });
      const before = await title();
      assert.equal((await carryOut(plan)).kind, "failed");
      assert.deepEqual([stage.asked("PUT"), await title()], [1, before]);
    });

    it("is refused in the words of the server, with the field that they name", async () => {
      stage.pass(5000);
      const plan = thePlan(await planned(reading, wishes));
      const body = JSON.stringify({ error: { code: 400, message: "Title is no good." } });
      stage.server.faults.add({
        method: "PUT",
        path: `/artifacts/${id}`,
        fault: { kind: "status", status: 400, body },
      });
      const carried = told(await carryOut(plan));
      assert.ok(Array.isArray(carried));
      assert.deepEqual([carried[0], carried[2]], ["rejected", "Title"]);
      assert.match(String(carried[1]), /Title is no good\./);
    });

    it("is nothing that another account sends", async () => {
      stage.pass(5000);
      const plan = thePlan(await planned(reading, wishes));
      await signIn(stage.store, stage.site.api, stage.server.accounts.member);
      await stage.store.catalog.forget(stage.site.api);
      assert.deepEqual(told(await carryOut(plan)), ["failed", "cancelled"]);
      await assert.rejects(planned(reading, wishes), { kind: "cancelled" });
      assert.equal(stage.asked("PUT"), 0);
    });

    it("tells that an artifact is gone", async () => {
      stage.pass(5000);
      const plan = thePlan(await planned(reading, wishes));
      stage.server.removeArtifact(id);
      assert.equal((await carryOut(plan)).kind, "gone");
    });

    it("is not made where the artifact, the workflow or the tracker doesn't allow it", async () => {
      assert.deepEqual(told(await planned(reading, [asked("Status", "Nowhere")])), ["objection", "noValue"]);
      assert.deepEqual(told(await planned(reading, [asked("Colour", "red")])), ["objection", "noField"]);
      assert.deepEqual(told(await planned(reading, [asked("Status", "New")])), ["objection", "alreadySo"]);
      assert.equal(stage.asked("PUT"), 0);
    });

    if (dialect === "documented") {
      it("can't be a comment, since there are none", async () => {
        assert.deepEqual(told(await planned(reading, [], "Seen.")), ["objection", "noComments"]);
      });
      return;
    }

    it("may be a comment, which is said once, also where its answer is lost", async () => {
      stage.pass(5000);
      const plan = thePlan(await planned(reading, [], "Seen."));
      const heal = stage.server.faults.add({
        method: "PUT",
        path: `/artifacts/${id}`,
        fault: { kind: "drop", when: "after" },
      });
      assert.deepEqual(await carryOut(plan), { kind: "done", artifactId: id });
      assert.equal(stage.asked("PUT"), 1);
      heal();
      assert.deepEqual(
        stage.server.changesets(id).map(({ comment }) => comment?.body),
        ["Seen."],
      );
      // Who sends a plan twice has something else in mind.
      stage.pass(5000);
      assert.deepEqual(told(await carryOut(plan)), ["stale", []]);
      assert.equal(stage.server.changesets(id).length, 1);
    });

    it("goes along the workflow only", async () => {
      const request = (await stage.rows(requests, 50)).find(({ row }) => row.status === "Received");
      const received = await readingOf(stage, request?.row.id ?? assert.fail("no request"), requests);
      assert.deepEqual(told(await planned(received, [asked("State", "Answered")])), ["objection", "problem"]);
    });

    it("is stale where others said something only", async () => {
      stage.pass(5000);
      stage.server.write(id, { values: [], comment: { body: "Wait.", format: "text" } } as never);
      stage.pass(5000);
      assert.deepEqual(told(await planned(reading, wishes)), ["stale", []]);
    });
  });
}
