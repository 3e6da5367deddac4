import type { Field } from "../state/field.ts";
import type { ArtifactFilter } from "./criteria.ts";
import {
  createAnyOfFilter,
  type QueryContext,
  createRangeFilter,
  createComparison,
  type QueryValue,
} from "./expertComparisons.ts";
import { HttpError } from "../http/httpError.ts";

const token =
  /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?(?![\w-]))|(@?[\w-]+)|(!=|<=|>=|[=<>(),+]))/y;

interface Token {
  readonly kind: "text" | "number" | "word" | "sign";
  readonly text: string;
}

const daysPerUnit: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };

function createParseError(): HttpError {
  return new HttpError(400, "Error during parsing expert query");
}

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const all = new RegExp(token.source, token.flags);
  const trimmed = text.trimEnd();
  while (all.lastIndex < trimmed.length) {
    const match = all.exec(trimmed);
    if (match === null) throw createParseError();
    const [, one, other, number, word, sign] = match;
    const quoted = one ?? other;
    if (quoted !== undefined) tokens.push({ kind: "text", text: quoted.replaceAll(/\\(['"])/g, "$1") });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else tokens.push({ kind: "sign", text: sign ?? "" });
  }
  return tokens;
}

/** The query language without link conditions, which are reported as syntax errors. */
class ExpertQueryParser {
  readonly #tokens: readonly Token[];
  readonly #fields: readonly Field[];
  readonly #context: QueryContext;
  #position = 0;

  constructor(tokens: readonly Token[], fields: readonly Field[], context: QueryContext) {
    this.#tokens = tokens;
    this.#fields = fields;
    this.#context = context;
  }

  parse(): ArtifactFilter {
    const test = this.#parseOr();
    if (this.#position < this.#tokens.length) throw createParseError();
    return test;
  }

  #parseOr(): ArtifactFilter {
    const tests = [this.#parseAnd()];
    while (this.#accept("OR")) tests.push(this.#parseAnd());
    return (artifact) => tests.some((test) => test(artifact));
  }

  #parseAnd(): ArtifactFilter {
    const tests = [this.#parseTerm()];
    while (this.#accept("AND")) tests.push(this.#parseTerm());
    return (artifact) => tests.every((test) => test(artifact));
  }

  #parseTerm(): ArtifactFilter {
    if (this.#accept("(")) {
      const test = this.#parseOr();
      this.#expect(")");
      return test;
    }
    const field = this.#parseField();
    if (this.#accept("BETWEEN")) {
      const [from, to, ...more] = this.#parseValues();
      if (from === undefined || to === undefined || more.length > 0) throw createParseError();
      return createRangeFilter(field, from, to, this.#context);
    }
    if (this.#accept("IN")) return createAnyOfFilter(field, this.#parseValues(), this.#context);
    if (this.#accept("NOT")) {
      this.#expect("IN");
      const test = createAnyOfFilter(field, this.#parseValues(), this.#context);
      return (artifact) => !test(artifact);
    }
    const operator = ["=", "!=", "<=", ">=", "<", ">"].find((each) => this.#accept(each));
    if (operator === undefined) throw createParseError();
    return createComparison(field, operator, this.#parseValue(), this.#context);
  }

  #parseField(): Field {
    const { kind, text: name } = this.#takeToken();
    if (kind !== "word") throw createParseError();
    const field = this.#fields.find((each) => each.name === name);
    if (field === undefined) {
      throw new HttpError(
        400,
        `We cannot search on '${name}', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.`,
      );
    }
    return field;
  }

  #parseValues(): readonly QueryValue[] {
    this.#expect("(");
    const values = [this.#parseValue()];
    while (this.#accept(",")) values.push(this.#parseValue());
    this.#expect(")");
    return values;
  }

  #parseValue(): QueryValue {
    const { kind, text } = this.#takeToken();
    if (kind === "text" || kind === "number") return { kind, text };
    const word = text.toUpperCase();
    if (kind !== "word" || (word !== "MYSELF" && word !== "NOW")) throw createParseError();
    this.#expect("(");
    this.#expect(")");
    return word === "MYSELF" ? { kind: "myself" } : { kind: "now", days: this.#parseDayOffset() };
  }

  /** `+ 2w` is two weeks later, `-1d` one day earlier; a minus and its digits are one token. */
  #parseDayOffset(): number {
    const isLater = this.#accept("+");
    const isEarlier = !isLater && this.#accept("-");
    const amount = /^(-?\d+)([dwmy])$/i.exec(this.#tokens[this.#position]?.text ?? "");
    if (amount === null) {
      if (isLater || isEarlier) throw createParseError();
      return 0;
    }
    this.#position += 1;
    const [, number = "", unit = ""] = amount;
    return (isEarlier ? -1 : 1) * Number(number) * (daysPerUnit[unit.toLowerCase()] ?? 1);
  }

  #takeToken(): Token {
    const current = this.#tokens[this.#position];
    if (current === undefined) throw createParseError();
    this.#position += 1;
    return current;
  }

  #accept(expected: string): boolean {
    const current = this.#tokens[this.#position];
    const isMatch =
      current !== undefined && current.kind !== "text" && current.text.toUpperCase() === expected;
    if (isMatch) this.#position += 1;
    return isMatch;
  }

  #expect(expected: string): void {
    if (!this.#accept(expected)) throw createParseError();
  }
}

export function parseExpertQuery(
  text: string,
  fields: readonly Field[],
  context: QueryContext,
): ArtifactFilter {
  return new ExpertQueryParser(tokenize(text), fields, context).parse();
}
