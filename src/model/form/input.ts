// Functions for inputs of any type. An input of an unknown type, from a draft of another version, is equal to
// itself, not empty, and has no text.
import { type Control, type Input, typeOfControl, typeOfInput } from "../fields/registry.ts";

/** Undefined for read-only controls. */
export function createEmptyInput(control: Control): Input | undefined {
  const part = typeOfControl(control)?.input;
  return part?.createEmpty?.(control) ?? part?.empty;
}

export function isSameInput(one: Input | undefined, other: Input | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind !== other.kind) return false;
  const part = typeOfInput(one)?.input;
  if (part === undefined) return JSON.stringify(one) === JSON.stringify(other);
  return (
    part.toComparisonKey(one) === part.toComparisonKey(other) || part.isEquivalent?.(one, other) === true
  );
}

export function isEmptyInput(input: Input | undefined): boolean {
  return input === undefined || typeOfInput(input)?.input?.isEmpty(input) === true;
}

/** One line for display. */
export function toInputText(input: Input, zone?: string): string {
  return typeOfInput(input)?.input?.toText(input, zone) ?? "";
}

/** All freely typed texts. */
export function getFreeTexts(input: Input): readonly string[] {
  return typeOfInput(input)?.input?.getFreeTexts?.(input) ?? [];
}
