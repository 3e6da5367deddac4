// The rows of a table as a file for spreadsheets. What is not known yet of their fields is read first.
import * as vscode from "vscode";
import type { Artifact } from "../../model/artifact.ts";
import { cleanLine, oneLine } from "../../model/displayText.ts";
import { fieldText, type FieldValue } from "../../model/fields/registry.ts";
import { safeFileName } from "../../model/fileName.ts";
import { localIso, serverTime } from "../../model/localTime.ts";
import type { PlacedRow } from "../../model/query/rows.ts";
import { csvText, type RowFact, rowFact } from "../../model/table.ts";
import { type ColumnKey, fieldIdIn } from "../../protocol/columns.ts";
import type { RowValues } from "../../protocol/table.ts";
import type { Selected } from "../../store/triage/states.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { valueText } from "../../vscode/inputText.ts";
import { notify, type ProgressState, withProgress } from "../../vscode/notifications.ts";
import { openAsText } from "../../vscode/tabs.ts";
import type { Table } from "./table.ts";

// What stands in the cells of a row: as a line to read, as something to order by, and whole for a file.

function orderOf(value: FieldValue): number | undefined {
  switch (value.kind) {
    case "int":
    case "float":
      return value.number;
    case "computed":
      return value.isAutomatic ? value.computed : value.manual;
    case "date": {
      const at = Date.parse(value.date ?? "");
      return Number.isNaN(at) ? undefined : at;
    }
    default:
      return undefined;
  }
}

type Values = ReadonlyMap<number, FieldValue | "unreadable">;

function valuesOf({ values }: Artifact): Values {
  return new Map(
    values.flatMap((each): readonly (readonly [number, FieldValue | "unreadable"])[] => {
      if (each.kind === "entry") return [[each.fieldId, each.value]];
      return each.id === undefined ? [] : [[each.id, "unreadable"]];
    }),
  );
}

/** Fields without a value may be absent, and are empty; one that makes no sense is left out. */
export function rowValues(artifact: Artifact, keys: readonly ColumnKey[]): RowValues {
  const values = valuesOf(artifact);
  const texts: { [Key in ColumnKey]?: string } = {};
  const order: { [Key in ColumnKey]?: number } = {};
  const serverTimes: { [Key in ColumnKey]?: string } = {};
  for (const key of keys) {
    const id = fieldIdIn(key);
    const value = id === undefined ? undefined : values.get(id);
    if (value === "unreadable") continue;
    texts[key] = value === undefined ? "" : oneLine(valueText(value));
    const place = value === undefined ? undefined : orderOf(value);
    if (place !== undefined) order[key] = place;
    const time = value?.kind === "date" ? serverTime(value.date) : undefined;
    if (time !== undefined) serverTimes[key] = time;
  }
  return { id: artifact.id, texts, order, serverTimes };
}

function isFact(key: ColumnKey): key is RowFact {
  return fieldIdIn(key) === undefined;
}

/** The cells of a row for a file: texts whole, instants with their offset, in the zone of this machine. */
export function fileCells(
  row: PlacedRow,
  artifact: Artifact | undefined,
  keys: readonly ColumnKey[],
): readonly string[] {
  const values: Values = artifact === undefined ? new Map() : valuesOf(artifact);
  return keys.map((key) => {
    if (isFact(key)) {
      const fact = rowFact(row, key);
      return key === "submitted" || key === "modified" ? localIso(fact) : fact;
    }
    const value = values.get(fieldIdIn(key) ?? 0);
    if (value === undefined || value === "unreadable") return "";
    return value.kind === "date" ? localIso(value.date ?? "") : fieldText(value);
  });
}

const rowsAtOnce = 100;

function askWhere(title: string): Thenable<vscode.Uri | undefined> {
  const { HOME = "/", USERPROFILE = HOME } = process.env;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(USERPROFILE);
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export as CSV"),
    defaultUri: vscode.Uri.joinPath(folder, safeFileName(`${cleanLine(title, 60)}.csv`)),
    filters: { CSV: ["csv"] },
  });
}

interface ValuesRead {
  readonly artifacts: ReadonlyMap<number, Artifact>;
  /** Not once it was cancelled: half of a column is no export. */
  readonly isWhole: boolean;
}

async function exportedValues(
  table: Table,
  selected: readonly Selected[],
  signal: AbortSignal,
  report: (state: ProgressState) => void,
): Promise<ValuesRead> {
  const artifacts = new Map<number, Artifact>();
  for (let from = 0; from < selected.length; from += rowsAtOnce) {
    const read = await table.values?.read(selected.slice(from, from + rowsAtOnce), signal);
    for (const [id, artifact] of read ?? []) artifacts.set(id, artifact);
    if (signal.aborted) return { artifacts, isWhole: false };
    const done = Math.min(selected.length, from + rowsAtOnce);
    report({
      message: vscode.l10n.t("{0} of {1} rows", done, selected.length),
      percent: (100 * done) / selected.length,
    });
  }
  return { artifacts, isWhole: true };
}

function readValues(table: Table, selected: readonly Selected[]): Promise<ValuesRead> {
  const title = vscode.l10n.t("Reading values for the export");
  return withProgress(
    title,
    (signal, report) => exportedValues(table, selected, AbortSignal.any([signal, table.signal]), report),
    0,
  );
}

/** What it holds as a whole, with the names of its columns first. */
function contentOf(
  table: Table,
  ids: readonly number[],
  keys: readonly ColumnKey[],
  values: ReadonlyMap<number, Artifact>,
): string {
  const labels = new Map(table.columns.map(({ key, label }) => [key, label]));
  const rows = ids.flatMap((id) => {
    const row = table.find(id);
    return row === undefined ? [] : [fileCells(row, values.get(id), keys)];
  });
  return csvText([keys.map((key) => labels.get(key) ?? key), ...rows]);
}

function sayWhere(boundary: Boundary, file: vscode.Uri, count: number): void {
  const name = file.path.split("/").at(-1) ?? "";
  const text =
    count === 1
      ? vscode.l10n.t("1 row is in {0}.", name)
      : vscode.l10n.t("{0} rows are in {1}.", count, name);
  notify(boundary, "information", text, { label: vscode.l10n.t("Open"), run: () => openAsText(file) });
}

async function save(table: Table, boundary: Boundary, content: string, count: number): Promise<void> {
  const file = await askWhere(table.title);
  if (file === undefined) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(content));
  sayWhere(boundary, file, count);
}

/** Ends when the file is written. Gives what was read for it, so that nobody has to read it again. */
export async function exportCsv(
  table: Table,
  boundary: Boundary,
  ids: readonly number[],
  keys: readonly ColumnKey[],
): Promise<readonly RowValues[]> {
  const selected = table.selected(ids);
  const fields = keys.filter((key) => fieldIdIn(key) !== undefined);
  const { artifacts, isWhole } =
    fields.length > 0
      ? await readValues(table, selected)
      : { artifacts: new Map<number, Artifact>(), isWhole: true };
  if (isWhole) await save(table, boundary, contentOf(table, ids, keys, artifacts), selected.length);
  return [...artifacts.values()].map((artifact) => rowValues(artifact, fields));
}
