// The reference put into the commit box because somebody asked for it: what stands there stays.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../../model/displayText.ts";
import type { Grammar } from "../../../model/reference/find.ts";
import { insertion } from "../../../model/reference/insertion.ts";
import { applied } from "../../../model/reference/message.ts";
import { referenceTemplateProblem } from "../../../model/reference/referenceText.ts";
import type { Site } from "../../../model/site.ts";
import { settings } from "../../../protocol/contributions.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository, Workplace } from "../folderContext.ts";
import { referenceProblemText, templateProblemText } from "../templateText.ts";
import { aboutOf, type BoxFilling } from "./prefill.ts";
import { referenceTemplate } from "./settings.ts";

interface Meant {
  readonly site: Site;
  readonly artifactId: number;
}

function say(text: string): undefined {
  void vscode.window.showInformationMessage(withoutLinks(oneLine(text)));
}

/** In the form in which VS Code's own views name a repository. */
function repositoryNamed({ repositories }: Workplace, given: unknown): OpenRepository | undefined {
  if (typeof given !== "object" || given === null || !("rootUri" in given)) return undefined;
  const { rootUri } = given;
  const key = rootUri instanceof vscode.Uri ? rootUri.toString() : undefined;
  return repositories.find((repository) => repository.key === key);
}

/** The artifact of the branch, else one that the person chooses. */
async function meantIn(
  { workplace, features }: CommitsContext,
  repository: OpenRepository,
  title: string,
): Promise<Meant | undefined> {
  const active = workplace.activeIn(repository);
  if (active !== undefined) return active;
  const site = await workplace.askSite(repository.root);
  const chosen = site && (await features.form.chooseArtifact(title, { siteApi: site.api }));
  return chosen && { site, artifactId: chosen.artifactId };
}

/** Why the setting's form was not the one that was added. */
function templateTrouble(root: vscode.Uri, grammar: Grammar): string | undefined {
  const { template, problem } = referenceTemplate(root);
  if (problem !== undefined) return templateProblemText(problem);
  const code = referenceTemplateProblem(template, grammar);
  return code && referenceProblemText(code);
}

function sayTemplateProblem(root: vscode.Uri, grammar: Grammar): void {
  const why = templateTrouble(root, grammar);
  if (why === undefined) return;
  say(vscode.l10n.t("The setting {0} can't be used. {1}", settings.commitTemplate, why));
}

export async function addReference(
  context: CommitsContext,
  filling: BoxFilling,
  given?: unknown,
): Promise<void> {
  const { workplace, texts } = context;
  const title = vscode.l10n.t("Add Reference to Commit Message");
  const repository = repositoryNamed(workplace, given) ?? (await workplace.askRepository(title));
  const meant = repository && (await meantIn(context, repository, title));
  if (repository === undefined || meant === undefined) return;
  const { root, git } = repository;
  const wanted = await withProgress(vscode.l10n.t("Reading from {0}", meant.site.label), () =>
    texts.of(root, meant),
  );
  await vscode.commands.executeCommand("workbench.view.scm");
  // From here to the box without a pause: what was typed meanwhile is seen.
  const message = git.inputBox.value;
  const rules = { comment: undefined, grammar: workplace.grammarOf(meant.site) };
  const edit = insertion(message, wanted, rules);
  if (edit === undefined) {
    return say(vscode.l10n.t("The commit message refers to #{0} already.", meant.artifactId));
  }
  const text = applied(message, edit);
  git.inputBox.value = text;
  if (message === "") filling.noteOwn(repository, { about: aboutOf(meant), text });
  sayTemplateProblem(root, rules.grammar);
}
