// Which artifact a commit is to be linked to: those that its message mentions are offered first, then the one of the branch.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutIcons } from "../../model/displayText.ts";
import { findReferences } from "../../model/reference/find.ts";
import type { Site } from "../../model/site.ts";
import { withProgress } from "../../platform/progress.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { Told } from "../../store/references/told.ts";
import type { PartDependencies } from "../dependencies.ts";
import type { ChosenCommit } from "./askCommit.ts";

interface Row extends vscode.QuickPickItem {
  /** Undefined for another one. */
  readonly artifactId: number | undefined;
}

/** More would be no message. */
const mostOffered = 20;

function rowOf(artifactId: number, told: Told | undefined, why: string): Row {
  const artifact = told?.kind === "artifact" ? told : undefined;
  const facts = [oneLine(artifact?.status ?? "", 40), why].filter((part) => part !== "");
  return {
    label: withoutIcons(artifactLabel(artifactId, artifact?.title)),
    description: facts.join(" · "),
    artifactId,
  };
}

export async function askLinked(
  { workplace, lookups, commands }: PartDependencies,
  { repository, commit }: ChosenCommit,
  site: Site,
  title: string,
): Promise<ArtifactTarget | undefined> {
  const message = `${commit.subject}\n\n${commit.body}`;
  const references = findReferences(message, workplace.grammarOf(site));
  const mentioned = [...new Set(references.map(({ artifactId }) => artifactId))].slice(0, mostOffered);
  const active = workplace.activeIn(repository);
  const ofBranch = active?.site.api === site.api ? active.artifactId : undefined;
  const ids = ofBranch === undefined ? mentioned : [...new Set([...mentioned, ofBranch])];
  const { api: siteApi } = site;
  if (ids.length === 0) return commands.ask("artifacts.chooseArtifact", title, { siteApi });
  const told = await withProgress(vscode.l10n.t("Reading from {0}", site.label), (signal) =>
    lookups.lookUp(site, ids, signal),
  );
  const rows = ids.map((id) =>
    rowOf(
      id,
      told.get(id),
      mentioned.includes(id) ? vscode.l10n.t("in the message") : vscode.l10n.t("of the branch"),
    ),
  );
  const other: Row = { label: vscode.l10n.t("Another Artifact…"), artifactId: undefined, alwaysShow: true };
  const placeHolder = vscode.l10n.t("Which artifact of {0}?", site.label);
  const picked = await vscode.window.showQuickPick([...rows, other], { title, placeHolder });
  if (picked === undefined) return undefined;
  return picked.artifactId === undefined
    ? commands.ask("artifacts.chooseArtifact", title, { siteApi })
    : { siteApi, artifactId: picked.artifactId };
}
