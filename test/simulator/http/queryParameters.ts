import { HttpError } from "./httpError.ts";

export interface IntegerBounds {
  readonly defaultValue: number;
  readonly min: number;
  readonly max?: number;
}

type Query = ReadonlyMap<string, string>;

function createParameterError(name: string, reason: string): HttpError {
  return new HttpError(400, `Invalid value specified for \`${name}\`. ${reason}`);
}

export function parseInteger(query: Query, name: string, bounds: IntegerBounds): number {
  const text = query.get(name);
  if (text === undefined) return bounds.defaultValue;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw createParameterError(name, "Expecting integer value");
  }
  if (value < bounds.min) throw createParameterError(name, `Minimum required value is ${bounds.min}.`);
  if (bounds.max !== undefined && value > bounds.max) {
    throw createParameterError(name, `Maximum allowed value is ${bounds.max}.`);
  }
  return value;
}

/** One of the given words. The first is the default; "" stands for a parameter without a value. */
export function parseChoice<T extends string>(query: Query, name: string, words: readonly [T, ...T[]]): T {
  const text = query.get(name);
  if (text === undefined) return words[0];
  const word = words.find((each) => each === text);
  if (word === undefined) throw createParameterError(name, `Expected one of (${words.join(",")}).`);
  return word;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export function parsePage(query: Query, limit: IntegerBounds): Page {
  return {
    limit: parseInteger(query, "limit", limit),
    offset: parseInteger(query, "offset", { defaultValue: 0, min: 0 }),
  };
}
