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
import {
  DocumentDiagnostics,
  type DocumentProblem,
  isVisibleInEditor,
} from "../../../vscode/documentDiagnostics.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { createReferenceDiagnostic, formatMissingArtifact } from "../references/referenceDiagnostic.ts";
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
      return formatMissingArtifact(problem.artifactId, site);
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

/** With the active artifact. */
type CheckedMessageProblem = MessageProblem & { readonly activeId: number | undefined };

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
  if (!isMessageDocument(document)) return false;
  return isScmInput(document) ? !document.isClosed : isVisibleInEditor(document);
}

export class MessageDiagnostics {
  readonly #context: CommitsContext;
  readonly #contexts: CommitMessageContexts;
  readonly #requirements: SvnReferenceRequirements;
  readonly #artifactStates: MessageArtifactStateLoader;
  readonly #diagnostics: DocumentDiagnostics<CheckedMessageProblem>;
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
    this.#diagnostics = new DocumentDiagnostics({
      name: "artifacts.messages",
      errorHandler: context.errorHandler,
      isChecked: isVisibleMessage,
      findProblems: (document, signal) => this.#check(document, signal),
    });
    const checkAll = (): void => this.#diagnostics.checkAll();
    this.#listeners = vscode.Disposable.from(
      this.#diagnostics,
      this.#artifactStates,
      workspace.onDidChangeRepositories(checkAll),
      workspace.onDidChangeSites(checkAll),
      workspace.onDidChangeActiveArtifact(checkAll),
      referenceCache.onDidChange.event(checkAll),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (relevantSettings.some((name) => change.affectsConfiguration(name))) checkAll();
      }),
    );
  }

  /** The problems that touch a range; none if the document has changed since the check. */
  getProblemsAt(
    document: vscode.TextDocument,
    range: vscode.Range,
  ): readonly DocumentProblem<CheckedMessageProblem>[] {
    return this.#diagnostics.getProblemsAt(document, range);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #check(
    document: vscode.TextDocument,
    signal: AbortSignal,
  ): Promise<readonly DocumentProblem<CheckedMessageProblem>[]> {
    const context = await this.#contexts.load(document);
    if (context === undefined || !isCommitSettingEnabled("referenceDiagnostics", context.root)) return [];
    const { site, activeId } = context;
    const problems = await this.#findProblems(context, signal);
    return problems.map((problem) => {
      const message = formatMessageProblem(problem, site.label);
      const diagnostic = createReferenceDiagnostic(document, problem, message, getSeverity(problem));
      return { problem: { ...problem, activeId }, diagnostic };
    });
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
}

function createCodeAction(
  document: vscode.TextDocument,
  fix: MessageFix,
  { problem, diagnostic }: DocumentProblem<CheckedMessageProblem>,
): vscode.CodeAction {
  const action = new vscode.CodeAction(
    formatFixTitle(fix, problem, problem.activeId),
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
        return diagnostics
          .getProblemsAt(document, range)
          .flatMap((each) => each.problem.fixes.map((fix) => createCodeAction(document, fix, each)));
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}
