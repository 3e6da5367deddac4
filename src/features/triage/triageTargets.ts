// Resolves the artifacts of a triage command: rows of a menu, the selection, the active form or table, or a prompt.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import { getDraftInput } from "../../model/form/draft.ts";
import type { FormField } from "../../model/form/form.ts";
import type { TriageArguments, TriageTarget, SiteTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { QuickEditTarget } from "../../store/triage/artifactLoader.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { toArtifactTarget } from "./editTargetResolver.ts";

/**
 * A quick edit of a field that has an edit in the user's draft would turn that draft into a conflict. Shows a notification
 * and returns `false` then.
 */
export async function checkFieldNotInDraft(
  { features, commands, errorHandler }: Services,
  target: QuickEditTarget,
  { id, label }: Pick<FormField, "id" | "label">,
): Promise<boolean> {
  const { loader, selected } = target;
  const draft = (await features.form.getForms()).getDraft(await loader.toSubject(selected));
  if (draft === undefined || getDraftInput(draft, id) === undefined) return true;
  const text = vscode.l10n.t(
    "You have an unsaved change to {0} in the form for {1}. Change it there.",
    toDisplayLine(label, 60),
    target.label,
  );
  showNotification(errorHandler, "information", text, {
    label: vscode.l10n.t("Open Form"),
    run: () => commands.execute("artifacts.openArtifact", toArtifactTarget(target)),
  });
  return false;
}

/** A selection may contain other rows; attachments have an `artifactId` too. */
function isArtifactTarget(row: SiteTarget): row is TriageTarget {
  return "artifactId" in row && !("file" in row);
}

/** A list may contain an artifact more than once. */
function removeDuplicates(targets: readonly TriageTarget[]): readonly TriageTarget[] {
  return [...new Map(targets.map((target) => [`${target.siteApi} ${target.artifactId}`, target])).values()];
}

async function findActiveTargets(
  { features }: Services,
  title: string,
): Promise<readonly TriageTarget[] | undefined> {
  const form = await features.form.getFormArtifact();
  if (form !== undefined) return [form];
  const selected = await features.table.getSelectedArtifacts();
  if (selected !== undefined) return selected;
  const picked = await features.form.selectArtifact(title);
  return picked === undefined ? undefined : [picked];
}

function showMessage(text: string): void {
  void vscode.window.showInformationMessage(text);
}

async function findTargets(
  services: Services,
  args: TriageArguments,
  title: string,
): Promise<readonly TriageTarget[] | undefined> {
  const [target, selected = []] = args;
  if (target === undefined && args.length > 0) {
    // VS Code passes no row if the list was refreshed while the menu was open.
    showMessage(vscode.l10n.t("The list was being refreshed. Try again."));
    return undefined;
  }
  if (target === undefined || "webview" in target) return findActiveTargets(services, title);
  if ("view" in target) {
    return services.features.tree.getSelectedArtifacts(target.view).filter(isArtifactTarget);
  }
  return selected.length > 1 ? selected.filter(isArtifactTarget) : [target];
}

/** Unique targets of one site; empty if the user dismissed the prompt, or was shown why there are none. */
export async function resolveTriageTargets(
  services: Services,
  args: TriageArguments,
  title: string,
): Promise<readonly TriageTarget[]> {
  const targets = await findTargets(services, args, title);
  if (targets === undefined) return [];
  if (targets.length === 0) showMessage(vscode.l10n.t("Select an artifact first."));
  if (new Set(targets.map(({ siteApi }) => siteApi)).size > 1) {
    showMessage(
      vscode.l10n.t("The selected artifacts are on different sites. Select artifacts from one site only."),
    );
    return [];
  }
  return removeDuplicates(targets);
}
