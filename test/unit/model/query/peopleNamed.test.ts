import assert from "node:assert/strict";
import { peopleNamed } from "../../../../src/model/query/titles.ts";
import { tracker } from "./someTracker.ts";

describe("the people whom trackers name", () => {
  const names = (...trackers: readonly (typeof tracker)[]) =>
    peopleNamed(trackers).map(({ id, label }) => `${id} ${label}`);

  it("are those of lists that are made of people, each once", () => {
    assert.deepEqual(names(tracker, tracker), ["101 ada", "102 bob"]);
  });

  it("are those of the list for assignees where servers tell no bindings, without nobody", () => {
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
