import type { SimulatorData } from "../simulatorData.ts";
import { createGetReproduction, xmlHeaders } from "../reproduction.ts";
import type { Reproduction, ReproductionContext } from "../reproduction.ts";
import { createStoryBody } from "./bodies.ts";

/** The ID of the created artifact; each reproduction has its own simulator. */
let artifactId = 0;

async function createArtifact(context: ReproductionContext, body: unknown): Promise<void> {
  const response = await context.sendFirst({ method: "POST", path: "/artifacts", body });
  artifactId = (response as { readonly id: number }).id;
}

/** Comments in each format, a change without a comment, and both at once. */
async function createHistory(context: ReproductionContext): Promise<void> {
  const { simulator, data } = context;
  const { getFieldId } = data.stories;
  const createTitleValue = (value: string) => ({ field_id: getFieldId("i_want_to"), value });
  await createArtifact(context, createStoryBody(data, "Read the barometer aloud"));
  simulator.updateArtifact(artifactId, {
    values: [createTitleValue("Read it twice")],
    comment: { body: "At dawn", format: "text" },
  });
  simulator.updateArtifact(artifactId, { values: [createTitleValue("Read it thrice")] });
  simulator.updateArtifact(artifactId, {
    values: [],
    comment: { body: "only a **word**", format: "commonmark" },
  });
  simulator.updateArtifact(artifactId, {
    values: [],
    comment: { body: "<p>a <b>word</b></p>", format: "html" },
  });
}

function createHistoryRead(
  recording: string,
  parameters: string,
  headers: Readonly<Record<string, string>> = {},
): Reproduction {
  return createGetReproduction(recording, "admin", () => `/artifacts/${artifactId}/changesets${parameters}`, {
    before: createHistory,
    headers,
  });
}

/** A bug with a comment that is visible to some groups only. */
async function createPrivateComment(context: ReproductionContext): Promise<void> {
  const {
    simulator,
    data: { bugs },
  } = context;
  const values = [{ field_id: bugs.getFieldId("title"), value: "A leak" }];
  await createArtifact(context, { tracker: { id: bugs.id }, values });
  simulator.updateArtifact(artifactId, {
    values: [],
    comment: { body: "Not for everyone", format: "text", visibleTo: ["members", "administrators"] },
  });
}

function getCommentsPath(): string {
  return `/artifacts/${artifactId}/changesets?fields=comments`;
}

function getStoryPath({ stories: { getArtifactId } }: SimulatorData): string {
  return `/artifacts/${getArtifactId(0)}`;
}

export const historyRows: readonly Reproduction[] = [
  createHistoryRead("133-changesets", ""),
  createHistoryRead("134-changesets-limit", "?limit=2&offset=0&order=desc"),
  createHistoryRead("135-changesets-comments", "?fields=comments&limit=50"),
  createGetReproduction(
    "136-changesets-bad-fields",
    "admin",
    (data) => `${getStoryPath(data)}/changesets?fields=nope`,
  ),
  createGetReproduction(
    "137-changesets-limit-51",
    "admin",
    (data) => `${getStoryPath(data)}/changesets?limit=51`,
  ),
  createGetReproduction("138-changesets-404", "admin", "/artifacts/9999999/changesets"),
  createHistoryRead("139-changesets-xml", "?limit=1", xmlHeaders),
  createGetReproduction("140-changesets-private-comment", "member", getCommentsPath, {
    before: createPrivateComment,
  }),
  createHistoryRead("385-changesets-asc", "?limit=3&order=asc"),
  createHistoryRead("386-changesets-desc", "?limit=3&order=desc"),
  createHistoryRead("387-changesets-comments-limit3", "?fields=comments&limit=3"),
  createHistoryRead("388-changesets-comments-all", "?fields=comments&limit=50"),
  createHistoryRead("389-changesets-all-50", "?limit=50"),
  createHistoryRead("450-kanban-move-changesets-after", "?limit=2&offset=1"),
  createHistoryRead("495-milestone-changesets-after-move", "?limit=1&offset=1"),
  createHistoryRead("508-card-move-changesets", "?limit=1&offset=2"),
  createGetReproduction("390-private-comments-as-admin", "outsider", getCommentsPath, {
    before: createPrivateComment,
  }),
];
