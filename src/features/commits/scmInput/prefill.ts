// Puts the reference into commit boxes that are empty, and keeps it up to date there. VS Code tells nobody what stands in a box
// but by its document, which follows the box while that is shown; hidden boxes are changed by commits only.
import * as vscode from "vscode";
import { insertion } from "../../../model/reference/insertion.ts";
import { applied } from "../../../model/reference/message.ts";
import { settings } from "../../../protocol/contributions.ts";
import { isMessageUnderWay, preparedMessage } from "../../../store/commits/commitMessage.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { ActiveArtifact, OpenRepository } from "../folderContext.ts";
import type { CommitWatch } from "./afterCommit.ts";
import { eachRepository } from "./messageDocuments.ts";
import { type Filling, isOwnAlone, nextStep, type OwnText, ownTextOf, UnseenTyping } from "./prefillRules.ts";
import { referenceWay } from "./settings.ts";

/** Whoever empties a box may be about to type. */
const pauseMs = 300;

function memoryKey({ key }: OpenRepository): string {
  return `commitBox ${key}`;
}

export function aboutOf({ site, artifactId }: Pick<ActiveArtifact, "site" | "artifactId">): string {
  return `${site.api} ${artifactId}`;
}

export class BoxFilling {
  readonly #context: Pick<CommitsContext, "workplace" | "memory" | "boundary" | "texts">;
  readonly #listening: vscode.Disposable;
  /** What is looked at now: an older look has nothing to say any more. */
  readonly #looks = new Map<string, symbol>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  /** Empty ones, in which a merge or the like has its message: they are filled when that is over. */
  readonly #waiting = new Set<string>();
  readonly #unseen = new UnseenTyping(Date.now);

  constructor(
    context: Pick<CommitsContext, "workplace" | "memory" | "boundary" | "texts">,
    commits: CommitWatch,
  ) {
    this.#context = context;
    const { workplace } = context;
    this.#listening = vscode.Disposable.from(
      eachRepository(workplace, (repository) => this.#watch(repository)),
      workplace.activeChanged((repository) => this.#start(repository)),
      commits.made(({ repository }) => {
        // What was taken out of the last message says nothing about the next one.
        this.#keep(repository, undefined);
        this.#start(repository);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#changed(document)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        const isMeant = [settings.commitReference, settings.commitTemplate].some((name) =>
          change.affectsConfiguration(name),
        );
        if (isMeant) for (const repository of workplace.repositories) this.#startIfActive(repository);
      }),
    );
  }

  /** What was put into an empty box by command is our own, too. */
  noteOwn(repository: OpenRepository, filling: Filling): void {
    this.#keep(repository, { ...filling, state: "in" });
  }

  /** Whether a text could be put into the box: it held nothing, or nothing but our own. */
  writeOver(repository: OpenRepository, text: string): boolean {
    const { inputBox } = repository.git;
    if (inputBox.value !== "" && !isOwnAlone(inputBox.value, this.#own(repository))) return false;
    // VS Code may still tell an older value of the box, which a look under way would take for an empty one.
    this.#looks.delete(repository.key);
    inputBox.value = text;
    this.#keep(repository, undefined);
    return true;
  }

  /** A message that is our reference and nothing else gets its empty line above back, where the subject goes. */
  async makeRoom(repository: OpenRepository): Promise<void> {
    const wanted = await this.#wanted(repository);
    const { inputBox } = repository.git;
    if (wanted === undefined || inputBox.value.trim() !== wanted.text.trim()) return;
    inputBox.value = wanted.text;
    this.noteOwn(repository, wanted);
  }

  dispose(): void {
    this.#listening.dispose();
    for (const pause of this.#pauses.values()) clearTimeout(pause);
  }

  #watch(repository: OpenRepository): vscode.Disposable {
    this.#startIfActive(repository);
    const { git, key } = repository;
    return vscode.Disposable.from(
      git.state.onDidChange(() => this.#stateChanged(repository)),
      {
        dispose: () => {
          this.#looks.delete(key);
          this.#waiting.delete(key);
          this.#unseen.forget(key);
          clearTimeout(this.#pauses.get(key));
        },
      },
    );
  }

  #changed(document: vscode.TextDocument): void {
    if (document.uri.scheme !== "vscode-scm") return;
    const repository = this.#context.workplace.repositoryOfMessage(document);
    if (repository === undefined) return;
    const lost = this.#unseen.seen(repository.key, document.getText());
    if (lost !== undefined) repository.git.inputBox.value = lost;
    clearTimeout(this.#pauses.get(repository.key));
    this.#pauses.set(
      repository.key,
      setTimeout(() => this.#startIfActive(repository), pauseMs),
    );
  }

  #isOwnAlone(repository: OpenRepository): boolean {
    return isOwnAlone(repository.git.inputBox.value, this.#own(repository));
  }

  #stateChanged(repository: OpenRepository): void {
    if (this.#isOwnAlone(repository)) {
      this.#context.boundary.start("commit box", () => this.#makeWay(repository));
    } else if (this.#waiting.has(repository.key) && repository.git.inputBox.value === "") {
      this.#startIfActive(repository);
    }
  }

  /** A merge and the like have a message of their own, which is used where the box is empty. */
  async #makeWay(repository: OpenRepository): Promise<void> {
    if (!(await isMessageUnderWay(repository.asked)) || !this.#isOwnAlone(repository)) return;
    repository.git.inputBox.value = "";
    this.#keep(repository, undefined);
    this.#waiting.add(repository.key);
  }

  async #isPrepared(repository: OpenRepository): Promise<boolean> {
    const prepared = await preparedMessage(repository.asked);
    if (prepared === "underWay") this.#waiting.add(repository.key);
    else this.#waiting.delete(repository.key);
    return prepared !== undefined;
  }

  /** Where nobody is at work, only a change of that means something: it may not be known yet. */
  #startIfActive(repository: OpenRepository): void {
    if (this.#context.workplace.activeIn(repository) !== undefined) this.#start(repository);
  }

  #start(repository: OpenRepository): void {
    this.#context.boundary.start("commit box", () => this.#look(repository));
  }

  async #look(repository: OpenRepository): Promise<void> {
    const look = Symbol(repository.key);
    this.#looks.set(repository.key, look);
    const { inputBox } = repository.git;
    const wanted = await this.#wanted(repository);
    const how = referenceWay(repository.root) === "automatic" ? "fill" : "keep";
    const next = (): ReturnType<typeof nextStep> =>
      nextStep(inputBox.value, this.#own(repository), wanted, how);
    const isFirst = inputBox.value === "" && next().write !== undefined;
    if (isFirst && (await this.#isPrepared(repository))) return;
    if (this.#looks.get(repository.key) !== look) return;
    // From here to the box without a pause: what was typed meanwhile is seen.
    const { own, write } = next();
    if (write !== undefined) {
      // A template that has changed replaces our own text only, which nobody has to get back.
      if (inputBox.value === "") this.#unseen.sent(repository.key, write);
      inputBox.value = write;
    }
    this.#keep(repository, own);
  }

  async #wanted(repository: OpenRepository): Promise<Filling | undefined> {
    const { workplace, texts } = this.#context;
    const active = workplace.activeIn(repository);
    if (active === undefined) return undefined;
    const wanted = await texts.of(repository.root, active);
    const rules = { comment: undefined, grammar: workplace.grammarOf(active.site) };
    const edit = insertion("", wanted, rules);
    // VS Code puts the cursor behind it. What is typed there makes no other number of this one.
    return edit && { about: aboutOf(active), text: `${applied("", edit)} ` };
  }

  #own(repository: OpenRepository): OwnText | undefined {
    return ownTextOf(this.#context.memory.get(memoryKey(repository)));
  }

  #keep(repository: OpenRepository, own: OwnText | undefined): void {
    const { memory, boundary } = this.#context;
    if (JSON.stringify(this.#own(repository)) === JSON.stringify(own)) return;
    boundary.start("commit box", () => memory.update(memoryKey(repository), own));
  }
}
