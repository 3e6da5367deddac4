// Which artifacts a decision is about: rows of a menu, what is selected where a key was pressed, what is in front, or what the
// person names.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { typedIn } from "../../model/form/draft.ts";
import type { FormField } from "../../model/form/form.ts";
import type { DecisionArguments, DecisionTarget, SiteTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { Concern } from "../../store/triage/states.ts";
import { notify } from "../../vscode/notifications.ts";
import { targetOf } from "./concern.ts";

// A decision goes around the form. Where the person has typed into the same field there and not saved it, that comes first:
// sent beside it, the decision would turn one's own typing into a conflict.

/** False once the person was told that the field is being changed in the artifact's form. */
export async function isFreeInForm(
  { features, commands, boundary }: Services,
  concern: Concern,
  { id, label }: FormField,
): Promise<boolean> {
  const { states, selected } = concern;
  const draft = (await features.form.forms()).draftOf(await states.subject(selected));
  if (draft === undefined || typedIn(draft, id) === undefined) return true;
  const text = vscode.l10n.t(
    "You have changed {0} in the form of {1} and not saved it: change it there.",
    oneLine(label, 60),
    concern.label,
  );
  notify(boundary, "information", text, {
    label: vscode.l10n.t("Show It"),
    run: () => commands.run("artifacts.openArtifact", targetOf(concern)),
  });
  return false;
}

/** Rows of other things can be selected along with artifacts; an attachment names its artifact too. */
function isArtifact(row: SiteTarget): row is DecisionTarget {
  return "artifactId" in row && !("file" in row);
}

/** A list may show an artifact in several places. */
function once(targets: readonly DecisionTarget[]): readonly DecisionTarget[] {
  return [...new Map(targets.map((target) => [`${target.siteApi} ${target.artifactId}`, target])).values()];
}

async function inFront(
  { features }: Services,
  title: string,
): Promise<readonly DecisionTarget[] | undefined> {
  const form = await features.form.activeArtifact();
  if (form !== undefined) return [form];
  const selected = await features.table.selection();
  if (selected !== undefined) return selected;
  const chosen = await features.form.chooseArtifact(title);
  return chosen === undefined ? undefined : [chosen];
}

function say(text: string): void {
  void vscode.window.showInformationMessage(text);
}

async function meant(
  services: Services,
  given: DecisionArguments,
  title: string,
): Promise<readonly DecisionTarget[] | undefined> {
  const [target, selected = []] = given;
  if (target === undefined && given.length > 0) {
    // A menu of a row that VS Code has let go of meanwhile names nothing.
    say(vscode.l10n.t("The list was just being read again: try once more."));
    return undefined;
  }
  if (target === undefined || "webview" in target) return inFront(services, title);
  if ("view" in target) return services.features.tree.selection(target.view).filter(isArtifact);
  return selected.length > 1 ? selected.filter(isArtifact) : [target];
}

/** All of one site, each once, in their order; none where the person has turned away or was told why. */
export async function decisionTargets(
  services: Services,
  given: DecisionArguments,
  title: string,
): Promise<readonly DecisionTarget[]> {
  const targets = await meant(services, given, title);
  if (targets === undefined) return [];
  if (targets.length === 0) say(vscode.l10n.t("Select an artifact first."));
  if (new Set(targets.map(({ siteApi }) => siteApi)).size > 1) {
    say(vscode.l10n.t("These artifacts are on several sites: select those of one."));
    return [];
  }
  return once(targets);
}
