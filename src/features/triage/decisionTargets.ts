// Which artifacts a decision is about: rows of a menu, what is selected where a key was pressed, what is in front, or what the
// person names.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { typedIn } from "../../model/form/draft.ts";
import type { FormField } from "../../model/form/form.ts";
import type {
  CommandAnswers,
  CommandArguments,
  DecisionArguments,
  DecisionTarget,
  ListView,
  SiteTarget,
} from "../../protocol/commands.ts";
import type { Forms } from "../../store/forms.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { notify } from "../../vscode/notifications.ts";
import { type Concern, targetOf } from "./concern.ts";

// A decision goes around the form. Where the person has typed into the same field there and not saved it, that comes first:
// sent beside it, the decision would turn one's own typing into a conflict.

interface FormsInReach {
  readonly boundary: Pick<Boundary, "start">;
  readonly forms: () => Promise<Forms>;
  readonly commands: Commands<CommandArguments>;
}

/** False once the person was told that the field is being changed in the artifact's form. */
export async function isFreeInForm(
  { forms, commands, boundary }: FormsInReach,
  concern: Concern,
  { id, label }: FormField,
): Promise<boolean> {
  const { states, selected } = concern;
  const draft = (await forms()).draftOf(await states.subject(selected));
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

export interface TargetSources {
  readonly commands: Commands<CommandArguments, CommandAnswers>;
  /** What is selected in the table in front; undefined where there is none in front. */
  readonly selectedInTable: () => readonly DecisionTarget[] | undefined;
}

/** Rows of other things can be selected along with artifacts; an attachment names its artifact too. */
function isArtifact(row: SiteTarget): row is DecisionTarget {
  return "artifactId" in row && !("file" in row);
}

/** A list may show an artifact in several places. */
function once(targets: readonly DecisionTarget[]): readonly DecisionTarget[] {
  return [...new Map(targets.map((target) => [`${target.siteApi} ${target.artifactId}`, target])).values()];
}

async function selectedIn({ commands }: TargetSources, view: ListView): Promise<readonly DecisionTarget[]> {
  const selected = (await commands.ask("artifacts.selection", view)) ?? [];
  return selected.filter(isArtifact);
}

async function inFront(
  { commands, selectedInTable }: TargetSources,
  title: string,
): Promise<readonly DecisionTarget[] | undefined> {
  const form = await commands.ask("artifacts.formInFront");
  if (form !== undefined) return [form];
  const selected = selectedInTable();
  if (selected !== undefined) return selected;
  const chosen = await commands.ask("artifacts.chooseArtifact", title);
  return chosen === undefined ? undefined : [chosen];
}

function say(text: string): void {
  void vscode.window.showInformationMessage(text);
}

async function meant(
  sources: TargetSources,
  given: DecisionArguments,
  title: string,
): Promise<readonly DecisionTarget[] | undefined> {
  const [target, selected = []] = given;
  if (target === undefined && given.length > 0) {
    // A menu of a row that VS Code has let go of meanwhile names nothing.
    say(vscode.l10n.t("The list was just being read again: try once more."));
    return undefined;
  }
  if (target === undefined || "webview" in target) return inFront(sources, title);
  if ("view" in target) return selectedIn(sources, target.view);
  return selected.length > 1 ? selected.filter(isArtifact) : [target];
}

/** All of one site, each once, in their order; none where the person has turned away or was told why. */
export async function decisionTargets(
  sources: TargetSources,
  given: DecisionArguments,
  title: string,
): Promise<readonly DecisionTarget[]> {
  const targets = await meant(sources, given, title);
  if (targets === undefined) return [];
  if (targets.length === 0) say(vscode.l10n.t("Select an artifact first."));
  if (new Set(targets.map(({ siteApi }) => siteApi)).size > 1) {
    say(vscode.l10n.t("These artifacts are on several sites: select those of one."));
    return [];
  }
  return once(targets);
}
