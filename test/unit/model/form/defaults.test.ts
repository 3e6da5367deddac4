import assert from "node:assert/strict";
import type { Workflow } from "../../../../src/model/tracker.ts";
import {
  createChoice,
  createChoicesValue,
  createEntry,
  createTestForm,
  createWorkflow,
} from "../../../support/fixtures/formBuilders.ts";

describe("defaults of a new artifact", () => {
  const choices = [createChoice(7), createChoice(8), createChoice(9, { isHidden: true })];
  const cases: readonly (readonly [type: string, defaultValue: unknown, start: unknown])[] = [
    ["string", "as usual", { kind: "line", text: "as usual" }],
    ["string", { no: "text" }, { kind: "line", text: "" }],
    ["text", { format: "html", content: "<p>1</p>" }, { kind: "text", source: "<p>1</p>", format: "html" }],
    ["text", "plain", { kind: "text", source: "plain", format: "commonmark" }],
    ["int", 0, { kind: "number", text: "0" }],
    ["float", null, { kind: "number", text: "" }],
    ["date", "2026-03-02 09:00", { kind: "date", text: "2026-03-02" }],
    ["date", "today", { kind: "date", text: "" }],
    ["sb", [{ id: 8, label: "old name" }], { kind: "choices", chosen: [{ id: 8, label: "Value 8" }] }],
    ["msb", [7, "8", 9, 10, null], { kind: "choices", chosen: createChoicesValue(7, 8).chosen }],
    ["tbl", [{ id: 7 }], { kind: "openList", entries: createChoicesValue(7).chosen }],
    ["perm", ["all"], { kind: "permissions", groups: [] }],
    ["computed", 5, { kind: "computed", isAutomatic: true, text: "" }],
  ];
  for (const [type, defaultValue, start] of cases) {
    it(`of type ${type} are read from ${JSON.stringify(defaultValue)}`, () => {
      const form = createTestForm([
        { id: 1, type, defaultValue: defaultValue, choices: choices, binding: "static" },
      ]);
      assert.deepEqual(form.fields[0]?.base, start);
    });
  }

  it("accept any user of an open user list, except nobody", () => {
    const defaultValue = [{ id: 104, real_name: "Inês" }, { id: 100, label: "None" }, { id: 105 }];
    const form = createTestForm([{ id: 1, type: "msb", binding: "users", defaultValue: defaultValue }]);
    assert.deepEqual(form.fields[0]?.base, { kind: "choices", chosen: [{ id: 104, label: "Inês" }] });
  });

  it("keep the time of a date if the field has one", () => {
    const form = createTestForm([
      { id: 1, type: "date", withTime: true, defaultValue: "2026-03-02T09:00:00" },
    ]);
    assert.deepEqual(form.fields[0]?.base, { kind: "date", text: "2026-03-02 09:00" });
  });

  describe("under a workflow", () => {
    const begin = (...to: readonly number[]) =>
      createWorkflow({
        fieldId: 1,
        transitions: [
          ...to.map((each) => ({ from: undefined, to: each })),
          { from: 7, to: 8 },
          { from: 100, to: 8 },
        ],
      });
    const start = (workflow: Workflow, defaultValue?: unknown): unknown => {
      const form = createTestForm(
        [{ id: 1, type: "sb", choices: choices, binding: "static", defaultValue }],
        {
          workflow,
        },
      );
      const [field] = form.fields;
      return [
        field?.base?.kind === "choices" ? field.base.chosen.map(({ id }) => id) : [],
        field?.isRequired,
      ];
    };

    it("are the initial value if there is only one", () => {
      assert.deepEqual(start(begin(7)), [[7], true]);
      assert.deepEqual(start(begin(7, 9)), [[7], true]);
      assert.deepEqual(start(begin(7), [{ id: 8 }]), [[7], true]);
    });

    it("are left empty with several initial values unless the tracker names one of them", () => {
      assert.deepEqual(start(begin(7, 8)), [[], true]);
      assert.deepEqual(start(begin(7, 8), [{ id: 8 }]), [[8], true]);
    });

    it('can be "None" only if a transition allows it', () => {
      assert.deepEqual(start(begin(7, 100)), [[], false]);
      // Without initial transitions the server decides.
      assert.deepEqual(start(begin(), [{ id: 8 }]), [[8], false]);
    });
  });

  it("are ignored for an existing artifact", () => {
    const form = createTestForm(
      [
        { id: 1, type: "string", defaultValue: "default" },
        { id: 2, type: "sb", choices: choices },
      ],
      {
        values: [createEntry(2, createChoicesValue(8))],
      },
    );
    assert.deepEqual(
      form.fields.map(({ base }) => base),
      [
        { kind: "line", text: "" },
        { kind: "choices", chosen: [{ id: 8, label: "Value 8" }] },
      ],
    );
  });
});
