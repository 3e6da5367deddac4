// Converts the criteria of a recorded request to those of the client.
import { type Criterion, findCriterionProblem } from "../../src/model/query/criteria.ts";
import type { Field, Tracker } from "../../src/model/tracker.ts";
import { toObject } from "./rawJson.ts";
import type { Recording } from "./recording.ts";

interface RecordedCriteria {
  readonly criteria: readonly Criterion[];
  /** Whether the server applied them; `undefined` if the client sends other criteria. */
  readonly isApplied: boolean | undefined;
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server strips backslashes once before it parses a parameter. */
function stripBackslashes(text: string): string {
  return text.replaceAll(/\\(.?)/gs, "$1");
}

function toCriterion({ name, type }: Field, wireValue: unknown): Criterion {
  const { operator, value = wireValue } = toObject(wireValue);
  const values = [value].flat();
  if (["date", "subon", "lud"].includes(type)) {
    const supported = operator === "<" || operator === ">" || operator === "between" ? operator : "=";
    return { kind: "date", field: name, operator: supported, dates: values.map(String) };
  }
  if (["sb", "rb", "msb", "cb", "tbl", "subby", "luby"].includes(type)) {
    return { kind: "anyOf", field: name, ids: values.map((id) => Number(id)) };
  }
  return { kind: "contains", field: name, text: String(value) };
}

/** `undefined` if the client wouldn't send one of them. */
function toCriteria(query: unknown, tracker: Tracker): readonly Criterion[] | undefined {
  const criteria = Object.entries(toObject(query)).map(([key, wireValue]) => {
    const field = tracker.fields.find(({ id, name }) => name === key || String(id) === key);
    const isSupported = field !== undefined && (toObject(wireValue)["operator"] ?? "contains") !== "like";
    return isSupported ? toCriterion(field, wireValue) : undefined;
  });
  const supported = criteria.filter((each) => each !== undefined);
  const isSendable = supported.every((each) => findCriterionProblem(tracker, each) === undefined);
  const fits = encodeURIComponent(JSON.stringify(query)).length < 7500;
  return supported.length > 0 && supported.length === criteria.length && isSendable && fits
    ? supported
    : undefined;
}

/** `undefined` if the request had none. Criteria that the client rejects are replaced by a harmless one. */
export function parseRecordedCriteria(
  { request }: Recording,
  tracker: Tracker,
): RecordedCriteria | undefined {
  const urlQuery = new URLSearchParams(request.path.split("?", 2)[1]).getAll("query").at(-1) ?? "";
  const bodyQuery =
    typeof request.body === "string" && request.body !== "" ? tryParseJson(request.body) : request.body;
  if (urlQuery === "" && (bodyQuery === null || bodyQuery === undefined)) return undefined;
  const wireValue =
    urlQuery === "" ? (toObject(bodyQuery)["query"] ?? bodyQuery) : tryParseJson(stripBackslashes(urlQuery));
  const criteria = toCriteria(typeof wireValue === "string" ? tryParseJson(wireValue) : wireValue, tracker);
  const idField = tracker.fields.find(({ type }) => type === "aid")?.name ?? "";
  return criteria === undefined
    ? { criteria: [{ kind: "contains", field: idField, text: "1" }], isApplied: undefined }
    : { criteria, isApplied: urlQuery !== "" };
}
