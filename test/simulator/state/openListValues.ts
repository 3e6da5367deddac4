import type { Field } from "./field.ts";

interface OpenListValue {
  readonly id: string;
  readonly label: string;
}

/** Values typed into open lists. The same label is the same value. */
export class OpenListValues {
  readonly #values = new Map<number, OpenListValue[]>();
  #count = 0;

  getValues(field: Field): readonly OpenListValue[] {
    return this.#values.get(field.id) ?? [];
  }

  getOrCreate(field: Field, label: string): OpenListValue {
    const known = this.getValues(field).find((value) => value.label === label);
    if (known !== undefined) return known;
    this.#count += 1;
    // Far above the ids of the demo data, which are numbered like their artifacts.
    const value = { id: `o${1_000_000 + this.#count}`, label };
    this.#values.set(field.id, [...this.getValues(field), value]);
    return value;
  }
}
