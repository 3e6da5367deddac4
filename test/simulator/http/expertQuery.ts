import type { Field } from "../state/field.ts";
import type { World } from "../state/world.ts";
import type { Fits } from "./criteria.ts";
import { listCriterion } from "./listCriterion.ts";
import { Refusal } from "./refusal.ts";
import { numberCriterion, textCriterion } from "./valueCriteria.ts";

/** The plainest part of the query language: comparisons with AND between them. The rest is answered as what can't be parsed. */
export function parseExpertQuery(text: string, fields: readonly Field[], world: World): Fits {
  const term = /\s*([\w-]+)\s*(=|!=|<=|>=|<|>)\s*(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?))\s*(AND\b|$)/iy;
  const tests: Fits[] = [];
  while (term.lastIndex < text.length) {
    const [, name = "", operator = "", one, other, number, more] = term.exec(text) ?? [];
    if (more === undefined || (more !== "" && term.lastIndex === text.length)) {
      throw new Refusal(400, "The expert query could not be parsed");
    }
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw new Refusal(400, `There is nothing called '${name}' to search`);
    tests.push(comparison(field, operator, one ?? other ?? number ?? "", world));
  }
  return (artifact) => tests.every((test) => test(artifact));
}

function comparison(field: Field, operator: string, value: string, world: World): Fits {
  const isEquality = operator === "=" || operator === "!=";
  const holds = field.kind === "number" ? numberCriterion(field, bounded(operator, value)) : undefined;
  const test = holds ?? (isEquality ? equality(field, value, world) : undefined);
  if (test === undefined) throw new Refusal(400, `The field '${field.name}' can't be compared like that`);
  return operator === "!=" ? (artifact) => !test(artifact) : test;
}

function bounded(operator: string, value: string): string {
  return operator === "=" || operator === "!=" ? value : `${operator}${value}`;
}

/** Lists are searched by label here, people by their user name. */
function equality(field: Field, value: string, world: World): Fits | undefined {
  if (["string", "text", "file"].includes(field.kind)) return textCriterion(field, value);
  if (field.kind !== "list") return undefined;
  const { binding } = field;
  const id =
    binding.kind === "static"
      ? binding.choices.find((choice) => choice.label === value)?.id
      : [...world.people.values()].find((person) => person.username === value)?.id;
  if (id === undefined) throw new Refusal(400, `'${value}' is no value of '${field.name}'`);
  return listCriterion(field, id);
}
