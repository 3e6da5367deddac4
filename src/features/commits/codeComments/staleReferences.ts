// References in comments whose artifact is closed or doesn't exist, as diagnostics with quick fixes.
import * as vscode from "vscode";
import {
  type CodeComment,
  type CommentLine,
  createCommentRemoval,
  findCodeComments,
  listCommentLines,
} from "../../../model/codeComments.ts";
import { normalizeLine } from "../../../model/displayText.ts";
import type { ArtifactReference } from "../../../model/reference/artifactReference.ts";
import { classifyKeyword } from "../../../model/reference/referenceKeywords.ts";
import type { Site } from "../../../model/site.ts";
import { removeMarkerAndReference } from "../../../model/todoComments.ts";
import type { TriageTarget } from "../../../protocol/commandArguments.ts";
import { settingKeys } from "../../../protocol/contributions.ts";
import type { ReferencedArtifact, ResolvedReference } from "../../../store/references/referenceCache.ts";
import { formatDate } from "../../../vscode/dates.ts";
import {
  DocumentDiagnostics,
  type DocumentProblem,
  isVisibleInEditor,
} from "../../../vscode/documentDiagnostics.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { exclusionSettings } from "../folderExclusions.ts";
import { getTextWithinLinkLimit } from "../references/documentText.ts";
import { findLinkableReferences } from "../references/linkableReferences.ts";
import { loadDocumentReferenceContext } from "../references/referenceContext.ts";
import { createReferenceDiagnostic, formatMissingArtifact } from "../references/referenceDiagnostic.ts";
import { ReferenceResolver } from "../references/referenceResolver.ts";
import { toArtifactState } from "../scmInput/messageArtifactStates.ts";
import { isMessageDocument } from "../scmInput/messageDocuments.ts";
import { type CodeCommentTarget, createArtifactCommand } from "./commentArtifacts.ts";
import { type ExcludedFiles, findFolderOfFile } from "./excludedFiles.ts";

interface CommentReference {
  readonly reference: ArtifactReference;
  readonly comment: CodeComment;
}

type StaleReference = CommentReference & { readonly site: Site } & (
    { readonly kind: "closed"; readonly artifact: ReferencedArtifact } | { readonly kind: "missing" }
  );

/** One batch. A file with more references is usually generated. */
const maxLookups = 100;

const severities: Readonly<Record<string, vscode.DiagnosticSeverity>> = {
  hint: vscode.DiagnosticSeverity.Hint,
  information: vscode.DiagnosticSeverity.Information,
  warning: vscode.DiagnosticSeverity.Warning,
};

/** Of closed artifacts; undefined if references in comments aren't checked. */
function readSeverity({ uri }: vscode.TextDocument): vscode.DiagnosticSeverity | undefined {
  const value: unknown = vscode.workspace.getConfiguration(undefined, uri).get(settingKeys.closedInComments);
  if (value === "off") return undefined;
  return typeof value === "string" && Object.hasOwn(severities, value)
    ? severities[value]
    : vscode.DiagnosticSeverity.Hint;
}

/** Both lists are in the order of the text. */
function matchComments(
  references: readonly ArtifactReference[],
  comments: readonly CodeComment[],
): readonly CommentReference[] {
  let index = 0;
  return references.flatMap((reference) => {
    while ((comments[index]?.content.end ?? Number.POSITIVE_INFINITY) < reference.end) index += 1;
    const comment = comments[index];
    return comment !== undefined && comment.content.start <= reference.start ? { reference, comment } : [];
  });
}

function toStaleReference(
  found: CommentReference,
  site: Site,
  resolved: ResolvedReference | undefined,
): StaleReference | undefined {
  if (resolved?.kind === "missing") return { ...found, site, kind: "missing" };
  return resolved?.kind === "artifact" && toArtifactState(resolved) === "closed"
    ? { ...found, site, kind: "closed", artifact: resolved }
    : undefined;
}

const noTrackers: ReadonlySet<string> = new Set();

/** Only Tuleap's own keywords. In code of another project, `bug #12` or a pattern may refer to something else. */
function isCertain({ form, keyword }: ArtifactReference): boolean {
  return form === "dash" || (form === "hash" && classifyKeyword(keyword, noTrackers) === "artifact");
}

function formatStaleReference(stale: StaleReference): string {
  const { artifactId } = stale.reference;
  if (stale.kind === "missing") return formatMissingArtifact(artifactId, stale.site.label);
  const date = formatDate(stale.artifact.modifiedOn);
  return date === undefined
    ? vscode.l10n.t("#{0} is closed.", artifactId)
    : vscode.l10n.t("#{0} is closed, last changed on {1}.", artifactId, date);
}

function isChecked(document: vscode.TextDocument): boolean {
  return (
    isVisibleInEditor(document) && findFolderOfFile(document) !== undefined && !isMessageDocument(document)
  );
}

const relevantSettings = [settingKeys.closedInComments, settingKeys.referencePatterns, ...exclusionSettings];

export class StaleReferences implements vscode.Disposable {
  readonly #context: CommitsContext;
  readonly #excluded: ExcludedFiles;
  readonly #resolver: ReferenceResolver;
  readonly #diagnostics: DocumentDiagnostics<StaleReference>;
  readonly #listeners: vscode.Disposable;

  constructor(context: CommitsContext, excluded: ExcludedFiles) {
    this.#context = context;
    this.#excluded = excluded;
    const { workspace, referenceCache, connectivity, errorHandler } = context;
    this.#resolver = new ReferenceResolver(referenceCache, Date.now);
    this.#diagnostics = new DocumentDiagnostics({
      name: "artifacts.comments",
      errorHandler,
      isChecked,
      findProblems: (document, signal) => this.#findProblems(document, signal),
    });
    const checkAll = (): void => this.#diagnostics.checkAll();
    this.#listeners = vscode.Disposable.from(
      this.#diagnostics,
      this.#resolver,
      excluded.onDidChangeIgnoreFiles(checkAll),
      workspace.onDidChangeRepositories(checkAll),
      workspace.onDidChangeSites(checkAll),
      referenceCache.onDidChange.event(checkAll),
      connectivity.onDidChange.event(() => {
        this.#resolver.retryFailed();
        checkAll();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(checkAll),
      vscode.workspace.onDidGrantWorkspaceTrust(checkAll),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (relevantSettings.some((name) => change.affectsConfiguration(name))) checkAll();
      }),
    );
  }

  createQuickFixes(document: vscode.TextDocument, range: vscode.Range): readonly vscode.CodeAction[] {
    return this.#diagnostics
      .getProblemsAt(document, range)
      .flatMap((each) => createQuickFixes(document, each));
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #findProblems(
    document: vscode.TextDocument,
    signal: AbortSignal,
  ): Promise<readonly DocumentProblem<StaleReference>[]> {
    const severity = readSeverity(document);
    if (severity === undefined) return [];
    const { workspace, connectivity } = this.#context;
    const { folder, site, grammar } = await loadDocumentReferenceContext(workspace, document);
    if (site === undefined) return [];
    const text = getTextWithinLinkLimit(document);
    const references = findLinkableReferences(text, grammar);
    if (references.length === 0) return [];
    const isWhole = text.length === document.getText().length;
    const comments = findCodeComments(text, document.languageId);
    const found = matchComments(references, isWhole ? comments : comments.slice(0, -1));
    if (found.length === 0 || (await this.#excluded.has(document))) return [];
    const ids = [...new Set(found.map(({ reference }) => reference.artifactId))].slice(0, maxLookups);
    const resolved = await this.#resolver.resolve(site, ids, signal);
    // What was known before may be wrong by now.
    if (connectivity.getOfflineState(site.api) !== undefined) return [];
    const isAssociated = await workspace.isAssociatedWithSite(folder);
    return found.flatMap((each) => {
      const stale = toStaleReference(each, site, resolved.get(each.reference.artifactId));
      if (stale === undefined) return [];
      if (stale.kind === "missing" && !isAssociated && !isCertain(each.reference)) return [];
      const { start, end } = each.reference;
      const diagnostic = createReferenceDiagnostic(
        document,
        { start, end, kind: stale.kind },
        formatStaleReference(stale),
        stale.kind === "missing" ? vscode.DiagnosticSeverity.Warning : severity,
      );
      return { problem: stale, diagnostic };
    });
  }
}

// Quick fixes. Removing the comment is last, because VS Code selects the first one.

function createQuickFixes(
  document: vscode.TextDocument,
  { problem, diagnostic }: DocumentProblem<StaleReference>,
): readonly vscode.CodeAction[] {
  const text = document.getText();
  const fixes = [
    ...(problem.kind === "closed" ? createArtifactFixes(document, text, problem) : []),
    createRemoveFix(document, text, problem),
  ];
  for (const fix of fixes) fix.diagnostics = [diagnostic];
  return fixes;
}

function createRemoveFix(
  document: vscode.TextDocument,
  text: string,
  { comment, reference }: CommentReference,
): vscode.CodeAction {
  const { scope, edit } = createCommentRemoval(text, comment, reference.start);
  const title =
    scope === "comment" ? vscode.l10n.t("Remove Comment") : vscode.l10n.t("Remove Line of Comment");
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(edit.start), document.positionAt(edit.end));
  action.edit.replace(document.uri, range, edit.text);
  return action;
}

export function createCommandAction(title: string, command: string, target: object): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command, arguments: [target] };
  return action;
}

function createArtifactFixes(
  document: vscode.TextDocument,
  text: string,
  stale: Extract<StaleReference, { kind: "closed" }>,
): readonly vscode.CodeAction[] {
  const { site, artifact, reference, comment } = stale;
  const { artifactId, trackerId, page } = artifact;
  const target: TriageTarget = { siteApi: site.api, artifactId, trackerId, page, isReopened: true };
  const line = listCommentLines(text, comment).find(
    ({ start, end }) => start <= reference.start && reference.end <= end,
  );
  return [
    ...(line === undefined
      ? []
      : [
          createCommandAction(
            vscode.l10n.t("Create Follow-Up of #{0}…", artifactId),
            createArtifactCommand,
            toFollowUpTarget(document, line, stale),
          ),
        ]),
    createCommandAction(vscode.l10n.t("Reopen #{0}…", artifactId), "artifacts.setStatus", target),
  ];
}

function toFollowUpTarget(
  document: vscode.TextDocument,
  line: CommentLine,
  { site, artifact, reference }: Extract<StaleReference, { kind: "closed" }>,
): CodeCommentTarget {
  const replaced = { start: reference.start - line.start, end: reference.end - line.start };
  const lineNumber = document.positionAt(line.start).line;
  return {
    siteApi: site.api,
    uri: document.uri,
    line: { start: line.start, text: line.text },
    replaced,
    firstLine: lineNumber,
    lastLine: lineNumber,
    title: removeMarkerAndReference(line.text, replaced) || normalizeLine(artifact.title ?? ""),
    description: "",
    linkedArtifactId: artifact.artifactId,
  };
}
