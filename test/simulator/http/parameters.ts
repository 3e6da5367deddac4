import { Refusal } from "./refusal.ts";

export interface Bounds {
  readonly fallback: number;
  readonly min: number;
  readonly max?: number;
}

type Query = ReadonlyMap<string, string>;

function invalid(name: string, reason: string): Refusal {
  return new Refusal(400, `Invalid value specified for \`${name}\`. ${reason}`);
}

export function integer(query: Query, name: string, bounds: Bounds): number {
  const text = query.get(name);
  if (text === undefined) return bounds.fallback;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) throw invalid(name, "Expecting integer value");
  if (value < bounds.min) throw invalid(name, `Minimum required value is ${bounds.min}.`);
  if (bounds.max !== undefined && value > bounds.max) {
    throw invalid(name, `Maximum allowed value is ${bounds.max}.`);
  }
  return value;
}

/** One of some words. The first is the default; "" among them stands for a parameter left empty. */
export function choice<T extends string>(query: Query, name: string, words: readonly [T, ...T[]]): T {
  const text = query.get(name);
  if (text === undefined) return words[0];
  const word = words.find((each) => each === text);
  if (word === undefined) throw invalid(name, `Expected one of (${words.join(",")}).`);
  return word;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export function page(query: Query, limit: Bounds): Page {
  return { limit: integer(query, "limit", limit), offset: integer(query, "offset", { fallback: 0, min: 0 }) };
}
