// Problems of commit messages as diagnostics, and their quick fixes.
import * as vscode from "vscode";
import { reference } from "../../../model/artifact.ts";
import { oneLine } from "../../../model/displayText.ts";
import { type Fix, type MessageProblem, messageProblems } from "../../../model/reference/messageProblems.ts";
import { settings } from "../../../protocol/contributions.ts";
import type { ReferenceRules } from "../../../store/svn/referenceRules.ts";
import { gitSvnAddresses, svnAddressOf } from "../../../store/svn/workingCopy.ts";
import type { CommitsContext } from "../commitsContext.ts";
import {
  isBox,
  isMessageDocument,
  messageDocuments,
  type MessagePlace,
  type MessagePlaces,
} from "./messageDocuments.ts";
import { MessageKnowledge } from "./messageKnowledge.ts";
import { isOn, referenceWay } from "./settings.ts";

// Whether a message is for a Subversion repository that takes none without a reference, directly or by git-svn.

interface KnownAddresses {
  readonly since: number;
  readonly addresses: Promise<readonly string[]>;
}

/** Longer than it takes to write a message. A working copy hardly ever moves. */
const keptMs = 60_000;

async function addressesOf({ root, asked }: MessagePlace): Promise<readonly string[]> {
  if (root.scheme !== "file") return [];
  const [ofGit, ofSvn] = await Promise.all([
    asked === undefined ? [] : gitSvnAddresses(asked),
    svnAddressOf(root.fsPath),
  ]);
  return ofSvn === undefined ? ofGit : [...ofGit, ofSvn];
}

export class RefusingRepositories {
  readonly #rules: ReferenceRules;
  readonly #now: () => number;
  readonly #known = new Map<string, KnownAddresses>();

  constructor(rules: ReferenceRules, now: () => number) {
    this.#rules = rules;
    this.#now = now;
  }

  /** By its name. */
  async of(place: MessagePlace): Promise<string | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    for (const address of await this.#addresses(place)) {
      const refusing = await this.#rules.refusing(place.site, address);
      if (refusing !== undefined) return refusing;
    }
    return undefined;
  }

  #addresses(place: MessagePlace): Promise<readonly string[]> {
    const key = place.root.toString();
    const known = this.#known.get(key);
    if (known !== undefined && this.#now() - known.since < keptMs) return known.addresses;
    const addresses = addressesOf(place);
    this.#known.set(key, { since: this.#now(), addresses });
    return addresses;
  }
}

// What is wrong with a commit message, or will come of it, in words.

export function closesText(artifactId: number): string {
  return vscode.l10n.t("Closes #{0} once the commit is on the default branch", artifactId);
}

/** `site` by its label. */
function problemText(problem: MessageProblem, site: string): string {
  const { t } = vscode.l10n;
  const artifactId = problem.artifactId ?? "";
  const label = oneLine(site);
  switch (problem.kind) {
    case "noReference":
      return t("The branch is about #{0}, and the message does not refer to it.", artifactId);
    case "onlyReference":
      return t("There is nothing but the reference: say what the commit does in a line above it.");
    case "refused":
      return t(
        "The Subversion repository {0} at {1} refuses messages without a reference, such as {2}.",
        oneLine(problem.repository),
        label,
        reference(problem.artifactId ?? 12),
      );
    case "missing":
      return t("There is no artifact #{0} at {1} that you may see.", artifactId, label);
    case "unreadable":
      return t("Artifact #{0} at {1} is hidden from your account.", artifactId, label);
    case "closed":
      return t("Artifact #{0} is closed already.", artifactId);
    case "closes":
      return t(
        "“{0}” closes #{1} at {2} once the commit is on the default branch.",
        oneLine(problem.word),
        artifactId,
        label,
      );
  }
}

/** `branchId`: the artifact of the branch. */
function fixText({ kind, edit }: Fix, problem: MessageProblem, branchId: number | undefined): string {
  const { t } = vscode.l10n;
  switch (kind) {
    case "insert":
      return t("Add “{0}” to the Message", oneLine(edit.text));
    case "remove":
      return t("Remove the Reference to #{0}", problem.artifactId ?? "");
    case "useBranch":
      return t("Refer to #{0} of the Branch", branchId ?? problem.artifactId ?? "");
    case "keepOpen":
      return t("Refer to #{0} Without Closing It", problem.artifactId ?? "");
  }
}

// Commit messages held against what is known of the artifacts that they refer to, while they are written.

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
  readonly #context: CommitsContext;
  readonly #places: MessagePlaces;
  readonly #refusing: RefusingRepositories;
  readonly #knowledge: MessageKnowledge;
  readonly #shown = vscode.languages.createDiagnosticCollection("artifacts.messages");
  readonly #found = new Map<string, Found>();
  readonly #looks = new Map<string, Look>();
  readonly #listening: vscode.Disposable;

  constructor(context: CommitsContext, places: MessagePlaces, refusing: RefusingRepositories) {
    this.#context = context;
    this.#places = places;
    this.#refusing = refusing;
    const { workplace, lookups } = context;
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
      () => this.#context.boundary.start("commit message", () => this.#look(document, calledOff.signal)),
      pauseMs,
    );
    this.#looks.set(key, { timer, calledOff });
  }

  async #look(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
    const { version } = document;
    const place = await this.#places.of(document);
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
      isReferenceWanted ? this.#context.texts.of(root, { site, artifactId: activeId }) : undefined,
      this.#refusing.of(place),
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

// What mends a commit message, as quick fixes.

function actionOf(
  document: vscode.TextDocument,
  fix: Fix,
  { problem, shown }: { readonly problem: MessageProblem; readonly shown: vscode.Diagnostic },
  branchId: number | undefined,
): vscode.CodeAction {
  const action = new vscode.CodeAction(fixText(fix, problem, branchId), vscode.CodeActionKind.QuickFix);
  const { start, end, text } = fix.edit;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, range, text);
  action.diagnostics = [shown];
  action.isPreferred = problem.fixes[0] === fix;
  return action;
}

export function offerFixes(diagnostics: MessageDiagnostics): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    messageDocuments,
    {
      provideCodeActions(document, range) {
        const found = diagnostics.foundAt(document, range);
        return found?.problems.flatMap((each) =>
          each.problem.fixes.map((fix) => actionOf(document, fix, each, found.activeId)),
        );
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}
