import type { Known } from "../known.ts";
import { get, xml } from "../row.ts";
import type { Row, Stage } from "../row.ts";
import { newStory } from "./bodies.ts";

/** Where it was put; each row begins with a simulator of its own. */
let created = 0;

async function createdBy(stage: Stage, body: unknown): Promise<void> {
  const answer = await stage.first({ method: "POST", path: "/artifacts", body });
  created = (answer as { readonly id: number }).id;
}

/** Said in each format, changed without a word, and said and changed at once. */
async function lively(stage: Stage): Promise<void> {
  const { simulator, known } = stage;
  const { field } = known.stories;
  const titled = (value: string) => ({ field_id: field("i_want_to"), value });
  await createdBy(stage, newStory(known, "Read the barometer aloud"));
  simulator.write(created, {
    values: [titled("Read it twice")],
    comment: { body: "At dawn", format: "text" },
  });
  simulator.write(created, { values: [titled("Read it thrice")] });
  simulator.write(created, { values: [], comment: { body: "only a **word**", format: "commonmark" } });
  simulator.write(created, { values: [], comment: { body: "<p>a <b>word</b></p>", format: "html" } });
}

function history(recording: string, parameters: string, headers: Readonly<Record<string, string>> = {}): Row {
  return get(recording, "admin", () => `/artifacts/${created}/changesets${parameters}`, {
    before: lively,
    headers,
  });
}

/** A bug with one comment, which is for some groups only. */
async function whispered(stage: Stage): Promise<void> {
  const {
    simulator,
    known: { bugs },
  } = stage;
  const values = [{ field_id: bugs.field("title"), value: "A leak" }];
  await createdBy(stage, { tracker: { id: bugs.id }, values });
  simulator.write(created, {
    values: [],
    comment: { body: "Not for everyone", format: "text", onlyFor: ["members", "administrators"] },
  });
}

function comments(): string {
  return `/artifacts/${created}/changesets?fields=comments`;
}

function story({ stories: { artifact } }: Known): string {
  return `/artifacts/${artifact(0)}`;
}

export const historyRows: readonly Row[] = [
  history("133-changesets", ""),
  history("134-changesets-limit", "?limit=2&offset=0&order=desc"),
  history("135-changesets-comments", "?fields=comments&limit=50"),
  get("136-changesets-bad-fields", "admin", (known) => `${story(known)}/changesets?fields=nope`),
  get("137-changesets-limit-51", "admin", (known) => `${story(known)}/changesets?limit=51`),
  get("138-changesets-404", "admin", "/artifacts/9999999/changesets"),
  history("139-changesets-xml", "?limit=1", xml),
  get("140-changesets-private-comment", "member", comments, { before: whispered }),
  history("385-changesets-asc", "?limit=3&order=asc"),
  history("386-changesets-desc", "?limit=3&order=desc"),
  history("387-changesets-comments-limit3", "?fields=comments&limit=3"),
  history("388-changesets-comments-all", "?fields=comments&limit=50"),
  history("389-changesets-all-50", "?limit=50"),
  get("390-private-comments-as-admin", "outsider", comments, { before: whispered }),
];
