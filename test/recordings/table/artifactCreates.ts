import type { Known } from "../known.ts";
import { row } from "../row.ts";
import type { Row, Who } from "../row.ts";
import { newRequest, newStory } from "./bodies.ts";

type Headers = Readonly<Record<string, string>>;

function post(recording: string, body: unknown, who: Who = "admin", headers: Headers = {}): Row {
  return row(recording, who, "POST", "/artifacts", { body, headers });
}

const title = "Read the barometer aloud";
const story = (known: Known): unknown => newStory(known, title);

function storyXml({ stories: { id, field, value } }: Known): string {
  const status = `<bind_value_ids><item>${value("status", 0)}</item></bind_value_ids>`;
  return `<?xml version="1.0"?><request><tracker><id>${id}</id></tracker><values><item><field_id>${field("i_want_to")}</field_id><value>by xml</value></item><item><field_id>${field("status")}</field_id>${status}</item></values></request>`;
}

const xml = { "Content-Type": "application/xml" };

export const createRows: readonly Row[] = [
  post("146-post-json", story),
  post("147-post-values-by-field", (known: Known) => ({
    tracker: { id: known.risks.id },
    values_by_field: { statement: { value: "The mast rusts" }, likelihood: { value: 3 } },
  })),
  post("148-post-xml", storyXml, "admin", { ...xml, Accept: "application/xml" }),
  post("149-post-xml-accept-json", storyXml, "admin", xml),
  post("150-post-xml-malformed", "<request><tracker>", "admin", xml),
  post("151-post-missing-required", ({ requests: { id, field } }: Known) => ({
    tracker: { id },
    values: [{ field_id: field("subject"), value: "x" }],
  })),
  post("152-post-no-values", ({ stories: { id } }: Known) => ({ tracker: { id } })),
  post("153-post-empty-values", ({ stories: { id } }: Known) => ({ tracker: { id }, values: [] })),
  post("154-post-both-values", (known: Known) => ({
    ...newStory(known, title),
    values_by_field: { i_want_to: { value: "y" } },
  })),
  post("155-post-unknown-tracker", (known: Known) => ({
    ...newStory(known, title),
    tracker: { id: 99_999 },
  })),
  post("156-post-no-tracker", (known: Known) => ({ values: newStory(known, title).values })),
  post(
    "157-post-tracker-forbidden",
    (known: Known) => ({ ...newStory(known, title), tracker: { id: known.tests.id } }),
    "member",
  ),
  post("158-post-unknown-field", (known: Known) => {
    const { tracker, values } = newStory(known, title);
    return { tracker, values: [...values, { field_id: 424_242, value: "x" }] };
  }),
  post("159-post-malformed-json", '{"tracker":{"id":1},', "admin", { "Content-Type": "application/json" }),
  post("160-post-form-urlencoded", "tracker=1", "admin", {
    "Content-Type": "application/x-www-form-urlencoded",
  }),
  post("161-post-anon", story, { "X-Auth-AccessKey": "" }),
  post("162-post-from-artifact", ({ requests: { id, artifact } }: Known) => ({
    tracker: { id },
    values: [],
    from_artifact: { id: artifact(0) },
  })),
  post("163-post-text-too-long", (known: Known) => {
    const { tracker, values } = newStory(known, title);
    const field_id = known.stories.field("acceptance");
    return { tracker, values: [...values, { field_id, value: "x".repeat(65_536) }] };
  }),
  post("164-post-unicode", (known: Known) => newStory(known, "emoji \u{1f600} \u2028 é")),
  post("185-workflow-tracker51-create-bad-initial", (known: Known) => newRequest(known, 3)),
  post("186-workflow-tracker51-create-ok", (known: Known) => newRequest(known, 0)),
  row("254-anon-mode-post", "nobody", "POST", "/artifacts", {
    body: story,
    options: { anonymous: "allowed" },
  }),
  post("364-wf-create", (known: Known) => newRequest(known, 0)),
];
