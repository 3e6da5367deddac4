import { formatPlainDate } from "../../simulator/clock.ts";
import { listField, stringField } from "../../simulator/demo/fieldDefinition.ts";
import { createGetReproduction, addQuery } from "../reproduction.ts";
import type { Reproduction, ReproductionContext, Requester } from "../reproduction.ts";
import type { SimulatorData } from "../simulatorData.ts";

const own = "FROM @project = MY_PROJECTS()";
const fullColumns =
  "@id, @pretty_title, @status, @last_update_date, @assigned_to, @tracker.name, @project.name";

interface QueryOptions {
  readonly requester?: Requester;
  readonly limit?: number;
  readonly offset?: number;
  readonly hasSameBody?: boolean;
  readonly before?: (context: ReproductionContext) => unknown;
}

function createQuery(
  recording: string,
  tql: string | ((data: SimulatorData) => string),
  { requester = "admin", limit = 50, offset = 0, ...options }: QueryOptions = {},
): Reproduction {
  const path = `/crosstracker_query/content?limit=${limit}&offset=${offset}`;
  return createGetReproduction(
    recording,
    requester,
    (data) => addQuery(path, { tql_query: typeof tql === "string" ? tql : tql(data) }),
    options,
  );
}

/** The same query as the recorded one, with the same error. */
function createError(recording: string, tql: string, options: QueryOptions = {}): Reproduction {
  return createQuery(recording, tql, { hasSameBody: true, ...options });
}

/** Compares the date of one artifact with itself: its minute on the server, in UTC, or its day. */
function createDateQuery(
  recording: string,
  operator: string,
  isFound: boolean,
  format: (at: number) => string = (at) => formatPlainDate(at, "minute"),
): Reproduction {
  const createText = ({ stories: { getArtifactId, getEtag } }: SimulatorData): string => {
    const date = format(Number(getEtag(0)) * 1000);
    const condition = `@id = ${getArtifactId(0)} AND @last_update_date ${operator} "${date}"`;
    return `SELECT @id, @last_update_date FROM @project.name = "lighthouse" WHERE ${condition}`;
  };
  return createQuery(recording, createText, { hasSameBody: !isFound });
}

function formatUtcMinute(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

/** Other trackers of the project don't have these fields. */
function addTrackerWithSummary({ simulator }: ReproductionContext): void {
  simulator.addTracker({
    projectId: 102,
    label: "Complaints",
    fields: [
      listField("sb", "severity", "Severity", [{ label: "Loud" }]),
      stringField("summary", "Summary", { generateValue: () => ({ kind: "string", text: "Too foggy" }) }),
    ],
    artifacts: 1,
  });
}

const manyIds = Array.from({ length: 60 }, (_, index) => `@id = ${index + 170}`).join(" OR ");

export const crossTrackerQueryRows: readonly Reproduction[] = [
  createQuery("516-tql-any-in-my-projects", `SELECT ${fullColumns} ${own} WHERE @id >= 1`, { limit: 2 }),
  createQuery(
    "517-tql-assigned-open",
    `SELECT ${fullColumns} ${own} WHERE @status = OPEN() AND @assigned_to = MYSELF() ORDER BY @last_update_date DESC`,
  ),
  createError(
    "518-tql-assigned-user-without-project",
    `SELECT @id ${own} WHERE @status = OPEN() AND @assigned_to = MYSELF()`,
    { requester: "outsider" },
  ),
  createQuery(
    "519-tql-changed-since-minute",
    `SELECT @id, @last_update_date, @last_update_by ${own} WHERE @last_update_date >= "2026-01-16 05:52" ORDER BY @last_update_date ASC`,
    { limit: 3 },
  ),
  createDateQuery("520-tql-date-eq-server-zone", "=", true),
  createDateQuery("521-tql-date-eq-utc", "=", false, formatUtcMinute),
  createDateQuery("522-tql-date-gt-same-minute", ">", false),
  createDateQuery("523-tql-date-ge-same-minute", ">=", true),
  createDateQuery("524-tql-date-gt-same-day", ">", false, (at) => formatPlainDate(at, "day")),
  createError(
    "525-tql-date-with-seconds",
    `SELECT @id ${own} WHERE @last_update_date >= "2026-11-16 05:52:30"`,
  ),
  createQuery("526-tql-date-now-minus", `SELECT @id ${own} WHERE @last_update_date >= NOW() - 1d`, {
    limit: 1,
    before: ({ simulator, data: { bugs } }) =>
      simulator.updateArtifact(bugs.getArtifactId(0), {
        values: [{ field_id: bugs.getFieldId("title"), value: "Changed today" }],
      }),
  }),
  createQuery(
    "527-tql-title-contains",
    ({ stories: { getTitle } }) =>
      `SELECT @id, @title, @description ${own} WHERE @title = "${getTitle(0)}" ORDER BY @id ASC`,
    { limit: 2 },
  ),
  createQuery(
    "528-tql-title-or-description",
    ({ stories: { getTitle } }) =>
      `SELECT @id, @title ${own} WHERE @title = "${getTitle(0)}" OR @description = "${getTitle(0)}"`,
    { limit: 1 },
  ),
  createError("529-tql-id-in-refused", `SELECT @id ${own} WHERE @id IN (33, 8)`),
  createQuery(
    "530-tql-project-name-in",
    `SELECT @id, @project.name, @tracker.name FROM @project.name IN ("lighthouse", "open-tides") AND @tracker.name = "story" WHERE @id >= 1`,
    { limit: 2 },
  ),
  createQuery(
    "531-tql-project-public-not-member",
    `SELECT @id, @project.name FROM @project.name = "open-tides" WHERE @id >= 1`,
    { requester: "outsider", limit: 1 },
  ),
  createError(
    "532-tql-project-private-forbidden",
    `SELECT @id FROM @project.name = "lighthouse" WHERE @id >= 1`,
    { requester: "outsider" },
  ),
  createError("533-tql-tracker-only-refused", `SELECT @id FROM @tracker.name = "bugs" WHERE @id >= 1`),
  createQuery("534-tql-empty-result", `SELECT @id, @title ${own} WHERE @title = "zzzz-none"`, {
    hasSameBody: true,
  }),
  createQuery("535-tql-offset-past-end", `SELECT @id ${own} WHERE @id >= 1`, {
    offset: 100_000,
    hasSameBody: true,
  }),
  createQuery("536-tql-last-page", `SELECT @id ${own} WHERE @id >= 1 ORDER BY @id ASC`, {
    limit: 2,
    offset: 1000,
  }),
  createError("537-tql-limit-51", `SELECT @id ${own} WHERE @id >= 1`, { limit: 51 }),
  createError("538-tql-syntax-error", "SELECT @id WHERE @id = 1"),
  createError("539-tql-no-where", `SELECT @id ${own}`),
  createError("540-tql-unknown-searchable", `SELECT @id ${own} WHERE @foo = 1`),
  createError("541-tql-status-value-refused", `SELECT @id ${own} WHERE @status = "Open"`),
  createError("542-tql-order-by-no-direction", `SELECT @id ${own} WHERE @id >= 1 ORDER BY @id`),
  createQuery("543-tql-closed", `SELECT @id, @status ${own} WHERE @status != OPEN()`, { limit: 1 }),
  createError("544-tql-assigned-unknown-user", `SELECT @id ${own} WHERE @assigned_to = "nobody_here"`, {
    limit: 1,
  }),
  createQuery(
    "545-tql-field-by-name",
    `SELECT @id, severity, summary FROM @project.name = "open-tides" WHERE @id >= 1 ORDER BY @id ASC`,
    { limit: 1, before: addTrackerWithSummary },
  ),
  createQuery(
    "546-tql-select-missing-semantic",
    `SELECT @id, @assigned_to, @status, @description FROM @project.name = "quality-office" WHERE @id >= 1`,
    { limit: 2 },
  ),
  createError("547-tql-many-or-ids", `SELECT @id ${own} WHERE ${manyIds}`),
];
