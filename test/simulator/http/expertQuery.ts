import type { Field } from "../state/field.ts";
import type { Fits } from "./criteria.ts";
import { among, type Asker, between, comparison, type Value } from "./expertTerms.ts";
import { Refusal } from "./refusal.ts";

const token =
  /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?(?![\w-]))|(@?[\w-]+)|(!=|<=|>=|[=<>(),+]))/y;

interface Token {
  readonly kind: "text" | "number" | "word" | "sign";
  readonly text: string;
}

const daysIn: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };

function unparsable(): Refusal {
  return new Refusal(400, "Error during parsing expert query");
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const all = new RegExp(token.source, token.flags);
  const trimmed = text.trimEnd();
  while (all.lastIndex < trimmed.length) {
    const found = all.exec(trimmed);
    if (found === null) throw unparsable();
    const [, one, other, number, word, sign] = found;
    const quoted = one ?? other;
    if (quoted !== undefined) tokens.push({ kind: "text", text: quoted.replaceAll(/\\(['"])/g, "$1") });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else tokens.push({ kind: "sign", text: sign ?? "" });
  }
  return tokens;
}

/** The query language without its conditions on links: those are answered as what can't be parsed. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #fields: readonly Field[];
  readonly #asker: Asker;
  #place = 0;

  constructor(tokens: readonly Token[], fields: readonly Field[], asker: Asker) {
    this.#tokens = tokens;
    this.#fields = fields;
    this.#asker = asker;
  }

  whole(): Fits {
    const test = this.#or();
    if (this.#place < this.#tokens.length) throw unparsable();
    return test;
  }

  #or(): Fits {
    const tests = [this.#and()];
    while (this.#takes("OR")) tests.push(this.#and());
    return (artifact) => tests.some((test) => test(artifact));
  }

  #and(): Fits {
    const tests = [this.#term()];
    while (this.#takes("AND")) tests.push(this.#term());
    return (artifact) => tests.every((test) => test(artifact));
  }

  #term(): Fits {
    if (this.#takes("(")) {
      const test = this.#or();
      this.#need(")");
      return test;
    }
    const field = this.#field();
    if (this.#takes("BETWEEN")) {
      const [from, to, ...more] = this.#values();
      if (from === undefined || to === undefined || more.length > 0) throw unparsable();
      return between(field, from, to, this.#asker);
    }
    if (this.#takes("IN")) return among(field, this.#values(), this.#asker);
    if (this.#takes("NOT")) {
      this.#need("IN");
      const test = among(field, this.#values(), this.#asker);
      return (artifact) => !test(artifact);
    }
    const operator = ["=", "!=", "<=", ">=", "<", ">"].find((each) => this.#takes(each));
    if (operator === undefined) throw unparsable();
    return comparison(field, operator, this.#value(), this.#asker);
  }

  #field(): Field {
    const { kind, text: name } = this.#next();
    if (kind !== "word") throw unparsable();
    const field = this.#fields.find((each) => each.name === name);
    if (field === undefined) throw new Refusal(400, `There is nothing called '${name}' to search`);
    return field;
  }

  #values(): readonly Value[] {
    this.#need("(");
    const values = [this.#value()];
    while (this.#takes(",")) values.push(this.#value());
    this.#need(")");
    return values;
  }

  #value(): Value {
    const { kind, text } = this.#next();
    if (kind === "text" || kind === "number") return { kind, text };
    const word = text.toUpperCase();
    if (kind !== "word" || (word !== "MYSELF" && word !== "NOW")) throw unparsable();
    this.#need("(");
    this.#need(")");
    return word === "MYSELF" ? { kind: "myself" } : { kind: "now", days: this.#distance() };
  }

  /** `+ 2w` is two weeks on, `-1d` a day back; a minus and its digits are one word. */
  #distance(): number {
    const isLater = this.#takes("+");
    const isEarlier = !isLater && this.#takes("-");
    const amount = /^(-?\d+)([dwmy])$/i.exec(this.#tokens[this.#place]?.text ?? "");
    if (amount === null) {
      if (isLater || isEarlier) throw unparsable();
      return 0;
    }
    this.#place += 1;
    const [, number = "", unit = ""] = amount;
    return (isEarlier ? -1 : 1) * Number(number) * (daysIn[unit.toLowerCase()] ?? 1);
  }

  #next(): Token {
    const next = this.#tokens[this.#place];
    if (next === undefined) throw unparsable();
    this.#place += 1;
    return next;
  }

  #takes(wanted: string): boolean {
    const next = this.#tokens[this.#place];
    const isIt = next !== undefined && next.kind !== "text" && next.text.toUpperCase() === wanted;
    if (isIt) this.#place += 1;
    return isIt;
  }

  #need(wanted: string): void {
    if (!this.#takes(wanted)) throw unparsable();
  }
}

export function parseExpertQuery(text: string, fields: readonly Field[], asker: Asker): Fits {
  return new Parser(tokensOf(text), fields, asker).whole();
}
