import assert from "node:assert/strict";
import { collectSelectableUsers } from "../../../../src/model/query/trackerUsers.ts";
import { tracker } from "./testTracker.ts";

describe("listSelectablePeople", () => {
  const names = (...trackers: readonly (typeof tracker)[]) =>
    collectSelectableUsers(trackers).map(({ id, label }) => `${id} ${label}`);

  it("returns the users of user lists without duplicates", () => {
    assert.deepEqual(names(tracker, tracker), ["101 ada", "102 bob"]);
  });

  it("uses the assignee list without bindings, except for nobody", () => {
    const choice = (id: number, label: string) => ({ id, label, isHidden: false, color: undefined });
    const fields = tracker.fields.map((field) =>
      field.name === "told_nothing"
        ? {
            ...field,
            name: "assigned_to",
            binding: undefined,
            choices: [choice(100, "None"), choice(7, "zoe"), choice(8, "Eve"), choice(9, " ")],
          }
        : { ...field, binding: undefined },
    );
    const semantics = { ...tracker.semantics, assigneeFieldId: undefined };
    assert.deepEqual(names({ ...tracker, fields, semantics }), ["8 Eve", "7 zoe"]);
  });
});
