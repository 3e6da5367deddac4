import type { Field, StaticChoice } from "../state/field.ts";
import type { Row } from "../state/row.ts";
import { none } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";

/** Chooses for a list field: one value in a single list, up to two in a multiple one, now and then "None" where it may be empty. */
export function fillChoices(row: Row, field: Field): FieldValue | undefined {
  if (field.kind !== "list") return undefined;
  const isEmpty = !field.required && row.draws.chance(`${field.name} none`, 0.15);
  if (isEmpty) return { kind: "choices", ids: [none] };
  const count =
    (field.type === "msb" || field.type === "cb") && row.draws.chance(`${field.name} two`, 0.3) ? 2 : 1;
  const { binding } = field;
  switch (binding.kind) {
    case "static":
      return {
        kind: "choices",
        ids: distinct(count, (turn) =>
          weighted(binding.choices, row.draws.fraction(`${field.name} ${turn}`)),
        ),
      };
    case "groups":
      return {
        kind: "groups",
        groups: binding.groups.slice(0, count).map((each) => each.group),
      };
    case "users":
      // A list of people is filled by whoever defines it: this file knows nobody.
      return undefined;
  }
}

/** Weights over the years: earlier choices are not older artifacts' choices, so status and age stay unrelated on purpose. */
function weighted(choices: readonly StaticChoice[], fraction: number): number {
  const total = choices.reduce((sum, choice) => sum + choice.weight, 0);
  let left = fraction * total;
  return choices.find((choice) => (left -= choice.weight) < 0)?.id ?? none;
}

function distinct(count: number, draw: (turn: number) => number): readonly number[] {
  return [...new Set(Array.from({ length: count }, (_, turn) => draw(turn)))];
}
