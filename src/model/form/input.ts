// What a person has put into a field, whatever its type. What is of no type that is known, since another version has left it in a
// draft, is equal to itself, is not empty and says nothing.
import { type Control, type Input, typeOfControl, typeOfInput } from "../fields/registry.ts";

/** What stands in a control when nobody has touched it; undefined for controls that take no input. */
export function emptyInput(control: Control): Input | undefined {
  const part = typeOfControl(control)?.input;
  return part?.emptyIn?.(control) ?? part?.empty;
}

export function sameInput(one: Input | undefined, other: Input | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind !== other.kind) return false;
  const part = typeOfInput(one)?.input;
  if (part === undefined) return JSON.stringify(one) === JSON.stringify(other);
  return part.essence(one) === part.essence(other) || part.isSame?.(one, other) === true;
}

export function isEmpty(input: Input | undefined): boolean {
  return input === undefined || typeOfInput(input)?.input?.isEmpty(input) === true;
}

/** What was typed as a text to read, where it is only told. */
export function inputText(input: Input, zone?: string): string {
  return typeOfInput(input)?.input?.text(input, zone) ?? "";
}

/** All that was typed freely. */
export function textsIn(input: Input): readonly string[] {
  return typeOfInput(input)?.input?.texts?.(input) ?? [];
}
