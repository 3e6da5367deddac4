import { formatIsoDate } from "../clock.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { representGroup } from "../product/representations/group.ts";
import { getLinks } from "../product/representations/natures.ts";
import { representMinimalUser } from "../product/representations/user.ts";
import { renderText } from "../product/representations/value.ts";
import { getTitle } from "../state/artifact.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import { noneValueId } from "../state/value.ts";
import { findSemanticField } from "./searchContext.ts";
import type { SearchContext } from "./searchContext.ts";
import type { SearchedFields, SearchedType } from "./searchedFields.ts";

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly represent: (artifact: Artifact, context: SearchContext) => JsonObject;
}

function createColumn(name: string, type: string, represent: Column["represent"]): Column {
  return { name, type, represent };
}

function createSemanticColumn(
  name: string,
  type: SearchedType,
  semantic: "title" | "description" | "status" | "contributor",
): Column {
  return createColumn(name, type, (artifact, context) => {
    const field = findSemanticField(artifact.tracker, semantic, context.viewer);
    return representFieldCell(artifact, field, type, context);
  });
}

/** The first column of every result, although a query can't select it. */
export const artifactColumn: Column = createColumn("@artifact", "artifact", (artifact) => ({
  id: artifact.id,
  uri: `/plugins/tracker/?aid=${artifact.id}`,
  number_of_forward_link: getLinks(artifact, "forward").length,
  number_of_reverse_link: getLinks(artifact, "reverse").length,
}));

const columns: readonly Column[] = [
  createColumn("@id", "numeric", ({ id }) => ({ value: id })),
  createSemanticColumn("@title", "text", "title"),
  createSemanticColumn("@description", "text", "description"),
  createSemanticColumn("@status", "list_static", "status"),
  createSemanticColumn("@assigned_to", "list_user", "contributor"),
  createColumn("@submitted_on", "date", ({ submittedOn }) => representDate(submittedOn, true)),
  createColumn("@last_update_date", "date", ({ updatedOn }) => representDate(updatedOn, true)),
  createColumn("@submitted_by", "user", ({ submittedBy }, context) => representUser(submittedBy, context)),
  createColumn("@last_update_by", "user", ({ updatedBy }, context) => representUser(updatedBy, context)),
  createColumn("@tracker.name", "tracker", ({ tracker: { label, color } }) => ({ name: label, color })),
  createColumn("@project.name", "project", ({ tracker: { project } }) => ({
    name: project.name,
    icon: project.icon,
  })),
  createColumn("@pretty_title", "pretty_title", (artifact, { viewer }) => {
    const { id, tracker } = artifact;
    const isReadable = findSemanticField(tracker, "title", viewer) !== undefined;
    return {
      tracker_name: tracker.itemName,
      color: tracker.color,
      artifact_id: id,
      title: (isReadable ? getTitle(artifact) : null) ?? "",
    };
  }),
];

export const metadataColumns: ReadonlyMap<string, Column> = new Map(columns.map((each) => [each.name, each]));

export function createFieldColumn(name: string, { type, byTracker }: SearchedFields): Column {
  return createColumn(name, type, (artifact, context) =>
    representFieldCell(artifact, byTracker.get(artifact.tracker), type, context),
  );
}

/** An artifact without the field has an empty cell. */
function representFieldCell(
  artifact: Artifact,
  field: Field | undefined,
  type: SearchedType,
  context: SearchContext,
): JsonObject {
  const value = field && artifact.getValue(field);
  switch (type) {
    case "text":
      if (value?.kind === "string") return { value: renderText(value.text, "text") };
      return { value: value?.kind === "text" ? renderText(value.source, value.format) : "" };
    case "numeric":
      return { value: value?.kind === "number" ? value.number : null };
    case "date":
      return representDate(
        value?.kind === "date" ? value.at : null,
        field?.kind === "date" && field.withTime,
      );
    case "list_static":
    case "list_user":
    case "list_user_group":
      return { value: field === undefined ? [] : representChoices(artifact, field, context) };
  }
}

/** In the account's time zone, unlike the dates of most routes. */
function representDate(at: number | null, withTime: boolean): JsonObject {
  return { value: at === null ? null : formatIsoDate(at, "account"), with_time: withTime };
}

function representUser(id: number, { server }: SearchContext): JsonObject {
  const { display_name, avatar_url, user_url, is_anonymous } = representMinimalUser(server.users.get(id));
  return {
    display_name: display_name ?? "",
    avatar_url: avatar_url ?? "",
    user_url: user_url ?? null,
    is_anonymous: is_anonymous ?? true,
  };
}

function representChoices(artifact: Artifact, field: Field, context: SearchContext): Json {
  const binding = field.kind === "list" || field.kind === "openList" ? field.binding : undefined;
  const isOfUsers = binding?.kind === "users";
  const value = artifact.getValue(field);
  switch (value?.kind) {
    case "choices": {
      const ids = value.ids.filter((id) => id !== noneValueId);
      if (isOfUsers) return ids.map((id) => representUser(id, context));
      const choices = binding?.kind === "static" ? binding.choices : [];
      return ids.flatMap((id) =>
        choices
          .filter((choice) => choice.id === id)
          .map(({ label, color }) => ({ label, color: color === "" ? null : color })),
      );
    }
    case "openChoices":
      return value.items.map(({ id, label }) =>
        isOfUsers ? representUser(Number(id), context) : { label, color: null },
      );
    case "groups":
      return value.groups.map((group) => ({
        label: representGroup(group, artifact.tracker.project)["label"] ?? "",
      }));
    default:
      return [];
  }
}
