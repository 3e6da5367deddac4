import assert from "node:assert/strict";
import type { FieldEditRequest } from "../../../../src/model/triage/fieldEditRequest.ts";
import { previewBulkEdit, runBulkEdit, undoBulkEdit } from "../../../../src/store/triage/bulkEdit.ts";
import type { SelectedArtifact } from "../../../../src/store/triage/artifactLoader.ts";
import {
  bugsTrackerId,
  countKinds,
  requestsTrackerId,
  neverAborted,
  TriageStoreFixture,
} from "./triageStoreFixture.ts";

const artifactPath = /\/artifacts\/\d+$/;

describe("a bulk edit with the product's rules", () => {
  let fixture: TriageStoreFixture;
  beforeEach(async () => {
    fixture = await TriageStoreFixture.open({ dialect: "product" });
  });
  afterEach(() => fixture.close());

  it("previews forbidden transitions, and sends nothing for them", async () => {
    const rows = await fixture.loadRows(requestsTrackerId, 40);
    const shown = await previewBulkEdit(
      fixture.artifactLoader,
      rows,
      await fixture.createChoiceEdit(requestsTrackerId, "state", "Answered"),
      neverAborted,
    );
    for (const item of shown) {
      const { status } = item.selected.row;
      const expected = status === "Answered" ? "unchanged" : status === "Accepted" ? "change" : "refused";
      assert.equal(item.kind, expected, `from ${status}`);
      if (item.kind === "refused") {
        assert.ok(item.why.code === "problem" && item.why.problem.kind === "noTransition");
      }
    }
    assert.ok((countKinds(shown)["change"] ?? 0) > 0 && (countKinds(shown)["refused"] ?? 0) > 0);
    const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
    assert.deepEqual(countKinds(ran), { done: countKinds(shown)["change"] });
    const undone = await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
    assert.deepEqual(countKinds(undone), { done: countKinds(shown)["change"] });
  });

  it("previews fields that are read-only in a state", async () => {
    const rows = await fixture.loadRows(requestsTrackerId, 20);
    const field = { by: "name", name: "received_on" } as const;
    const shown = await previewBulkEdit(
      fixture.artifactLoader,
      rows,
      { kind: "write", field, text: "2020-01-01" },
      neverAborted,
    );
    for (const item of shown) {
      const isFrozen = item.selected.row.status === "Answered";
      assert.equal(item.kind, isFrozen ? "refused" : "change", `in ${item.selected.row.status}`);
      if (item.kind === "refused") assert.deepEqual(item.why, { code: "readOnly", field: "Received on" });
    }
  });

  it("can't be undone without a transition back", async () => {
    const rows = (await fixture.loadRows(requestsTrackerId, 40))
      .filter(({ row }) => row.status === "Received")
      .slice(0, 2);
    const shown = await previewBulkEdit(
      fixture.artifactLoader,
      rows,
      await fixture.createChoiceEdit(requestsTrackerId, "state", "Accepted"),
      neverAborted,
    );
    const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
    const undone = await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
    assert.deepEqual(countKinds(undone), { refused: rows.length });
  });

  it("adds a comment once, and never removes it", async () => {
    const rows = await fixture.loadRows(bugsTrackerId, 4);
    fixture.advanceTime(5000);
    const request: FieldEditRequest = { kind: "comment", source: "Please look", format: "text" };
    const shown = await previewBulkEdit(fixture.artifactLoader, rows, request, neverAborted);
    const lost = { kind: "drop", when: "after" } as const;
    fixture.server.faults.add({ method: "PUT", path: artifactPath, times: 2, fault: lost });
    const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
    assert.deepEqual(countKinds(ran), { done: 4 });
    for (const { row } of rows) assert.equal(fixture.server.getChangesets(row.id).length, 1);
    assert.deepEqual(countKinds(await undoBulkEdit(fixture.artifactLoader, ran, neverAborted)), {
      refused: 4,
    });
  });

  it("loads a hundred artifacts at a time, and reloads only unreliable versions", async () => {
    const request = await fixture.createChoiceEdit(bugsTrackerId, "severity", "Critical");
    const rows: SelectedArtifact[] = [];
    const client = await fixture.getClient();
    const tracker = await fixture.loadTracker(bugsTrackerId);
    for (let offset = 0; rows.length < 230; offset += 50) {
      const { items } = await client.artifacts(tracker, { offset });
      rows.push(...items.flatMap((row) => (row.kind === "artifact" ? [{ row, seenAt: fixture.now }] : [])));
    }
    fixture.advanceTime(3000);
    const batches = (): number => fixture.countRequests("GET", /\/artifacts\?query/);
    const shown = await previewBulkEdit(fixture.artifactLoader, rows.slice(0, 230), request, neverAborted);
    assert.deepEqual([batches(), fixture.countRequests("GET", /\/artifacts\/\d+/)], [3, 0]);
    const ran = await runBulkEdit(fixture.artifactLoader, shown.slice(0, 10), neverAborted);
    assert.equal(batches(), 4, "the rows had told the names long before: only what was stored is looked at");
    await undoBulkEdit(fixture.artifactLoader, ran, neverAborted);
    assert.equal(batches(), 6);
    const doubtful = rows.slice(10, 20).map(({ row }) => ({ row }));
    await runBulkEdit(
      fixture.artifactLoader,
      await previewBulkEdit(fixture.artifactLoader, doubtful, request, neverAborted),
      neverAborted,
    );
    assert.equal(batches(), 9);
  });

  it("spans trackers by field semantics", async () => {
    const tasks = 23;
    const rows = [
      ...(await fixture.loadRows(bugsTrackerId, 3)),
      ...(await fixture.loadRows(tasks, 3)),
      ...(await fixture.loadRows(requestsTrackerId, 2)),
    ];
    const { id, realName } = fixture.server.accounts.member;
    const request: FieldEditRequest = {
      kind: "people",
      field: { by: "role", role: "assignee" },
      operation: "set",
      people: [{ id, label: realName }],
    };
    const shown = await previewBulkEdit(fixture.artifactLoader, rows, request, neverAborted);
    const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
    assert.deepEqual(Object.keys(countKinds(ran)), ["done"]);
    const client = await fixture.getClient();
    for (const { row } of rows) {
      assert.deepEqual(
        (await client.artifact(row.id)).assignees.map((each) => each.id),
        [id],
      );
    }
  });

  it("is undone partially after a cancellation", async () => {
    const request = await fixture.createChoiceEdit(bugsTrackerId, "severity", "Critical");
    const shown = await previewBulkEdit(
      fixture.artifactLoader,
      await fixture.loadRows(bugsTrackerId, 30),
      request,
      neverAborted,
    );
    const ran = await runBulkEdit(fixture.artifactLoader, shown, neverAborted);
    const controller = new AbortController();
    const undone = await undoBulkEdit(fixture.artifactLoader, ran, controller.signal, (done) => {
      if (done === 6) controller.abort();
    });
    const { done = 0, notTried = 0 } = countKinds(undone);
    assert.ok(done >= 6 && done < 10 && done + notTried === undone.length);
    for (const item of undone) {
      assert.equal(fixture.server.getChangesets(item.selected.row.id).length, item.kind === "done" ? 2 : 1);
    }
    assert.deepEqual(countKinds(await undoBulkEdit(fixture.artifactLoader, ran, AbortSignal.abort())), {
      notTried: ran.length,
    });
    const inBetween = new AbortController();
    const act = (): void => inBetween.abort();
    fixture.server.faults.add({
      method: "GET",
      path: /./,
      times: 1,
      fault: { kind: "concurrentChange", act },
    });
    assert.deepEqual(countKinds(await undoBulkEdit(fixture.artifactLoader, ran, inBetween.signal)), {
      notTried: ran.length,
    });
  });
});
