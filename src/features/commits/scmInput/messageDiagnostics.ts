// Problems of commit messages as diagnostics, and their quick fixes.
import * as vscode from "vscode";
import { formatArtifactReference } from "../../../model/artifact.ts";
import { toDisplayLine } from "../../../model/displayText.ts";
import {
  type MessageFix,
  type MessageProblem,
  findMessageProblems,
} from "../../../model/reference/messageProblems.ts";
import { settingKeys } from "../../../protocol/contributions.ts";
import type { RequiredSvnReferences } from "../../../store/svn/requiredSvnReferences.ts";
import { listGitSvnUrls, findSvnUrl } from "../../../store/svn/svnUrls.ts";
import type { CommitsContext } from "../commitsContext.ts";
import {
  isScmInput,
  isMessageDocument,
  messageDocumentSelector,
  type CommitMessageContext,
  type CommitMessageContexts,
} from "./messageDocuments.ts";
import { MessageArtifactStateLoader } from "./messageArtifactStates.ts";
import { isCommitSettingEnabled, readAddReferenceMode } from "./commitSettings.ts";

// Checks whether a message is for a Subversion repository that requires a reference, directly or through git-svn.

interface CachedSvnUrls {
  readonly loadedAt: number;
  readonly urls: Promise<readonly string[]>;
}

/** The URLs of a working copy hardly ever change. */
const cacheMs = 60_000;

async function loadSvnUrls({ root, cli }: CommitMessageContext): Promise<readonly string[]> {
  if (root.scheme !== "file") return [];
  const [gitSvnUrls, svnUrl] = await Promise.all([
    cli === undefined ? [] : listGitSvnUrls(cli),
    findSvnUrl(root.fsPath),
  ]);
  return svnUrl === undefined ? gitSvnUrls : [...gitSvnUrls, svnUrl];
}

export class SvnReferenceRequirements {
  readonly #rules: RequiredSvnReferences;
  readonly #now: () => number;
  readonly #cachedUrls = new Map<string, CachedSvnUrls>();

  constructor(rules: RequiredSvnReferences, now: () => number) {
    this.#rules = rules;
    this.#now = now;
  }

  /** The name of the repository that requires a reference, if any. */
  async findRequiringRepository(context: CommitMessageContext): Promise<string | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    for (const url of await this.#getSvnUrls(context)) {
      const repository = await this.#rules.findRequiringRepository(context.site, url);
      if (repository !== undefined) return repository;
    }
    return undefined;
  }

  #getSvnUrls(context: CommitMessageContext): Promise<readonly string[]> {
    const key = context.root.toString();
    const cached = this.#cachedUrls.get(key);
    if (cached !== undefined && this.#now() - cached.loadedAt < cacheMs) return cached.urls;
    const urls = loadSvnUrls(context);
    this.#cachedUrls.set(key, { loadedAt: this.#now(), urls });
    return urls;
  }
}

export function formatClosesHint(artifactId: number): string {
  return vscode.l10n.t("Closes #{0} once the commit is on the default branch", artifactId);
}

/** `site` is the label of the site. */
function formatMessageProblem(problem: MessageProblem, site: string): string {
  const artifactId = problem.artifactId ?? "";
  const label = toDisplayLine(site);
  switch (problem.kind) {
    case "noReference":
      return vscode.l10n.t(
        "This branch is associated with #{0}, but the commit message doesn't refer to it.",
        artifactId,
      );
    case "onlyReference":
      return vscode.l10n.t(
        "The commit message contains only the reference. Describe the commit in a line above it.",
      );
    case "rejected":
      return vscode.l10n.t(
        "The Subversion repository {0} on {1} rejects commit messages without a reference such as {2}.",
        toDisplayLine(problem.repository),
        label,
        formatArtifactReference(problem.artifactId ?? 12),
      );
    case "missing":
      return vscode.l10n.t(
        "Artifact #{0} doesn't exist on {1}, or you don't have access to it.",
        artifactId,
        label,
      );
    case "unreadable":
      return vscode.l10n.t("You don't have permission to view artifact #{0} on {1}.", artifactId, label);
    case "closed":
      return vscode.l10n.t("Artifact #{0} is already closed.", artifactId);
    case "closes":
      return vscode.l10n.t(
        "“{0}” closes #{1} on {2} once the commit is on the default branch.",
        toDisplayLine(problem.word),
        artifactId,
        label,
      );
  }
}

/** `activeId` is the active artifact. */
function formatFixTitle(
  { kind, edit }: MessageFix,
  problem: MessageProblem,
  activeId: number | undefined,
): string {
  switch (kind) {
    case "insert":
      return vscode.l10n.t("Add “{0}” to Commit Message", toDisplayLine(edit.text));
    case "remove":
      return vscode.l10n.t("Remove Reference to #{0}", problem.artifactId ?? "");
    case "useBranch":
      return vscode.l10n.t("Refer to Active Artifact #{0}", activeId ?? problem.artifactId ?? "");
    case "keepOpen":
      return vscode.l10n.t("Refer to #{0} Without Closing It", problem.artifactId ?? "");
  }
}

/** The problems of one version of a document. */
interface DocumentProblems {
  readonly version: number;
  readonly activeId: number | undefined;
  readonly problems: readonly { readonly problem: MessageProblem; readonly diagnostic: vscode.Diagnostic }[];
}

interface PendingCheck {
  readonly timer: NodeJS.Timeout;
  readonly controller: AbortController;
}

/** Longer than the pause between two keystrokes. */
const debounceMs = 400;

const diagnosticSource = "Artifacts";

const relevantSettings = [
  settingKeys.referenceDiagnostics,
  settingKeys.referencePatterns,
  settingKeys.commitTemplate,
  settingKeys.commitReference,
];

function getSeverity({ kind }: MessageProblem): vscode.DiagnosticSeverity {
  switch (kind) {
    case "rejected":
      return vscode.DiagnosticSeverity.Error;
    case "unreadable":
      return vscode.DiagnosticSeverity.Information;
    default:
      return vscode.DiagnosticSeverity.Warning;
  }
}

/** SCM inputs are not in `visibleTextEditors`, so an open one counts as visible. */
function isVisibleMessage(document: vscode.TextDocument): boolean {
  return (
    isMessageDocument(document) &&
    !document.isClosed &&
    (isScmInput(document) || vscode.window.visibleTextEditors.some((editor) => editor.document === document))
  );
}

export class MessageDiagnostics {
  readonly #context: CommitsContext;
  readonly #contexts: CommitMessageContexts;
  readonly #requirements: SvnReferenceRequirements;
  readonly #artifactStates: MessageArtifactStateLoader;
  readonly #collection = vscode.languages.createDiagnosticCollection("artifacts.messages");
  readonly #documentProblems = new Map<string, DocumentProblems>();
  readonly #pendingChecks = new Map<string, PendingCheck>();
  readonly #listeners: vscode.Disposable;

  constructor(
    context: CommitsContext,
    contexts: CommitMessageContexts,
    requirements: SvnReferenceRequirements,
  ) {
    this.#context = context;
    this.#contexts = contexts;
    this.#requirements = requirements;
    const { workspace, referenceCache } = context;
    this.#artifactStates = new MessageArtifactStateLoader(referenceCache, Date.now);
    const checkAll = (): void => vscode.workspace.textDocuments.forEach((each) => this.#scheduleCheck(each));
    this.#listeners = vscode.Disposable.from(
      this.#collection,
      this.#artifactStates,
      vscode.workspace.onDidOpenTextDocument((document) => this.#scheduleCheck(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#scheduleCheck(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      vscode.window.onDidChangeVisibleTextEditors(checkAll),
      workspace.onDidChangeRepositories(checkAll),
      workspace.onDidChangeSites(checkAll),
      workspace.onDidChangeActiveArtifact(checkAll),
      referenceCache.onDidChange.event(checkAll),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (relevantSettings.some((name) => change.affectsConfiguration(name))) checkAll();
      }),
    );
    checkAll();
  }

  /** The problems that touch a range; undefined if the document has changed since the check. */
  getProblemsAt(
    document: vscode.TextDocument,
    range: vscode.Range,
  ): Pick<DocumentProblems, "activeId" | "problems"> | undefined {
    const found = this.#documentProblems.get(document.uri.toString());
    if (found === undefined || found.version !== document.version) return undefined;
    const problems = found.problems.filter(
      ({ diagnostic }) => diagnostic.range.intersection(range) !== undefined,
    );
    return { activeId: found.activeId, problems };
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const check of this.#pendingChecks.values()) this.#cancel(check);
    this.#pendingChecks.clear();
  }

  #cancel({ timer, controller }: PendingCheck): void {
    clearTimeout(timer);
    controller.abort();
  }

  #forget({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    const check = this.#pendingChecks.get(key);
    if (check !== undefined) this.#cancel(check);
    this.#pendingChecks.delete(key);
    this.#documentProblems.delete(key);
    this.#collection.delete(uri);
  }

  #scheduleCheck(document: vscode.TextDocument): void {
    if (!isMessageDocument(document)) return;
    if (!isVisibleMessage(document)) return this.#forget(document);
    const key = document.uri.toString();
    const earlier = this.#pendingChecks.get(key);
    if (earlier !== undefined) this.#cancel(earlier);
    const controller = new AbortController();
    const timer = setTimeout(
      () =>
        this.#context.errorHandler.runInBackground("check commit message", () =>
          this.#check(document, controller.signal),
        ),
      debounceMs,
    );
    this.#pendingChecks.set(key, { timer, controller });
  }

  async #check(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
    const { version } = document;
    const context = await this.#contexts.load(document);
    const isEnabled = context !== undefined && isCommitSettingEnabled("referenceDiagnostics", context.root);
    const problems = isEnabled ? await this.#findProblems(context, signal) : [];
    if (signal.aborted || document.version !== version) return;
    const entries = problems.map((problem) => ({
      problem,
      diagnostic: this.#createDiagnostic(document, problem, context?.site.label ?? ""),
    }));
    this.#documentProblems.set(document.uri.toString(), {
      version,
      activeId: context?.activeId,
      problems: entries,
    });
    this.#collection.set(
      document.uri,
      entries.map((entry) => entry.diagnostic),
    );
  }

  async #findProblems(
    context: CommitMessageContext,
    signal: AbortSignal,
  ): Promise<readonly MessageProblem[]> {
    const { root, site, rules, activeId, message } = context;
    const needsReference = activeId !== undefined && readAddReferenceMode(root) !== "never";
    const [getArtifactState, branchReference, rejectingRepository] = await Promise.all([
      this.#artifactStates.load(message, site, rules, signal),
      needsReference
        ? this.#context.referenceFormatter.formatMention(root, { site, artifactId: activeId })
        : undefined,
      this.#requirements.findRequiringRepository(context),
    ]);
    return findMessageProblems(message, { ...rules, branchReference, rejectingRepository, getArtifactState });
  }

  #createDiagnostic(document: vscode.TextDocument, problem: MessageProblem, site: string): vscode.Diagnostic {
    const range = new vscode.Range(document.positionAt(problem.start), document.positionAt(problem.end));
    const diagnostic = new vscode.Diagnostic(
      range,
      formatMessageProblem(problem, site),
      getSeverity(problem),
    );
    diagnostic.source = diagnosticSource;
    diagnostic.code = problem.kind;
    return diagnostic;
  }
}

function createCodeAction(
  document: vscode.TextDocument,
  fix: MessageFix,
  { problem, diagnostic }: { readonly problem: MessageProblem; readonly diagnostic: vscode.Diagnostic },
  activeId: number | undefined,
): vscode.CodeAction {
  const action = new vscode.CodeAction(
    formatFixTitle(fix, problem, activeId),
    vscode.CodeActionKind.QuickFix,
  );
  const { start, end, text } = fix.edit;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, range, text);
  action.diagnostics = [diagnostic];
  action.isPreferred = problem.fixes[0] === fix;
  return action;
}

export function registerQuickFixes(diagnostics: MessageDiagnostics): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    messageDocumentSelector,
    {
      provideCodeActions(document, range) {
        const found = diagnostics.getProblemsAt(document, range);
        return found?.problems.flatMap((each) =>
          each.problem.fixes.map((fix) => createCodeAction(document, fix, each, found.activeId)),
        );
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}
