// The shapes that servers vary, read alike: null, empty and absent mean nothing; numbers and booleans may be texts; a list may
// be null, or whatever XML makes of it. So one reader reads JSON and XML.
import type { Choice, Field } from "../tracker.ts";
import { groupLabel } from "../user.ts";
import type { ChoiceId, Chosen, TextFormat } from "../value.ts";
import type { Members } from "./fieldType.ts";

/** A value that makes no sense: it is marked as unreadable and leaves its neighbours alone. */
export class NotReadable extends Error {
  readonly kind = "notReadable";
}

function fail(expected: string): never {
  throw new NotReadable(`Expected ${expected}.`);
}

/** Undefined for what makes no sense. */
export function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotReadable) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function readMembers(value: unknown): Members {
  return isObject(value) ? value : fail("an object");
}

export function readOptionalText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : fail("a text");
}

/** A text where none means empty. */
export function readText(value: unknown): string {
  return readOptionalText(value) ?? "";
}

export function readInteger(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : fail("an integer");
}

/** Undefined for anything else. */
export function readOptionalInteger(value: unknown): number | undefined {
  return tryRead(() => readInteger(value));
}

/** Undefined for anything else. */
export function readOptionalBoolean(value: unknown): boolean | undefined {
  if (value === true || value === "true" || value === "1") return true;
  return value === false || value === "false" || value === "0" || value === "" ? false : undefined;
}

/** A number where something else than a number or nothing is a mistake. */
export function readNumber(value: unknown): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value)
    ? Number(value)
    : fail("a number");
}

/** Ids are numbers; those of some groups and list values are texts. A text of digits is a number. */
export function readId(value: unknown): ChoiceId {
  const number = readOptionalInteger(value);
  if (number !== undefined) return number;
  return typeof value === "string" && value !== "" ? value : fail("an id");
}

/**
 * The elements of a list: an array; null, empty or absent for none; an object with numeric keys, as PHP writes
 * an array with gaps; in XML the `item` or `text` children of its element, or its text if that is all.
 */
export function elements(value: unknown): readonly unknown[] {
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

/** A list whose elements all fit; those that do not are left out. */
export function readList<T>(value: unknown, read: (element: unknown) => T): readonly T[] {
  return elements(value).flatMap((element) => tryRead(() => [read(element)]) ?? []);
}

/** A list in which every element has to fit: what is left out of one that is written back would be erased. */
export function readWholeList<T>(value: unknown, read: (element: unknown) => T): readonly T[] {
  return elements(value).map(read);
}

/** The names that servers have for one of a list; user groups only have short names and keys. */
function readNames(
  wire: Members,
): Readonly<Record<"name" | "real" | "user" | "display", string | undefined>> {
  const [label, shortName, key] = [wire["label"], wire["short_name"], wire["key"]].map(readOptionalText);
  const group = shortName ?? key;
  return {
    name: group === undefined ? label : groupLabel(label ?? group),
    real: readOptionalText(wire["real_name"]),
    display: readOptionalText(wire["display_name"]),
    user: readOptionalText(wire["username"]),
  };
}

/** What is called by the best of its names, else by its id. */
export function readLabel(wire: Members, id: ChoiceId): string {
  const { name, real, user, display } = readNames(wire);
  return name ?? real ?? user ?? display ?? String(id);
}

/** For their labels only: what has none, such as nobody, is left out. */
export function readLabels(value: unknown): ReadonlyMap<ChoiceId, string> {
  const chosen = readList(value, (element) => {
    const wire = readMembers(element);
    const id = readId(wire["id"]);
    return [id, readLabel(wire, id)] as const;
  });
  return new Map(chosen);
}

/** A person by id and name; undefined for nobody, whose members are all null. */
export function readPerson(value: unknown): { readonly id: number; readonly label: string } | undefined {
  return tryRead(() => {
    const { id: idThere, real_name, display_name, username } = readMembers(value);
    const [real, display, user] = [real_name, display_name, username].map(readOptionalText);
    const id = readOptionalInteger(idThere);
    return id === undefined ? undefined : { id, label: real ?? user ?? display ?? String(id) };
  });
}

export function formatOf(format: string | undefined, commonmark: string | undefined): TextFormat {
  if (commonmark !== undefined) return "commonmark";
  return format === "html" || format === "commonmark" ? format : "text";
}

// What a tracker sets into the fields of a new artifact. It is written in as many ways as there are types; what can't be read
// is left empty, and the server has the last word.

function hasMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

export function memberOf(value: unknown, name: string): unknown {
  return hasMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function defaultText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function defaultPeople(value: unknown): readonly Chosen[] {
  return (Array.isArray(value) ? value : []).flatMap((each) => {
    const id = memberOf(each, "id");
    const label = defaultText(
      memberOf(each, "real_name") ?? memberOf(each, "label") ?? memberOf(each, "username"),
    );
    return typeof id === "number" && id > 100 && label !== undefined ? { id, label } : [];
  });
}

/** Defaults name values of the list; whatever the list no longer has is left out. */
export function defaultChoices(value: unknown, { choices, binding }: Field): readonly Chosen[] {
  if (choices === undefined) return binding === "users" ? defaultPeople(value) : [];
  const ids = new Set(
    (Array.isArray(value) ? value : []).map((each) => String(memberOf(each, "id") ?? each)),
  );
  return choices
    .filter(({ id, isHidden }: Choice) => !isHidden && ids.has(String(id)))
    .map(({ id, label }) => ({ id, label }));
}
