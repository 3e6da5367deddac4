import { isoDate, startOfDay, type TimeZone } from "../../clock.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import { escapeHtml, markdownToHtml, withoutScripts } from "../../http/markdown.ts";
import type { Artifact } from "../../state/artifact.ts";
import { typeOf } from "../../state/field.ts";
import type { Field } from "../../state/field.ts";
import type { Viewer } from "../../state/people.ts";
import type { FieldValue, TestStep, TextFormat } from "../../state/value.ts";
import type { World } from "../../state/world.ts";
import { automaticValue } from "./automaticValue.ts";
import { chosen, openChosen, openGroups } from "./chosen.ts";
import { file } from "./file.ts";
import { groupId, groupShortname, groupValue } from "./group.ts";
import { linkValue } from "./links.ts";

/** An entry of `values`, or undefined for a field that has nothing stored. */
export function value(
  artifact: Artifact,
  field: Field,
  viewer: Viewer,
  world: World,
  zone: TimeZone,
): JsonObject | undefined {
  const entry = { field_id: field.id, type: typeOf(field), label: field.label };
  if (field.kind === "automatic") {
    const told = automaticValue(artifact, field.type, viewer, world, zone);
    return told === undefined ? undefined : { ...entry, value: told };
  }
  if (field.kind === "permissions") return { ...entry, ...granted(artifact) };
  const stored = artifact.valueOf(field);
  return stored && { ...entry, ...told(stored, field, artifact, viewer, world, zone) };
}

function told(
  stored: FieldValue,
  field: Field,
  artifact: Artifact,
  viewer: Viewer,
  world: World,
  zone: TimeZone,
): JsonObject {
  const { project } = artifact.tracker;
  switch (stored.kind) {
    case "string":
      return { value: stored.text };
    case "text":
      return text(stored.source, stored.format);
    case "number":
      return { value: stored.number };
    case "date":
      return date(stored.at, field.kind === "date" && field.withTime, zone);
    case "choices":
      return chosen(stored.ids, field, world);
    case "groups":
      if (field.kind === "openList") return openGroups(stored.groups, project);
      return {
        values: stored.groups.map((group) => groupValue(group, project)),
        bind_value_ids: stored.groups.map((group) => groupId(group, project)),
      };
    case "openChoices":
      return openChosen(stored.items, field, world);
    case "files":
      return { file_descriptions: stored.files.map(file) };
    case "links":
      return linkValue(stored, viewer, world);
    case "computed":
      return {
        is_autocomputed: stored.manual === null,
        value: stored.computed,
        manual_value: stored.manual,
      };
    case "steps":
      return { value: stored.steps.map(step) };
    case "plugin":
      return { value: stored.value };
  }
}

function text(source: string, format: TextFormat): JsonObject {
  switch (format) {
    case "commonmark": {
      const html = markdownToHtml(source);
      return { value: html, format: "html", commonmark: source, post_processed_value: html };
    }
    case "html":
      return { value: source, format: "html", post_processed_value: withoutScripts(source) };
    case "text":
      return { value: source, format: "text", post_processed_value: escapeHtml(source) };
  }
}

function date(at: number | null, withTime: boolean, zone: TimeZone): JsonObject {
  const shown = at === null ? null : isoDate(withTime ? at - (at % 60_000) : startOfDay(at), zone);
  return { value: shown, is_time_displayed: withTime };
}

function granted({ restrictedTo, tracker }: Artifact): JsonObject {
  return {
    granted_groups: restrictedTo.map((group) => groupShortname(group, tracker.project)),
    granted_groups_ids: restrictedTo.map((group) => groupId(group, tracker.project)),
  };
}

function step(
  { id, description, descriptionFormat, expected, expectedFormat }: TestStep,
  index: number,
): Json {
  return {
    id,
    rank: index + 1,
    ...stepText("description", description, descriptionFormat),
    ...stepText("expected_results", expected, expectedFormat),
  };
}

/** Markdown comes as HTML, with its source escaped beside it. */
function stepText(name: string, source: string, format: TextFormat = "commonmark"): JsonObject {
  if (format !== "commonmark") return { [name]: source, [`${name}_format`]: format };
  return {
    [name]: markdownToHtml(source),
    [`${name}_format`]: "html",
    [`commonmark_${name}`]: escapeHtml(source),
  };
}
