// Exports the rows of a table as CSV. Field values that aren't loaded yet are loaded first.
import * as vscode from "vscode";
import type { Artifact } from "../../model/artifact.ts";
import { toDisplayLine } from "../../model/displayText.ts";
import type { ComparableValue } from "../../model/fields/fieldType.ts";
import { toComparable } from "../../model/fields/hostRegistry.ts";
import { toFieldText, type FieldValue } from "../../model/fields/registry.ts";
import { isoToLocalOffset, formatTimeInOwnZone } from "../../model/localTime.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import { toCsv, type BuiltInColumn, getBuiltInColumnText } from "../../model/table.ts";
import { type ColumnKey, getColumnFieldId } from "../../protocol/columns.ts";
import type { RowValues } from "../../protocol/tableProtocol.ts";
import type { SelectedArtifact } from "../../store/triage/artifactLoader.ts";
import { saveCsvFile } from "../../vscode/csvFile.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import { fieldValueText } from "../../vscode/fieldText.ts";
import { type ProgressUpdate, withProgress } from "../../vscode/notifications.ts";
import type { TableSession } from "./tableSession.ts";

function toSortKey(value: ComparableValue | undefined): number | undefined {
  if (value?.kind === "number") return value.number;
  const timestamp = value?.kind === "date" ? Date.parse(value.date ?? "") : Number.NaN;
  return Number.isNaN(timestamp) ? undefined : timestamp;
}

type ValuesByField = ReadonlyMap<number, FieldValue | "unreadable">;

function toValuesByField({ values }: Artifact): ValuesByField {
  return new Map(
    values.flatMap((entry): readonly (readonly [number, FieldValue | "unreadable"])[] => {
      if (entry.kind === "entry") return [[entry.fieldId, entry.value]];
      return entry.id === undefined ? [] : [[entry.id, "unreadable"]];
    }),
  );
}

/** A missing field is empty; an unreadable one is omitted. */
export function toRowValues(artifact: Artifact, keys: readonly ColumnKey[]): RowValues {
  const values = toValuesByField(artifact);
  const texts: { [Key in ColumnKey]?: string } = {};
  const sortValues: { [Key in ColumnKey]?: number } = {};
  const serverTimes: { [Key in ColumnKey]?: string } = {};
  for (const key of keys) {
    const id = getColumnFieldId(key);
    const value = id === undefined ? undefined : values.get(id);
    if (value === "unreadable") continue;
    texts[key] = value === undefined ? "" : toDisplayLine(fieldValueText(value));
    const comparable = value === undefined ? undefined : toComparable(value);
    const sortValue = toSortKey(comparable);
    if (sortValue !== undefined) sortValues[key] = sortValue;
    const time = comparable?.kind === "date" ? formatTimeInOwnZone(comparable.date) : undefined;
    if (time !== undefined) serverTimes[key] = time;
  }
  return { id: artifact.id, texts, sortValues, serverTimes };
}

function isBuiltInColumn(key: ColumnKey): key is BuiltInColumn {
  return getColumnFieldId(key) === undefined;
}

/** Texts are complete; times are local, with their offset. */
export function toCsvCells(
  row: RowWithTracker,
  artifact: Artifact | undefined,
  keys: readonly ColumnKey[],
): readonly string[] {
  const values: ValuesByField = artifact === undefined ? new Map() : toValuesByField(artifact);
  return keys.map((key) => {
    if (isBuiltInColumn(key)) {
      const text = getBuiltInColumnText(row, key);
      return key === "submitted" || key === "modified" ? isoToLocalOffset(text) : text;
    }
    const value = values.get(getColumnFieldId(key) ?? 0);
    if (value === undefined || value === "unreadable") return "";
    const comparable = toComparable(value);
    return comparable?.kind === "date" ? isoToLocalOffset(comparable.date ?? "") : toFieldText(value);
  });
}

const rowsPerRequest = 100;

interface LoadedValues {
  readonly artifacts: ReadonlyMap<number, Artifact>;
  /** `false` if it was canceled; then nothing is exported. */
  readonly isComplete: boolean;
}

async function loadValues(
  table: TableSession,
  selected: readonly SelectedArtifact[],
  signal: AbortSignal,
  report: (state: ProgressUpdate) => void,
): Promise<LoadedValues> {
  const artifacts = new Map<number, Artifact>();
  for (let from = 0; from < selected.length; from += rowsPerRequest) {
    const loaded = await table.fieldValues?.load(selected.slice(from, from + rowsPerRequest), signal);
    for (const [id, artifact] of loaded ?? []) artifacts.set(id, artifact);
    if (signal.aborted) return { artifacts, isComplete: false };
    const loadedCount = Math.min(selected.length, from + rowsPerRequest);
    report({
      message: vscode.l10n.t("{0} of {1} rows", loadedCount, selected.length),
      percent: (100 * loadedCount) / selected.length,
    });
  }
  return { artifacts, isComplete: true };
}

function loadValuesWithProgress(
  table: TableSession,
  selected: readonly SelectedArtifact[],
): Promise<LoadedValues> {
  const title = vscode.l10n.t("Loading values to export…");
  return withProgress(
    title,
    (signal, report) => loadValues(table, selected, AbortSignal.any([signal, table.signal]), report),
    0,
  );
}

function createCsv(
  table: TableSession,
  ids: readonly number[],
  keys: readonly ColumnKey[],
  values: ReadonlyMap<number, Artifact>,
): string {
  const labels = new Map(table.columns.map(({ key, label }) => [key, label]));
  const rows = ids.flatMap((id) => {
    const row = table.findRow(id);
    return row === undefined ? [] : [toCsvCells(row, values.get(id), keys)];
  });
  return toCsv([keys.map((key) => labels.get(key) ?? key), ...rows]);
}

/** Resolves when the file is written. Returns the loaded values, so that the page doesn't request them again. */
export async function exportCsv(
  table: TableSession,
  errorHandler: ErrorHandler,
  ids: readonly number[],
  keys: readonly ColumnKey[],
): Promise<readonly RowValues[]> {
  const selected = table.getSelected(ids);
  const fieldKeys = keys.filter((key) => getColumnFieldId(key) !== undefined);
  const { artifacts, isComplete } =
    fieldKeys.length > 0
      ? await loadValuesWithProgress(table, selected)
      : { artifacts: new Map<number, Artifact>(), isComplete: true };
  if (isComplete) {
    await saveCsvFile(errorHandler, table.title, createCsv(table, ids, keys, artifacts), selected.length);
  }
  return [...artifacts.values()].map((artifact) => toRowValues(artifact, fieldKeys));
}
