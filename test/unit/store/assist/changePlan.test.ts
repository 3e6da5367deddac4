import assert from "node:assert/strict";
import { executePlan } from "../../../../src/store/assist/changePlan.ts";
import type { ArtifactSnapshot } from "../../../../src/store/assist/artifactSnapshots.ts";
import { signIn } from "../../../support/fixtures/testStore.ts";
import { bugsTrackerId, requestsTrackerId, TriageStoreFixture } from "../triage/triageStoreFixture.ts";
import {
  createFieldRequest,
  planChange,
  loadSnapshot,
  requirePlan,
  summarizeResult,
} from "./assistFixture.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`a change by an assistant on the ${dialect} dialect`, () => {
    let fixture: TriageStoreFixture;
    let id: number;
    let snapshot: ArtifactSnapshot;
    let titleField: number;

    beforeEach(async () => {
      fixture = await TriageStoreFixture.open({ dialect });
      const found = (await fixture.loadRows(bugsTrackerId, 20)).find(({ row }) => row.status === "New");
      id = found?.row.id ?? assert.fail("no new bug");
      titleField = await fixture.getFieldId(bugsTrackerId, "title");
      snapshot = await loadSnapshot(fixture, id, bugsTrackerId);
    });
    afterEach(() => fixture.close());

    const requests = [
      createFieldRequest("Status", "Confirmed"),
      createFieldRequest("title", "Told by an assistant"),
    ];

    function changeTitleAsOther(to = "Theirs"): void {
      fixture.changeAsOther(id, { field_id: titleField, value: to });
    }

    async function loadTitle(): Promise<unknown> {
      return (await fixture.loadValues(id))["Title"];
    }

    it("is described by field, sent in one request, and reported to the catalog", async () => {
      const writes: unknown[] = [];
      fixture.store.catalog.onDidWriteArtifact.event(({ artifactId, fieldIds }) =>
        writes.push([artifactId, fieldIds]),
      );
      const savedLabels: unknown[] = [];
      fixture.store.catalog.onDidSaveChange.event(({ artifacts }) =>
        savedLabels.push(artifacts.map(({ fields }) => fields.map(({ label }) => label))),
      );
      const before = await fixture.loadValues(id);
      fixture.advanceTime(5000);
      const plan = requirePlan(await planChange(snapshot, requests));
      const oldTitle = snapshot.loaded.base.title;
      assert.deepEqual(summarizeResult(plan), [
        ["Title", oldTitle, "Told by an assistant"],
        ["Status", "New", "Confirmed"],
      ]);
      assert.equal(fixture.countRequests("PUT"), 0);
      assert.deepEqual(await executePlan(plan), { kind: "done", artifactId: id });
      assert.equal(fixture.countRequests("PUT"), 1);
      const sent = fixture.server.requests.find(({ method }) => method === "PUT")?.headers;
      assert.ok(sent?.["if-match"] ?? sent?.["if-unmodified-since"]);
      const after = await fixture.loadValues(id);
      assert.deepEqual({ ...after, Status: before["Status"], Title: before["Title"] }, before);
      assert.deepEqual(after["Title"], { kind: "string", text: "Told by an assistant" });
      assert.deepEqual(writes, [[id, plan.changes.map(({ target }) => target)]]);
      // So that it can be undone.
      assert.deepEqual(savedLabels, [[["Title", "Status"]]]);
    });

    it("is stale if others have changed the artifact since it was loaded, with the changed fields", async () => {
      const oldTitle = snapshot.loaded.base.title;
      fixture.advanceTime(5000);
      changeTitleAsOther();
      fixture.advanceTime(5000);
      assert.deepEqual(
        summarizeResult(await planChange(snapshot, [createFieldRequest("Status", "Confirmed")])),
        ["stale", [["Title", oldTitle, "Theirs"]]],
      );
      assert.equal(fixture.countRequests("PUT"), 0);
    });

    it("is stale if others changed the artifact within the second in which it was loaded", async () => {
      // A version of that second doesn't differ, but the values do.
      changeTitleAsOther();
      assert.deepEqual(summarizeResult(await planChange(snapshot, requests)), [
        "stale",
        [["Title", snapshot.loaded.base.title, "Theirs"]],
      ]);
      assert.equal(fixture.countRequests("PUT"), 0);
    });

    it("waits until the loaded version is reliable", async () => {
      let pauses = 0;
      fixture.beforePause = () => {
        pauses += 1;
        changeTitleAsOther();
      };
      const result = await planChange(snapshot, requests);
      // Tags that aren't times need no wait.
      assert.deepEqual([pauses, result.kind], dialect === "product" ? [1, "stale"] : [0, "plan"]);
    });

    it("never overwrites changes made after the user was asked", async () => {
      fixture.advanceTime(5000);
      const plan = requirePlan(await planChange(snapshot, requests));
      changeTitleAsOther();
      assert.deepEqual(summarizeResult(await executePlan(plan)), [
        "stale",
        [["Title", snapshot.loaded.base.title, "Theirs"]],
      ]);
      assert.deepEqual(await loadTitle(), { kind: "string", text: "Theirs" });
      fixture.advanceTime(5000);
      assert.deepEqual((await executePlan(plan)).kind, "stale");
      assert.deepEqual(await loadTitle(), { kind: "string", text: "Theirs" });
    });

    it("is checked, and not sent again, if the response is lost", async () => {
      fixture.advanceTime(5000);
      const plan = requirePlan(await planChange(snapshot, requests));
      const fault = { kind: "drop", when: "after" } as const;
      fixture.server.faults.add({ method: "PUT", path: `/artifacts/${id}`, fault });
      assert.deepEqual(await executePlan(plan), { kind: "done", artifactId: id });
      assert.equal(fixture.countRequests("PUT"), 1);
      assert.deepEqual(await loadTitle(), { kind: "string", text: "Told by an assistant" });
    });

    it("fails if the request didn't arrive", async () => {
      fixture.advanceTime(5000);
      const plan = requirePlan(await planChange(snapshot, requests));
      fixture.server.faults.add({ method: "PUT", path: `/artifacts/${id}`, fault: { kind: "drop" } });
      const before = await loadTitle();
      assert.equal((await executePlan(plan)).kind, "failed");
      assert.deepEqual([fixture.countRequests("PUT"), await loadTitle()], [1, before]);
    });

    it("is rejected with the server's message and the field it names", async () => {
      fixture.advanceTime(5000);
      const plan = requirePlan(await planChange(snapshot, requests));
      const body = JSON.stringify({ error: { code: 400, message: "Title is no good." } });
      fixture.server.faults.add({
        method: "PUT",
        path: `/artifacts/${id}`,
        fault: { kind: "status", status: 400, body },
      });
      const outcome = summarizeResult(await executePlan(plan));
      assert.ok(Array.isArray(outcome));
      assert.deepEqual([outcome[0], outcome[2]], ["rejected", "Title"]);
      assert.match(String(outcome[1]), /Title is no good\./);
    });

    it("isn't sent with another account", async () => {
      fixture.advanceTime(5000);
      const plan = requirePlan(await planChange(snapshot, requests));
      await signIn(fixture.store, fixture.site.api, fixture.server.accounts.member);
      await fixture.store.catalog.forgetSite(fixture.site.api);
      assert.deepEqual(summarizeResult(await executePlan(plan)), ["failed", "canceled"]);
      await assert.rejects(planChange(snapshot, requests), { kind: "canceled" });
      assert.equal(fixture.countRequests("PUT"), 0);
    });

    it("reports a deleted artifact", async () => {
      fixture.advanceTime(5000);
      const plan = requirePlan(await planChange(snapshot, requests));
      fixture.server.deleteArtifact(id);
      assert.equal((await executePlan(plan)).kind, "gone");
    });

    it("is rejected if the artifact, the workflow or the tracker doesn't allow it", async () => {
      assert.deepEqual(
        summarizeResult(await planChange(snapshot, [createFieldRequest("Status", "Nowhere")])),
        ["problem", "unknownValue"],
      );
      assert.deepEqual(summarizeResult(await planChange(snapshot, [createFieldRequest("Colour", "red")])), [
        "problem",
        "noField",
      ]);
      assert.deepEqual(summarizeResult(await planChange(snapshot, [createFieldRequest("Status", "New")])), [
        "problem",
        "unchanged",
      ]);
      assert.equal(fixture.countRequests("PUT"), 0);
    });

    if (dialect === "documented") {
      it("can't be a comment, because the server doesn't support them", async () => {
        assert.deepEqual(summarizeResult(await planChange(snapshot, [], "Seen.")), ["problem", "noComments"]);
      });
      return;
    }

    it("can be a comment, which is added once even if the response is lost", async () => {
      fixture.advanceTime(5000);
      const plan = requirePlan(await planChange(snapshot, [], "Seen."));
      const removeFault = fixture.server.faults.add({
        method: "PUT",
        path: `/artifacts/${id}`,
        fault: { kind: "drop", when: "after" },
      });
      assert.deepEqual(await executePlan(plan), { kind: "done", artifactId: id });
      assert.equal(fixture.countRequests("PUT"), 1);
      removeFault();
      assert.deepEqual(
        fixture.server.getChangesets(id).map(({ comment }) => comment?.body),
        ["Seen."],
      );
      // Executing a plan again must not repeat the comment.
      fixture.advanceTime(5000);
      assert.deepEqual(summarizeResult(await executePlan(plan)), ["stale", []]);
      assert.equal(fixture.server.getChangesets(id).length, 1);
    });

    it("follows the workflow", async () => {
      const request = (await fixture.loadRows(requestsTrackerId, 50)).find(
        ({ row }) => row.status === "Received",
      );
      const snapshotOfRequest = await loadSnapshot(
        fixture,
        request?.row.id ?? assert.fail("no request"),
        requestsTrackerId,
      );
      assert.deepEqual(
        summarizeResult(await planChange(snapshotOfRequest, [createFieldRequest("State", "Answered")])),
        ["problem", "problem"],
      );
    });

    it("is stale if others only added a comment", async () => {
      fixture.advanceTime(5000);
      fixture.server.updateArtifact(id, { values: [], comment: { body: "Wait.", format: "text" } } as never);
      fixture.advanceTime(5000);
      assert.deepEqual(summarizeResult(await planChange(snapshot, requests)), ["stale", []]);
    });
  });
}
