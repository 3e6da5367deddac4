// Parses TQL. Like the server's, the parser needs no space between words, and reports the furthest position that it could
// read with what could have followed there.
import {
  fromTargets,
  linkPhrases,
  listOperators,
  periodUnits,
  symbolOperators,
  type TqlComparison,
  type TqlCondition,
  type TqlFrom,
  type TqlFromTarget,
  type TqlLinkCondition,
  type TqlOperator,
  type TqlOrder,
  type TqlPeriod,
  type TqlQuery,
  type TqlValue,
} from "./tql.ts";

/** What could follow at a position. */
export type TqlExpectation =
  /** A word or symbol, as it is printed. */
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "column" | "searchedName" | "sortName" }
  | { readonly kind: "operator"; readonly name: string; readonly operator: TqlOperator }
  /** A text, number or function that is compared with the name. */
  | { readonly kind: "value"; readonly name: string; readonly operator: TqlOperator }
  | { readonly kind: "fromName"; readonly target: TqlFromTarget; readonly operator: "=" | "IN" }
  | { readonly kind: "trackerName" | "linkType" | "digits" | "end" };

/** `offset` is the furthest position that could be read, which is the end of a query without errors. */
interface TqlReach {
  readonly offset: number;
  readonly expected: readonly TqlExpectation[];
}

/** `fromOffset` is where FROM begins, if that could be read. */
export type TqlParseResult = TqlReach & { readonly fromOffset: number | undefined } & (
    { readonly kind: "query"; readonly query: TqlQuery } | { readonly kind: "error" }
  );

/** `query` begins with SELECT or FROM; `condition` is what a query of a single tracker consists of. */
export type TqlForm = "query" | "condition";

class TqlReader {
  readonly #text: string;
  #position = 0;
  #furthest = 0;
  #expected: TqlExpectation[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** The furthest position that was reached, and what could have followed there. */
  get reached(): TqlReach {
    return { offset: this.#furthest, expected: this.#expected };
  }

  /** The pattern has to be sticky. */
  match(pattern: RegExp, expectation: TqlExpectation): string | undefined {
    pattern.lastIndex = this.#position;
    const [text] = pattern.exec(this.#text) ?? [];
    if (text === undefined || text === "") this.expect(expectation);
    else this.#position += text.length;
    return text === "" ? undefined : text;
  }

  /** In any case, with any space between its words. */
  word<T extends string>(text: T, expectation: TqlExpectation = { kind: "word", text }): T | undefined {
    const start = this.#position;
    for (const [index, part] of text.split(" ").entries()) {
      if (index > 0) this.skipSpace();
      const next = this.#text.slice(this.#position, this.#position + part.length);
      if (next.toUpperCase() !== part.toUpperCase()) {
        // The rest of several words is expected after the first of them.
        const rest = text.split(" ").slice(index).join(" ");
        this.expect(index === 0 ? expectation : { kind: "word", text: rest });
        this.#position = start;
        return undefined;
      }
      this.#position += part.length;
    }
    return text;
  }

  anyWord<T extends string>(texts: readonly T[], toExpectation?: (text: T) => TqlExpectation): T | undefined {
    const results = texts.map((text) => {
      const start = this.#position;
      const found = this.word(text, toExpectation?.(text));
      const end = this.#position;
      this.#position = start;
      return found === undefined ? [] : [{ found, end }];
    });
    const [first] = results.flat();
    if (first === undefined) return undefined;
    this.#position = first.end;
    return first.found;
  }

  skipSpace(): void {
    while (/[ \t\n\r]/.test(this.#text.charAt(this.#position))) this.#position += 1;
  }

  expect(expectation: TqlExpectation): undefined {
    if (this.#position < this.#furthest) return;
    if (this.#position > this.#furthest) this.#expected = [];
    this.#furthest = this.#position;
    this.#expected.push(expectation);
  }

  get position(): number {
    return this.#position;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#text.length;
  }

  /** Returns to the current position if nothing was read. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.#position;
    const result = read();
    if (result === undefined) this.#position = start;
    return result;
  }

  /** What follows something, after space. */
  after<T>(isRead: boolean, read: () => T | undefined): T | undefined {
    if (!isRead) return undefined;
    this.skipSpace();
    return read();
  }
}

// A lookahead with a reference to its group keeps what it matched: otherwise, the time for an open text would grow
// exponentially with its numbers, each of which could also end earlier.
const textPattern =
  /"(?:[^\n\r\f\\"]|\\(?:\r\n|[\n\r\f]|u(?=([0-9a-f]{1,6}[ \t\n\r]*))\1|u(?![0-9a-f])|[^\r\n\f0-9a-fu]))*"|'(?:[^\n\r\f\\']|\\(?:\r\n|[\n\r\f]|u(?=([0-9a-f]{1,6}[ \t\n\r]*))\2|u(?![0-9a-f])|[^\r\n\f0-9a-fu]))*'/iy;

/** Deeper conditions can't be read, because each level takes some of the stack. Servers reject them earlier. */
const maxDepth = 100;

/** Each method reads what its name says, or returns `undefined`. */
class TqlParser {
  fromOffset: number | undefined;
  readonly #reader: TqlReader;
  #depth = 0;

  constructor(reader: TqlReader) {
    this.#reader = reader;
  }

  readQuery(): TqlQuery | undefined {
    const reader = this.#reader;
    reader.skipSpace();
    const columns = reader.attempt(() =>
      reader.after(reader.word("SELECT") !== undefined, () =>
        this.#readList(() => this.#readName({ kind: "column" })),
      ),
    );
    reader.skipSpace();
    const start = reader.position;
    const isFrom = reader.word("FROM") !== undefined;
    if (isFrom) this.fromOffset = start;
    const from = reader.after(isFrom, () => this.#readFrom());
    reader.skipSpace();
    if (from === undefined || reader.word("WHERE") === undefined) return undefined;
    const condition = this.#readOr();
    reader.skipSpace();
    return condition && { columns: columns ?? [], from, condition, order: this.#readOrder() };
  }

  readCondition(): TqlQuery | undefined {
    const condition = this.#readOr();
    return condition && { columns: [], from: [], condition, order: undefined };
  }

  #readFrom(): readonly TqlFrom[] | undefined {
    const reader = this.#reader;
    const first = this.#readFromPart();
    if (first === undefined) return undefined;
    reader.skipSpace();
    const second = reader.attempt(() =>
      reader.after(reader.word("AND") !== undefined, () => this.#readFromPart()),
    );
    return second === undefined ? [first] : [first, second];
  }

  #readFromPart(): TqlFrom | undefined {
    const reader = this.#reader;
    const target = fromTargets.find(
      (each) =>
        reader.match(new RegExp(each.replace(".", String.raw`\.`), "y"), { kind: "word", text: each }) !==
        undefined,
    );
    if (target === undefined) return undefined;
    reader.skipSpace();
    if (reader.word("=") !== undefined) {
      reader.skipSpace();
      const name = reader.attempt(() => this.#readText({ kind: "fromName", target, operator: "=" }));
      if (name !== undefined) return { target, operator: "=", values: [name] };
      return target !== "@tracker.name" && this.#readFunction("MY_PROJECTS")
        ? { target, operator: "=", values: "MY_PROJECTS()" }
        : undefined;
    }
    if (reader.word("IN") === undefined) return undefined;
    const values = this.#readInParentheses(() =>
      this.#readList(() => this.#readText({ kind: "fromName", target, operator: "IN" })),
    );
    return values && { target, operator: "IN", values };
  }

  #readOrder(): TqlOrder | undefined {
    const reader = this.#reader;
    return reader.attempt(() => {
      // The server accepts a single space here.
      if (reader.match(/order by/iy, { kind: "word", text: "ORDER BY" }) === undefined) return undefined;
      reader.skipSpace();
      const name = this.#readName({ kind: "sortName" });
      if (name === undefined) return undefined;
      reader.skipSpace();
      const word =
        reader.attempt(() => reader.match(/ascending|asc/iy, { kind: "word", text: "ASC" })) ??
        reader.match(/descending|desc/iy, { kind: "word", text: "DESC" });
      if (word === undefined) return undefined;
      return { name, direction: word.toUpperCase().startsWith("A") ? "ASC" : "DESC" };
    });
  }

  #readOr(): TqlCondition | undefined {
    this.#reader.skipSpace();
    return this.#readOperands("or", () => this.#readOperands("and", () => this.#readTerm()));
  }

  #readOperands(kind: "or" | "and", read: () => TqlCondition | undefined): TqlCondition | undefined {
    const reader = this.#reader;
    const first = reader.attempt(read);
    if (first === undefined) return undefined;
    const operands = [first];
    for (;;) {
      reader.skipSpace();
      const next = reader.attempt(() =>
        reader.after(reader.word(kind === "or" ? "OR" : "AND") !== undefined, read),
      );
      if (next === undefined) return operands.length === 1 ? first : { kind, operands };
      operands.push(next);
    }
  }

  #readTerm(): TqlCondition | undefined {
    const reader = this.#reader;
    return (
      reader.attempt(() => this.#readComparison()) ??
      reader.attempt(() => {
        const condition = reader.word("(") === undefined ? undefined : this.#readInner();
        reader.skipSpace();
        return condition !== undefined && reader.word(")") !== undefined ? condition : undefined;
      }) ??
      reader.attempt(() => this.#readLinkCondition())
    );
  }

  #readInner(): TqlCondition | undefined {
    if (this.#depth === maxDepth) return undefined;
    this.#depth += 1;
    const condition = this.#readOr();
    this.#depth -= 1;
    return condition;
  }

  #readComparison(): TqlComparison | undefined {
    const reader = this.#reader;
    const name = this.#readName({ kind: "searchedName" });
    if (name === undefined) return undefined;
    reader.skipSpace();
    const acceptOperator = (operator: TqlOperator): boolean => {
      const expectation = { kind: "operator", name, operator } as const;
      // The server accepts a single space here.
      if (operator === "NOT IN") return reader.match(/not in/iy, expectation) !== undefined;
      return reader.word(operator, expectation) !== undefined;
    };
    const readValue = (operator: TqlOperator): TqlValue | undefined =>
      this.#readValue({ kind: "value", name, operator });
    for (const operator of symbolOperators) {
      const value = reader.attempt(() => reader.after(acceptOperator(operator), () => readValue(operator)));
      if (value !== undefined) return { kind: "comparison", name, operator, values: [value] };
    }
    const range = reader.attempt(() =>
      acceptOperator("BETWEEN")
        ? this.#readInParentheses(() => this.#readRange(() => readValue("BETWEEN")))
        : undefined,
    );
    if (range !== undefined) return { kind: "comparison", name, operator: "BETWEEN", values: range };
    for (const operator of listOperators) {
      const values = reader.attempt(() =>
        acceptOperator(operator)
          ? this.#readInParentheses(() => {
              const list = this.#readList(() => readValue(operator));
              // A comma after the last value is allowed.
              if (list !== undefined) reader.word(",");
              return list;
            })
          : undefined,
      );
      if (values !== undefined) return { kind: "comparison", name, operator, values };
    }
    return undefined;
  }

  #readRange(readValue: () => TqlValue | undefined): readonly TqlValue[] | undefined {
    const reader = this.#reader;
    const from = readValue();
    reader.skipSpace();
    const to = from && reader.after(reader.word(",") !== undefined, readValue);
    return from && to && [from, to];
  }

  #readLinkCondition(): TqlLinkCondition | undefined {
    const reader = this.#reader;
    const phrase = reader.anyWord(linkPhrases);
    if (phrase === undefined) return undefined;
    const isLink = phrase.includes("LINKED");
    const acceptsTarget = !phrase.endsWith("COVERED");
    reader.skipSpace();
    const target = acceptsTarget ? this.#readLinkTarget(!phrase.includes("COVER")) : undefined;
    // Without an artifact, the rest of the query can't be read.
    if (target === undefined && phrase.endsWith("BY")) return undefined;
    const type = isLink
      ? reader.attempt(() => {
          reader.skipSpace();
          return reader.after(reader.word("WITH TYPE") !== undefined, () =>
            this.#readText({ kind: "linkType" }),
          );
        })
      : undefined;
    return { kind: "link", phrase, target, type };
  }

  #readLinkTarget(acceptsTracker: boolean): TqlLinkCondition["target"] {
    const reader = this.#reader;
    const artifact = reader.attempt(() => {
      if (reader.word("ARTIFACT") === undefined) return undefined;
      reader.skipSpace();
      return reader.after(reader.word("=") !== undefined, () => reader.match(/\d+/y, { kind: "digits" }));
    });
    if (artifact !== undefined) return { kind: "artifact", id: artifact };
    if (!acceptsTracker) return undefined;
    return reader.attempt(() => {
      if (reader.word("TRACKER") === undefined) return undefined;
      reader.skipSpace();
      const operator = reader.anyWord(["=", "!="] as const);
      if (operator === undefined) return undefined;
      reader.skipSpace();
      const name = this.#readText({ kind: "trackerName" });
      return name === undefined ? undefined : { kind: "tracker", operator, name };
    });
  }

  #readInParentheses<T>(read: () => T | undefined): T | undefined {
    const reader = this.#reader;
    reader.skipSpace();
    const content = reader.after(reader.word("(") !== undefined, read);
    if (content === undefined) return undefined;
    reader.skipSpace();
    return reader.word(")") === undefined ? undefined : content;
  }

  /** One or more, separated by commas. */
  #readList<T>(read: () => T | undefined): readonly T[] | undefined {
    const reader = this.#reader;
    const first = read();
    if (first === undefined) return undefined;
    const items = [first];
    for (;;) {
      reader.skipSpace();
      const item = reader.attempt(() => reader.after(reader.word(",") !== undefined, read));
      if (item === undefined) return items;
      items.push(item);
    }
  }

  #readName(expectation: TqlExpectation): string | undefined {
    return this.#reader.match(/[\w-]+|@[\w.]+/y, expectation);
  }

  #readValue(expectation: TqlExpectation): TqlValue | undefined {
    const reader = this.#reader;
    const text = reader.attempt(() => this.#readText(expectation));
    if (text !== undefined) return { kind: "text", text };
    const digits = reader.match(/\d+(?:\.\d+)?/y, expectation);
    if (digits !== undefined) return { kind: "number", digits };
    if (this.#readFunction("NOW", expectation)) {
      const period = reader.attempt(() => this.#readPeriod());
      return { kind: "now", period };
    }
    if (this.#readFunction("MYSELF", expectation)) return { kind: "myself" };
    return this.#readFunction("OPEN", expectation) ? { kind: "open" } : undefined;
  }

  #readFunction(name: string, expectation?: TqlExpectation): boolean {
    const reader = this.#reader;
    const result = reader.attempt(() => {
      const isRead = reader.word(name, expectation ?? { kind: "word", text: `${name}()` }) !== undefined;
      if (!isRead) return undefined;
      reader.skipSpace();
      return reader.after(reader.word("(") !== undefined, () => reader.word(")"));
    });
    return result !== undefined;
  }

  #readPeriod(): TqlPeriod | undefined {
    const reader = this.#reader;
    reader.skipSpace();
    const sign = reader.anyWord(["+", "-"] as const);
    if (sign === undefined) return undefined;
    reader.skipSpace();
    const digits = reader.match(/\d+/y, { kind: "digits" });
    const unit = digits === undefined ? undefined : reader.anyWord(periodUnits);
    return digits === undefined || unit === undefined ? undefined : { sign, digits, unit };
  }

  #readText(expectation: TqlExpectation): string | undefined {
    const reader = this.#reader;
    // An open text expects the same as no text, at its start.
    const source = reader.match(textPattern, expectation);
    return source === undefined ? undefined : unescapeText(source.slice(1, -1));
  }
}

/** A backslash before a line break removes it; `\u` is a character by its number; others stand for themselves. */
function unescapeText(source: string): string {
  return source.replace(
    /\\(?:(\r\n|[\n\r\f])|u([0-9a-f]{1,6})([ \t\n\r]*)|([^]))/gi,
    (_, lineBreak?: string, hex?: string, space?: string, character?: string) => {
      if (lineBreak !== undefined) return "";
      if (hex === undefined) return character ?? "";
      const number = Number.parseInt(hex, 16);
      return number > 0x10_ff_ff ? `u${hex}${space ?? ""}` : String.fromCodePoint(number);
    },
  );
}

export function parseTql(text: string, form: TqlForm = "query"): TqlParseResult {
  const reader = new TqlReader(text);
  const parser = new TqlParser(reader);
  const query = form === "query" ? parser.readQuery() : parser.readCondition();
  reader.skipSpace();
  const isComplete = query !== undefined && reader.isAtEnd;
  if (query !== undefined) reader.expect({ kind: "end" });
  const reached = { ...reader.reached, fromOffset: parser.fromOffset };
  return isComplete ? { kind: "query", query, ...reached } : { kind: "error", ...reached };
}
