// The commands Inspect as JSON and Copy as cURL.
import * as vscode from "vscode";
import { escapeLinks } from "../../model/displayText.ts";
import { toCurlCommand, getCurlSecretVariable } from "../../model/rawResponse.ts";
import {
  type ApiResourceTarget,
  type RowArguments,
  getCommandRows,
} from "../../protocol/commandArguments.ts";
import { jsonScheme } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { toAbsoluteUrl, loadCurlSignIn, toResourcePath } from "../../store/rawResourceRequests.ts";
import type { ErrorHandler } from "../../vscode/errorHandler.ts";
import { openAsText } from "../../vscode/tabs.ts";
import { JsonFileSystem, createDocumentLinks } from "./jsonFileSystem.ts";
import { parseJsonUri, createJsonUri } from "./jsonUri.ts";

/** Documents loaded with another account must not stay visible. */
export async function closeJsonTabsOfOtherAccounts(
  siteApi: string,
  isCurrentAccount: (accountId: string | undefined) => boolean,
): Promise<void> {
  const isOfOtherAccount = ({ input }: vscode.Tab): boolean => {
    const uris =
      input instanceof vscode.TabInputTextDiff
        ? [input.original, input.modified]
        : input instanceof vscode.TabInputText
          ? [input.uri]
          : [];
    return uris.some((uri) => {
      const parts = parseJsonUri(uri);
      return parts?.siteApi === siteApi && !isCurrentAccount(parts.accountId);
    });
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOfOtherAccount);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

/** Editor menus and other extensions may pass anything. */
export function isResourceTarget(target: unknown): target is ApiResourceTarget {
  if (typeof target !== "object" || target === null) return false;
  const properties = target as Readonly<Record<string, unknown>>;
  const hasResource =
    typeof properties["resource"] === "string" ||
    ["repositoryId", "artifactId", "trackerId", "projectId"].some((name) =>
      Number.isSafeInteger(properties[name]),
    );
  return typeof properties["siteApi"] === "string" && hasResource;
}

/** The path of the most specific resource of a row: an artifact comes before its tracker. */
export function getResourcePath(target: ApiResourceTarget): string {
  if ("resource" in target) return target.resource;
  if ("repositoryId" in target) return `svn/${target.repositoryId}`;
  if ("artifactId" in target) return `artifacts/${target.artifactId}`;
  return "trackerId" in target ? `trackers/${target.trackerId}` : `projects/${target.projectId}`;
}

export interface InspectFeature extends vscode.Disposable {
  readonly fileSystem: JsonFileSystem;
  provideLinks(document: vscode.TextDocument): vscode.DocumentLink[];
  inspect(...args: Partial<RowArguments<unknown>>): Promise<void>;
  /** Copies one line per row. */
  copyAsCurl(...args: Partial<RowArguments<unknown>>): Promise<void>;
  refresh(document: unknown): Promise<void>;
}

function getActiveJsonUri(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === jsonScheme ? uri : undefined;
}

interface CurlCommand {
  readonly text: string;
  /** The environment variable for the secret, if one is needed. */
  readonly secretVariable: string | undefined;
}

/** A document may start with comments about the response, which plain JSON doesn't allow. */
async function allowComments(document: vscode.TextDocument, errorHandler: ErrorHandler): Promise<void> {
  const isCommented = !document.isClosed && document.lineAt(0).text.startsWith("//");
  if (!isCommented || document.languageId !== "json") return;
  try {
    await vscode.languages.setTextDocumentLanguage(document, "jsonc");
  } catch (error) {
    // The document may be closed; otherwise the comments are only marked as errors.
    errorHandler.logError("show comments in JSON", error);
  }
}

export function createInspectFeature(services: Services): InspectFeature {
  const { sites, accounts, catalog, errorHandler, features } = services;
  const fileSystem = new JsonFileSystem(services);

  /** The target of a command: a row, the artifact of the active form, or the user's choice. */
  async function resolveTarget(target: unknown, title: string): Promise<ApiResourceTarget | undefined> {
    if (isResourceTarget(target)) return target;
    return (await features.form.getFormArtifact()) ?? features.form.selectArtifact(title);
  }

  async function refresh(uri: vscode.Uri): Promise<void> {
    try {
      await fileSystem.refresh(uri);
    } catch (error) {
      // The document belongs to another account or to a removed site.
      if (!(error instanceof vscode.FileSystemError)) throw error;
      void vscode.window.showWarningMessage(escapeLinks(error.message));
    }
  }

  async function closeOutdatedTabs(api: string): Promise<void> {
    const site = sites.find(api);
    const account = site === undefined ? undefined : await catalog.getSite(site).getAccount();
    await closeJsonTabsOfOtherAccounts(api, (accountId) => site !== undefined && accountId === account?.id);
  }

  function updateLanguage(document: vscode.TextDocument): void {
    if (document.uri.scheme !== jsonScheme) return;
    errorHandler.runInBackground("show comments in JSON", () => allowComments(document, errorHandler));
  }

  const listeners = vscode.Disposable.from(
    fileSystem,
    catalog.onDidForgetSite.event((api) => {
      fileSystem.forgetSite(api);
      errorHandler.runInBackground("close JSON tabs of other accounts", () => closeOutdatedTabs(api));
    }),
    vscode.workspace.onDidOpenTextDocument(updateLanguage),
    vscode.workspace.onDidChangeTextDocument(({ document }) => updateLanguage(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === jsonScheme) fileSystem.forget(uri);
    }),
  );

  async function inspect(target: unknown): Promise<void> {
    const resolved = await resolveTarget(target, vscode.l10n.t("Inspect as JSON"));
    const site = resolved === undefined ? undefined : sites.find(resolved.siteApi);
    const resource = resolved === undefined ? undefined : getResourcePath(resolved);
    if (site === undefined || resource === undefined) return;
    const accountId = (await catalog.getSite(site).getAccount())?.id;
    // A URL outside of the API is opened too: the document then says why it is not requested.
    const parts = { siteApi: site.api, accountId, resource: toResourcePath(site.api, resource) ?? resource };
    const uri = createJsonUri(parts);
    const isOpen = vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString());
    // Not through `openTextDocument`, whose document VS Code would keep and show again unchanged.
    await openAsText(uri);
    if (isOpen) await refresh(uri);
  }

  /** Undefined if there is no valid URL, which a message says. */
  async function createCurlCommand(target: unknown): Promise<CurlCommand | undefined> {
    const uri = getActiveJsonUri();
    const activeParts = uri === undefined ? undefined : parseJsonUri(uri);
    const candidate = isResourceTarget(target) ? target : activeParts;
    const resolved = await resolveTarget(candidate, vscode.l10n.t("Copy as cURL"));
    const site = resolved === undefined ? undefined : sites.find(resolved.siteApi);
    const resource = resolved === undefined ? undefined : getResourcePath(resolved);
    if (site === undefined || resource === undefined) return undefined;
    const url = toAbsoluteUrl(site.api, resource);
    if (url === undefined) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          "The response from {0} links to a URL outside its API. Such links aren't followed.",
          site.label,
        ),
      );
      return undefined;
    }
    const signIn = await loadCurlSignIn(accounts, site.api);
    const secretVariable = getCurlSecretVariable(signIn);
    return { text: toCurlCommand({ url, signIn, caFile: site.caFile }), secretVariable };
  }

  return {
    fileSystem,
    provideLinks: createDocumentLinks,
    async inspect(clicked, selected) {
      for (const target of getCommandRows(clicked, selected)) await inspect(target);
    },
    async copyAsCurl(clicked, selected) {
      const curlCommands: CurlCommand[] = [];
      for (const target of getCommandRows(clicked, selected)) {
        const command = await createCurlCommand(target);
        if (command !== undefined) curlCommands.push(command);
      }
      if (curlCommands.length === 0) return;
      await vscode.env.clipboard.writeText(curlCommands.map(({ text }) => text).join("\n"));
      const variable = curlCommands.find((each) => each.secretVariable !== undefined)?.secretVariable;
      void vscode.window.showInformationMessage(
        variable === undefined
          ? vscode.l10n.t("Copied a cURL command for a POSIX shell.")
          : vscode.l10n.t(
              "Copied a cURL command for a POSIX shell. Your credentials aren't included. Set {0} before you run the command.",
              `$${variable}`,
            ),
      );
    },
    async refresh(document) {
      const uri =
        document instanceof vscode.Uri && parseJsonUri(document) !== undefined ? document : undefined;
      const jsonUri = uri ?? getActiveJsonUri();
      if (jsonUri !== undefined) await refresh(jsonUri);
    },
    dispose: () => void listeners.dispose(),
  };
}
