// Rows by the hundred thousand: what many of them have in common is kept once.
import type { ArtifactRow } from "../../model/artifact.ts";
import type { Chosen } from "../../model/value.ts";

const nobody: readonly Chosen[] = [];

export class LeanRows {
  readonly #texts = new Map<string, string>();
  readonly #people = new Map<string, Chosen>();
  readonly #groups = new Map<string, readonly Chosen[]>();

  /** The same row, of shared parts. It is changed in place: a copy would be a third larger than what is copied. */
  of<T extends ArtifactRow>(row: T): T {
    const mine: { -readonly [Name in keyof ArtifactRow]: ArtifactRow[Name] } = row;
    const { status, submittedBy, submittedOn, modifiedOn } = row;
    if (status !== undefined) mine.status = this.#text(status);
    if (submittedBy !== undefined) mine.submittedBy = this.#person(submittedBy);
    mine.assignees = this.#group(row.assignees);
    // Never changed since.
    if (submittedOn === modifiedOn) mine.modifiedOn = submittedOn;
    return row;
  }

  #text(text: string): string {
    const known = this.#texts.get(text) ?? text;
    this.#texts.set(text, known);
    return known;
  }

  #person(person: Chosen): Chosen {
    const key = `${person.id} ${person.label}`;
    const known = this.#people.get(key) ?? person;
    this.#people.set(key, known);
    return known;
  }

  #group(people: readonly Chosen[]): readonly Chosen[] {
    if (people.length === 0) return nobody;
    const key = JSON.stringify(people);
    const known = this.#groups.get(key) ?? people.map((person) => this.#person(person));
    this.#groups.set(key, known);
    return known;
  }
}
