import assert from "node:assert/strict";
import { toInputText } from "../../../../src/model/form/input.ts";
import { toDraftEdits } from "../../../../src/model/triage/checkEdit.ts";
import type { FieldEditRequest } from "../../../../src/model/triage/fieldEditRequest.ts";
import { undoBulkEdit } from "../../../../src/store/triage/bulkEdit.ts";
import { quickEdit, type QuickEditOutcome } from "../../../../src/store/triage/quickEdit.ts";
import {
  refreshSelectedIfUnchanged,
  type SelectedArtifact,
} from "../../../../src/store/triage/artifactLoader.ts";
import { FormFixture, getField, saveForm } from "../../../support/fixtures/formFixture.ts";
import { bugsTrackerId, requestsTrackerId, neverAborted, TriageStoreFixture } from "./triageStoreFixture.ts";

const artifactPath = /\/artifacts\/\d+(\?|$)/;

function summarize(outcome: QuickEditOutcome): unknown {
  switch (outcome.kind) {
    case "done": {
      const { before, after } = outcome.change;
      return ["done", before && toInputText(before), toInputText(after)];
    }
    case "refused":
      return ["refused", outcome.why.code === "problem" ? outcome.why.problem.kind : outcome.why.code];
    case "rejected":
      return ["rejected", outcome.failure.request.serverMessage];
    case "changedSince":
      return ["changedSince", outcome.changedFields];
    case "failed":
      return ["failed", outcome.failure.kind];
    default:
      return outcome.kind;
  }
}

for (const dialect of ["product", "documented"] as const) {
  describe(`a quick edit on the ${dialect} dialect`, () => {
    let fixture: TriageStoreFixture;
    let selected: SelectedArtifact;
    let id: number;
    let request: FieldEditRequest;
    beforeEach(async () => {
      fixture = await TriageStoreFixture.open({ dialect });
      const confirmed = await fixture.createChoiceEdit(bugsTrackerId, "status", "Confirmed");
      request = { ...confirmed, field: { by: "role", role: "status" } };
      const rows = await fixture.loadRows(bugsTrackerId, 20);
      const found = rows.find(({ row }) => row.status === "New");
      selected = { ...(found ?? assert.fail("no new bug")), seenAt: fixture.now };
      id = selected.row.id;
      fixture.advanceTime(5000);
    });
    afterEach(() => fixture.close());

    function runEdit(what = request): Promise<QuickEditOutcome> {
      return quickEdit(fixture.artifactLoader, selected, what, neverAborted);
    }

    it("sends only its field, returns the previous value, and is reported to the catalog", async () => {
      const written: unknown[] = [];
      fixture.store.catalog.onDidWriteArtifact.event(({ artifactId, fieldIds }) =>
        written.push([artifactId, fieldIds]),
      );
      const [before, reads] = [await fixture.loadValues(id), fixture.countRequests("GET", artifactPath)];
      const outcome = await runEdit();
      assert.deepEqual(summarize(outcome), ["done", "New", "Confirmed"]);
      assert.deepEqual(
        [fixture.countRequests("GET", artifactPath) - reads, fixture.countRequests("PUT")],
        [2, 1],
      );
      const after = await fixture.loadValues(id);
      assert.deepEqual({ ...after, Status: before["Status"] }, before);
      assert.notDeepEqual(after["Status"], before["Status"]);
      assert.deepEqual(written, [[id, [await fixture.getFieldId(bugsTrackerId, "status")]]]);
      const sent = fixture.server.requests.find(({ method }) => method === "PUT")?.headers;
      assert.ok(sent?.["if-match"] ?? sent?.["if-unmodified-since"]);
    });

    it("can be undone immediately", async () => {
      const before = await fixture.loadValues(id);
      const outcome = await runEdit();
      assert.ok(outcome.kind === "done");
      const [undone] = await undoBulkEdit(fixture.artifactLoader, [{ ...outcome, selected }], neverAborted);
      assert.deepEqual([undone?.kind, await fixture.loadValues(id)], ["done", before]);
    });

    it("sends nothing if the value is already set", async () => {
      await runEdit();
      const row = (await fixture.loadRows(bugsTrackerId, 20)).find((each) => each.row.id === id);
      assert.ok(row);
      assert.deepEqual(
        [
          (await quickEdit(fixture.artifactLoader, row, request, neverAborted)).kind,
          fixture.countRequests("PUT"),
        ],
        ["unchanged", 1],
      );
    });

    it("sends nothing if the artifact differs from the row, until that is confirmed", async () => {
      const status = await fixture.getFieldId(bugsTrackerId, "status");
      const fixed = (await fixture.createChoiceEdit(bugsTrackerId, "status", "Fixed")).values[0]?.id;
      fixture.changeAsOther(id, { field_id: status, bind_value_ids: [fixed] });
      fixture.advanceTime(5000);
      const outcome = await runEdit();
      assert.ok(outcome.kind === "changedSince");
      assert.deepEqual(
        [outcome.changedFields, outcome.now.row.status, fixture.countRequests("PUT")],
        [dialect === "product" ? ["status", "modifiedOn"] : ["status"], "Fixed", 0],
      );
      assert.deepEqual(
        summarize(await quickEdit(fixture.artifactLoader, outcome.now, request, neverAborted)),
        ["done", "Fixed", "Confirmed"],
      );
    });

    it("uses the loaded artifact if the row has too few fields", async () => {
      // The row of a recent artifact, which fits any version.
      const stored = { ...selected.row, status: undefined, modifiedOn: undefined, revision: undefined };
      const shown = { ...selected, row: { ...stored, assignees: [] } };
      const seen = refreshSelectedIfUnchanged(shown, await fixture.artifactLoader.load(shown, neverAborted));
      fixture.advanceTime(5000);
      assert.deepEqual((await quickEdit(fixture.artifactLoader, seen, request, neverAborted)).kind, "done");
      const other = await fixture.getFieldId(bugsTrackerId, "status");
      const fixed = (await fixture.createChoiceEdit(bugsTrackerId, "status", "Fixed")).values[0]?.id;
      const again = refreshSelectedIfUnchanged(shown, await fixture.artifactLoader.load(shown, neverAborted));
      fixture.advanceTime(5000);
      fixture.changeAsOther(id, { field_id: other, bind_value_ids: [fixed] });
      fixture.advanceTime(5000);
      assert.equal(
        (await quickEdit(fixture.artifactLoader, again, request, neverAborted)).kind,
        "changedSince",
      );
      const untrue = { ...shown, row: { ...shown.row, title: "As it was called once" } };
      assert.equal(
        refreshSelectedIfUnchanged(untrue, await fixture.artifactLoader.load(shown, neverAborted)),
        untrue,
      );
    });

    it("reports a conflict, and can be continued in the form", async () => {
      const title = await fixture.getFieldId(bugsTrackerId, "title");
      const act = (): void => {
        fixture.advanceTime(2000);
        fixture.changeAsOther(id, { field_id: title, value: "Faster" });
      };
      fixture.server.faults.add({
        method: "PUT",
        path: /./,
        times: 1,
        fault: { kind: "concurrentChange", act },
      });
      assert.deepEqual(await runEdit(), { kind: "conflict" });
    });

    it("reports the server's message", async () => {
      const body = '{"error":{"code":400,"message":"Bad Request: No."}}';
      fixture.server.faults.add({ method: "PUT", path: /./, fault: { kind: "status", status: 400, body } });
      assert.deepEqual(summarize(await runEdit()), ["rejected", "No."]);
    });

    it("is applied once if the response was lost", async () => {
      for (const when of ["after", "during"] as const) {
        fixture.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "drop", when } });
      }
      assert.deepEqual(summarize(await runEdit()), ["done", "New", "Confirmed"]);
      assert.deepEqual([fixture.countRequests("PUT"), fixture.server.getChangesets(id).length], [1, 1]);
    });

    it("isn't applied if the request was lost, and can be repeated", async () => {
      fixture.server.faults.add({
        method: "PUT",
        path: /./,
        times: 1,
        fault: { kind: "drop", when: "before" },
      });
      assert.deepEqual(summarize(await runEdit()), ["failed", "outcomeUnknown"]);
      assert.deepEqual(summarize(await runEdit()), ["done", "New", "Confirmed"]);
    });

    it("has an unknown outcome if it can't be checked", async () => {
      fixture.server.faults.add({
        method: "PUT",
        path: /./,
        times: 1,
        fault: { kind: "drop", when: "after" },
      });
      fixture.server.faults.add({
        method: "GET",
        path: artifactPath,
        skip: 1,
        fault: { kind: "status", status: 403 },
      });
      assert.deepEqual(await runEdit(), { kind: "unknown" });
    });

    it("reports deleted artifacts and cancellations", async () => {
      assert.deepEqual(await quickEdit(fixture.artifactLoader, selected, request, AbortSignal.abort()), {
        kind: "canceled",
      });
      fixture.server.deleteArtifact(id);
      assert.deepEqual([await runEdit(), fixture.countRequests("PUT")], [{ kind: "gone" }, 0]);
    });

    it("keeps other links when a link is added", async () => {
      const rows = await fixture.loadRows(bugsTrackerId, 20);
      const target = rows.find(({ row }) => row.id !== id)?.row.id ?? 0;
      const link: FieldEditRequest = { kind: "link", artifactId: target, type: "" };
      const forward = (currentValue: Readonly<Record<string, unknown>>): readonly unknown[] =>
        (currentValue["Related bugs"] as { forward: readonly unknown[] }).forward;
      const before = forward(await fixture.loadValues(id));
      assert.equal((await runEdit(link)).kind, "done");
      assert.deepEqual(forward(await fixture.loadValues(id)), [...before, { artifactId: target, type: "" }]);
    });

    it("assigns valid users only", async () => {
      const { id: me, realName } = fixture.server.accounts.member;
      const field = { by: "role", role: "assignee" } as const;
      const assign = (person: number): FieldEditRequest => ({
        kind: "people",
        field,
        operation: "set",
        people: [{ id: person, label: realName }],
      });
      assert.deepEqual(summarize(await runEdit(assign(99_999))), ["refused", "notAssignable"]);
      const outcome = await runEdit(assign(me));
      assert.ok(outcome.kind === "done" || outcome.kind === "unchanged");
    });
  });

  describe(`a quick edit that is continued in the form on the ${dialect} dialect`, () => {
    it("is added to the draft, on top of remote changes", async () => {
      const fixture = await FormFixture.open(dialect);
      try {
        const id = await fixture.getFirstArtifactId(bugsTrackerId);
        const session = await fixture.open(fixture.createSubject(id), bugsTrackerId);
        const { control } = getField(session, "severity");
        assert.ok(control.kind === "choice" && session.base);
        const choice = control.choices.find(({ label }) => label === "Critical");
        assert.ok(choice);
        const field = { by: "name", name: "severity" } as const;
        const request: FieldEditRequest = { kind: "choices", field, operation: "set", values: [choice] };
        for (const edit of toDraftEdits(session.base.form, request)) {
          session.edit(edit, session.lastEditNumber);
        }
        assert.equal((await saveForm(session)).kind, "saved");
        const { base } = getField(await fixture.openAsReader(id, bugsTrackerId), "severity");
        assert.equal(base && toInputText(base), "Critical");
      } finally {
        await fixture.close();
      }
    });
  });
}

describe("a quick edit with the product's rules", () => {
  let fixture: TriageStoreFixture;
  beforeEach(async () => {
    fixture = await TriageStoreFixture.open({ dialect: "product" });
  });
  afterEach(() => fixture.close());

  it("follows the workflow", async () => {
    const rows = await fixture.loadRows(requestsTrackerId, 40);
    const received = rows.find(({ row }) => row.status === "Received") ?? assert.fail("none received");
    const answered = await fixture.createChoiceEdit(requestsTrackerId, "state", "Answered");
    assert.deepEqual(summarize(await quickEdit(fixture.artifactLoader, received, answered, neverAborted)), [
      "refused",
      "noTransition",
    ]);
    const accepted = await fixture.createChoiceEdit(requestsTrackerId, "state", "Accepted");
    assert.deepEqual(summarize(await quickEdit(fixture.artifactLoader, received, accepted, neverAborted)), [
      "done",
      "Received",
      "Accepted",
    ]);
  });

  it("waits until the second of another change is over", async () => {
    const [first] = await fixture.loadRows(bugsTrackerId, 1);
    assert.ok(first);
    const [title, severity] = [
      await fixture.getFieldId(bugsTrackerId, "title"),
      await fixture.getFieldId(bugsTrackerId, "severity"),
    ];
    const [critical, major] = [
      await fixture.createChoiceEdit(bugsTrackerId, "severity", "Critical"),
      await fixture.createChoiceEdit(bugsTrackerId, "severity", "Major"),
    ];
    fixture.changeAsOther(first.row.id, { field_id: title, value: "Just now" });
    const [fresh] = await fixture.loadRows(bugsTrackerId, 1);
    assert.ok(fresh);
    // After the first load, in the same second: the server would accept the earlier version.
    fixture.beforePause = () =>
      fixture.changeAsOther(first.row.id, { field_id: severity, bind_value_ids: [major.values[0]?.id] });
    assert.deepEqual(summarize(await quickEdit(fixture.artifactLoader, fresh, critical, neverAborted)), [
      "done",
      "Major",
      "Critical",
    ]);
  });

  it("adds a comment once if the response was lost", async () => {
    const [first] = await fixture.loadRows(bugsTrackerId, 1);
    assert.ok(first);
    fixture.server.faults.add({ method: "PUT", path: /./, times: 1, fault: { kind: "drop", when: "after" } });
    const request: FieldEditRequest = { kind: "comment", source: "Only once", format: "text" };
    assert.equal((await quickEdit(fixture.artifactLoader, first, request, neverAborted)).kind, "done");
    assert.deepEqual(
      fixture.server.getChangesets(first.row.id).map(({ comment }) => comment?.body),
      ["Only once"],
    );
  });
});

describe("a comment for a server without comments", () => {
  it("is rejected", async () => {
    const fixture = await TriageStoreFixture.open({ dialect: "documented" });
    try {
      const [first] = await fixture.loadRows(bugsTrackerId, 1);
      assert.ok(first);
      const request: FieldEditRequest = { kind: "comment", source: "Hello", format: "text" };
      assert.deepEqual(summarize(await quickEdit(fixture.artifactLoader, first, request, neverAborted)), [
        "refused",
        "noComments",
      ]);
    } finally {
      await fixture.close();
    }
  });
});
