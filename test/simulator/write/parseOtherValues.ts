import { isObject, scalarToText } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { HttpError } from "../http/httpError.ts";
import type { Field } from "../state/field.ts";
import type { FieldValue, FileDescription, TestStep } from "../state/value.ts";
import { parseTextFormat } from "./parseBasicValues.ts";
import { isJsonArray, getMember, createFormatError } from "./writeContext.ts";
import type { WriteContext } from "./writeContext.ts";

/** All files to keep and all new ones. Omitted files are deleted permanently. */
export function parseFiles(entry: JsonObject, field: Field, context: WriteContext): FieldValue {
  const value = getMember(entry, "value");
  if (!isJsonArray(value)) throw createFormatError(field, '"value": [12]');
  const { artifact } = context;
  const stored = artifact?.getValue(field);
  const current = stored?.kind === "files" ? stored.files : [];
  return { kind: "files", files: value.map((id) => findFile(Number(id), current, field, context)) };
}

function findFile(
  id: number,
  current: readonly FileDescription[],
  field: Field,
  context: WriteContext,
): FileDescription {
  const { server, afterWrite } = context;
  const existing = current.find((file) => file.id === id);
  if (existing !== undefined) return existing;
  const uploaded = findUploadedFile(id, field, context);
  if (uploaded !== undefined) {
    afterWrite.push((artifact) => uploaded.attach(artifact.id));
    return uploaded.file;
  }
  const attached = server.files.findAttached(id);
  if (attached === undefined) throw new HttpError(404, `There is no file #${id}`);
  throw new HttpError(500, `File #${id} belongs to artifact #${attached.artifact.id}`);
}

interface UploadedFile {
  readonly file: FileDescription;
  readonly attach: (artifactId: number) => void;
}

/** An upload can be attached by its user and to its field only; a temporary file by anyone who knows its id. */
function findUploadedFile(
  id: number,
  field: Field,
  { server, user }: WriteContext,
): UploadedFile | undefined {
  const { files, temporaryFiles, uploads } = server;
  const sources = [
    { file: files.findUnattached(id), source: files },
    { file: temporaryFiles.find(id), source: temporaryFiles },
    { file: uploads.findComplete(id, user.id, field.id), source: uploads },
  ];
  for (const { file, source } of sources) {
    if (file !== undefined) return { file, attach: (artifactId) => source.attach(id, artifactId) };
  }
  return undefined;
}

/** No group means no restriction. */
export function parsePermissions(
  entry: JsonObject,
  field: Field,
  context: WriteContext,
): FieldValue | undefined {
  const value = getMember(entry, "value");
  const granted = isObject(value) ? value["granted_groups"] : undefined;
  if (!isJsonArray(granted)) throw createFormatError(field, '"value": {"granted_groups": ["101_3"]}');
  const { rules, tracker, errors } = context;
  const groups = granted.map((id) => rules.findGroup(scalarToText(id), field, tracker.project));
  if (groups.every((group) => group !== undefined)) return { kind: "groups", groups };
  errors.add(`${field.label}: one of the groups is not known here.`);
  return undefined;
}

/** Either a manual value or autocomputed; the computed value itself is read-only. */
export function parseComputed(entry: JsonObject, field: Field, { artifact }: WriteContext): FieldValue {
  const manual = getMember(entry, "manual_value");
  const isAutomatic = getMember(entry, "is_autocomputed") === true;
  const number = Number.parseFloat(scalarToText(manual));
  if (getMember(entry, "value") !== undefined || (!isAutomatic && Number.isNaN(number))) {
    throw createFormatError(field, '"manual_value": 12} or {"is_autocomputed": true');
  }
  const stored = artifact?.getValue(field);
  const computed = stored?.kind === "computed" ? stored.computed : null;
  return { kind: "computed", computed, manual: isAutomatic ? null : number };
}

/** The complete list; its order is the rank. */
export function parseSteps(entry: JsonObject, field: Field, { artifact }: WriteContext): FieldValue {
  const value = getMember(entry, "value");
  if (!isJsonArray(value)) {
    throw createFormatError(field, '"value": [{"description": "…", "expected_results": "…"}]');
  }
  const firstId = (artifact?.id ?? 0) * 100_000 + (artifact?.version ?? 0) * 100;
  return {
    kind: "steps",
    steps: value.toSorted(compareRanks).map((step, place) => parseStep(step, firstId + place)),
  };
}

function parseStep(step: Json, id: number): TestStep {
  const { description, description_format, expected_results, expected_results_format } = isObject(step)
    ? step
    : {};
  return {
    id,
    description: typeof description === "string" ? description : "",
    descriptionFormat: parseTextFormat(description_format, "commonmark"),
    expected: typeof expected_results === "string" ? expected_results : "",
    expectedFormat: parseTextFormat(expected_results_format, "commonmark"),
  };
}

function compareRanks(first: Json, second: Json): number {
  return getRank(first) - getRank(second);
}

function getRank(step: Json): number {
  const rank = isObject(step) ? Number(step["rank"]) : Number.NaN;
  return Number.isNaN(rank) ? 0 : rank;
}
