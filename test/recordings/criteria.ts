// The criteria of a recorded request, in the client's own terms.
import { type Criterion, criterionProblem } from "../../src/model/query/query.ts";
import type { Field, Tracker } from "../../src/model/tracker.ts";
import { object } from "./raw.ts";
import type { Recording } from "./recording.ts";

interface Criteria {
  readonly criteria: readonly Criterion[];
  /** Whether the server heeded them; undefined where ours are not those that were sent. */
  readonly isHeeded: boolean | undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server takes backslashes away once before it reads what stands in an address. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(.?)/gs, "$1");
}

function criterionOf({ name, type }: Field, sent: unknown): Criterion {
  const { operator, value = sent } = object(sent);
  const values = [value].flat();
  if (["date", "subon", "lud"].includes(type)) {
    const known = operator === "<" || operator === ">" || operator === "between" ? operator : "=";
    return { kind: "date", field: name, operator: known, days: values.map(String) };
  }
  if (["sb", "rb", "msb", "cb", "tbl", "subby", "luby"].includes(type)) {
    return { kind: "anyOf", field: name, ids: values.map((id) => Number(id)) };
  }
  return { kind: "contains", field: name, text: String(value) };
}

/** Undefined if one of them is such that the client would not send it. */
function translated(query: unknown, tracker: Tracker): readonly Criterion[] | undefined {
  const criteria = Object.entries(object(query)).map(([key, sent]) => {
    const field = tracker.fields.find(({ id, name }) => name === key || String(id) === key);
    const isKnown = field !== undefined && (object(sent)["operator"] ?? "contains") !== "like";
    return isKnown ? criterionOf(field, sent) : undefined;
  });
  const known = criteria.filter((each) => each !== undefined);
  const isSendable = known.every((each) => criterionProblem(tracker, each) === undefined);
  const fits = encodeURIComponent(JSON.stringify(query)).length < 7500;
  return known.length > 0 && known.length === criteria.length && isSendable && fits ? known : undefined;
}

/** Undefined where the request had none. What the client refuses to send is replaced by a harmless criterion. */
export function askedCriteria({ request }: Recording, tracker: Tracker): Criteria | undefined {
  const inAddress = new URLSearchParams(request.path.split("?", 2)[1]).getAll("query").at(-1) ?? "";
  const inBody =
    typeof request.body === "string" && request.body !== "" ? parsed(request.body) : request.body;
  if (inAddress === "" && (inBody === null || inBody === undefined)) return undefined;
  const sent = inAddress === "" ? (object(inBody)["query"] ?? inBody) : parsed(unescaped(inAddress));
  const criteria = translated(typeof sent === "string" ? parsed(sent) : sent, tracker);
  const byId = tracker.fields.find(({ type }) => type === "aid")?.name ?? "";
  return criteria === undefined
    ? { criteria: [{ kind: "contains", field: byId, text: "1" }], isHeeded: undefined }
    : { criteria, isHeeded: inAddress !== "" };
}
