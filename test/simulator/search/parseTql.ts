import { readLinkCondition } from "./readLinkCondition.ts";
import { digit, TqlScanner } from "./tqlScanner.ts";
import type { CharacterClass } from "./tqlScanner.ts";
import type {
  AndCondition,
  Comparison,
  ComparisonOperator,
  FromCondition,
  FromTarget,
  OrCondition,
  Period,
  SortOrder,
  Term,
  TqlQuery,
  TqlValue,
} from "./tqlQuery.ts";

const hexDigit: CharacterClass = { description: "[0-9a-f]i", pattern: /[0-9a-f]/i };
const fieldCharacter: CharacterClass = { description: "[a-zA-Z0-9_\\-]", pattern: /[\w-]/ };
const metadataCharacter: CharacterClass = { description: "[a-zA-Z0-9_.]", pattern: /[\w.]/ };
const sign: CharacterClass = { description: "[+|\\-]", pattern: /[+-]/ };
const unit: CharacterClass = { description: "[d|w|m|y]i", pattern: /[dwmy]/i };
const escaped: CharacterClass = { description: "[^\\r\\n\\f0-9a-f]i", pattern: /[^\r\n\f0-9a-f]/i };
const textCharacters: Readonly<Record<string, CharacterClass>> = {
  '"': { description: '[^\\n\\r\\f\\\\"]', pattern: /[^\n\r\f\\"]/ },
  "'": { description: "[^\\n\\r\\f\\\\']", pattern: /[^\n\r\f\\']/ },
};

const symbolOperators = ["=", "!=", "<=", ">=", "<", ">"] as const satisfies readonly ComparisonOperator[];
const projectTargets = ["@project.name", "@project.category", "@project"] as const satisfies FromTarget[];

/** Throws the syntax error of the product. */
export function parseTql(text: string): TqlQuery {
  const scanner = new TqlScanner(text);
  const parser = new TqlParser(scanner);
  const query = scanner.attempt(() => parser.readCondition()) ?? scanner.attempt(() => parser.readQuery());
  if (query === undefined || !scanner.acceptEnd()) throw scanner.createError();
  return query;
}

/** Each method reads what its name says, or returns `undefined`; the caller returns to where it started. */
class TqlParser {
  readonly #scanner: TqlScanner;

  constructor(scanner: TqlScanner) {
    this.#scanner = scanner;
  }

  readCondition(): TqlQuery | undefined {
    const condition = this.#readOr();
    return condition && { columns: [], from: [], condition, order: undefined };
  }

  readQuery(): TqlQuery | undefined {
    const scanner = this.#scanner;
    const columns = this.#readSelect();
    const from = columns && this.#readFrom();
    if (columns === undefined || from === undefined || !scanner.acceptKeyword("where")) return undefined;
    scanner.skipSpace();
    const condition = this.#readOr();
    scanner.skipSpace();
    return condition && { columns, from, condition, order: scanner.attempt(() => this.#readOrder()) };
  }

  #readSelect(): readonly string[] | undefined {
    const scanner = this.#scanner;
    return this.#readIf(scanner.acceptKeyword("select"), () => this.#readList(() => this.#readName()));
  }

  #readFrom(): readonly FromCondition[] | undefined {
    const scanner = this.#scanner;
    if (!scanner.acceptKeyword("from")) return undefined;
    scanner.skipSpace();
    const first = this.#readFromCondition();
    if (first === undefined) return undefined;
    scanner.skipSpace();
    const second = scanner.attempt(() =>
      this.#readIf(scanner.acceptKeyword("and"), () => this.#readFromCondition()),
    );
    scanner.skipSpace();
    return second === undefined ? [first] : [first, second];
  }

  #readFromCondition(): FromCondition | undefined {
    const scanner = this.#scanner;
    const project = projectTargets.find((each) => scanner.acceptSymbol(each));
    const target = project ?? (scanner.acceptSymbol("@tracker.name") ? "@tracker.name" : undefined);
    if (target === undefined) return undefined;
    scanner.skipSpace();
    if (scanner.acceptSymbol("=")) {
      scanner.skipSpace();
      const name = scanner.attempt(() => this.#readText());
      if (name !== undefined) return { target, operator: "=", values: [name] };
      const isOwn = target !== "@tracker.name" && this.#acceptFunction("my_projects");
      return isOwn ? { target, operator: "=", values: "MY_PROJECTS()" } : undefined;
    }
    if (!scanner.acceptKeyword("in")) return undefined;
    const values = this.#readInParentheses(() => this.#readList(() => this.#readText()));
    return values && { target, operator: "IN()", values };
  }

  #readOrder(): SortOrder | undefined {
    const scanner = this.#scanner;
    if (!scanner.acceptKeyword("order by")) return undefined;
    scanner.skipSpace();
    const name = this.#readName();
    if (name === undefined) return undefined;
    scanner.skipSpace();
    // Each is tried, so that an error message has all of them.
    if (["ASCENDING", "ASC"].some((each) => scanner.acceptKeyword(each))) {
      scanner.skipSpace();
      return { name, direction: "ascending" };
    }
    if (!["DESCENDING", "DESC"].some((each) => scanner.acceptKeyword(each))) return undefined;
    scanner.skipSpace();
    return { name, direction: "descending" };
  }

  #readOr(): OrCondition | undefined {
    this.#scanner.skipSpace();
    const operands = this.#readOperands("or", () => this.#readAnd());
    return operands && { kind: "or", operands };
  }

  #readAnd(): AndCondition | undefined {
    const operands = this.#readOperands("and", () => this.#readTerm());
    return operands && { kind: "and", operands };
  }

  #readOperands<T>(keyword: string, read: () => T | undefined): readonly T[] | undefined {
    const scanner = this.#scanner;
    const operands: T[] = [];
    for (;;) {
      const operand = scanner.attempt(() =>
        operands.length === 0 ? read() : this.#readIf(scanner.acceptKeyword(keyword), read),
      );
      if (operand === undefined) return operands.length === 0 ? undefined : operands;
      operands.push(operand);
      scanner.skipSpace();
    }
  }

  #readTerm(): Term | undefined {
    const scanner = this.#scanner;
    return (
      scanner.attempt(() => this.#readComparison()) ??
      scanner.attempt(() => {
        if (!scanner.acceptSymbol("(")) return undefined;
        const condition = this.#readOr();
        scanner.skipSpace();
        return condition && scanner.acceptSymbol(")") ? condition : undefined;
      }) ??
      scanner.attempt(() => readLinkCondition(scanner, () => this.#readText()))
    );
  }

  #readComparison(): Comparison | undefined {
    const scanner = this.#scanner;
    const name = this.#readName();
    if (name === undefined) return undefined;
    scanner.skipSpace();
    for (const operator of symbolOperators) {
      const value = scanner.attempt(() =>
        this.#readIf(scanner.acceptSymbol(operator), () => this.#readValue()),
      );
      if (value !== undefined) return { kind: "comparison", name, operator, values: [value] };
    }
    const range = scanner.attempt(() =>
      scanner.acceptKeyword("between") ? this.#readInParentheses(() => this.#readRange()) : undefined,
    );
    if (range !== undefined) return { kind: "comparison", name, operator: "BETWEEN()", values: range };
    for (const operator of ["IN()", "NOT IN()"] as const) {
      const keyword = operator.slice(0, -"()".length).toLowerCase();
      const values = scanner.attempt(() =>
        scanner.acceptKeyword(keyword) ? this.#readInParentheses(() => this.#readValues()) : undefined,
      );
      if (values !== undefined) return { kind: "comparison", name, operator, values };
    }
    return undefined;
  }

  #readRange(): readonly TqlValue[] | undefined {
    const scanner = this.#scanner;
    const from = this.#readValue();
    scanner.skipSpace();
    const to = from && this.#readIf(scanner.acceptSymbol(","), () => this.#readValue());
    return from && to && [from, to];
  }

  /** A comma after the last one is allowed. */
  #readValues(): readonly TqlValue[] | undefined {
    const values = this.#readList(() => this.#readValue());
    if (values !== undefined) this.#scanner.acceptSymbol(",");
    return values;
  }

  #readInParentheses<T>(read: () => T | undefined): T | undefined {
    const scanner = this.#scanner;
    scanner.skipSpace();
    const content = this.#readIf(scanner.acceptSymbol("("), read);
    if (content === undefined) return undefined;
    scanner.skipSpace();
    return scanner.acceptSymbol(")") ? content : undefined;
  }

  /** Reads what follows something, after the space between them. */
  #readIf<T>(isPreceded: boolean, read: () => T | undefined): T | undefined {
    if (!isPreceded) return undefined;
    this.#scanner.skipSpace();
    return read();
  }

  /** One or more, separated by commas. */
  #readList<T>(read: () => T | undefined): readonly T[] | undefined {
    const scanner = this.#scanner;
    const first = read();
    if (first === undefined) return undefined;
    const items = [first];
    for (;;) {
      scanner.skipSpace();
      const item = scanner.attempt(() => this.#readIf(scanner.acceptSymbol(","), read));
      if (item === undefined) return items;
      items.push(item);
    }
  }

  #readName(): string | undefined {
    const scanner = this.#scanner;
    const field = scanner.acceptCharacters(fieldCharacter);
    if (field !== undefined || !scanner.acceptSymbol("@")) return field;
    const name = scanner.acceptCharacters(metadataCharacter);
    return name === undefined ? undefined : `@${name}`;
  }

  #readValue(): TqlValue | undefined {
    const scanner = this.#scanner;
    const text = scanner.attempt(() => this.#readText());
    if (text !== undefined) return { kind: "text", text };
    const float = scanner.attempt(() => this.#readFloat());
    if (float !== undefined) return { kind: "float", number: Number(float) };
    const integer = scanner.attemptNamed("integer", () => scanner.acceptCharacters(digit));
    if (integer !== undefined) return { kind: "integer", number: Number(integer) };
    if (this.#acceptFunction("now")) {
      scanner.skipSpace();
      return { kind: "now", period: scanner.attempt(() => this.#readPeriod()) };
    }
    if (this.#acceptFunction("myself")) return { kind: "myself" };
    return this.#acceptFunction("open") ? { kind: "open" } : undefined;
  }

  #acceptFunction(name: string): boolean {
    const scanner = this.#scanner;
    const acceptEnd = (): true | undefined => (scanner.acceptSymbol(")") ? true : undefined);
    const acceptParentheses = (): true | undefined => this.#readIf(scanner.acceptSymbol("("), acceptEnd);
    return scanner.attempt(() => this.#readIf(scanner.acceptKeyword(name), acceptParentheses)) ?? false;
  }

  #readFloat(): string | undefined {
    const scanner = this.#scanner;
    const whole = scanner.acceptCharacters(digit);
    if (whole === undefined || !scanner.acceptSymbol(".")) return undefined;
    const fraction = scanner.acceptCharacters(digit);
    return fraction === undefined ? undefined : `${whole}.${fraction}`;
  }

  #readPeriod(): Period | undefined {
    const scanner = this.#scanner;
    const direction = scanner.acceptCharacter(sign);
    if (direction === undefined) return undefined;
    scanner.skipSpace();
    const amount = scanner.acceptCharacters(digit);
    const letter = amount === undefined ? undefined : scanner.acceptCharacter(unit);
    if (letter === undefined) return undefined;
    return {
      amount: Number(amount) * (direction === "-" ? -1 : 1),
      unit: letter.toLowerCase() as Period["unit"],
    };
  }

  #readText(): string | undefined {
    const scanner = this.#scanner;
    const quote = ['"', "'"].find((each) => scanner.acceptSymbol(each));
    const plain = quote === undefined ? undefined : textCharacters[quote];
    if (quote === undefined || plain === undefined) return undefined;
    let text = "";
    for (;;) {
      const character = scanner.acceptCharacter(plain) ?? scanner.attempt(() => this.#readEscape());
      if (character === undefined) return scanner.acceptSymbol(quote) ? text : undefined;
      text += character;
    }
  }

  /** A backslash before a line break removes it; `\u` is a character by its number; others stand for themselves. */
  #readEscape(): string | undefined {
    const scanner = this.#scanner;
    const hasLineBreak = scanner.attempt(() =>
      scanner.acceptSymbol("\\") && ["\n", "\r\n", "\r", "\f"].some((each) => scanner.acceptSymbol(each))
        ? true
        : undefined,
    );
    if (hasLineBreak === true) return "";
    const number = scanner.attempt(() => (scanner.acceptSymbol("\\u") ? this.#readHexNumber() : undefined));
    if (number !== undefined) return String.fromCodePoint(number);
    return scanner.acceptSymbol("\\") ? scanner.acceptCharacter(escaped) : undefined;
  }

  #readHexNumber(): number | undefined {
    const scanner = this.#scanner;
    let digits = "";
    while (digits.length < 6) {
      const next = scanner.acceptCharacter(hexDigit);
      if (next === undefined) break;
      digits += next;
    }
    const number = Number.parseInt(digits, 16);
    if (Number.isNaN(number) || number > 0x10_ff_ff) return undefined;
    scanner.skipSpace();
    return number;
  }
}
