import { formatIsoDate } from "../clock.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { canReadArtifact, canReadField } from "../state/access.ts";
import { getStatus, getTitle } from "../state/artifact.ts";
import type { Artifact } from "../state/artifact.ts";
import { getAvailableChoices, getWireType } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import type { Viewer } from "../state/user.ts";
import { getProjectLabel } from "../state/project.ts";
import type { Project } from "../state/project.ts";
import type { Tracker } from "../state/tracker.ts";
import { noneValueId } from "../state/value.ts";
import type { FieldValue, Link } from "../state/value.ts";
import type { ServerState } from "../state/serverState.ts";

const supportedTypes = new Set(["string", "text", "int", "float", "date", "sb", "msb", "file", "art_link"]);

/** The fields that the specification documents, flat and in form order. */
export function getSupportedFields({ fields, project }: Tracker, viewer: Viewer): readonly Field[] {
  return fields.filter(
    (field) => supportedTypes.has(getWireType(field)) && canReadField(viewer, field, project),
  );
}

export function representProject(item: Project): JsonObject {
  const { id, shortname } = item;
  return {
    id,
    uri: `projects/${id}`,
    label: getProjectLabel(item),
    shortname,
    resources: ["trackers", ...item.extraResources].map((type) => ({ type, uri: `projects/${id}/${type}` })),
  };
}

export function representTracker(item: Tracker, viewer: Viewer, server: ServerState): JsonObject {
  const fields = getSupportedFields(item, viewer);
  return {
    id: item.id,
    uri: `trackers/${item.id}`,
    label: item.label,
    fields: fields.map((field) => ({
      field_id: field.id,
      name: field.name,
      label: field.label,
      type: getWireType(field),
      required: field.required,
      values: representChoices(field, item, server),
    })),
    structure: fields.map((field) => ({ id: field.id, content: null })),
  };
}

function representChoices(field: Field, { project }: Tracker, server: ServerState): Json {
  if (field.kind !== "list") return null;
  const { binding } = field;
  switch (binding.kind) {
    case "static":
      return getAvailableChoices(binding).map(({ id, label, hidden }) => ({ id, label, is_hidden: hidden }));
    case "users":
      return [...server.users.values()]
        .filter((user) => project.members.has(user.id))
        .map(({ id, username }) => ({ id, label: username }));
    case "groups":
      return binding.groups.map(({ id, group }) => ({ id, label: group }));
  }
}

export function representArtifact(item: Artifact, viewer: Viewer, server: ServerState): JsonObject {
  return {
    id: item.id,
    uri: `artifacts/${item.id}`,
    title: getTitle(item),
    status: getStatus(item)?.label ?? "",
    values: getSupportedFields(item.tracker, viewer).flatMap((field) => {
      const value = item.getValue(field);
      const entry = { field_id: field.id, label: field.label, type: getWireType(field) };
      return value === undefined ? [] : [{ ...entry, ...representValue(value, field, viewer, server) }];
    }),
  };
}

function representValue(value: FieldValue, field: Field, viewer: Viewer, server: ServerState): JsonObject {
  switch (value.kind) {
    case "string":
      return { value: value.text };
    case "text":
      return { value: value.source, format: value.format === "html" ? "html" : "text" };
    case "number":
      return { value: value.number };
    case "date":
      return { value: value.at === null ? null : formatIsoDate(value.at) };
    case "choices":
      return {
        values: value.ids.map((id) => ({ id, label: getChoiceLabel(id, field, server) })),
        bind_value_ids: value.ids,
      };
    case "groups": {
      const groups = field.kind === "list" && field.binding.kind === "groups" ? field.binding.groups : [];
      const selectedGroups = groups.filter(({ group }) => value.groups.includes(group));
      return {
        values: selectedGroups.map(({ id, group }) => ({ id, label: group })),
        bind_value_ids: selectedGroups.map(({ id }) => id),
      };
    }
    case "files":
      return {
        file_descriptions: value.files.map(({ id, name, description, mimeType, size, submittedBy }) => ({
          id,
          submitted_by: submittedBy,
          description,
          name,
          size,
          type: mimeType,
          uri: `artifact_files/${id}`,
        })),
      };
    case "links":
      return {
        links: representLinks(value.forward, viewer, server),
        reverse_links: representLinks(value.reverse, viewer, server),
      };
    default:
      return {};
  }
}

function getChoiceLabel(id: number, field: Field, server: ServerState): string {
  if (id === noneValueId || field.kind !== "list") return "None";
  if (field.binding.kind === "users") return server.users.get(id)?.username ?? "";
  return field.binding.kind === "static"
    ? (field.binding.choices.find((each) => each.id === id)?.label ?? "")
    : "";
}

function representLinks(items: readonly Link[], viewer: Viewer, server: ServerState): Json {
  return items.flatMap(({ artifactId, type }) => {
    const target = server.artifacts.find(artifactId);
    if (target === undefined || !canReadArtifact(viewer, target)) return [];
    return [{ id: artifactId, uri: `artifacts/${artifactId}`, type }];
  });
}
