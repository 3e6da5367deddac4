import { isoDate } from "../clock.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { canReadArtifact, canReadField } from "../state/access.ts";
import { statusOf, titleOf } from "../state/artifact.ts";
import type { Artifact } from "../state/artifact.ts";
import { offeredChoices, typeOf } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import type { Viewer } from "../state/people.ts";
import { labelOf } from "../state/project.ts";
import type { Project } from "../state/project.ts";
import type { Tracker } from "../state/tracker.ts";
import { none } from "../state/value.ts";
import type { FieldValue, Link } from "../state/value.ts";
import type { World } from "../state/world.ts";

const types = new Set(["string", "text", "int", "float", "date", "sb", "msb", "file", "art_link"]);

/** The fields this dialect knows, flat and in the order of the form. */
export function knownFields({ fields, project }: Tracker, viewer: Viewer): readonly Field[] {
  return fields.filter((field) => types.has(typeOf(field)) && canReadField(viewer, field, project));
}

export function project(item: Project): JsonObject {
  const { id, shortname } = item;
  return {
    id,
    uri: `projects/${id}`,
    label: labelOf(item),
    shortname,
    resources: ["trackers", ...item.extraResources].map((type) => ({ type, uri: `projects/${id}/${type}` })),
  };
}

export function tracker(item: Tracker, viewer: Viewer, world: World): JsonObject {
  const fields = knownFields(item, viewer);
  return {
    id: item.id,
    uri: `trackers/${item.id}`,
    label: item.label,
    fields: fields.map((field) => ({
      field_id: field.id,
      name: field.name,
      label: field.label,
      type: typeOf(field),
      required: field.required,
      values: choices(field, item, world),
    })),
    structure: fields.map((field) => ({ id: field.id, content: null })),
  };
}

function choices(field: Field, { project: owner }: Tracker, world: World): Json {
  if (field.kind !== "list") return null;
  const { binding } = field;
  switch (binding.kind) {
    case "static":
      return offeredChoices(binding).map(({ id, label, hidden }) => ({ id, label, is_hidden: hidden }));
    case "users":
      return [...world.people.values()]
        .filter((person) => owner.members.has(person.id))
        .map(({ id, username }) => ({ id, label: username }));
    case "groups":
      return binding.groups.map(({ id, group }) => ({ id, label: group }));
  }
}

export function artifact(item: Artifact, viewer: Viewer, world: World): JsonObject {
  return {
    id: item.id,
    uri: `artifacts/${item.id}`,
    title: titleOf(item),
    status: statusOf(item)?.label ?? "",
    values: knownFields(item.tracker, viewer).flatMap((field) => {
      const stored = item.valueOf(field);
      const entry = { field_id: field.id, label: field.label, type: typeOf(field) };
      return stored === undefined ? [] : [{ ...entry, ...value(stored, field, viewer, world) }];
    }),
  };
}

function value(stored: FieldValue, field: Field, viewer: Viewer, world: World): JsonObject {
  switch (stored.kind) {
    case "string":
      return { value: stored.text };
    case "text":
      return { value: stored.source, format: stored.format === "html" ? "html" : "text" };
    case "number":
      return { value: stored.number };
    case "date":
      return { value: stored.at === null ? null : isoDate(stored.at) };
    case "choices":
      return {
        values: stored.ids.map((id) => ({ id, label: choiceLabel(id, field, world) })),
        bind_value_ids: stored.ids,
      };
    case "groups": {
      const groups = field.kind === "list" && field.binding.kind === "groups" ? field.binding.groups : [];
      const chosen = groups.filter(({ group }) => stored.groups.includes(group));
      return {
        values: chosen.map(({ id, group }) => ({ id, label: group })),
        bind_value_ids: chosen.map(({ id }) => id),
      };
    }
    case "files":
      return {
        file_descriptions: stored.files.map(({ id, name, description, mimeType, size, submittedBy }) => ({
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
        links: links(stored.forward, viewer, world),
        reverse_links: links(stored.reverse, viewer, world),
      };
    default:
      return {};
  }
}

function choiceLabel(id: number, field: Field, world: World): string {
  if (id === none || field.kind !== "list") return "None";
  if (field.binding.kind === "users") return world.people.get(id)?.username ?? "";
  return field.binding.kind === "static"
    ? (field.binding.choices.find((each) => each.id === id)?.label ?? "")
    : "";
}

function links(items: readonly Link[], viewer: Viewer, world: World): Json {
  return items.flatMap(({ artifactId, type }) => {
    const target = world.artifacts.byId(artifactId);
    if (target === undefined || !canReadArtifact(viewer, target)) return [];
    return [{ id: artifactId, uri: `artifacts/${artifactId}`, type }];
  });
}
