import assert from "node:assert/strict";
import { toInputText } from "../../../../src/model/form/input.ts";
import type { FieldEditRequest } from "../../../../src/model/triage/fieldEditRequest.ts";
import {
  previewBulkEdit,
  runBulkEdit,
  type BulkResultItem,
  undoBulkEdit,
} from "../../../../src/store/triage/bulkEdit.ts";
import { quickEdit, type QuickEditOutcome } from "../../../../src/store/triage/quickEdit.ts";
import type { SelectedArtifact } from "../../../../src/store/triage/artifactLoader.ts";
import { openListField, stringField } from "../../../simulator/demo/fieldDefinition.ts";
import type { TrackerHandle } from "../../../simulator/trackerAdministration.ts";
import { withVscodeStub } from "../../../support/fixtures/vscodeStub.ts";
import { neverAborted, TriageStoreFixture } from "./triageStoreFixture.ts";

/** Values with a comma, sent by label, are truncated there. */
const currentValue = { id: "o900", label: "wind, rain" };

describe("a value that the server stores differently", () => {
  let fixture: TriageStoreFixture;
  let tracker: TrackerHandle;
  let all: readonly SelectedArtifact[];
  let request: FieldEditRequest;

  beforeEach(async () => {
    fixture = await TriageStoreFixture.open({ dialect: "product" });
    tracker = fixture.server.addTracker({
      projectId: 101,
      label: "Weather",
      fields: [
        stringField("title", "Title", { generateValue: () => ({ kind: "string", text: "A day" }) }),
        openListField("tags", "Tags", [{ label: "sun" }], {
          hint: "",
          generateValue: () => ({ kind: "openChoices", items: [currentValue] }),
        }),
      ],
      artifacts: 3,
    });
    const field = { by: "id", fieldId: tracker.fieldId("tags") } as const;
    request = { kind: "choices", field, operation: "add", values: [{ id: "new", label: "snow" }] };
    all = (await fixture.loadRows(tracker.id, 3)).map((each) => ({ ...each, seenAt: fixture.now }));
    fixture.advanceTime(5000);
  });
  afterEach(() => fixture.close());

  function summarize(done: QuickEditOutcome | BulkResultItem | undefined): unknown {
    if (done?.kind !== "done") return done?.kind;
    const { stored, change } = done;
    const values = [stored?.sent, stored?.stored].map((input) => input && toInputText(input));
    return [stored?.label, ...values, toInputText(change.after)];
  }

  const cut = ["Tags", "wind, rain, snow", "wind, snow", "wind, snow"];

  it("is reported for a quick edit, which can still be undone", async () => {
    const selected = all[0] ?? assert.fail("no artifact");
    const outcome = await quickEdit(fixture.artifactLoader, selected, request, neverAborted);
    assert.deepEqual(summarize(outcome), cut);
    assert.ok(outcome.kind === "done");
    const [undone] = await undoBulkEdit(fixture.artifactLoader, [{ ...outcome, selected }], neverAborted);
    assert.equal(undone?.kind, "done");
  });

  it("is reported for each artifact of a bulk edit", async () => {
    const items = await runBulkEdit(
      fixture.artifactLoader,
      await previewBulkEdit(fixture.artifactLoader, all, request, neverAborted),
      neverAborted,
    );
    assert.deepEqual(items.map(summarize), [cut, cut, cut]);
    const words = await withVscodeStub(() => import("../../../../src/features/table/bulkEditTexts.ts"));
    const lines = items.map((item) => words.toBulkResultArtifact(item, "Demo"));
    assert.deepEqual(
      lines.map(({ kind, after, text }) => [kind, after, text]),
      lines.map(() => [
        "done",
        "wind, snow",
        "you entered wind, rain, snow, but the server stored a different value",
      ]),
    );
    assert.equal(words.formatBulkSummary(lines), "3 changed, 3 stored with different values");
  });

  it("isn't reported if others have changed the field since", async () => {
    const selected = all[0] ?? assert.fail("no artifact");
    const tags = tracker.fieldId("tags");
    const act = (): void =>
      fixture.changeAsOther(selected.row.id, {
        field_id: tags,
        value: { bind_value_objects: [{ label: "fog" }] },
      });
    // Between the response and the check.
    fixture.server.faults.add({
      method: "GET",
      path: /\/artifacts\/\d+\?/,
      skip: 1,
      times: 1,
      fault: { kind: "concurrentChange", act },
    });
    const outcome = await quickEdit(fixture.artifactLoader, selected, request, neverAborted);
    assert.deepEqual(summarize(outcome), [undefined, undefined, undefined, "wind, rain, snow"]);
    assert.match(JSON.stringify((await fixture.loadValues(selected.row.id))["Tags"]), /"fog"/);
  });

  it("isn't reported if the response is outdated", async () => {
    const selected = all[0] ?? assert.fail("no artifact");
    fixture.server.faults.add({
      method: "GET",
      path: /\/artifacts\/\d+\?/,
      skip: 1,
      times: 1,
      fault: { kind: "staleResponse" },
    });
    const title = { by: "id", fieldId: tracker.fieldId("title") } as const;
    const written: FieldEditRequest = { kind: "write", field: title, text: "Another day" };
    const outcome = await quickEdit(fixture.artifactLoader, selected, written, neverAborted);
    assert.deepEqual(summarize(outcome), [undefined, undefined, undefined, "Another day"]);
  });

  it("isn't reported if it equals what was sent", async () => {
    const title = { by: "id", fieldId: tracker.fieldId("title") } as const;
    const written: FieldEditRequest = { kind: "write", field: title, text: "Another day" };
    const items = await runBulkEdit(
      fixture.artifactLoader,
      await previewBulkEdit(fixture.artifactLoader, all, written, neverAborted),
      neverAborted,
    );
    assert.deepEqual(
      items.map(summarize),
      all.map(() => [undefined, undefined, undefined, "Another day"]),
    );
  });

  it("is shown from shortly before the first difference", async () => {
    const words = await withVscodeStub(() => import("../../../../src/features/triage/quickEditRunner.ts"));
    const text = (end: string) => ({ kind: "line", text: "a".repeat(500) + end }) as const;
    const message = words.formatDifferentStoredValue("#1", "Demo", {
      fieldId: 1,
      label: "Title",
      sent: text(" with an end"),
      stored: text(""),
    });
    assert.match(message, /Title: entered …a{20} with an end, stored …a{20}$/);
  });
});
