// The rows of a table as a file for spreadsheets. What is not known yet of their fields is read first.
import * as vscode from "vscode";
import type { Artifact } from "../../model/artifact.ts";
import { csvText } from "../../model/csv.ts";
import { cleanLine } from "../../model/displayText.ts";
import { safeFileName } from "../../model/fileName.ts";
import type { Boundary } from "../../platform/boundary.ts";
import { notify } from "../../platform/notify.ts";
import { openAsText } from "../../platform/openInEditor.ts";
import { type ProgressState, withProgress } from "../../platform/progress.ts";
import { fieldIdIn } from "../../protocol/columnKeys.ts";
import type { ColumnKey, RowValues } from "../../protocol/table.ts";
import type { Selected } from "../../store/triage/states.ts";
import { fileCells, rowValues } from "./rowCells.ts";
import type { Table } from "./table.ts";

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

async function valuesOf(
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
    (signal, report) => valuesOf(table, selected, AbortSignal.any([signal, table.signal]), report),
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
