import type { JsonObject } from "../../http/json.ts";
import { canReadField } from "../../state/access.ts";
import type { Field } from "../../state/field.ts";
import type { Viewer } from "../../state/user.ts";
import type { Tracker } from "../../state/tracker.ts";

/** The fields of each semantic; without those that are undefined or unreadable. */
export function representSemantics(tracker: Tracker, viewer: Viewer): JsonObject {
  const { title, description, status, contributor, timeframe } = tracker.semantics;
  const readable = (field: Field | undefined): field is Field =>
    field !== undefined && canReadField(viewer, field, tracker.project);
  return {
    ...(readable(title) && { title: { field_id: title.id } }),
    ...(readable(description) && { description: { field_id: description.id } }),
    ...(status &&
      readable(status.field) && { status: { field_id: status.field.id, value_ids: status.open } }),
    ...(readable(contributor) && { contributor: { field_id: contributor.id } }),
    ...(timeframe &&
      readable(timeframe.start) &&
      readable(timeframe.end) && {
        timeframe: { start_date_field_id: timeframe.start.id, end_date_field_id: timeframe.end.id },
      }),
  };
}

/** Badges next to a field's label that show what the field is used for. */
export function representLabelDecorators(field: Field, tracker: Tracker): readonly JsonObject[] {
  const { title, description, status, contributor } = tracker.semantics;
  const uses = [
    ["title", "Title", title],
    ["description", "Description", description],
    ["status", "Status", status?.field],
    ["contributor", "Contributor", contributor],
  ] as const;
  return uses
    .filter(([, , used]) => used?.id === field.id)
    .map(([key, label]) => ({
      label,
      description: `Serves as ${key} of the artifact.`,
      icon: null,
      url: `/plugins/tracker/?tracker=${tracker.id}&func=admin-semantic&semantic=${key}`,
      action: null,
    }));
}
