// Parses the input of chat tools. VS Code validates it against a schema, but models don't always follow it.
import { removeInvisibleCharacters } from "../displayText.ts";
import type { Problem } from "../fields/fieldType.ts";
import type { ListOperation, EditObstacle } from "../triage/fieldEditRequest.ts";

// Problems are codes; the host turns them into text for the assistant.

export type ToolRequestProblem =
  /** `known` lists the existing fields. */
  | { readonly code: "noField"; readonly field: string; readonly known: readonly string[] }
  /** Several fields have this label; `known` lists their names. */
  | { readonly code: "ambiguousField"; readonly field: string; readonly known: readonly string[] }
  | { readonly code: "duplicateField"; readonly field: string }
  /** Attachments, permissions and similar fields can only be edited in the form. */
  | { readonly code: "notEditable"; readonly field: string }
  /** Only lists support `add` and `remove`. */
  | { readonly code: "onlySet"; readonly field: string }
  | { readonly code: "singleValue"; readonly field: string }
  /** `known` lists the visible choices. */
  | {
      readonly code: "unknownValue" | "ambiguousValue";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  /** `known` lists the people found. */
  | {
      readonly code: "unknownPerson" | "ambiguousPerson";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  /** Servers require at least three letters to search people, and some can't search at all. */
  | { readonly code: "searchUnavailable"; readonly field: string; readonly value: string }
  | { readonly code: "notAnArtifact"; readonly field: string; readonly value: string }
  | {
      readonly code: "noLinkType";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  | { readonly code: "refused"; readonly field: string; readonly why: EditObstacle }
  | { readonly code: "problem"; readonly field: string; readonly problem: Problem }
  | { readonly code: "noComments" }
  /** Nothing would change. */
  | { readonly code: "unchanged" };

/** Values are given by label, people by name, dates as YYYY-MM-DD. */
export interface ToolFieldInput {
  /** Label or name of the field. */
  readonly field: string;
  readonly operation: ListOperation;
  readonly values: readonly string[];
  /** Only for link fields. */
  readonly linkType: string | undefined;
}

interface ToolConditionInput {
  readonly field: string;
  readonly operator: string;
  readonly values: readonly string[];
}

export interface SearchToolInput {
  readonly site: string | undefined;
  readonly tracker: number | undefined;
  readonly words: string | undefined;
  readonly where: readonly ToolConditionInput[];
  readonly openOnly: boolean;
  readonly limit: number;
}

interface TrackerToolInput {
  readonly site: string | undefined;
  readonly tracker: number | undefined;
}

interface ReadToolInput {
  readonly site: string | undefined;
  readonly artifact: number;
  readonly tracker: number | undefined;
}

export interface CreateToolInput {
  readonly site: string | undefined;
  readonly tracker: number;
  readonly fields: readonly ToolFieldInput[];
}

export interface UpdateToolInput {
  readonly artifact: number;
  /** The `revision` that the read tool returned. */
  readonly revision: string;
  readonly fields: readonly ToolFieldInput[];
  readonly comment: string | undefined;
}

export interface ToolInputProblem {
  readonly problem:
    | "notAnObject"
    | "missing"
    | "notAString"
    | "notANumber"
    | "notAnArray"
    | "notABoolean"
    | "tooLong"
    | "unknownKeyword";
  /** Such as `fields[2].values`; empty for the input itself. */
  readonly path: string;
  /** Allowed values, or the maximum length. */
  readonly allowed?: readonly string[];
}

export type ToolInputParseResult<T> =
  | { readonly kind: "input"; readonly input: T }
  | { readonly kind: "problem"; readonly problem: ToolInputProblem };

/** The user must be able to review all of it in the confirmation. */
const maxValueLength = 10_000;
const maxStringLength = 1000;
const maxFields = 50;
const maxValues = 100;
const maxRows = 50;
const defaultRows = 20;

/** Thrown and caught within `parseInput` only. */
class ToolInputError extends Error {
  readonly problem: ToolInputProblem;

  constructor(problem: ToolInputProblem["problem"], path: string, allowed?: readonly string[]) {
    super(problem);
    this.problem = { problem, path, ...(allowed !== undefined && { allowed }) };
  }
}

type InputObject = Readonly<Record<string, unknown>>;

function readObject(value: unknown, path: string): InputObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ToolInputError("notAnObject", path);
  }
  // Ignore inherited properties.
  return Object.fromEntries(Object.entries(value));
}

/** Accepts numbers because models write them for numeric fields. */
function readText(value: unknown, path: string, maxLength: number): string {
  if (value === undefined || value === null) throw new ToolInputError("missing", path);
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string") throw new ToolInputError("notAString", path);
  if (text.length > maxLength) throw new ToolInputError("tooLong", path, [String(maxLength)]);
  // The user confirms exactly the text that is sent.
  return removeInvisibleCharacters(text);
}

function readNonEmptyText(value: unknown, path: string): string {
  const text = readText(value, path, maxStringLength).trim();
  if (text === "") throw new ToolInputError("missing", path);
  return text;
}

function readId(value: unknown, path: string): number {
  if (value === undefined || value === null) throw new ToolInputError("missing", path);
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0) {
    throw new ToolInputError("notANumber", path);
  }
  return value;
}

function readArray<T>(
  value: unknown,
  path: string,
  maxLength: number,
  read: (each: unknown, path: string) => T,
): readonly T[] {
  if (!Array.isArray(value)) throw new ToolInputError(value === undefined ? "missing" : "notAnArray", path);
  if (value.length > maxLength) throw new ToolInputError("tooLong", path, [String(maxLength)]);
  return value.map((each, index) => read(each, `${path}[${index}]`));
}

/** Models write null or an empty string for omitted members. */
function readOptional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null || value === "" ? undefined : read(value);
}

function isOneOf<T extends string>(text: string, allowed: readonly T[]): text is T {
  return allowed.some((each) => each === text);
}

const listOperations = ["set", "add", "remove"] as const satisfies readonly ListOperation[];

function readField(value: unknown, path: string): ToolFieldInput {
  const { field: name, how, values, linkType } = readObject(value, path);
  const operation = readOptional(how, (each) => readNonEmptyText(each, `${path}.how`)) ?? "set";
  if (!isOneOf(operation, listOperations)) {
    throw new ToolInputError("unknownKeyword", `${path}.how`, listOperations);
  }
  return {
    field: readNonEmptyText(name, `${path}.field`),
    operation,
    values: readArray(values, `${path}.values`, maxValues, (each, valuePath) =>
      readText(each, valuePath, maxValueLength),
    ),
    linkType: readOptional(linkType, (each) => readNonEmptyText(each, `${path}.linkType`)),
  };
}

function readCondition(value: unknown, path: string): ToolConditionInput {
  const { field: name, operator, values } = readObject(value, path);
  return {
    field: readNonEmptyText(name, `${path}.field`),
    operator: readNonEmptyText(operator, `${path}.operator`),
    values: readArray(values, `${path}.values`, maxValues, readNonEmptyText),
  };
}

function readBoolean(value: unknown, path: string): boolean {
  if (typeof value !== "boolean") throw new ToolInputError("notABoolean", path);
  return value;
}

function readFields(value: unknown): readonly ToolFieldInput[] {
  const fields = readArray(value, "fields", maxFields, readField);
  if (fields.length === 0) throw new ToolInputError("missing", "fields");
  return fields;
}

function readComment(value: unknown): string {
  const text = readText(value, "comment", maxValueLength);
  if (text.trim() === "") throw new ToolInputError("missing", "comment");
  return text;
}

function parseInput<T>(input: unknown, read: (members: InputObject) => T): ToolInputParseResult<T> {
  try {
    return { kind: "input", input: read(readObject(input, "")) };
  } catch (error) {
    if (!(error instanceof ToolInputError)) throw error;
    return { kind: "problem", problem: error.problem };
  }
}

const readSite = ({ site }: InputObject): string | undefined =>
  readOptional(site, (each) => readNonEmptyText(each, "site"));
const readTrackerId = ({ tracker }: InputObject): number | undefined =>
  readOptional(tracker, (each) => readId(each, "tracker"));

export function parseSearchToolInput(input: unknown): ToolInputParseResult<SearchToolInput> {
  return parseInput(input, (members) => ({
    site: readSite(members),
    tracker: readTrackerId(members),
    words: readOptional(members["words"], (each) => readNonEmptyText(each, "words")),
    where: readOptional(members["where"], (each) => readArray(each, "where", maxFields, readCondition)) ?? [],
    openOnly: readOptional(members["openOnly"], (each) => readBoolean(each, "openOnly")) ?? false,
    limit: Math.min(maxRows, readOptional(members["limit"], (each) => readId(each, "limit")) ?? defaultRows),
  }));
}

export function parseTrackerToolInput(input: unknown): ToolInputParseResult<TrackerToolInput> {
  return parseInput(input, (members) => ({ site: readSite(members), tracker: readTrackerId(members) }));
}

export function parseReadToolInput(input: unknown): ToolInputParseResult<ReadToolInput> {
  return parseInput(input, (members) => ({
    site: readSite(members),
    artifact: readId(members["artifact"], "artifact"),
    tracker: readTrackerId(members),
  }));
}

export function parseCreateToolInput(input: unknown): ToolInputParseResult<CreateToolInput> {
  return parseInput(input, (members) => ({
    site: readSite(members),
    tracker: readId(members["tracker"], "tracker"),
    fields: readFields(members["fields"]),
  }));
}

export function parseUpdateToolInput(input: unknown): ToolInputParseResult<UpdateToolInput> {
  return parseInput(input, (members) => ({
    artifact: readId(members["artifact"], "artifact"),
    revision: readNonEmptyText(members["revision"], "revision"),
    fields: readFields(members["fields"]),
    comment: readOptional(members["comment"], readComment),
  }));
}

/** An update without field changes. */
export function parseCommentToolInput(input: unknown): ToolInputParseResult<UpdateToolInput> {
  return parseInput(input, (members) => ({
    artifact: readId(members["artifact"], "artifact"),
    revision: readNonEmptyText(members["revision"], "revision"),
    fields: [],
    comment: readComment(members["comment"]),
  }));
}
