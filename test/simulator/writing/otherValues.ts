import { isObject, scalarText } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import type { Field } from "../state/field.ts";
import type { FieldValue, FileDescription, TestStep } from "../state/value.ts";
import { textFormat } from "./plainValues.ts";
import { isList, member, wrongShape } from "./writing.ts";
import type { Writing } from "./writing.ts";

/** Every file to keep and every new one. What is left out is gone for good. */
export function filesValue(entry: JsonObject, field: Field, writing: Writing): FieldValue {
  const value = member(entry, "value");
  if (!isList(value)) throw wrongShape(field, '"value": [12]');
  const { artifact } = writing;
  const stored = artifact?.valueOf(field);
  const current = stored?.kind === "files" ? stored.files : [];
  return { kind: "files", files: value.map((id) => fileOf(Number(id), current, field, writing)) };
}

function fileOf(
  id: number,
  current: readonly FileDescription[],
  field: Field,
  writing: Writing,
): FileDescription {
  const { world, afterwards } = writing;
  const kept = current.find((file) => file.id === id);
  if (kept !== undefined) return kept;
  const arrived = arrivedFile(id, field, writing);
  if (arrived !== undefined) {
    afterwards.push((artifact) => arrived.attach(artifact.id));
    return arrived.file;
  }
  const elsewhere = world.files.attached(id);
  if (elsewhere === undefined) throw new Refusal(404, `There is no file #${id}`);
  throw new Refusal(500, `File #${id} belongs to artifact #${elsewhere.artifact.id}`);
}

interface ArrivedFile {
  readonly file: FileDescription;
  readonly attach: (artifactId: number) => void;
}

/** An upload is for the field and the person that it was begun by; a temporary file for whoever knows its id. */
function arrivedFile(id: number, field: Field, { world, writer }: Writing): ArrivedFile | undefined {
  const { files, temporaryFiles, uploads } = world;
  const owners = [
    { file: files.waiting(id), owner: files },
    { file: temporaryFiles.find(id), owner: temporaryFiles },
    { file: uploads.complete(id, writer.id, field.id), owner: uploads },
  ];
  for (const { file, owner } of owners) {
    if (file !== undefined) return { file, attach: (artifactId) => owner.attach(id, artifactId) };
  }
  return undefined;
}

/** No group at all means no restriction. */
export function permissionsValue(entry: JsonObject, field: Field, writing: Writing): FieldValue | undefined {
  const value = member(entry, "value");
  const granted = isObject(value) ? value["granted_groups"] : undefined;
  if (!isList(granted)) throw wrongShape(field, '"value": {"granted_groups": ["101_3"]}');
  const { manners, tracker, complaints } = writing;
  const groups = granted.map((id) => manners.groupOf(scalarText(id), field, tracker.project));
  if (groups.every((group) => group !== undefined)) return { kind: "groups", groups };
  complaints.say(`${field.label}: one of the groups is not known here.`);
  return undefined;
}

/** Either a number of one's own or the computed one; the computed one itself is nobody's to write. */
export function computedValue(entry: JsonObject, field: Field, { artifact }: Writing): FieldValue {
  const manual = member(entry, "manual_value");
  const isAutomatic = member(entry, "is_autocomputed") === true;
  const number = Number.parseFloat(scalarText(manual));
  if (member(entry, "value") !== undefined || (!isAutomatic && Number.isNaN(number))) {
    throw wrongShape(field, '"manual_value": 12} or {"is_autocomputed": true');
  }
  const stored = artifact?.valueOf(field);
  const computed = stored?.kind === "computed" ? stored.computed : null;
  return { kind: "computed", computed, manual: isAutomatic ? null : number };
}

/** The whole list; its order is the rank. */
export function stepsValue(entry: JsonObject, field: Field, { artifact }: Writing): FieldValue {
  const value = member(entry, "value");
  if (!isList(value)) throw wrongShape(field, '"value": [{"description": "…", "expected_results": "…"}]');
  const firstId = (artifact?.id ?? 0) * 100_000 + (artifact?.version ?? 0) * 100;
  return {
    kind: "steps",
    steps: value.toSorted(byRank).map((step, place) => readStep(step, firstId + place)),
  };
}

function readStep(step: Json, id: number): TestStep {
  const { description, description_format, expected_results, expected_results_format } = isObject(step)
    ? step
    : {};
  return {
    id,
    description: typeof description === "string" ? description : "",
    descriptionFormat: textFormat(description_format, "commonmark"),
    expected: typeof expected_results === "string" ? expected_results : "",
    expectedFormat: textFormat(expected_results_format, "commonmark"),
  };
}

function byRank(one: Json, other: Json): number {
  return rankOf(one) - rankOf(other);
}

function rankOf(step: Json): number {
  const rank = isObject(step) ? Number(step["rank"]) : Number.NaN;
  return Number.isNaN(rank) ? 0 : rank;
}
