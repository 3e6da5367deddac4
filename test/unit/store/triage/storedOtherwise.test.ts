import assert from "node:assert/strict";
import { inputText } from "../../../../src/model/form/input.ts";
import type { Wish } from "../../../../src/model/triage/wish.ts";
import { preview, run, type RunItem, undo } from "../../../../src/store/triage/bulk.ts";
import { decide, type Decision } from "../../../../src/store/triage/decide.ts";
import type { Selected } from "../../../../src/store/triage/states.ts";
import { openList, string } from "../../../simulator/demo/draftField.ts";
import type { TrackerHandle } from "../../../simulator/remodel.ts";
import { withPlainWords } from "../../../support/fixtures/plainWords.ts";
import { signal, TriageStage } from "./triageStage.ts";

/** Values that were typed elsewhere may have a comma; sent by their label, they are cut there. */
const held = { id: "o900", label: "wind, rain" };

describe("a value that the server stores otherwise than it was sent", () => {
  let stage: TriageStage;
  let tracker: TrackerHandle;
  let all: readonly Selected[];
  let wish: Wish;

  beforeEach(async () => {
    stage = await TriageStage.open({ dialect: "product" });
    tracker = stage.server.addTracker({
      projectId: 101,
      label: "Weather",
      fields: [
        string("title", "Title", { fill: () => ({ kind: "string", text: "A day" }) }),
        openList("tags", "Tags", [{ label: "sun" }], {
          hint: "",
          fill: () => ({ kind: "openChoices", items: [held] }),
        }),
      ],
      artifacts: 3,
    });
    const field = { by: "id", fieldId: tracker.fieldId("tags") } as const;
    wish = { kind: "choices", field, how: "add", values: [{ id: "new", label: "snow" }] };
    all = (await stage.rows(tracker.id, 3)).map((each) => ({ ...each, seenAt: stage.now }));
    stage.pass(5000);
  });
  afterEach(() => stage.close());

  function told(done: Decision | RunItem | undefined): unknown {
    if (done?.kind !== "done") return done?.kind;
    const { stored, change } = done;
    const values = [stored?.sent, stored?.stored].map((input) => input && inputText(input));
    return [stored?.label, ...values, inputText(change.after)];
  }

  const cut = ["Tags", "wind, rain, snow", "wind, snow", "wind, snow"];

  it("is told of one decision, which can still be undone as far as the server lets it", async () => {
    const selected = all[0] ?? assert.fail("no artifact");
    const decision = await decide(stage.states, selected, wish, signal);
    assert.deepEqual(told(decision), cut);
    assert.ok(decision.kind === "done");
    const [undone] = await undo(stage.states, [{ ...decision, selected }], signal);
    assert.equal(undone?.kind, "done");
  });

  it("is told of each of many", async () => {
    const items = await run(stage.states, await preview(stage.states, all, wish, signal), signal);
    assert.deepEqual(items.map(told), [cut, cut, cut]);
    const words = await withPlainWords(() => import("../../../../src/features/table/bulkText.ts"));
    const lines = items.map((item) => words.runLine(item, "Demo"));
    assert.deepEqual(
      lines.map(({ kind, after, text }) => [kind, after, text]),
      lines.map(() => [
        "done",
        "wind, snow",
        "the server has something else than was sent: wind, rain, snow",
      ]),
    );
    assert.equal(words.summaryText(lines), "3 changed, 3 stored otherwise");
  });

  it("is not told where somebody else has written to the field since", async () => {
    const selected = all[0] ?? assert.fail("no artifact");
    const tags = tracker.fieldId("tags");
    const act = (): void =>
      stage.theyWrite(selected.row.id, {
        field_id: tags,
        value: { bind_value_objects: [{ label: "fog" }] },
      });
    // Between the answer to the change and the look at it.
    stage.server.faults.add({
      method: "GET",
      path: /\/artifacts\/\d+\?/,
      skip: 1,
      times: 1,
      fault: { kind: "meanwhile", act },
    });
    const decision = await decide(stage.states, selected, wish, signal);
    assert.deepEqual(told(decision), [undefined, undefined, undefined, "wind, rain, snow"]);
    assert.match(JSON.stringify((await stage.held(selected.row.id))["Tags"]), /"fog"/);
  });

  it("is nothing to tell of where it is what was sent", async () => {
    const title = { by: "id", fieldId: tracker.fieldId("title") } as const;
    const written: Wish = { kind: "write", field: title, text: "Another day" };
    const items = await run(stage.states, await preview(stage.states, all, written, signal), signal);
    assert.deepEqual(
      items.map(told),
      all.map(() => [undefined, undefined, undefined, "Another day"]),
    );
  });

  it("is shown from shortly before the place where a long text begins to differ", async () => {
    const words = await withPlainWords(() => import("../../../../src/features/triage/decided.ts"));
    const text = (end: string) => ({ kind: "line", text: "a".repeat(500) + end }) as const;
    const said = words.storedText("#1", "Demo", {
      fieldId: 1,
      label: "Title",
      sent: text(" with an end"),
      stored: text(""),
    });
    assert.match(said, /Title: sent …a{20} with an end, stored …a{20}$/);
  });
});
