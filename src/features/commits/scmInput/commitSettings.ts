// Settings for commit messages, and repositories in which prompts after commits are disabled.
import * as vscode from "vscode";
import { defaultReferenceTemplate } from "../../../model/reference/formatReference.ts";
import { parseTemplate, type Template, type TemplateProblem } from "../../../model/reference/template.ts";
import { settingKeys } from "../../../protocol/contributions.ts";
import type { Memento } from "../../../store/mementos.ts";
import type { OpenRepository } from "../workspaceContext.ts";

function readSetting(name: string, root: vscode.Uri): unknown {
  return vscode.workspace.getConfiguration(undefined, root).get(name);
}

export function isCommitSettingEnabled(
  name: "referenceCompletion" | "referenceDiagnostics" | "commitOfferToLink",
  root: vscode.Uri,
): boolean {
  return readSetting(settingKeys[name], root) === true;
}

/** When references are added to the SCM input. */
export function readAddReferenceMode(root: vscode.Uri): "automatic" | "command" | "never" {
  const mode = readSetting(settingKeys.commitReference, root);
  return mode === "command" || mode === "never" ? mode : "automatic";
}

export function getDefaultReferenceTemplate(): Template {
  const parsed = parseTemplate(defaultReferenceTemplate);
  if (parsed.kind === "template") return parsed;
  throw new Error(`Invalid default template: ${parsed.code}`);
}

/** The default template if the setting is empty or invalid; the latter with its problem. */
export function readReferenceTemplate(root: vscode.Uri): {
  readonly template: Template;
  readonly problem: TemplateProblem | undefined;
} {
  const setting = readSetting(settingKeys.commitTemplate, root);
  if (typeof setting !== "string" || setting.trim() === "") {
    return { template: getDefaultReferenceTemplate(), problem: undefined };
  }
  const parsed = parseTemplate(setting.trim());
  return parsed.kind === "template"
    ? { template: parsed, problem: undefined }
    : { template: getDefaultReferenceTemplate(), problem: parsed };
}

function getMementoKey({ key }: Pick<OpenRepository, "key">): string {
  return `neverOfferAfterCommit ${key}`;
}

export function areCommitOffersEnabled(memento: Memento, repository: Pick<OpenRepository, "key">): boolean {
  return memento.get(getMementoKey(repository)) !== true;
}

export async function disableCommitOffers(
  memento: Memento,
  repository: Pick<OpenRepository, "key">,
): Promise<void> {
  await memento.update(getMementoKey(repository), true);
}

export async function enableCommitOffers(
  memento: Memento,
  repository: Pick<OpenRepository, "key">,
): Promise<void> {
  await memento.update(getMementoKey(repository), undefined);
}
