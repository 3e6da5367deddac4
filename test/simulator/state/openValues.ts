import type { Field } from "./field.ts";

interface OpenValue {
  readonly id: string;
  readonly label: string;
}

/** What people typed into open lists. A label typed again is the same value. */
export class OpenValues {
  readonly #values = new Map<number, OpenValue[]>();
  #count = 0;

  of(field: Field): readonly OpenValue[] {
    return this.#values.get(field.id) ?? [];
  }

  named(field: Field, label: string): OpenValue {
    const known = this.of(field).find((value) => value.label === label);
    if (known !== undefined) return known;
    this.#count += 1;
    // Far above those of the demo data, which are numbered like their artifacts.
    const value = { id: `o${1_000_000 + this.#count}`, label };
    this.#values.set(field.id, [...this.of(field), value]);
    return value;
  }
}
