import type { Known } from "../known.ts";
import { row } from "../row.ts";
import type { Row, Stage, Who } from "../row.ts";

type Headers = Readonly<Record<string, string>>;
type More = Parameters<typeof row>[4];

function story({ stories: { artifact } }: Known): string {
  return `/artifacts/${artifact(0)}`;
}

function titled(title: unknown) {
  return ({ stories: { field } }: Known): unknown => ({
    values: [{ field_id: field("i_want_to"), value: title }],
  });
}

/** One field of a story, by name and with these members. */
function story1(recording: string, name: string, members: (known: Known) => object, who: Who = "admin"): Row {
  return row(recording, who, "PUT", story, {
    body: (known: Known) => ({
      values: [{ field_id: known.stories.field(name), ...members(known) }],
    }),
  });
}

/** A new title, under these conditions. */
function renamed(recording: string, headers: (known: Known, stage: Stage) => Headers, more: More = {}): Row {
  return row(recording, "admin", "PUT", story, { body: titled("Ring the bell"), headers, ...more });
}

function put(recording: string, body: unknown, headers: Headers = {}): Row {
  return row(recording, "admin", "PUT", story, { body, headers });
}

const fresh = ({ stories: { tag } }: Known): Headers => ({ "If-Match": tag(0) });
const freshDate = ({ stories: { date } }: Known): Headers => ({ "If-Unmodified-Since": date(0) });
const json = { "Content-Type": "application/json" };

/** Someone else has written before, in this second of the server's clock. */
function byMember({ simulator, known }: Stage): Promise<void> {
  const { member } = simulator.accounts;
  simulator.write(known.stories.artifact(0), {
    values: [{ field_id: known.stories.field("i_want_to"), value: "Sound the horn" }],
    comment: undefined,
    by: member,
  });
  return Promise.resolve();
}

const now = (_known: Known, { simulator }: Stage): Headers => ({
  "If-Match": String(Math.floor(simulator.clock.now() / 1000)),
});
const today = (_known: Known, { simulator }: Stage): Headers => ({
  "If-Unmodified-Since": new Date(simulator.clock.now()).toUTCString(),
});

export const updateRows: readonly Row[] = [
  row("098-put-no-precondition", "admin", "PUT", story, {
    body: (known: Known) => ({
      ...(titled("Ring the bell")(known) as object),
      comment: { body: "first", format: "text" },
    }),
  }),
  renamed("099-put-if-match-stale", () => ({ "If-Match": "1" })),
  renamed("100-put-if-unmodified-since-stale", () => ({
    "If-Unmodified-Since": "Mon, 01 Jan 2024 00:00:00 GMT",
  })),
  renamed("102-put-if-match-ok", fresh),
  renamed("104-put-if-match-etag-of-put-response", now, { before: byMember }),
  renamed("105-put-if-match-unquoted", fresh),
  renamed("106-put-if-match-quoted", ({ stories: { tag } }) => ({ "If-Match": `"${tag(0)}"` })),
  renamed("107-put-if-match-star", () => ({ "If-Match": "*" })),
  renamed("108-put-if-unmodified-since-ok", freshDate),
  row("109-put-no-change", "admin", "PUT", story, {
    body: (known: Known) => titled(known.stories.title(0))(known),
  }),
  put("110-put-empty-values", { values: [] }),
  put("111-put-comment-only", { values: [], comment: { body: "only a **word**", format: "commonmark" } }),
  put("112-put-comment-html", { values: [], comment: { body: "<p>a <b>word</b></p>", format: "html" } }),
  put("113-put-comment-bad-format", { values: [], comment: { body: "x", format: "rst" } }),
  put("114-put-unknown-field", { values: [{ field_id: 999_999, value: "x" }] }),
  story1("115-put-required-empty", "i_want_to", () => ({ value: "" })),
  story1("116-put-list-bad-value", "status", () => ({ bind_value_ids: [424_242] })),
  story1("117-put-list-wrong-key", "status", () => ({ value: "Done" })),
  story1("118-put-readonly-field", "artifact_id", () => ({ value: "12" })),
  story1("119-put-value-wrong-type", "i_want_to", () => ({ value: ["a"] })),
  put("120-put-malformed-json", '{"values":[', json),
  put("121-put-empty-body", "", json),
  put("122-put-body-not-object", '"str"', json),
  put("123-put-no-content-type", '{"values":[]}', { "Content-Type": "text/plain" }),
  put("124-put-no-values-key", {}),
  row("125-put-403", "member", "PUT", ({ tests: { artifact } }) => `/artifacts/${artifact(0)}`, {
    body: titled("x"),
  }),
  row("126-put-404", "admin", "PUT", "/artifacts/9999999", { body: titled("x") }),
  story1("127-put-link-unknown-artifact", "tasks", () => ({ links: [{ id: 9_999_999 }] })),
  story1("128-put-links-replace", "tasks", ({ tasks: { artifact } }) => ({
    links: [{ id: artifact(0) }, { id: artifact(1), type: "_is_child" }],
  })),
  story1("129-put-all-links", "tasks", ({ tasks: { artifact } }) => ({
    all_links: [
      { id: artifact(2), direction: "reverse", type: "_is_child" },
      { id: artifact(3), direction: "forward", type: "" },
    ],
  })),
  story1("130-put-link-bad-type", "tasks", ({ tasks: { artifact } }) => ({
    links: [{ id: artifact(0), type: "nope" }],
  })),
  row("132-put-xml", "admin", "PUT", story, {
    headers: { "Content-Type": "application/xml", Accept: "application/xml" },
    body: ({ stories: { field } }: Known) =>
      `<?xml version="1.0"?><request><values><item><field_id>${field("i_want_to")}</field_id><value>from xml</value></item></values></request>`,
  }),
  renamed("142-put-accept-gzip", () => ({ "Accept-Encoding": "gzip" })),
  row("255-anon-mode-put", "nobody", "PUT", story, {
    body: titled("x"),
    options: { anonymous: "allowed" },
  }),
  row("321-token-removed-on-put", { "X-Auth-Token": "gone", "X-Auth-UserId": "103" }, "PUT", story, {
    body: titled("x"),
  }),
  renamed("330-content-type-charset", () => ({ "Content-Type": "application/json; charset=utf-8" })),
  row("331-content-type-missing", "admin", "PUT", story, {
    body: (known: Known) => JSON.stringify(titled("no type")(known)),
  }),
  renamed("332-content-type-vnd", () => ({ "Content-Type": "application/vnd.api+json" })),
  row("337-method-override", "admin", "POST", story, {
    body: titled("x"),
    headers: { "X-HTTP-Method-Override": "PUT" },
  }),
  row("338-etag-write-by-other", "member", "PUT", story, { body: titled("By somebody else") }),
  renamed("339-etag-stale-after-other-user", fresh, { before: byMember }),
  row("340-etag-same-second-A", "member", "PUT", story, { body: titled("Same second A") }),
  renamed("341-etag-same-second-B", now, { before: byMember }),
  renamed("342-if-unmodified-since-equal", today, { before: byMember }),
  renamed("343-if-match-stale-and-ius-ok", (known) => ({ ...freshDate(known), "If-Match": "1" })),
  renamed("344-if-unmodified-since-garbage", () => ({ "If-Unmodified-Since": "yesterday-ish" })),
  renamed("345-if-unmodified-since-iso", () => ({ "If-Unmodified-Since": "2026-11-15T00:31:36Z" })),
  row("346-no-change-etag", "admin", "PUT", story, {
    body: (known: Known) => titled(known.stories.title(0))(known),
  }),
  row("381-link-to-hidden-T5", "member", "PUT", ({ bugs: { artifact } }) => `/artifacts/${artifact(0)}`, {
    body: ({ bugs: { artifact, field } }: Known) => ({
      values: [{ field_id: field("related"), links: [{ id: artifact(5) }] }],
    }),
  }),
  row("422-database-down-put", "admin", "PUT", story, {
    body: titled("x"),
    before: ({ simulator }) => {
      const contentType = "text/html; charset=UTF-8";
      simulator.faults.add({ path: /./, fault: { kind: "status", status: 500, body: "", contentType } });
      return Promise.resolve();
    },
  }),
  story1("431-link-forward", "tasks", ({ tasks: { artifact } }) => ({ links: [{ id: artifact(0) }] })),
  story1("432-link-reverse", "tasks", ({ tasks: { artifact } }) => ({
    all_links: [{ id: artifact(0), direction: "reverse", type: "_is_child" }],
  })),
  story1("434-links-keep-nothing", "tasks", () => ({ links: [] })),
];
