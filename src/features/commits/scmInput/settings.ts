// What the user has set for commit messages, and in which repositories nothing is offered after a commit.
import * as vscode from "vscode";
import { defaultReferenceTemplate } from "../../../model/reference/referenceText.ts";
import { parseTemplate, type Template, type TemplateProblem } from "../../../model/reference/template.ts";
import { settings } from "../../../protocol/contributions.ts";
import type { Memory } from "../../../store/mementos.ts";
import type { OpenRepository } from "../folderContext.ts";

// What is set about commit messages, for a repository.

function valueOf(name: string, root: vscode.Uri): unknown {
  return vscode.workspace.getConfiguration(undefined, root).get(name);
}

export function isOn(
  name: "referenceCompletion" | "referenceDiagnostics" | "commitOffer",
  root: vscode.Uri,
): boolean {
  return valueOf(settings[name], root) === true;
}

/** When references go into the box. */
export function referenceWay(root: vscode.Uri): "automatic" | "command" | "never" {
  const way = valueOf(settings.commitReference, root);
  return way === "command" || way === "never" ? way : "automatic";
}

export function usualTemplate(): Template {
  const parsed = parseTemplate(defaultReferenceTemplate);
  if (parsed.kind === "template") return parsed;
  throw new Error(`The usual template can't be read: ${parsed.code}`);
}

/** The usual one where none is set, or one that can't be read: what is wrong with it is told too. */
export function referenceTemplate(root: vscode.Uri): {
  readonly template: Template;
  readonly problem: TemplateProblem | undefined;
} {
  const set = valueOf(settings.commitTemplate, root);
  if (typeof set !== "string" || set.trim() === "") return { template: usualTemplate(), problem: undefined };
  const parsed = parseTemplate(set.trim());
  return parsed.kind === "template"
    ? { template: parsed, problem: undefined }
    : { template: usualTemplate(), problem: parsed };
}

// Repositories in which nothing is offered after commits any more, because somebody said so.

function memoryKey({ key }: Pick<OpenRepository, "key">): string {
  return `neverOfferAfterCommit ${key}`;
}

export function isOffering(memory: Memory, repository: Pick<OpenRepository, "key">): boolean {
  return memory.get(memoryKey(repository)) !== true;
}

export async function stopOffering(memory: Memory, repository: Pick<OpenRepository, "key">): Promise<void> {
  await memory.update(memoryKey(repository), true);
}

export async function offerAgain(memory: Memory, repository: Pick<OpenRepository, "key">): Promise<void> {
  await memory.update(memoryKey(repository), undefined);
}
