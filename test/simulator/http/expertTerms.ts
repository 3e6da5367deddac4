import { instantOf, startOfDay } from "../clock.ts";
import type { Field } from "../state/field.ts";
import type { Viewer } from "../state/people.ts";
import { none } from "../state/value.ts";
import type { World } from "../state/world.ts";
import type { Fits } from "./criteria.ts";
import { dateCriterion, isDateField } from "./dateCriterion.ts";
import { listCriterion } from "./listCriterion.ts";
import { Refusal } from "./refusal.ts";
import { numberCriterion, textCriterion } from "./valueCriteria.ts";

export type Value =
  | { readonly kind: "text" | "number"; readonly text: string }
  /** So many days from now. */
  | { readonly kind: "now"; readonly days: number }
  | { readonly kind: "myself" };

export interface Asker {
  readonly world: World;
  readonly viewer: Viewer;
}

const day = 24 * 60 * 60 * 1000;

function cannot(field: Field): Refusal {
  return new Refusal(400, `The field '${field.name}' can't be compared like that`);
}

function not(test: Fits): Fits {
  return (artifact) => !test(artifact);
}

function either(tests: readonly Fits[]): Fits {
  return (artifact) => tests.some((test) => test(artifact));
}

/** One value and an operator. An empty text is "no value". */
export function comparison(field: Field, operator: string, value: Value, asker: Asker): Fits {
  if (operator === "!=") return not(comparison(field, "=", value, asker));
  if (isDateField(field)) return dateComparison(field, operator, value, asker);
  if (field.kind === "number" || (field.kind === "automatic" && field.type === "aid")) {
    const text = value.kind === "number" || value.kind === "text" ? value.text : "";
    const test = numberCriterion(field, operator === "=" ? text : `${operator}${text}`);
    if (test === undefined) throw cannot(field);
    return test;
  }
  if (operator !== "=") throw cannot(field);
  if (["string", "text", "file"].includes(field.kind)) {
    if (value.kind !== "text" && value.kind !== "number") throw cannot(field);
    const test = textCriterion(field, value.text === "" ? "/^$/" : value.text);
    if (test === undefined) throw cannot(field);
    return test;
  }
  return among(field, [value], asker);
}

export function between(field: Field, from: Value, to: Value, asker: Asker): Fits {
  const tests = [comparison(field, ">=", from, asker), comparison(field, "<=", to, asker)];
  return (artifact) => tests.every((test) => test(artifact));
}

/** Lists are searched by label here, people by their user name. */
export function among(field: Field, values: readonly Value[], { world, viewer }: Asker): Fits {
  if (field.kind !== "list" && !(field.kind === "automatic" && /^(sub|lu)by$/.test(field.type))) {
    throw cannot(field);
  }
  const ids = values.map((value) => idOf(field, value, world, viewer));
  const tests = ids.flatMap((id) => (id === none ? [] : (listCriterion(field, id) ?? [])));
  const isEmpty: Fits = (artifact) => {
    const chosen = artifact.valueOf(field);
    return chosen?.kind !== "choices" || chosen.ids.every((id) => id === none);
  };
  return either(ids.includes(none) ? [...tests, isEmpty] : tests);
}

function idOf(field: Field, value: Value, world: World, viewer: Viewer): number {
  if (value.kind === "text" && value.text === "") return none;
  const choices =
    field.kind === "list" && field.binding.kind === "static" ? field.binding.choices : undefined;
  if (value.kind === "myself" && choices === undefined && viewer !== undefined) return viewer.id;
  const text = value.kind === "text" ? value.text : undefined;
  const id =
    choices === undefined
      ? [...world.people.values()].find(({ username }) => username === text)?.id
      : choices.find(({ label }) => label === text)?.id;
  if (id === undefined) throw new Refusal(400, `'${text ?? value.kind}' is no value of '${field.name}'`);
  return id;
}

function dateComparison(field: Field, operator: string, value: Value, { world }: Asker): Fits {
  const from =
    value.kind === "now"
      ? startOfDay(world.clock.now() + value.days * day)
      : value.kind === "text"
        ? instantOf(value.text)
        : undefined;
  if (from === undefined) throw cannot(field);
  const on = (operation: string): Fits | undefined =>
    dateCriterion(field, operation, new Date(from).toISOString());
  const tests = operator.length === 2 ? [on(operator.slice(0, 1)), on("=")] : [on(operator)];
  return either(tests.filter((test) => test !== undefined));
}
