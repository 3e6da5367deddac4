import { formatIsoDate, getStartOfDay, type TimeZone } from "../../clock.ts";
import type { Json, JsonObject } from "../../http/json.ts";
import { escapeHtml, markdownToHtml, removeScripts } from "../../http/markdown.ts";
import type { Artifact } from "../../state/artifact.ts";
import { getWireType } from "../../state/field.ts";
import type { Field } from "../../state/field.ts";
import type { Viewer } from "../../state/user.ts";
import type { FieldValue, TestStep, TextFormat } from "../../state/value.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representAutomaticValue } from "./automaticValue.ts";
import { representListValue, representOpenListValue, representOpenListGroups } from "./listValue.ts";
import { representFile } from "./file.ts";
import { getGroupId, getGroupShortname, representGroupValue } from "./group.ts";
import { representLinks } from "./links.ts";

/** An entry of `values`; `undefined` for a field without a stored value. */
export function representValue(
  artifact: Artifact,
  field: Field,
  viewer: Viewer,
  server: ServerState,
  zone: TimeZone,
): JsonObject | undefined {
  const entry = { field_id: field.id, type: getWireType(field), label: field.label };
  if (field.kind === "automatic") {
    const automaticValue = representAutomaticValue(artifact, field.type, viewer, server, zone);
    return automaticValue === undefined ? undefined : { ...entry, value: automaticValue };
  }
  if (field.kind === "permissions") return { ...entry, ...representPermissions(artifact) };
  const stored = artifact.getValue(field);
  return stored && { ...entry, ...representStoredValue(stored, field, artifact, viewer, server, zone) };
}

function representStoredValue(
  stored: FieldValue,
  field: Field,
  artifact: Artifact,
  viewer: Viewer,
  server: ServerState,
  zone: TimeZone,
): JsonObject {
  const { project } = artifact.tracker;
  switch (stored.kind) {
    case "string":
      return { value: stored.text };
    case "text":
      return representText(stored.source, stored.format);
    case "number":
      return { value: stored.number };
    case "date":
      return representDate(stored.at, field.kind === "date" && field.withTime, zone);
    case "choices":
      return representListValue(stored.ids, field, server);
    case "groups":
      if (field.kind === "openList") return representOpenListGroups(stored.groups, project);
      return {
        values: stored.groups.map((group) => representGroupValue(group, project)),
        bind_value_ids: stored.groups.map((group) => getGroupId(group, project)),
      };
    case "openChoices":
      return representOpenListValue(stored.items, field, server);
    case "files":
      return { file_descriptions: stored.files.map(representFile) };
    case "links":
      return representLinks(stored, viewer, server);
    case "computed":
      return {
        is_autocomputed: stored.manual === null,
        value: stored.computed,
        manual_value: stored.manual,
      };
    case "steps":
      return { value: stored.steps.map(representStep) };
    case "plugin":
      return { value: stored.value };
  }
}

function representText(source: string, format: TextFormat): JsonObject {
  switch (format) {
    case "commonmark": {
      const html = renderText(source, format);
      return { value: html, format: "html", commonmark: source, post_processed_value: html };
    }
    case "html":
    case "text":
      return { value: source, format, post_processed_value: renderText(source, format) };
  }
}

/** The HTML that the web pages show. */
export function renderText(source: string, format: TextFormat): string {
  switch (format) {
    case "commonmark":
      return markdownToHtml(source);
    case "html":
      return removeScripts(source);
    case "text":
      return escapeHtml(source);
  }
}

function representDate(at: number | null, withTime: boolean, zone: TimeZone): JsonObject {
  const date = at === null ? null : formatIsoDate(withTime ? at - (at % 60_000) : getStartOfDay(at), zone);
  return { value: date, is_time_displayed: withTime };
}

function representPermissions({ readableBy, tracker }: Artifact): JsonObject {
  return {
    granted_groups: readableBy.map((group) => getGroupShortname(group, tracker.project)),
    granted_groups_ids: readableBy.map((group) => getGroupId(group, tracker.project)),
  };
}

function representStep(
  { id, description, descriptionFormat, expected, expectedFormat }: TestStep,
  index: number,
): Json {
  return {
    id,
    rank: index + 1,
    ...representStepText("description", description, descriptionFormat),
    ...representStepText("expected_results", expected, expectedFormat),
  };
}

/** Markdown is sent as HTML, together with its escaped source. */
function representStepText(name: string, source: string, format: TextFormat = "commonmark"): JsonObject {
  if (format !== "commonmark") return { [name]: source, [`${name}_format`]: format };
  return {
    [name]: markdownToHtml(source),
    [`${name}_format`]: "html",
    [`commonmark_${name}`]: escapeHtml(source),
  };
}
