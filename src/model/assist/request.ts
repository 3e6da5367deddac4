// What an assistant asks for. VS Code holds it against a schema that models don't always keep to: nothing is taken for granted.
import { withoutInvisible } from "../displayText.ts";
import type { Problem } from "../fields/fieldType.ts";
import type { ListChange, Refusal } from "../triage/wish.ts";

// Why what an assistant asks for can't be done, as codes: the host puts them into words that it can act on.

export type Objection =
  /** With the fields that there are. */
  | { readonly code: "noField"; readonly field: string; readonly known: readonly string[] }
  /** Several are called so: their names tell them apart. */
  | { readonly code: "severalFields"; readonly field: string; readonly known: readonly string[] }
  | { readonly code: "repeatedField"; readonly field: string }
  /** Attachments, permissions and the like are left to the form. */
  | { readonly code: "notHere"; readonly field: string }
  /** What is typed is set; only lists have parts. */
  | { readonly code: "onlySet"; readonly field: string }
  | { readonly code: "oneValue"; readonly field: string }
  /** With what the list offers. */
  | {
      readonly code: "noValue" | "severalValues";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  /** With those who were found. */
  | {
      readonly code: "nobody" | "severalPeople";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  /** Servers search for people by three letters at least, and some don't. */
  | { readonly code: "notSearched"; readonly field: string; readonly value: string }
  | { readonly code: "notAnArtifact"; readonly field: string; readonly value: string }
  | {
      readonly code: "noLinkType";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  | { readonly code: "refused"; readonly field: string; readonly why: Refusal }
  | { readonly code: "problem"; readonly field: string; readonly problem: Problem }
  | { readonly code: "noComments" }
  /** All of it is so already. */
  | { readonly code: "alreadySo" };

/** What shall become of a field: values by their labels, people by their names, days as YYYY-MM-DD. */
export interface FieldRequest {
  /** By its label or its name. */
  readonly field: string;
  readonly how: ListChange;
  readonly values: readonly string[];
  /** For fields of links. */
  readonly linkType: string | undefined;
}

interface ConditionRequest {
  readonly field: string;
  readonly operator: string;
  readonly values: readonly string[];
}

export interface SearchRequest {
  readonly site: string | undefined;
  readonly tracker: number | undefined;
  readonly words: string | undefined;
  readonly where: readonly ConditionRequest[];
  readonly openOnly: boolean;
  readonly limit: number;
}

interface TrackerRequest {
  readonly site: string | undefined;
  readonly tracker: number | undefined;
}

interface ReadRequest {
  readonly site: string | undefined;
  readonly artifact: number;
  readonly tracker: number | undefined;
}

export interface CreateRequest {
  readonly site: string | undefined;
  readonly tracker: number;
  readonly fields: readonly FieldRequest[];
}

export interface UpdateRequest {
  readonly artifact: number;
  /** What reading the artifact has called its state. */
  readonly revision: string;
  readonly fields: readonly FieldRequest[];
  readonly comment: string | undefined;
}

export interface Flaw {
  readonly problem:
    | "notAnObject"
    | "missing"
    | "notAText"
    | "notANumber"
    | "notAList"
    | "notATruth"
    | "tooLong"
    | "unknownWord";
  /** Such as `fields[2].values`; empty for the input itself. */
  readonly member: string;
  /** What it may be, or how long. */
  readonly allowed?: readonly string[];
}

export type Checked<T> =
  { readonly kind: "request"; readonly request: T } | { readonly kind: "flaw"; readonly flaw: Flaw };

/** A person is asked about all of it, and has to be able to read that. */
const longestValue = 10_000;
const longestWord = 1000;
const mostFields = 50;
const mostValues = 100;
const mostRows = 50;
const usualRows = 20;

/** Leaves the reading of an input, and nothing else. */
class Flawed extends Error {
  readonly flaw: Flaw;

  constructor(problem: Flaw["problem"], member: string, allowed?: readonly string[]) {
    super(problem);
    this.flaw = { problem, member, ...(allowed !== undefined && { allowed }) };
  }
}

type Members = Readonly<Record<string, unknown>>;

function members(value: unknown, member: string): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Flawed("notAnObject", member);
  }
  // What stands in an object by nature is not what someone wrote into it.
  return Object.fromEntries(Object.entries(value));
}

/** Numbers are texts too: models write them so where a field holds one. */
function value(given: unknown, member: string, longest: number): string {
  if (given === undefined || given === null) throw new Flawed("missing", member);
  const text = typeof given === "number" && Number.isFinite(given) ? String(given) : given;
  if (typeof text !== "string") throw new Flawed("notAText", member);
  if (text.length > longest) throw new Flawed("tooLong", member, [String(longest)]);
  // What is shown is what is sent: both are made of this.
  return withoutInvisible(text);
}

function word(given: unknown, member: string): string {
  const text = value(given, member, longestWord).trim();
  if (text === "") throw new Flawed("missing", member);
  return text;
}

function id(given: unknown, member: string): number {
  if (given === undefined || given === null) throw new Flawed("missing", member);
  if (typeof given !== "number" || !Number.isSafeInteger(given) || given <= 0) {
    throw new Flawed("notANumber", member);
  }
  return given;
}

function list<T>(
  given: unknown,
  member: string,
  most: number,
  read: (each: unknown, place: string) => T,
): readonly T[] {
  if (!Array.isArray(given)) throw new Flawed(given === undefined ? "missing" : "notAList", member);
  if (given.length > most) throw new Flawed("tooLong", member, [String(most)]);
  return given.map((each, index) => read(each, `${member}[${index}]`));
}

/** Models write null and an empty text for what they leave out. */
function optional<T>(given: unknown, read: (given: unknown) => T): T | undefined {
  return given === undefined || given === null || given === "" ? undefined : read(given);
}

function isOneOf<T extends string>(text: string, words: readonly T[]): text is T {
  return words.some((each) => each === text);
}

const ways = ["set", "add", "remove"] as const satisfies readonly ListChange[];

function field(given: unknown, place: string): FieldRequest {
  const { field: name, how, values, linkType } = members(given, place);
  const way = optional(how, (each) => word(each, `${place}.how`)) ?? "set";
  if (!isOneOf(way, ways)) throw new Flawed("unknownWord", `${place}.how`, ways);
  return {
    field: word(name, `${place}.field`),
    how: way,
    values: list(values, `${place}.values`, mostValues, (each, at) => value(each, at, longestValue)),
    linkType: optional(linkType, (each) => word(each, `${place}.linkType`)),
  };
}

function condition(given: unknown, place: string): ConditionRequest {
  const { field: name, operator, values } = members(given, place);
  return {
    field: word(name, `${place}.field`),
    operator: word(operator, `${place}.operator`),
    values: list(values, `${place}.values`, mostValues, word),
  };
}

function truth(given: unknown, member: string): boolean {
  if (typeof given !== "boolean") throw new Flawed("notATruth", member);
  return given;
}

function fieldsIn(given: unknown): readonly FieldRequest[] {
  const fields = list(given, "fields", mostFields, field);
  if (fields.length === 0) throw new Flawed("missing", "fields");
  return fields;
}

function comment(given: unknown): string {
  const text = value(given, "comment", longestValue);
  if (text.trim() === "") throw new Flawed("missing", "comment");
  return text;
}

function checked<T>(input: unknown, read: (given: Members) => T): Checked<T> {
  try {
    return { kind: "request", request: read(members(input, "")) };
  } catch (flawed) {
    if (!(flawed instanceof Flawed)) throw flawed;
    return { kind: "flaw", flaw: flawed.flaw };
  }
}

const siteIn = ({ site }: Members): string | undefined => optional(site, (each) => word(each, "site"));
const trackerIn = ({ tracker }: Members): number | undefined =>
  optional(tracker, (each) => id(each, "tracker"));

export function searchRequest(input: unknown): Checked<SearchRequest> {
  return checked(input, (given) => ({
    site: siteIn(given),
    tracker: trackerIn(given),
    words: optional(given["words"], (each) => word(each, "words")),
    where: optional(given["where"], (each) => list(each, "where", mostFields, condition)) ?? [],
    openOnly: optional(given["openOnly"], (each) => truth(each, "openOnly")) ?? false,
    limit: Math.min(mostRows, optional(given["limit"], (each) => id(each, "limit")) ?? usualRows),
  }));
}

export function trackerRequest(input: unknown): Checked<TrackerRequest> {
  return checked(input, (given) => ({ site: siteIn(given), tracker: trackerIn(given) }));
}

export function readRequest(input: unknown): Checked<ReadRequest> {
  return checked(input, (given) => ({
    site: siteIn(given),
    artifact: id(given["artifact"], "artifact"),
    tracker: trackerIn(given),
  }));
}

export function createRequest(input: unknown): Checked<CreateRequest> {
  return checked(input, (given) => ({
    site: siteIn(given),
    tracker: id(given["tracker"], "tracker"),
    fields: fieldsIn(given["fields"]),
  }));
}

export function updateRequest(input: unknown): Checked<UpdateRequest> {
  return checked(input, (given) => ({
    artifact: id(given["artifact"], "artifact"),
    revision: word(given["revision"], "revision"),
    fields: fieldsIn(given["fields"]),
    comment: optional(given["comment"], comment),
  }));
}

/** An update of nothing, with a comment. */
export function commentRequest(input: unknown): Checked<UpdateRequest> {
  return checked(input, (given) => ({
    artifact: id(given["artifact"], "artifact"),
    revision: word(given["revision"], "revision"),
    fields: [],
    comment: comment(given["comment"]),
  }));
}
