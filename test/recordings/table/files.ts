import type { Known } from "../known.ts";
import { get, row } from "../row.ts";
import type { Row, Stage, Who } from "../row.ts";

const file = { name: "soundings.bin", type: "application/octet-stream", size: 2_621_563 };

/** Where it was put; each row begins with a simulator of its own. */
let added = 0;

function attached({ simulator, known }: Stage): Promise<void> {
  added = simulator.addFile({ ...file, artifactId: known.stories.artifact(0) }).id;
  return Promise.resolve();
}

function waiting({ simulator }: Stage): Promise<void> {
  added = simulator.addFile(file).id;
  return Promise.resolve();
}

function chunk(recording: string, parameters: string): Row {
  return get(recording, "admin", () => `/artifact_files/${added}${parameters}`, { before: attached });
}

/** These files in the field of a story. */
function put(
  recording: string,
  place: number,
  ids: () => readonly number[],
  before: typeof waiting,
  who: Who = "admin",
): Row {
  return row(recording, who, "PUT", ({ stories: { artifact } }) => `/artifacts/${artifact(place)}`, {
    before,
    body: ({ stories: { field } }: Known) => ({ values: [{ field_id: field("mockups"), value: ids() }] }),
  });
}

function story(recording: string, before: typeof waiting): Row {
  return get(recording, "admin", ({ stories: { artifact } }) => `/artifacts/${artifact(0)}`, { before });
}

const raw = (): string => `//plugins/tracker/attachments/${added}-${file.name}`;

export const fileRows: readonly Row[] = [
  put("199-attach-file", 0, () => [added], waiting),
  put("200-attach-file-already-attached-elsewhere", 1, () => [added], attached, "member"),
  put("201-attach-file-unknown", 0, () => [987_654], waiting),
  story("202-artifact-with-file", attached),
  row("203-file-options", "admin", "OPTIONS", () => `/artifact_files/${added}`, { before: attached }),
  chunk("204-file-chunk-0", "?offset=0&limit=1048576"),
  chunk("205-file-chunk-1", "?offset=1048576&limit=1048576"),
  chunk("206-file-chunk-2", "?offset=2097152&limit=1048576"),
  chunk("207-file-default", ""),
  chunk("208-file-past-end", "?offset=2621573"),
  chunk("209-file-limit-0", "?limit=0"),
  chunk("210-file-small", "?offset=3&limit=5"),
  chunk("211-file-limit-over", "?limit=1048577"),
  get("212-file-404", "admin", "/artifact_files/987654"),
  get(
    "213-file-bad-token",
    { "X-Auth-Token": "none", "X-Auth-UserId": "1" },
    () => `/artifact_files/${added}`,
    { before: attached },
  ),
  get("214-file-html-url", "admin", raw, { before: attached }),
  get("215-file-html-url-anon", "nobody", raw, { before: attached }),
  put("435-file-field-empty", 0, () => [], attached),
  row(
    "436-file-field-after-empty",
    "admin",
    "GET",
    ({ stories: { artifact } }) => `/artifacts/${artifact(0)}`,
    {
      before: async (stage) => {
        const { known, first } = stage;
        const values = [{ field_id: known.stories.field("mockups"), value: [] }];
        await attached(stage);
        await first({ method: "PUT", path: `/artifacts/${known.stories.artifact(0)}`, body: { values } });
      },
    },
  ),
];
