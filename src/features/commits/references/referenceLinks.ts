// References as links in documents and terminals, and links that other programs open in VS Code.
import * as vscode from "vscode";
import type { ArtifactTarget, CommandArguments, CommitTarget } from "../../../protocol/commandArguments.ts";
import { findExternalLinkArtifact } from "../../../store/references/referenceCache.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { WorkspaceContext } from "../workspaceContext.ts";
import {
  getFirstFolderOrRoot,
  loadFolderReferenceContext,
  loadDocumentReferenceContext,
} from "./referenceContext.ts";
import { truncateAtWhitespace } from "./mayContainReference.ts";
import { findLinkableReferences } from "./linkableReferences.ts";
import { getTextWithinLinkLimit } from "./documentText.ts";

// Command URIs for links and hovers. Their arguments are ids and the API root of a connected site.

/** The only commands that the hover of a reference may run. */
export const hoverCommands = [
  "artifacts.openArtifact",
  "artifacts.openInBrowser",
  "artifacts.copyReference",
  "artifacts.setStatus",
] as const satisfies readonly (keyof CommandArguments)[];

/** The only commands that the hover of a line may run. */
export const lineHoverCommands = [
  ...hoverCommands,
  "artifacts.openCommit",
] as const satisfies readonly (keyof CommandArguments)[];

function createCommandUri(command: (typeof lineHoverCommands)[number], argument: object): vscode.Uri {
  // VS Code decodes the query twice.
  const query = JSON.stringify([argument]).replaceAll("%", String.raw`\u0025`);
  return vscode.Uri.from({ scheme: "command", path: command, query });
}

export function createHoverCommandUri(
  command: (typeof hoverCommands)[number],
  { siteApi, artifactId, trackerId, page }: ArtifactTarget,
): vscode.Uri {
  return createCommandUri(command, { siteApi, artifactId, trackerId, page });
}

export function createCommitCommandUri({ repository, hash }: CommitTarget): vscode.Uri {
  return createCommandUri("artifacts.openCommit", { repository, hash });
}

// Links in documents. They need no request.

/** A file with more references is usually generated. */
const maxLinks = 2000;

/** A link whose site is unknown: the user is prompted on click. */
class UnresolvedLink extends vscode.DocumentLink {
  readonly artifactId: number;
  readonly folder: vscode.Uri;

  constructor(range: vscode.Range, artifactId: number, folder: vscode.Uri) {
    super(range);
    this.artifactId = artifactId;
    this.folder = folder;
  }
}

export class DocumentReferenceLinks {
  readonly #workspace: WorkspaceContext;

  constructor(workspace: WorkspaceContext) {
    this.#workspace = workspace;
  }

  async provide(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const { version } = document;
    const { folder, site, grammar } = await loadDocumentReferenceContext(this.#workspace, document);
    // VS Code requests the links of the newer version anyway.
    if (document.version !== version) return [];
    const references = findLinkableReferences(getTextWithinLinkLimit(document), grammar).slice(0, maxLinks);
    return references.map(({ start, end, artifactId }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const link =
        site === undefined
          ? new UnresolvedLink(range, artifactId, folder)
          : new vscode.DocumentLink(
              range,
              createHoverCommandUri("artifacts.openArtifact", { siteApi: site.api, artifactId }),
            );
      link.tooltip = vscode.l10n.t("Open Artifact #{0}", artifactId);
      return link;
    });
  }

  async resolve(link: vscode.DocumentLink): Promise<vscode.DocumentLink | undefined> {
    if (!(link instanceof UnresolvedLink)) return link;
    const { folder, artifactId } = link;
    const site = await this.#workspace.getOrPickSite(folder);
    if (site === undefined) return undefined;
    link.target = createHoverCommandUri("artifacts.openArtifact", { siteApi: site.api, artifactId });
    return link;
  }
}

// Links in terminals, for example in the output of `git log`.

/** In characters; terminal lines can have any length. */
const maxLineLength = 2000;
const maxTerminalLinks = 50;

export class TerminalReferenceLink extends vscode.TerminalLink {
  readonly artifactId: number;
  readonly folder: vscode.Uri;

  constructor(
    range: { readonly start: number; readonly end: number },
    artifactId: number,
    folder: vscode.Uri,
  ) {
    super(range.start, range.end - range.start, vscode.l10n.t("Open Artifact #{0}", artifactId));
    this.artifactId = artifactId;
    this.folder = folder;
  }
}

/** The current folder of the shell if known, else the folder where it was started. */
function getTerminalFolder({ shellIntegration, creationOptions }: vscode.Terminal): vscode.Uri {
  const cwd = shellIntegration?.cwd ?? ("cwd" in creationOptions ? creationOptions.cwd : undefined);
  return (typeof cwd === "string" ? vscode.Uri.file(cwd) : cwd) ?? getFirstFolderOrRoot();
}

export class TerminalReferenceLinks {
  readonly #context: CommitsContext;

  constructor(context: CommitsContext) {
    this.#context = context;
  }

  async provide({ line, terminal }: vscode.TerminalLinkContext): Promise<TerminalReferenceLink[]> {
    const { folder, grammar } = await loadFolderReferenceContext(
      this.#context.workspace,
      getTerminalFolder(terminal),
    );
    return findLinkableReferences(truncateAtWhitespace(line, maxLineLength), grammar)
      .slice(0, maxTerminalLinks)
      .map((reference) => new TerminalReferenceLink(reference, reference.artifactId, folder));
  }

  async open({ artifactId, folder }: TerminalReferenceLink): Promise<void> {
    const { workspace, commands } = this.#context;
    const site = await workspace.getOrPickSite(folder);
    if (site !== undefined) {
      await commands.execute("artifacts.openArtifact", { siteApi: site.api, artifactId });
    }
  }
}

// External links (`parseExternalLink`) only open an artifact.

export async function openArtifactFromExternalLink(
  { sites, commands }: CommitsContext,
  uri: vscode.Uri,
): Promise<void> {
  const link = findExternalLinkArtifact(sites.list(), uri);
  switch (link.kind) {
    case "artifact":
      await commands.execute("artifacts.openArtifact", {
        siteApi: link.site.api,
        artifactId: link.artifactId,
      });
      return;
    // External links are untrusted, so the messages don't repeat their content.
    case "notConnected":
      void vscode.window.showWarningMessage(
        vscode.l10n.t("The link points to a site you aren't connected to. Connect to the site first."),
      );
      return;
    case "malformed":
      void vscode.window.showWarningMessage(vscode.l10n.t("The link doesn't point to an artifact."));
  }
}
