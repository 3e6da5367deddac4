// Commit messages held against what is known of the artifacts that they refer to, while they are written.
import * as vscode from "vscode";
import { type MessageProblem, messageProblems } from "../../model/reference/messageProblems.ts";
import { settings } from "../../protocol/settings.ts";
import type { PartDependencies } from "../dependencies.ts";
import { isOn, referenceWay } from "./boxSettings.ts";
import { isBox, isMessageDocument, type MessagePlace, type MessagePlaces } from "./messageDocuments.ts";
import { MessageKnowledge } from "./messageKnowledge.ts";
import { problemText } from "./problemText.ts";
import type { RefusingRepositories } from "./refusing.ts";
import type { ReferenceTexts } from "./referenceTexts.ts";

interface DiagnosticDependencies extends Pick<PartDependencies, "workplace" | "lookups" | "boundary"> {
  readonly places: MessagePlaces;
  readonly texts: ReferenceTexts;
  readonly refusing: RefusingRepositories;
}

/** What was found in a document as it was then. */
interface Found {
  readonly version: number;
  readonly activeId: number | undefined;
  readonly problems: readonly { readonly problem: MessageProblem; readonly shown: vscode.Diagnostic }[];
}

interface Look {
  readonly timer: NodeJS.Timeout;
  readonly calledOff: AbortController;
}

/** Longer than between two letters. */
const pauseMs = 400;

const sourceName = "Artifacts";

const meantSettings = [
  settings.referenceDiagnostics,
  settings.referencePatterns,
  settings.commitTemplate,
  settings.commitReference,
];

function severityOf({ kind }: MessageProblem): vscode.DiagnosticSeverity {
  switch (kind) {
    case "refused":
      return vscode.DiagnosticSeverity.Error;
    case "unreadable":
      return vscode.DiagnosticSeverity.Information;
    default:
      return vscode.DiagnosticSeverity.Warning;
  }
}

/** VS Code lists no editors of commit boxes: an open one may be in sight. */
function isInSight(document: vscode.TextDocument): boolean {
  return (
    isMessageDocument(document) &&
    !document.isClosed &&
    (isBox(document) || vscode.window.visibleTextEditors.some((editor) => editor.document === document))
  );
}

export class MessageDiagnostics {
  readonly #dependencies: DiagnosticDependencies;
  readonly #knowledge: MessageKnowledge;
  readonly #shown = vscode.languages.createDiagnosticCollection("artifacts.messages");
  readonly #found = new Map<string, Found>();
  readonly #looks = new Map<string, Look>();
  readonly #listening: vscode.Disposable;

  constructor(dependencies: DiagnosticDependencies) {
    this.#dependencies = dependencies;
    const { workplace, lookups } = dependencies;
    this.#knowledge = new MessageKnowledge(lookups, Date.now);
    const lookAtAll = (): void => vscode.workspace.textDocuments.forEach((each) => this.#start(each));
    this.#listening = vscode.Disposable.from(
      this.#shown,
      this.#knowledge,
      vscode.workspace.onDidOpenTextDocument((document) => this.#start(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#start(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      vscode.window.onDidChangeVisibleTextEditors(lookAtAll),
      workplace.changed(lookAtAll),
      workplace.sitesChanged(lookAtAll),
      workplace.activeChanged(lookAtAll),
      lookups.changed.listen(lookAtAll),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (meantSettings.some((name) => change.affectsConfiguration(name))) lookAtAll();
      }),
    );
    lookAtAll();
  }

  /** What can be done about the problems that touch a range, as far as the document is still the one that was looked at. */
  foundAt(
    document: vscode.TextDocument,
    range: vscode.Range,
  ): Pick<Found, "activeId" | "problems"> | undefined {
    const found = this.#found.get(document.uri.toString());
    if (found === undefined || found.version !== document.version) return undefined;
    const problems = found.problems.filter(({ shown }) => shown.range.intersection(range) !== undefined);
    return { activeId: found.activeId, problems };
  }

  dispose(): void {
    this.#listening.dispose();
    for (const look of this.#looks.values()) this.#callOff(look);
    this.#looks.clear();
  }

  #callOff({ timer, calledOff }: Look): void {
    clearTimeout(timer);
    calledOff.abort();
  }

  #forget({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    const look = this.#looks.get(key);
    if (look !== undefined) this.#callOff(look);
    this.#looks.delete(key);
    this.#found.delete(key);
    this.#shown.delete(uri);
  }

  #start(document: vscode.TextDocument): void {
    if (!isMessageDocument(document)) return;
    if (!isInSight(document)) return this.#forget(document);
    const key = document.uri.toString();
    const earlier = this.#looks.get(key);
    if (earlier !== undefined) this.#callOff(earlier);
    const calledOff = new AbortController();
    const timer = setTimeout(
      () => this.#dependencies.boundary.start("commit message", () => this.#look(document, calledOff.signal)),
      pauseMs,
    );
    this.#looks.set(key, { timer, calledOff });
  }

  async #look(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
    const { version } = document;
    const place = await this.#dependencies.places.of(document);
    const isWanted = place !== undefined && isOn("referenceDiagnostics", place.root);
    const problems = isWanted ? await this.#problems(place, signal) : [];
    if (signal.aborted || document.version !== version) return;
    const shown = problems.map((problem) => ({
      problem,
      shown: this.#diagnostic(document, problem, place?.site.label ?? ""),
    }));
    this.#found.set(document.uri.toString(), { version, activeId: place?.activeId, problems: shown });
    this.#shown.set(
      document.uri,
      shown.map((each) => each.shown),
    );
  }

  async #problems(place: MessagePlace, signal: AbortSignal): Promise<readonly MessageProblem[]> {
    const { root, site, rules, activeId, message } = place;
    const isReferenceWanted = activeId !== undefined && referenceWay(root) !== "never";
    const [stateOf, branch, refusing] = await Promise.all([
      this.#knowledge.of(message, site, rules, signal),
      isReferenceWanted ? this.#dependencies.texts.of(root, { site, artifactId: activeId }) : undefined,
      this.#dependencies.refusing.of(place),
    ]);
    return messageProblems(message, { ...rules, branch, refusing, stateOf });
  }

  #diagnostic(document: vscode.TextDocument, problem: MessageProblem, site: string): vscode.Diagnostic {
    const range = new vscode.Range(document.positionAt(problem.start), document.positionAt(problem.end));
    const shown = new vscode.Diagnostic(range, problemText(problem, site), severityOf(problem));
    shown.source = sourceName;
    shown.code = problem.kind;
    return shown;
  }
}
