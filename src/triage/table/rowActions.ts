// What can be done with rows that is done elsewhere: by the commands that menus and keys run too.
import * as vscode from "vscode";
import { reference } from "../../model/artifact.ts";
import type { Commands } from "../../platform/commands.ts";
import type { CommandArguments, DecisionTarget } from "../../protocol/commands.ts";
import type { RowAction } from "../../protocol/table.ts";
import type { Table } from "./table.ts";

/** As whoever decides about rows needs them. */
export function targetsOf(
  table: Table,
  ids: readonly number[],
  order: readonly number[] = ids,
): readonly DecisionTarget[] {
  const siteApi = table.site?.api;
  if (siteApi === undefined) return [];
  const neighbours = (): readonly DecisionTarget[] => targetsOf(table, order);
  const readOn = (): Promise<"end" | "notRead"> => Promise.resolve(table.isWhole ? "end" : "notRead");
  return table.selected(ids).map(({ row, trackerId }) => ({
    siteApi,
    artifactId: row.id,
    page: row.page,
    trackerId,
    artifact: row,
    neighbours,
    readOn,
  }));
}

export async function actOn(
  commands: Commands<CommandArguments>,
  targets: readonly DecisionTarget[],
  action: RowAction,
): Promise<void> {
  const [first] = targets;
  if (first === undefined) return;
  switch (action) {
    case "open":
      return commands.run("artifacts.openArtifact", first);
    case "openInBrowser":
      return commands.run("artifacts.openInBrowser", first);
    case "copyReference": {
      const references = targets.map(({ artifactId }) => reference(artifactId));
      await vscode.env.clipboard.writeText(references.join("\n"));
      return;
    }
    case "comment":
      return commands.run("artifacts.addComment", first, targets);
    case "link":
      return commands.run("artifacts.linkArtifact", first, targets);
    case "assignToMe":
      return commands.run("artifacts.assignToMe", first, targets);
    case "startWork":
      return commands.run("artifacts.startWork", first);
    case "delete":
      return commands.run("artifacts.deleteArtifact", first, targets);
  }
}
