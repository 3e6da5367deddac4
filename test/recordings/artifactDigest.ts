// What must not get lost between a recorded artifact and our model of it, told by each in the same words.
import assert from "node:assert/strict";
import type { Artifact, ArtifactRow, FieldEntry } from "../../src/model/artifact.ts";
import type { FieldValue } from "../../src/model/fields/registry.ts";
import type { Unreadable } from "../../src/model/page.ts";
import { idsIn, list, object, some, textIn } from "./raw.ts";

type Raw = Readonly<Record<string, unknown>>;

const none = "100";
const choices = new Set(["sb", "rb", "msb", "cb"]);
const instants = new Set(["subon", "lud"]);
const people = new Set(["subby", "luby"]);

function recordedValue(raw: Raw): unknown {
  const type = String(raw["type"]);
  if (choices.has(type)) return idsIn(raw["bind_value_ids"]).filter((id) => id !== none);
  if (instants.has(type)) return some(raw["value"]);
  if (people.has(type)) return String(object(raw["value"])["id"]);
  switch (type) {
    case "string":
      return raw["value"];
    case "text":
      return raw["commonmark"] ?? raw["value"];
    case "int":
    case "float":
      return raw["value"] ?? undefined;
    case "date":
      return raw["is_time_displayed"] === true ? some(raw["value"]) : some(textIn(raw["value"]).slice(0, 10));
    case "tbl":
      return idsIn(raw["bind_value_objects"]);
    case "file":
      return list(raw["file_descriptions"]).map((file) => {
        const { id, name, size, type: mime, html_url: page } = object(file);
        return { id, name, size, type: mime, page };
      });
    case "art_link":
      return [list(raw["links"]), list(raw["reverse_links"])].map((links) =>
        links.map((link) => `${String(object(link)["id"])} ${textIn(object(link)["type"])}`),
      );
    case "perm":
      return idsIn(raw["granted_groups_ids"]);
    case "computed":
      return [raw["value"] ?? undefined, raw["manual_value"] ?? undefined, raw["is_autocomputed"]];
    case "ttmstepdef":
      return list(raw["value"]).length;
    default:
      return Array.isArray(raw["value"]) ? raw["value"].length > 0 : some(raw["value"]) !== undefined;
  }
}

function modelledValue(value: FieldValue): unknown {
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

function modelledEntry(entry: FieldEntry | Unreadable): unknown {
  if (entry.kind === "unreadable") return entry;
  const { fieldId, label, type, value } = entry;
  return { fieldId, label, type, value: modelledValue(value) };
}

export function assertRowIsWhole(element: unknown, row: ArtifactRow | Unreadable): void {
  if (row.kind === "unreadable") assert.fail(`An artifact could not be read: ${JSON.stringify(row)}`);
  const raw = object(element);
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
      title: some(raw["title"]),
      status: some(raw["status"]),
      isOpen: raw["is_open"],
      page: raw["html_url"],
      assignees: idsIn(raw["assignees"]),
      submittedBy: String(object(raw["submitted_by_user"])["id"]),
      submittedOn: raw["submitted_on"],
      modifiedOn: raw["last_modified_date"],
    },
  );
}

export function assertArtifactIsWhole(element: unknown, artifact: Artifact): void {
  assertRowIsWhole(element, artifact);
  const raw = object(element);
  assert.equal(artifact.tracker.id, object(raw["tracker"])["id"]);
  assert.equal(artifact.changesetsUri, raw["changesets_uri"]);
  assertValuesAreWhole(raw["values"], artifact.values);
}

export function assertValuesAreWhole(raw: unknown, values: Artifact["values"]): void {
  assert.deepEqual(
    values.map(modelledEntry),
    list(raw).map((each) => {
      const { field_id: fieldId, label, type } = object(each);
      return { fieldId, label, type, value: recordedValue(object(each)) };
    }),
  );
}
