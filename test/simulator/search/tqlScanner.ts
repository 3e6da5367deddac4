import { HttpError } from "../http/httpError.ts";

/** A set of characters, and how error messages write it. */
export interface CharacterClass {
  readonly description: string;
  readonly pattern: RegExp;
}

export const digit: CharacterClass = { description: "[0-9]", pattern: /[0-9]/ };

/**
 * Reads the text of a query as the parser of the product does: alternatives are tried in order, and a syntax error is
 * reported at the furthest position that any of them reached, with all that could have followed there.
 */
export class TqlScanner {
  readonly #text: string;
  readonly #expected = new Set<string>();
  #position = 0;
  #furthest = 0;
  #isSilent = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a text in any case. */
  acceptKeyword(keyword: string): boolean {
    return this.#accept(keyword, this.#peek(keyword.length).toLowerCase() === keyword.toLowerCase());
  }

  /** Reads exactly this text. */
  acceptSymbol(symbol: string): boolean {
    return this.#accept(symbol, this.#peek(symbol.length) === symbol);
  }

  acceptCharacter({ description, pattern }: CharacterClass): string | undefined {
    const character = this.#peek(1);
    if (character === "" || !pattern.test(character)) return this.#fail(description);
    this.#position += 1;
    return character;
  }

  /** At least one. */
  acceptCharacters(characterClass: CharacterClass): string | undefined {
    let text = "";
    for (;;) {
      const character = this.acceptCharacter(characterClass);
      if (character === undefined) return text === "" ? undefined : text;
      text += character;
    }
  }

  /** Never fails, so error messages don't mention it. */
  skipSpace(): void {
    while (/[ \t\n\r]/.test(this.#peek(1))) this.#position += 1;
  }

  acceptEnd(): boolean {
    if (this.#position === this.#text.length) return true;
    this.#fail("end of input");
    return false;
  }

  /** Returns to the current position if nothing was read. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.#position;
    const result = read();
    if (result === undefined) this.#position = start;
    return result;
  }

  /** Error messages have the name instead of what is inside. */
  attemptNamed<T>(name: string, read: () => T | undefined): T | undefined {
    const wasSilent = this.#isSilent;
    this.#isSilent = true;
    const result = this.attempt(read);
    this.#isSilent = wasSilent;
    return result ?? this.#fail(name);
  }

  createError(): HttpError {
    const expected = [...this.#expected].toSorted((one, other) => (one < other ? -1 : 1));
    const linesBefore = this.#text.slice(0, this.#furthest).split("\n");
    return new HttpError(400, undefined, {
      localizedMessage: `Error while parsing the query. Expected to find one of the following: ${expected.join(", ")}`,
      position: { line: linesBefore.length, column: (linesBefore.at(-1) ?? "").length + 1 },
    });
  }

  #peek(length: number): string {
    return this.#text.slice(this.#position, this.#position + length);
  }

  #accept(text: string, isNext: boolean): boolean {
    if (isNext) this.#position += text.length;
    else this.#fail(JSON.stringify(text));
    return isNext;
  }

  #fail(description: string): undefined {
    if (this.#isSilent || this.#position < this.#furthest) return;
    if (this.#position > this.#furthest) this.#expected.clear();
    this.#furthest = this.#position;
    this.#expected.add(description);
  }
}
