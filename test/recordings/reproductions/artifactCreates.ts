import type { SimulatorData } from "../simulatorData.ts";
import { createReproduction } from "../reproduction.ts";
import type { Reproduction, Requester } from "../reproduction.ts";
import { createRequestBody, createStoryBody } from "./bodies.ts";

type Headers = Readonly<Record<string, string>>;

function createPost(
  recording: string,
  body: unknown,
  requester: Requester = "admin",
  headers: Headers = {},
): Reproduction {
  return createReproduction(recording, requester, "POST", "/artifacts", { body, headers });
}

const title = "Read the barometer aloud";
const createBody = (data: SimulatorData): unknown => createStoryBody(data, title);

function storyXml({ stories: { id, getFieldId, getValueId } }: SimulatorData): string {
  const status = `<bind_value_ids><item>${getValueId("status", 0)}</item></bind_value_ids>`;
  return `<?xml version="1.0"?><request><tracker><id>${id}</id></tracker><values><item><field_id>${getFieldId("i_want_to")}</field_id><value>by xml</value></item><item><field_id>${getFieldId("status")}</field_id>${status}</item></values></request>`;
}

const xml = { "Content-Type": "application/xml" };

export const artifactCreateRows: readonly Reproduction[] = [
  createPost("146-post-json", createBody),
  createPost("147-post-values-by-field", (data: SimulatorData) => ({
    tracker: { id: data.risks.id },
    values_by_field: { statement: { value: "The mast rusts" }, likelihood: { value: 3 } },
  })),
  createPost("148-post-xml", storyXml, "admin", { ...xml, Accept: "application/xml" }),
  createPost("149-post-xml-accept-json", storyXml, "admin", xml),
  createPost("150-post-xml-malformed", "<request><tracker>", "admin", xml),
  createPost("151-post-missing-required", ({ requests: { id, getFieldId } }: SimulatorData) => ({
    tracker: { id },
    values: [{ field_id: getFieldId("subject"), value: "x" }],
  })),
  createPost("152-post-no-values", ({ stories: { id } }: SimulatorData) => ({ tracker: { id } })),
  createPost("153-post-empty-values", ({ stories: { id } }: SimulatorData) => ({
    tracker: { id },
    values: [],
  })),
  createPost("154-post-both-values", (data: SimulatorData) => ({
    ...createStoryBody(data, title),
    values_by_field: { i_want_to: { value: "y" } },
  })),
  createPost("155-post-unknown-tracker", (data: SimulatorData) => ({
    ...createStoryBody(data, title),
    tracker: { id: 99_999 },
  })),
  createPost("156-post-no-tracker", (data: SimulatorData) => ({
    values: createStoryBody(data, title).values,
  })),
  createPost(
    "157-post-tracker-forbidden",
    (data: SimulatorData) => ({ ...createStoryBody(data, title), tracker: { id: data.tests.id } }),
    "member",
  ),
  createPost("158-post-unknown-field", (data: SimulatorData) => {
    const { tracker, values } = createStoryBody(data, title);
    return { tracker, values: [...values, { field_id: 424_242, value: "x" }] };
  }),
  createPost("159-post-malformed-json", '{"tracker":{"id":1},', "admin", {
    "Content-Type": "application/json",
  }),
  createPost("160-post-form-urlencoded", "tracker=1", "admin", {
    "Content-Type": "application/x-www-form-urlencoded",
  }),
  createPost("161-post-anon", createBody, { "X-Auth-AccessKey": "" }),
  createPost("162-post-from-artifact", ({ requests: { id, getArtifactId } }: SimulatorData) => ({
    tracker: { id },
    values: [],
    from_artifact: { id: getArtifactId(0) },
  })),
  createPost("163-post-text-too-long", (data: SimulatorData) => {
    const { tracker, values } = createStoryBody(data, title);
    const field_id = data.stories.getFieldId("acceptance");
    return { tracker, values: [...values, { field_id, value: "x".repeat(65_536) }] };
  }),
  createPost("164-post-unicode", (data: SimulatorData) => createStoryBody(data, "emoji \u{1f600} \u2028 é")),
  createPost("185-workflow-tracker51-create-bad-initial", (data: SimulatorData) =>
    createRequestBody(data, 3),
  ),
  createPost("186-workflow-tracker51-create-ok", (data: SimulatorData) => createRequestBody(data, 0)),
  createReproduction("254-anon-mode-post", "anonymous", "POST", "/artifacts", {
    body: createBody,
    options: { anonymous: "allowed" },
  }),
  createPost("364-wf-create", (data: SimulatorData) => createRequestBody(data, 0)),
];
