import { get, queried, xml } from "../row.ts";
import type { Row, Stage } from "../row.ts";
import { newStory } from "./bodies.ts";

const stories = "/trackers/22/artifacts";
const open = { anonymous: "allowed" } as const;
const json = { "Content-Type": "application/json" };

/** Every row of this part is asked by the administrator. */
function list(recording: string, parameters: string): Row {
  return get(recording, "admin", `${stories}${parameters}`);
}

function found(recording: string, criteria: unknown, parameters = "?limit=3"): Row {
  return get(recording, "admin", queried(`${stories}${parameters}`, criteria));
}

function storyTitled(title: string) {
  return ({ first, known }: Stage): Promise<unknown> =>
    first({ method: "POST", path: "/artifacts", body: newStory(known, title) });
}

export const listRows: readonly Row[] = [
  list("046-tracker-artifacts-default", ""),
  list("047-tracker-artifacts-limit-offset", "?limit=2&offset=5"),
  list("048-tracker-artifacts-values-all", "?limit=2&offset=200&values=all"),
  list("049-tracker-artifacts-limit-1000", "?limit=1000"),
  list("050-tracker-artifacts-limit-1001", "?limit=1001"),
  list("051-tracker-artifacts-limit-0", "?limit=0"),
  list("052-tracker-artifacts-limit-neg", "?limit=-1"),
  list("053-tracker-artifacts-limit-nan", "?limit=ten"),
  list("054-tracker-artifacts-offset-past-end", "?limit=10&offset=100000"),
  list("055-tracker-artifacts-order-desc", "?limit=2&order=desc"),
  list("056-tracker-artifacts-order-bad", "?limit=2&order=sideways"),
  list("057-tracker-artifacts-values-bad", "?limit=2&values=some"),
  get("058-tracker-artifacts-query-url", "admin", ({ stories: { title } }) =>
    queried(`${stories}?limit=3`, { i_want_to: title(0) }),
  ),
  get("059-tracker-artifacts-query-url-field-id", "admin", ({ stories: { title, field } }) =>
    queried(`${stories}?limit=3`, {
      [field("i_want_to")]: { operator: "contains", value: title(0) },
    }),
  ),
  get("060-tracker-artifacts-query-url-list", "admin", ({ stories: { value } }) =>
    queried(`${stories}?limit=3`, { status: value("status", 0) }),
  ),
  get("061-tracker-artifacts-query-url-list-array", "admin", ({ stories: { value, field } }) =>
    queried(`${stories}?limit=3`, {
      [field("status")]: { operator: "contains", value: [value("status", 0), value("status", 1)] },
    }),
  ),
  found("062-tracker-artifacts-query-url-date", { submitted_on: { operator: ">", value: "2020-01-01" } }),
  found("063-tracker-artifacts-query-url-nomatch", { i_want_to: "zzznomatch" }),
  found("064-tracker-artifacts-query-url-unknown-field", { no_such_field: "x" }),
  found("065-tracker-artifacts-query-url-bad-operator", { i_want_to: { operator: "like", value: "x" } }),
  found("066-tracker-artifacts-query-url-invalid-json", "{not json"),
  found("067-tracker-artifacts-query-url-empty-object", {}),
  get("068-tracker-artifacts-query-body-object", "admin", `${stories}?limit=3`, {
    body: { query: { i_want_to: "zzznomatch" } },
  }),
  get("069-tracker-artifacts-query-body-string", "admin", `${stories}?limit=3`, {
    body: { query: '{"i_want_to": "zzznomatch"}' },
  }),
  get("070-tracker-artifacts-query-body-bare", "admin", `${stories}?limit=3`, {
    body: { i_want_to: "zzznomatch" },
  }),
  get("071-tracker-artifacts-all-in-body", "admin", stories, { body: { limit: 2, offset: 4 } }),
  get("072-tracker-artifacts-get-malformed-body", "admin", `${stories}?limit=2`, {
    headers: json,
    body: '{"query":',
  }),
  get(
    "073-tracker-artifacts-expert-query",
    "admin",
    ({ stories: { title } }) =>
      `${stories}?limit=3&expert_query=${encodeURIComponent(`i_want_to = '${title(0)}'`)}`,
  ),
  list("074-tracker-artifacts-expert-query-syntax", "?limit=3&expert_query=i_want_to%20%3D%20"),
  list("075-tracker-artifacts-expert-query-unknown", "?limit=3&expert_query=nofield%20%3D%20%27a%27"),
  get("076-tracker-artifacts-xml", "admin", `${stories}?limit=2&values=all&offset=200`, { headers: xml }),
  get("247-anon-mode-artifacts", "nobody", "/trackers/11/artifacts?limit=1", { options: open }),
  list("279-tracker-artifacts-after-refused-delete", "?limit=1"),
  get("316-delete-list-after", "admin", `${stories}?limit=1`, {
    before: ({
      first,
      known: {
        stories: { artifact },
      },
    }) => first({ method: "DELETE", path: `/artifacts/${artifact(0)}` }),
  }),
  get("376-perm-artifact-list", "admin", "/trackers/23/artifacts?values=all&limit=1"),
  get("377-hidden-artifacts-list-T5", "outsider", "/trackers/13/artifacts"),
  get("379-hidden-artifacts-query-T5", "outsider", ({ equipment: { title } }) =>
    queried("/trackers/13/artifacts", { designation: title(3) }),
  ),
  list("382-big-page-values-all", "?limit=1000&values=all"),
  found("393-long-url-6000", { i_want_to: "x".repeat(5800) }, "?limit=1"),
  found("394-long-url-7900", { i_want_to: "x".repeat(7700) }, "?limit=1"),
  found("395-long-url-8300", { i_want_to: "x".repeat(8300) }, "?limit=1"),
  found("396-long-url-20000", { i_want_to: "x".repeat(12_000) }, "?limit=1"),
  found("401-query-special-chars", String.raw`{"i_want_to": "\u00e9 <b>& \"q\""}`),
  found("402-query-percent-wildcard", { i_want_to: "%" }),
  found("403-query-regexp", { i_want_to: "/[a-z]+/" }),
  get("404-query-two-criteria", "admin", ({ stories: { title, value } }) =>
    queried(`${stories}?limit=3`, {
      i_want_to: title(0).split(" ")[0],
      status: [0, 1, 2, 3].map((place) => value("status", place)),
    }),
  ),
  found("405-query-list-by-label", { status: "Done" }),
  found("406-query-between-dates", {
    submitted_on: { operator: "between", value: ["2020-01-01", "2030-01-01"] },
  }),
  found("407-query-bad-date", { submitted_on: { operator: ">", value: "nodate" } }),
  get("408-query-aid", "admin", ({ stories: { artifact } }) =>
    queried(`${stories}?limit=3`, { artifact_id: artifact(0) }),
  ),
  found("409-query-submitted-by", { submitted_by: 103 }, "?limit=2"),
  get("410-query-order-desc", "admin", ({ stories: { value } }) =>
    queried(`${stories}?limit=2&order=desc`, { status: value("status", 0) }),
  ),
  found("411-query-json-array", "[]", "?limit=2"),
  found("412-query-json-scalar", "12", "?limit=2"),
  list("413-query-empty", "?limit=2&query="),
  get("414-query-twice", "admin", ({ stories: { title } }) =>
    queried(queried(`${stories}?limit=2`, { i_want_to: title(0) }), { i_want_to: title(1) }),
  ),
  get("424-query-raw-utf8", "admin", queried(`${stories}?limit=1`, { i_want_to: "phare é" }), {
    before: storyTitled("Allumer le phare é"),
  }),
  found("425-query-u-escaped", String.raw`{"i_want_to": "zzz\u00e9"}`, "?limit=1"),
  found("426-query-quote-in-value", String.raw`{"i_want_to": "\"q\""}`, "?limit=1"),
  get(
    "427-query-quote-double-escaped",
    "admin",
    queried(`${stories}?limit=1`, String.raw`{"i_want_to": "\\"q\\""}`),
    { before: storyTitled('Say "q" and wait') },
  ),
  found("428-query-backslash", String.raw`{"i_want_to": "a\\b"}`, "?limit=1"),
];
