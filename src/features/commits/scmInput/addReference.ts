// The command Add Reference to Commit Message, which keeps the existing message.
import * as vscode from "vscode";
import { toDisplayLine, escapeLinks } from "../../../model/displayText.ts";
import type { ReferenceGrammar } from "../../../model/reference/findReferences.ts";
import { createInsertReferenceEdit } from "../../../model/reference/insertReference.ts";
import { applyTextEdit } from "../../../model/reference/commitMessage.ts";
import { findReferenceTemplateProblem } from "../../../model/reference/formatReference.ts";
import type { Site } from "../../../model/site.ts";
import { settingKeys } from "../../../protocol/contributions.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository, WorkspaceContext } from "../workspaceContext.ts";
import { formatReferenceTemplateProblem, formatTemplateProblem } from "../templateProblemText.ts";
import { toArtifactKey, type ScmInputPrefill } from "./scmInputPrefill.ts";
import { readReferenceTemplate } from "./commitSettings.ts";

interface ArtifactAtSite {
  readonly site: Site;
  readonly artifactId: number;
}

function showMessage(text: string): undefined {
  void vscode.window.showInformationMessage(escapeLinks(toDisplayLine(text)));
}

/** Reads the argument of VS Code's Source Control menus. */
function findTargetRepository(
  { repositories }: WorkspaceContext,
  target: unknown,
): OpenRepository | undefined {
  if (typeof target !== "object" || target === null || !("rootUri" in target)) return undefined;
  const { rootUri } = target;
  const key = rootUri instanceof vscode.Uri ? rootUri.toString() : undefined;
  return repositories.find((repository) => repository.key === key);
}

/** The active artifact, else the user's choice. */
async function getOrPickArtifact(
  { workspace, features }: CommitsContext,
  repository: OpenRepository,
  title: string,
): Promise<ArtifactAtSite | undefined> {
  const active = workspace.getActiveArtifact(repository);
  if (active !== undefined) return active;
  const site = await workspace.getOrPickSite(repository.root);
  const picked = site && (await features.form.selectArtifact(title, { siteApi: site.api }));
  return picked && { site, artifactId: picked.artifactId };
}

/** Why the template of the setting is not used. */
function getTemplateProblem(root: vscode.Uri, grammar: ReferenceGrammar): string | undefined {
  const { template, problem } = readReferenceTemplate(root);
  if (problem !== undefined) return formatTemplateProblem(problem);
  const code = findReferenceTemplateProblem(template, grammar);
  return code && formatReferenceTemplateProblem(code);
}

function showTemplateProblem(root: vscode.Uri, grammar: ReferenceGrammar): void {
  const problem = getTemplateProblem(root, grammar);
  if (problem === undefined) return;
  showMessage(
    vscode.l10n.t("The setting {0} has an invalid value. {1}", settingKeys.commitTemplate, problem),
  );
}

export async function addReferenceToScmInput(
  context: CommitsContext,
  prefill: ScmInputPrefill,
  target?: unknown,
): Promise<void> {
  const { workspace, referenceFormatter } = context;
  const title = vscode.l10n.t("Add Reference to Commit Message");
  const repository = findTargetRepository(workspace, target) ?? (await workspace.pickRepository(title));
  const artifact = repository && (await getOrPickArtifact(context, repository, title));
  if (repository === undefined || artifact === undefined) return;
  const { root, scm } = repository;
  const mention = await withProgress(vscode.l10n.t("Loading from {0}…", artifact.site.label), () =>
    referenceFormatter.formatMention(root, artifact),
  );
  await vscode.commands.executeCommand("workbench.view.scm");
  // No `await` from here to the assignment, so that nothing typed meanwhile is overwritten.
  const message = scm.inputBox.value;
  const rules = { commentPrefix: undefined, grammar: workspace.getGrammar(artifact.site) };
  const edit = createInsertReferenceEdit(message, mention, rules);
  if (edit === undefined) {
    return showMessage(vscode.l10n.t("The commit message already refers to #{0}.", artifact.artifactId));
  }
  const text = applyTextEdit(message, edit);
  scm.inputBox.value = text;
  if (message === "") prefill.markPrefilled(repository, { about: toArtifactKey(artifact), text });
  showTemplateProblem(root, rules.grammar);
}
