// Asserts that a parsed artifact matches the recorded one.
import assert from "node:assert/strict";
import type { Artifact, ArtifactRow, FieldWithValue } from "../../src/model/artifact.ts";
import type { FieldValue } from "../../src/model/fields/registry.ts";
import type { UnreadableItem } from "../../src/model/collectionPage.ts";
import { toIds, toList, toObject, toOptional, toText } from "./rawJson.ts";

type Raw = Readonly<Record<string, unknown>>;

const noneId = "100";
const choiceTypes = new Set(["sb", "rb", "msb", "cb"]);
const timestampTypes = new Set(["subon", "lud"]);
const userTypes = new Set(["subby", "luby"]);

function digestRecordedValue(raw: Raw): unknown {
  const type = String(raw["type"]);
  if (choiceTypes.has(type)) return toIds(raw["bind_value_ids"]).filter((id) => id !== noneId);
  if (timestampTypes.has(type)) return toOptional(raw["value"]);
  if (userTypes.has(type)) return String(toObject(raw["value"])["id"]);
  switch (type) {
    case "string":
      return raw["value"];
    case "text":
      return raw["commonmark"] ?? raw["value"];
    case "int":
    case "float":
      return raw["value"] ?? undefined;
    case "date":
      return raw["is_time_displayed"] === true
        ? toOptional(raw["value"])
        : toOptional(toText(raw["value"]).slice(0, 10));
    case "tbl":
      return toIds(raw["bind_value_objects"]);
    case "file":
      return toList(raw["file_descriptions"]).map((file) => {
        const { id, name, size, type: mime, html_url: page } = toObject(file);
        return { id, name, size, type: mime, page };
      });
    case "art_link":
      return [toList(raw["links"]), toList(raw["reverse_links"])].map((links) =>
        links.map((link) => `${String(toObject(link)["id"])} ${toText(toObject(link)["type"])}`),
      );
    case "perm":
      return toIds(raw["granted_groups_ids"]);
    case "computed":
      return [raw["value"] ?? undefined, raw["manual_value"] ?? undefined, raw["is_autocomputed"]];
    case "ttmstepdef":
      return toList(raw["value"]).length;
    default:
      return Array.isArray(raw["value"]) ? raw["value"].length > 0 : toOptional(raw["value"]) !== undefined;
  }
}

function digestModelValue(value: FieldValue): unknown {
  switch (value.kind) {
    case "string":
      return value.text;
    case "text":
      return value.source;
    case "int":
    case "float":
      return value.number;
    case "date":
      return value.date;
    case "choices":
      return value.chosen.map(({ id }) => String(id));
    case "openList":
      return value.entries.map(({ id }) => String(id));
    case "files":
      return value.files.map(({ id, name, size, type, page }) => ({ id, name, size, type, page }));
    case "links":
      return [value.forward, value.reverse].map((links) =>
        links.map(({ artifactId, type }) => `${artifactId} ${type}`),
      );
    case "permissions":
      return value.groups.map(({ id }) => String(id));
    case "computed":
      return [value.computed, value.manual, value.isAutomatic];
    case "steps":
      return value.steps.length;
    case "user":
      return String(value.user?.id ?? null);
    case "references":
      return value.references.length > 0;
    case "other":
      return value.text !== "";
  }
}

function digestModelEntry(entry: FieldWithValue | UnreadableItem): unknown {
  if (entry.kind === "unreadable") return entry;
  const { fieldId, label, type, value } = entry;
  return { fieldId, label, type, value: digestModelValue(value) };
}

export function assertRowMatches(element: unknown, row: ArtifactRow | UnreadableItem): void {
  if (row.kind === "unreadable") assert.fail(`An artifact could not be read: ${JSON.stringify(row)}`);
  const raw = toObject(element);
  assert.deepEqual(
    {
      id: row.id,
      title: row.title,
      status: row.status,
      isOpen: row.isOpen,
      page: row.page,
      assignees: row.assignees.map(({ id }) => String(id)),
      submittedBy: String(row.submittedBy?.id ?? null),
      submittedOn: row.submittedOn,
      modifiedOn: row.modifiedOn,
    },
    {
      id: raw["id"],
      title: toOptional(raw["title"]),
      status: toOptional(raw["status"]),
      isOpen: raw["is_open"],
      page: raw["html_url"],
      assignees: toIds(raw["assignees"]),
      submittedBy: String(toObject(raw["submitted_by_user"])["id"]),
      submittedOn: raw["submitted_on"],
      modifiedOn: raw["last_modified_date"],
    },
  );
}

export function assertArtifactMatches(element: unknown, artifact: Artifact): void {
  assertRowMatches(element, artifact);
  const raw = toObject(element);
  assert.equal(artifact.tracker.id, toObject(raw["tracker"])["id"]);
  assert.equal(artifact.changesetsUri, raw["changesets_uri"]);
  assertValuesMatch(raw["values"], artifact.values);
}

export function assertValuesMatch(raw: unknown, values: Artifact["values"]): void {
  assert.deepEqual(
    values.map(digestModelEntry),
    toList(raw).map((each) => {
      const { field_id: fieldId, label, type } = toObject(each);
      return { fieldId, label, type, value: digestRecordedValue(toObject(each)) };
    }),
  );
}
