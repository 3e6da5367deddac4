// The commits that mention an artifact as its page shows them: they come as they are found.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import { age } from "../platform/age.ts";
import type { Commands } from "../platform/commands.ts";
import { moment } from "../platform/moment.ts";
import type { CommandAnswers, CommandArguments, CommitTarget, FoundCommit } from "../protocol/commands.ts";
import type { ShownCommit } from "../protocol/page.ts";
import type { FormPanel } from "./formPanel.ts";

function shownCommit(
  { repository, hash, subject, author, authoredAt }: FoundCommit,
  now: number,
): ShownCommit {
  return {
    repository,
    hash,
    short: hash.slice(0, 10),
    subject: oneLine(subject),
    by: [oneLine(author, 60), age(authoredAt, now)].filter((part) => part !== "").join(" · "),
    exactly: moment(authoredAt) ?? "",
  };
}

export class ShownCommits {
  readonly #panel: FormPanel;
  readonly #commands: Commands<CommandArguments, CommandAnswers>;
  #told: readonly FoundCommit[] = [];

  constructor(panel: FormPanel, commands: Commands<CommandArguments, CommandAnswers>) {
    this.#panel = panel;
    this.#commands = commands;
  }

  /** Nothing is said of commits where there is nowhere to look for them, or they are none. */
  async show(): Promise<void> {
    const { editing, site, hidden, signal } = this.#panel;
    const { subject } = editing;
    if (subject.kind !== "artifact" || signal.aborted) return;
    const { artifactId } = subject;
    const calledOff = new AbortController();
    const stop = (): void => calledOff.abort();
    const hiding = hidden.listen(stop);
    signal.addEventListener("abort", stop);
    const found = await this.#commands.ask(
      "artifacts.commitsOf",
      { siteApi: site.api, artifactId },
      {
        onFound: (commits) => this.#tell(commits, []),
        onCalledOff(act) {
          // Whoever left while the question was on its way has called it off already.
          if (calledOff.signal.aborted) act();
          else calledOff.signal.addEventListener("abort", act);
        },
      },
    );
    hiding.dispose();
    signal.removeEventListener("abort", stop);
    if (found === undefined) return;
    const { commits, isCut, problems } = found;
    const cut = isCut ? [vscode.l10n.t("There are more: these are the newest {0}.", commits.length)] : [];
    if (commits.length > 0 || problems.length > 0) this.#tell(commits, [...cut, ...problems]);
  }

  /** Only what was shown is opened for a page. */
  async open({ repository, hash }: CommitTarget): Promise<void> {
    const isShown = this.#told.some((each) => each.repository === repository && each.hash === hash);
    if (isShown) await this.#commands.run("artifacts.openCommit", { repository, hash });
  }

  #tell(commits: readonly FoundCommit[], notes: readonly string[]): void {
    this.#told = commits;
    const now = Date.now();
    this.#panel.tell("commits", { list: commits.map((commit) => shownCommit(commit, now)), notes });
  }
}
