import type { SimulatorData } from "../simulatorData.ts";
import { createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext, Requester } from "../reproduction.ts";

type Headers = Readonly<Record<string, string>>;
type Options = Parameters<typeof createReproduction>[4];

function getStoryPath({ stories: { getArtifactId } }: SimulatorData): string {
  return `/artifacts/${getArtifactId(0)}`;
}

function createTitleBody(title: unknown) {
  return ({ stories: { getFieldId } }: SimulatorData): unknown => ({
    values: [{ field_id: getFieldId("i_want_to"), value: title }],
  });
}

/** Updates one field of a story. */
function createFieldUpdate(
  recording: string,
  name: string,
  members: (data: SimulatorData) => object,
  requester: Requester = "admin",
): Reproduction {
  return createReproduction(recording, requester, "PUT", getStoryPath, {
    body: (data: SimulatorData) => ({
      values: [{ field_id: data.stories.getFieldId(name), ...members(data) }],
    }),
  });
}

/** Updates the title with these headers. */
function createTitleUpdate(
  recording: string,
  headers: (data: SimulatorData, context: ReproductionContext) => Headers,
  options: Options = {},
): Reproduction {
  return createReproduction(recording, "admin", "PUT", getStoryPath, {
    body: createTitleBody("Ring the bell"),
    headers,
    ...options,
  });
}

function createStoryUpdate(recording: string, body: unknown, headers: Headers = {}): Reproduction {
  return createReproduction(recording, "admin", "PUT", getStoryPath, { body, headers });
}

const getEtagHeaders = ({ stories: { getEtag } }: SimulatorData): Headers => ({ "If-Match": getEtag(0) });
const getDateHeaders = ({ stories: { getLastModified } }: SimulatorData): Headers => ({
  "If-Unmodified-Since": getLastModified(0),
});
const json = { "Content-Type": "application/json" };

/** Another user has written before, in the same second of the server's clock. */
function updateAsMember({ simulator, data }: ReproductionContext): Promise<void> {
  const { member } = simulator.accounts;
  simulator.updateArtifact(data.stories.getArtifactId(0), {
    values: [{ field_id: data.stories.getFieldId("i_want_to"), value: "Sound the horn" }],
    comment: undefined,
    by: member,
  });
  return Promise.resolve();
}

const getCurrentEtagHeaders = (_data: SimulatorData, { simulator }: ReproductionContext): Headers => ({
  "If-Match": String(Math.floor(simulator.clock.now() / 1000)),
});
const getCurrentDateHeaders = (_data: SimulatorData, { simulator }: ReproductionContext): Headers => ({
  "If-Unmodified-Since": new Date(simulator.clock.now()).toUTCString(),
});

export const artifactUpdateRows: readonly Reproduction[] = [
  createReproduction("098-put-no-precondition", "admin", "PUT", getStoryPath, {
    body: (data: SimulatorData) => ({
      ...(createTitleBody("Ring the bell")(data) as object),
      comment: { body: "first", format: "text" },
    }),
  }),
  createTitleUpdate("099-put-if-match-stale", () => ({ "If-Match": "1" })),
  createTitleUpdate("100-put-if-unmodified-since-stale", () => ({
    "If-Unmodified-Since": "Mon, 01 Jan 2024 00:00:00 GMT",
  })),
  createTitleUpdate("102-put-if-match-ok", getEtagHeaders),
  createTitleUpdate("104-put-if-match-etag-of-put-response", getCurrentEtagHeaders, {
    before: updateAsMember,
  }),
  createTitleUpdate("105-put-if-match-unquoted", getEtagHeaders),
  createTitleUpdate("106-put-if-match-quoted", ({ stories: { getEtag } }) => ({
    "If-Match": `"${getEtag(0)}"`,
  })),
  createTitleUpdate("107-put-if-match-star", () => ({ "If-Match": "*" })),
  createTitleUpdate("108-put-if-unmodified-since-ok", getDateHeaders),
  createReproduction("109-put-no-change", "admin", "PUT", getStoryPath, {
    body: (data: SimulatorData) => createTitleBody(data.stories.getTitle(0))(data),
  }),
  createStoryUpdate("110-put-empty-values", { values: [] }),
  createStoryUpdate("111-put-comment-only", {
    values: [],
    comment: { body: "only a **word**", format: "commonmark" },
  }),
  createStoryUpdate("112-put-comment-html", {
    values: [],
    comment: { body: "<p>a <b>word</b></p>", format: "html" },
  }),
  createStoryUpdate("113-put-comment-bad-format", { values: [], comment: { body: "x", format: "rst" } }),
  createStoryUpdate("114-put-unknown-field", { values: [{ field_id: 999_999, value: "x" }] }),
  createFieldUpdate("115-put-required-empty", "i_want_to", () => ({ value: "" })),
  createFieldUpdate("116-put-list-bad-value", "status", () => ({ bind_value_ids: [424_242] })),
  createFieldUpdate("117-put-list-wrong-key", "status", () => ({ value: "Done" })),
  createFieldUpdate("118-put-readonly-field", "artifact_id", () => ({ value: "12" })),
  createFieldUpdate("119-put-value-wrong-type", "i_want_to", () => ({ value: ["a"] })),
  createStoryUpdate("120-put-malformed-json", '{"values":[', json),
  createStoryUpdate("121-put-empty-body", "", json),
  createStoryUpdate("122-put-body-not-object", '"str"', json),
  createStoryUpdate("123-put-no-content-type", '{"values":[]}', { "Content-Type": "text/plain" }),
  createStoryUpdate("124-put-no-values-key", {}),
  createReproduction(
    "125-put-403",
    "member",
    "PUT",
    ({ tests: { getArtifactId } }) => `/artifacts/${getArtifactId(0)}`,
    {
      body: createTitleBody("x"),
    },
  ),
  createReproduction("126-put-404", "admin", "PUT", "/artifacts/9999999", { body: createTitleBody("x") }),
  createFieldUpdate("127-put-link-unknown-artifact", "tasks", () => ({ links: [{ id: 9_999_999 }] })),
  createFieldUpdate("128-put-links-replace", "tasks", ({ tasks: { getArtifactId } }) => ({
    links: [{ id: getArtifactId(0) }, { id: getArtifactId(1), type: "_is_child" }],
  })),
  createFieldUpdate("129-put-all-links", "tasks", ({ tasks: { getArtifactId } }) => ({
    all_links: [
      { id: getArtifactId(2), direction: "reverse", type: "_is_child" },
      { id: getArtifactId(3), direction: "forward", type: "" },
    ],
  })),
  createFieldUpdate("130-put-link-bad-type", "tasks", ({ tasks: { getArtifactId } }) => ({
    links: [{ id: getArtifactId(0), type: "nope" }],
  })),
  createReproduction("132-put-xml", "admin", "PUT", getStoryPath, {
    headers: { "Content-Type": "application/xml", Accept: "application/xml" },
    body: ({ stories: { getFieldId } }: SimulatorData) =>
      `<?xml version="1.0"?><request><values><item><field_id>${getFieldId("i_want_to")}</field_id><value>from xml</value></item></values></request>`,
  }),
  createTitleUpdate("142-put-accept-gzip", () => ({ "Accept-Encoding": "gzip" })),
  createReproduction("255-anon-mode-put", "anonymous", "PUT", getStoryPath, {
    body: createTitleBody("x"),
    options: { anonymous: "allowed" },
  }),
  createReproduction(
    "321-token-removed-on-put",
    { "X-Auth-Token": "gone", "X-Auth-UserId": "103" },
    "PUT",
    getStoryPath,
    {
      body: createTitleBody("x"),
    },
  ),
  createTitleUpdate("330-content-type-charset", () => ({
    "Content-Type": "application/json; charset=utf-8",
  })),
  createReproduction("331-content-type-missing", "admin", "PUT", getStoryPath, {
    body: (data: SimulatorData) => JSON.stringify(createTitleBody("no type")(data)),
  }),
  createTitleUpdate("332-content-type-vnd", () => ({ "Content-Type": "application/vnd.api+json" })),
  createReproduction("337-method-override", "admin", "POST", getStoryPath, {
    body: createTitleBody("x"),
    headers: { "X-HTTP-Method-Override": "PUT" },
  }),
  createReproduction("338-etag-write-by-other", "member", "PUT", getStoryPath, {
    body: createTitleBody("By somebody else"),
  }),
  createTitleUpdate("339-etag-stale-after-other-user", getEtagHeaders, { before: updateAsMember }),
  createReproduction("340-etag-same-second-A", "member", "PUT", getStoryPath, {
    body: createTitleBody("Same second A"),
  }),
  createTitleUpdate("341-etag-same-second-B", getCurrentEtagHeaders, { before: updateAsMember }),
  createTitleUpdate("342-if-unmodified-since-equal", getCurrentDateHeaders, { before: updateAsMember }),
  createTitleUpdate("343-if-match-stale-and-ius-ok", (data) => ({
    ...getDateHeaders(data),
    "If-Match": "1",
  })),
  createTitleUpdate("344-if-unmodified-since-garbage", () => ({ "If-Unmodified-Since": "yesterday-ish" })),
  createTitleUpdate("345-if-unmodified-since-iso", () => ({ "If-Unmodified-Since": "2026-11-15T00:31:36Z" })),
  createReproduction("346-no-change-etag", "admin", "PUT", getStoryPath, {
    body: (data: SimulatorData) => createTitleBody(data.stories.getTitle(0))(data),
  }),
  createReproduction(
    "381-link-to-hidden-T5",
    "member",
    "PUT",
    ({ bugs: { getArtifactId } }) => `/artifacts/${getArtifactId(0)}`,
    {
      body: ({ bugs: { getArtifactId, getFieldId } }: SimulatorData) => ({
        values: [{ field_id: getFieldId("related"), links: [{ id: getArtifactId(5) }] }],
      }),
    },
  ),
  createReproduction("422-database-down-put", "admin", "PUT", getStoryPath, {
    body: createTitleBody("x"),
    before: ({ simulator }) => {
      const contentType = "text/html; charset=UTF-8";
      simulator.faults.add({ path: /./, fault: { kind: "status", status: 500, body: "", contentType } });
      return Promise.resolve();
    },
  }),
  createFieldUpdate("431-link-forward", "tasks", ({ tasks: { getArtifactId } }) => ({
    links: [{ id: getArtifactId(0) }],
  })),
  createFieldUpdate("432-link-reverse", "tasks", ({ tasks: { getArtifactId } }) => ({
    all_links: [{ id: getArtifactId(0), direction: "reverse", type: "_is_child" }],
  })),
  createFieldUpdate("434-links-keep-nothing", "tasks", () => ({ links: [] })),
];
