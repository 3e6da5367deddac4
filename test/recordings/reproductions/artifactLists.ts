import { createGetReproduction, addQuery, xmlHeaders } from "../reproduction.ts";
import type { Reproduction, ReproductionContext } from "../reproduction.ts";
import { createStoryBody } from "./bodies.ts";

const stories = "/trackers/22/artifacts";
const anonymousAllowed = { anonymous: "allowed" } as const;
const json = { "Content-Type": "application/json" };

/** Requests of the administrator. */
function createList(recording: string, parameters: string): Reproduction {
  return createGetReproduction(recording, "admin", `${stories}${parameters}`);
}

function createSearch(recording: string, criteria: unknown, parameters = "?limit=3"): Reproduction {
  return createGetReproduction(recording, "admin", addQuery(`${stories}${parameters}`, criteria));
}

function createStorySetup(title: string) {
  return ({ sendFirst, data }: ReproductionContext): Promise<unknown> =>
    sendFirst({ method: "POST", path: "/artifacts", body: createStoryBody(data, title) });
}

export const artifactListRows: readonly Reproduction[] = [
  createList("046-tracker-artifacts-default", ""),
  createList("047-tracker-artifacts-limit-offset", "?limit=2&offset=5"),
  createList("048-tracker-artifacts-values-all", "?limit=2&offset=200&values=all"),
  createList("049-tracker-artifacts-limit-1000", "?limit=1000"),
  createList("050-tracker-artifacts-limit-1001", "?limit=1001"),
  createList("051-tracker-artifacts-limit-0", "?limit=0"),
  createList("052-tracker-artifacts-limit-neg", "?limit=-1"),
  createList("053-tracker-artifacts-limit-nan", "?limit=ten"),
  createList("054-tracker-artifacts-offset-past-end", "?limit=10&offset=100000"),
  createList("055-tracker-artifacts-order-desc", "?limit=2&order=desc"),
  createList("056-tracker-artifacts-order-bad", "?limit=2&order=sideways"),
  createList("057-tracker-artifacts-values-bad", "?limit=2&values=some"),
  createGetReproduction("058-tracker-artifacts-query-url", "admin", ({ stories: { getTitle } }) =>
    addQuery(`${stories}?limit=3`, { i_want_to: getTitle(0) }),
  ),
  createGetReproduction(
    "059-tracker-artifacts-query-url-field-id",
    "admin",
    ({ stories: { getTitle, getFieldId } }) =>
      addQuery(`${stories}?limit=3`, {
        [getFieldId("i_want_to")]: { operator: "contains", value: getTitle(0) },
      }),
  ),
  createGetReproduction("060-tracker-artifacts-query-url-list", "admin", ({ stories: { getValueId } }) =>
    addQuery(`${stories}?limit=3`, { status: getValueId("status", 0) }),
  ),
  createGetReproduction(
    "061-tracker-artifacts-query-url-list-array",
    "admin",
    ({ stories: { getValueId, getFieldId } }) =>
      addQuery(`${stories}?limit=3`, {
        [getFieldId("status")]: {
          operator: "contains",
          value: [getValueId("status", 0), getValueId("status", 1)],
        },
      }),
  ),
  createSearch("062-tracker-artifacts-query-url-date", {
    submitted_on: { operator: ">", value: "2020-01-01" },
  }),
  createSearch("063-tracker-artifacts-query-url-nomatch", { i_want_to: "zzznomatch" }),
  createSearch("064-tracker-artifacts-query-url-unknown-field", { no_such_field: "x" }),
  createSearch("065-tracker-artifacts-query-url-bad-operator", {
    i_want_to: { operator: "like", value: "x" },
  }),
  createSearch("066-tracker-artifacts-query-url-invalid-json", "{not json"),
  createSearch("067-tracker-artifacts-query-url-empty-object", {}),
  createGetReproduction("068-tracker-artifacts-query-body-object", "admin", `${stories}?limit=3`, {
    body: { query: { i_want_to: "zzznomatch" } },
  }),
  createGetReproduction("069-tracker-artifacts-query-body-string", "admin", `${stories}?limit=3`, {
    body: { query: '{"i_want_to": "zzznomatch"}' },
  }),
  createGetReproduction("070-tracker-artifacts-query-body-bare", "admin", `${stories}?limit=3`, {
    body: { i_want_to: "zzznomatch" },
  }),
  createGetReproduction("071-tracker-artifacts-all-in-body", "admin", stories, {
    body: { limit: 2, offset: 4 },
  }),
  createGetReproduction("072-tracker-artifacts-get-malformed-body", "admin", `${stories}?limit=2`, {
    headers: json,
    body: '{"query":',
  }),
  createGetReproduction(
    "073-tracker-artifacts-expert-query",
    "admin",
    ({ stories: { getTitle } }) =>
      `${stories}?limit=3&expert_query=${encodeURIComponent(`i_want_to = '${getTitle(0)}'`)}`,
  ),
  createList("074-tracker-artifacts-expert-query-syntax", "?limit=3&expert_query=i_want_to%20%3D%20"),
  createList("075-tracker-artifacts-expert-query-unknown", "?limit=3&expert_query=nofield%20%3D%20%27a%27"),
  createGetReproduction("076-tracker-artifacts-xml", "admin", `${stories}?limit=2&values=all&offset=200`, {
    headers: xmlHeaders,
  }),
  createGetReproduction("247-anon-mode-artifacts", "anonymous", "/trackers/11/artifacts?limit=1", {
    options: anonymousAllowed,
  }),
  createList("279-tracker-artifacts-after-refused-delete", "?limit=1"),
  createGetReproduction("316-delete-list-after", "admin", `${stories}?limit=1`, {
    before: ({
      sendFirst,
      data: {
        stories: { getArtifactId },
      },
    }) => sendFirst({ method: "DELETE", path: `/artifacts/${getArtifactId(0)}` }),
  }),
  createGetReproduction("376-perm-artifact-list", "admin", "/trackers/23/artifacts?values=all&limit=1"),
  createGetReproduction("377-hidden-artifacts-list-T5", "outsider", "/trackers/13/artifacts"),
  createGetReproduction("379-hidden-artifacts-query-T5", "outsider", ({ equipment: { getTitle } }) =>
    addQuery("/trackers/13/artifacts", { designation: getTitle(3) }),
  ),
  createList("382-big-page-values-all", "?limit=1000&values=all"),
  createSearch("393-long-url-6000", { i_want_to: "x".repeat(5800) }, "?limit=1"),
  createSearch("394-long-url-7900", { i_want_to: "x".repeat(7700) }, "?limit=1"),
  createSearch("395-long-url-8300", { i_want_to: "x".repeat(8300) }, "?limit=1"),
  createSearch("396-long-url-20000", { i_want_to: "x".repeat(12_000) }, "?limit=1"),
  createSearch("401-query-special-chars", String.raw`{"i_want_to": "\u00e9 <b>& \"q\""}`),
  createSearch("402-query-percent-wildcard", { i_want_to: "%" }),
  createSearch("403-query-regexp", { i_want_to: "/[a-z]+/" }),
  createGetReproduction("404-query-two-criteria", "admin", ({ stories: { getTitle, getValueId } }) =>
    addQuery(`${stories}?limit=3`, {
      i_want_to: getTitle(0).split(" ")[0],
      status: [0, 1, 2, 3].map((index) => getValueId("status", index)),
    }),
  ),
  createSearch("405-query-list-by-label", { status: "Done" }),
  createSearch("406-query-between-dates", {
    submitted_on: { operator: "between", value: ["2020-01-01", "2030-01-01"] },
  }),
  createSearch("407-query-bad-date", { submitted_on: { operator: ">", value: "nodate" } }),
  createGetReproduction("408-query-aid", "admin", ({ stories: { getArtifactId } }) =>
    addQuery(`${stories}?limit=3`, { artifact_id: getArtifactId(0) }),
  ),
  createSearch("409-query-submitted-by", { submitted_by: 103 }, "?limit=2"),
  createGetReproduction("410-query-order-desc", "admin", ({ stories: { getValueId } }) =>
    addQuery(`${stories}?limit=2&order=desc`, { status: getValueId("status", 0) }),
  ),
  createSearch("411-query-json-array", "[]", "?limit=2"),
  createSearch("412-query-json-scalar", "12", "?limit=2"),
  createList("413-query-empty", "?limit=2&query="),
  createGetReproduction("414-query-twice", "admin", ({ stories: { getTitle } }) =>
    addQuery(addQuery(`${stories}?limit=2`, { i_want_to: getTitle(0) }), { i_want_to: getTitle(1) }),
  ),
  createGetReproduction(
    "424-query-raw-utf8",
    "admin",
    addQuery(`${stories}?limit=1`, { i_want_to: "phare é" }),
    {
      before: createStorySetup("Allumer le phare é"),
    },
  ),
  createSearch("425-query-u-escaped", String.raw`{"i_want_to": "zzz\u00e9"}`, "?limit=1"),
  createSearch("426-query-quote-in-value", String.raw`{"i_want_to": "\"q\""}`, "?limit=1"),
  createGetReproduction(
    "427-query-quote-double-escaped",
    "admin",
    addQuery(`${stories}?limit=1`, String.raw`{"i_want_to": "\\"q\\""}`),
    { before: createStorySetup('Say "q" and wait') },
  ),
  createSearch("428-query-backslash", String.raw`{"i_want_to": "a\\b"}`, "?limit=1"),
  createGetReproduction(
    "610-tracker-artifacts-query-text",
    "admin",
    ({ stories: { getTitle } }) =>
      `${stories}?limit=2&expert_query=${encodeURIComponent(`i_want_to = "${getTitle(0)}"`)}`,
  ),
  createGetReproduction("611-tracker-artifacts-query-json", "admin", ({ stories: { getTitle } }) =>
    addQuery(`${stories}?limit=2`, { i_want_to: getTitle(0) }),
  ),
];
