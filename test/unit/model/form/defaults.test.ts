import assert from "node:assert/strict";
import type { Workflow } from "../../../../src/model/tracker.ts";
import { choice, chosen, entry, formWith, rules } from "../../../support/fixtures/formParts.ts";

describe("defaults of a new artifact", () => {
  const offered = [choice(7), choice(8), choice(9, { isHidden: true })];
  const cases: readonly (readonly [type: string, given: unknown, start: unknown])[] = [
    ["string", "as usual", { kind: "line", text: "as usual" }],
    ["string", { no: "text" }, { kind: "line", text: "" }],
    ["text", { format: "html", content: "<p>1</p>" }, { kind: "text", source: "<p>1</p>", format: "html" }],
    ["text", "plain", { kind: "text", source: "plain", format: "commonmark" }],
    ["int", 0, { kind: "number", text: "0" }],
    ["float", null, { kind: "number", text: "" }],
    ["date", "2026-03-02 09:00", { kind: "date", text: "2026-03-02" }],
    ["date", "today", { kind: "date", text: "" }],
    ["sb", [{ id: 8, label: "old name" }], { kind: "choices", chosen: [{ id: 8, label: "Value 8" }] }],
    ["msb", [7, "8", 9, 10, null], { kind: "choices", chosen: chosen(7, 8).chosen }],
    ["tbl", [{ id: 7 }], { kind: "openList", entries: chosen(7).chosen }],
    ["perm", ["all"], { kind: "permissions", groups: [] }],
    ["computed", 5, { kind: "computed", isAutomatic: true, text: "" }],
  ];
  for (const [type, given, start] of cases) {
    it(`of ${type} are read from ${JSON.stringify(given)}`, () => {
      const form = formWith([{ id: 1, type, defaultValue: given, choices: offered, binding: "static" }]);
      assert.deepEqual(form.fields[0]?.base, start);
    });
  }

  it("name people where all of them can be chosen, but not nobody", () => {
    const given = [{ id: 104, real_name: "Inês" }, { id: 100, label: "None" }, { id: 105 }];
    const form = formWith([{ id: 1, type: "msb", binding: "users", defaultValue: given }]);
    assert.deepEqual(form.fields[0]?.base, { kind: "choices", chosen: [{ id: 104, label: "Inês" }] });
  });

  it("leave a date its time where the field shows one", () => {
    const form = formWith([{ id: 1, type: "date", withTime: true, defaultValue: "2026-03-02T09:00:00" }]);
    assert.deepEqual(form.fields[0]?.base, { kind: "date", text: "2026-03-02 09:00" });
  });

  describe("under a workflow", () => {
    const begin = (...to: readonly number[]) =>
      rules({
        fieldId: 1,
        transitions: [
          ...to.map((each) => ({ from: undefined, to: each })),
          { from: 7, to: 8 },
          { from: 100, to: 8 },
        ],
      });
    const start = (workflow: Workflow, defaultValue?: unknown): unknown => {
      const form = formWith([{ id: 1, type: "sb", choices: offered, binding: "static", defaultValue }], {
        workflow,
      });
      const [field] = form.fields;
      return [
        field?.base?.kind === "choices" ? field.base.chosen.map(({ id }) => id) : [],
        field?.isRequired,
      ];
    };

    it("are the value that it begins with, where there is one", () => {
      assert.deepEqual(start(begin(7)), [[7], true]);
      assert.deepEqual(start(begin(7, 9)), [[7], true]);
      assert.deepEqual(start(begin(7), [{ id: 8 }]), [[7], true]);
    });

    it("are left to the person where it begins with several, unless the tracker names one of them", () => {
      assert.deepEqual(start(begin(7, 8)), [[], true]);
      assert.deepEqual(start(begin(7, 8), [{ id: 8 }]), [[8], true]);
    });

    it("may be None only where that can be reached", () => {
      assert.deepEqual(start(begin(7, 100)), [[], false]);
      // What may come first is not told: the server has the last word.
      assert.deepEqual(start(begin(), [{ id: 8 }]), [[8], false]);
    });
  });

  it("are not looked at once there is an artifact", () => {
    const form = formWith(
      [
        { id: 1, type: "string", defaultValue: "default" },
        { id: 2, type: "sb", choices: offered },
      ],
      {
        values: [entry(2, chosen(8))],
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
