import type { Known } from "../known.ts";
import { row } from "../row.ts";
import type { Row, Stage } from "../row.ts";
import { newRequest } from "./bodies.ts";

/** One field of an equipment sheet, which has fields of all types. */
function sheet(recording: string, name: string, members: (known: Known) => object): Row {
  return row(recording, "admin", "PUT", ({ equipment: { artifact } }) => `/artifacts/${artifact(0)}`, {
    body: (known: Known) => ({ values: [{ field_id: known.equipment.field(name), ...members(known) }] }),
  });
}

/** One field with a plain value. */
function value(recording: string, name: string, written: unknown): Row {
  return sheet(recording, name, () => ({ value: written }));
}

/** A new request is taken to the state at that place. */
function moved(recording: string, state: (known: Known) => readonly (number | string)[]): Row {
  let created = 0;
  return row(recording, "admin", "PUT", () => `/artifacts/${created}`, {
    before: async ({ first, known }: Stage) => {
      const answer = await first({ method: "POST", path: "/artifacts", body: newRequest(known, 0) });
      created = (answer as { readonly id: number }).id;
    },
    body: (known: Known) => ({
      values: [{ field_id: known.requests.field("state"), bind_value_ids: state(known) }],
    }),
  });
}

const markdown = { content: "**b**", format: "commonmark" };

export const valueRows: readonly Row[] = [
  value("167-put-field-int-as-string", "channels", "12"),
  value("168-put-field-int-not-a-number", "channels", "abc"),
  value("169-put-field-float", "range", 1.5),
  value("170-put-field-date", "installed", "2026-03-01"),
  value("171-put-field-date-with-time-in-date-only", "installed", "2026-03-01T10:00:00+01:00"),
  value("172-put-field-datetime", "last_reading", "2026-03-01T10:20:30+01:00"),
  value("173-put-field-date-bad", "installed", "01/03/2026"),
  value("174-put-field-date-empty", "installed", ""),
  value("175-put-field-openlist-new-value", "tags", { bind_value_objects: [{ label: "brand new" }] }),
  value("176-put-field-perm", "visibility", { is_used_by_default: false, granted_groups: ["102_3"] }),
  sheet("177-put-field-computed-manual", "total_hours", () => ({ manual_value: 7 })),
  sheet("178-put-field-computed-auto", "total_hours", () => ({ is_autocomputed: true })),
  value("179-put-field-text-html", "notes", { content: "<p>a</p>", format: "html" }),
  value("180-put-field-text-commonmark", "notes", markdown),
  sheet("181-put-field-msb-empty", "features", () => ({ bind_value_ids: [] })),
  sheet("182-put-field-user-list", "keeper", () => ({ bind_value_ids: [102] })),
  // No transition here has conditions; one that does not exist is refused in the same way.
  moved("184-workflow-allowed-transition", ({ requests }) => [requests.value("state", 3)]),
  moved("187-workflow-tracker51-forbidden", () => [999_999]),
  moved("188-workflow-tracker51-allowed", ({ requests }) => [requests.value("state", 1)]),
  value("347-date-iso-date", "installed", "2026-03-01"),
  value("348-date-iso-datetime", "installed", "2026-03-01T23:30:00-05:00"),
  value("349-date-slash", "installed", "01/03/2026"),
  value("350-date-words", "installed", "tomorrow"),
  value("351-date-impossible", "installed", "2026-02-31"),
  value("352-date-timestamp", "installed", 1_772_323_200),
  value("353-datetime-iso", "last_reading", "2026-03-01T10:20:30+01:00"),
  value("354-datetime-date-only", "last_reading", "2026-03-01"),
  value("355-datetime-garbage", "last_reading", "xx"),
  sheet("356-selectbox-none-100", "owner_group", () => ({ bind_value_ids: [100] })),
  sheet("357-selectbox-empty", "owner_group", () => ({ bind_value_ids: [] })),
  sheet("358-selectbox-two-in-single", "condition", ({ equipment }) => ({
    bind_value_ids: [equipment.value("condition", 0), equipment.value("condition", 1)],
  })),
  sheet("359-selectbox-string-id", "condition", ({ equipment }) => ({
    bind_value_ids: [String(equipment.value("condition", 0))],
  })),
  value("360-text-plain", "notes", 'a < b & "c"'),
  value("361-text-html-script", "notes", { content: '<p onclick="x()">a</p>', format: "html" }),
  value("362-text-md", "notes", markdown),
  value("363-string-with-newline", "designation", "a\nb"),
  moved("365-wf-forbidden-571", ({ requests }) => [requests.value("state", 3)]),
  moved("366-wf-allowed-567", ({ requests }) => [requests.value("state", 1)]),
];
