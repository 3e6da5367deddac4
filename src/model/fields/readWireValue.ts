// Readers for server values that tolerate variations: null, empty and absent mean no value; numbers and
// booleans may be strings; lists may be null or an XML structure. The same readers are used for JSON and XML.
import type { Choice, Field } from "../tracker.ts";
import { toGroupLabel } from "../user.ts";
import type { ChoiceId, LabeledId, TextFormat } from "../valueTypes.ts";
import type { WireObject } from "./fieldType.ts";

/** The value is reported as unreadable; other values aren't affected. */
export class InvalidValueError extends Error {
  readonly kind = "notReadable";
}

function fail(expected: string): never {
  throw new InvalidValueError(`Expected ${expected}.`);
}

/** Undefined for an invalid value. */
export function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidValueError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function readObject(value: unknown): WireObject {
  return isObject(value) ? value : fail("an object");
}

export function readOptionalText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : fail("a text");
}

/** Empty if there is no value. */
export function readText(value: unknown): string {
  return readOptionalText(value) ?? "";
}

export function readInteger(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : fail("an integer");
}

/** Undefined for any other value. */
export function readOptionalInteger(value: unknown): number | undefined {
  return tryRead(() => readInteger(value));
}

/** Undefined for any other value. */
export function readOptionalBoolean(value: unknown): boolean | undefined {
  if (value === true || value === "true" || value === "1") return true;
  return value === false || value === "false" || value === "0" || value === "" ? false : undefined;
}

/** Undefined if there is no value; throws for anything that isn't a number. */
export function readNumber(value: unknown): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value)
    ? Number(value)
    : fail("a number");
}

/** Digits are parsed as a number; ids of some groups and list values are strings. */
export function readChoiceId(value: unknown): ChoiceId {
  const number = readOptionalInteger(value);
  if (number !== undefined) return number;
  return typeof value === "string" && value !== "" ? value : fail("an id");
}

/**
 * The elements of an array; of an object with numeric keys, which PHP writes for arrays with gaps; of the
 * `item` or `text` children of an XML element; none for null, empty or absent.
 */
export function toElements(value: unknown): readonly unknown[] {
  if (value === null || value === undefined || value === "") return [];
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [value];
  const name = ["item", "text"].find((each) => each in value);
  if (name !== undefined) {
    const inner = value[name];
    return Array.isArray(inner) ? inner : [inner];
  }
  return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : [value];
}

/** Omits invalid elements. */
export function readList<T>(value: unknown, read: (element: unknown) => T): readonly T[] {
  return toElements(value).flatMap((element) => tryRead(() => [read(element)]) ?? []);
}

/** Throws if any element is invalid, because omitted elements would be erased on the next write. */
export function readStrictList<T>(value: unknown, read: (element: unknown) => T): readonly T[] {
  return toElements(value).map(read);
}

/** User groups only have short names and keys. */
function readNames(
  wire: WireObject,
): Readonly<Record<"name" | "real" | "user" | "display", string | undefined>> {
  const [label, shortName, key] = [wire["label"], wire["short_name"], wire["key"]].map(readOptionalText);
  const group = shortName ?? key;
  return {
    name: group === undefined ? label : toGroupLabel(label ?? group),
    real: readOptionalText(wire["real_name"]),
    display: readOptionalText(wire["display_name"]),
    user: readOptionalText(wire["username"]),
  };
}

/** The best available name, or the id. */
export function readLabel(wire: WireObject, id: ChoiceId): string {
  const { name, real, user, display } = readNames(wire);
  return name ?? real ?? user ?? display ?? String(id);
}

/** Omits elements without label, such as "nobody". */
export function readLabelsById(value: unknown): ReadonlyMap<ChoiceId, string> {
  const chosen = readList(value, (element) => {
    const wire = readObject(element);
    const id = readChoiceId(wire["id"]);
    return [id, readLabel(wire, id)] as const;
  });
  return new Map(chosen);
}

/** Undefined for "nobody", whose members are all null. */
export function readUser(value: unknown): { readonly id: number; readonly label: string } | undefined {
  return tryRead(() => {
    const { id: rawId, real_name, display_name, username } = readObject(value);
    const [real, display, user] = [real_name, display_name, username].map(readOptionalText);
    const id = readOptionalInteger(rawId);
    return id === undefined ? undefined : { id, label: real ?? user ?? display ?? String(id) };
  });
}

export function toTextFormat(format: string | undefined, commonmark: string | undefined): TextFormat {
  if (commonmark !== undefined) return "commonmark";
  return format === "html" || format === "commonmark" ? format : "text";
}

// Default values of new artifacts. The format differs by type; unreadable defaults are left empty.

function hasMembers(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null;
}

export function getOwnMember(value: unknown, name: string): unknown {
  return hasMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function readDefaultText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function readDefaultUsers(value: unknown): readonly LabeledId[] {
  return (Array.isArray(value) ? value : []).flatMap((each) => {
    const id = getOwnMember(each, "id");
    const label = readDefaultText(
      getOwnMember(each, "real_name") ?? getOwnMember(each, "label") ?? getOwnMember(each, "username"),
    );
    return typeof id === "number" && id > 100 && label !== undefined ? { id, label } : [];
  });
}

/** Omits values that the list no longer has. */
export function readDefaultChoices(value: unknown, { choices, binding }: Field): readonly LabeledId[] {
  if (choices === undefined) return binding === "users" ? readDefaultUsers(value) : [];
  const ids = new Set(
    (Array.isArray(value) ? value : []).map((each) => String(getOwnMember(each, "id") ?? each)),
  );
  return choices
    .filter(({ id, isHidden }: Choice) => !isHidden && ids.has(String(id)))
    .map(({ id, label }) => ({ id, label }));
}
