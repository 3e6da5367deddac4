import * as vscode from "vscode";
import { withoutLinks } from "../../model/displayText.ts";
import { curlCommand, curlVariable } from "../../model/inspect.ts";
import { type ResourceTarget, type RowArguments, selectedRows } from "../../protocol/commands.ts";
import { jsonScheme } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { addressOf, curlSignIn, resourceBelow } from "../../store/inspect.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import { openAsText } from "../../vscode/tabs.ts";
import { JsonDocuments, linksIn } from "./documents.ts";
import { jsonPlace, jsonUri } from "./resourceUri.ts";

/** What another account has read is not for whoever is signed in now. */
export async function closeOthersTabs(
  siteApi: string,
  isOwn: (accountId: string | undefined) => boolean,
): Promise<void> {
  const isOthers = ({ input }: vscode.Tab): boolean => {
    const uris =
      input instanceof vscode.TabInputTextDiff
        ? [input.original, input.modified]
        : input instanceof vscode.TabInputText
          ? [input.uri]
          : [];
    return uris.some((uri) => {
      const place = jsonPlace(uri);
      return place?.siteApi === siteApi && !isOwn(place.accountId);
    });
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOthers);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

/** Menus of editors and other extensions may call with anything. */
export function isResourceTarget(target: unknown): target is ResourceTarget {
  if (typeof target !== "object" || target === null) return false;
  const about = target as Readonly<Record<string, unknown>>;
  const isNamed =
    typeof about["resource"] === "string" ||
    ["repositoryId", "artifactId", "trackerId", "projectId"].some((name) =>
      Number.isSafeInteger(about[name]),
    );
  return typeof about["siteApi"] === "string" && isNamed;
}

/** The address of what a row stands for. What belongs to something else is asked about before that. */
export function resourceOf(target: ResourceTarget): string {
  if ("resource" in target) return target.resource;
  if ("repositoryId" in target) return `svn/${target.repositoryId}`;
  if ("artifactId" in target) return `artifacts/${target.artifactId}`;
  return "trackerId" in target ? `trackers/${target.trackerId}` : `projects/${target.projectId}`;
}

export interface InspectFeature extends vscode.Disposable {
  readonly files: JsonDocuments;
  links(document: vscode.TextDocument): vscode.DocumentLink[];
  inspect(...given: Partial<RowArguments<unknown>>): Promise<void>;
  /** A line for each. */
  copyAsCurl(...given: Partial<RowArguments<unknown>>): Promise<void>;
  refresh(document: unknown): Promise<void>;
}

function documentInFront(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === jsonScheme ? uri : undefined;
}

interface CurlCommand {
  readonly text: string;
  /** What the shell takes the secret from, where one is needed. */
  readonly variable: string | undefined;
}

/** Above the answer may stand what is to be known of it, which is no JSON. */
async function allowComments(document: vscode.TextDocument, boundary: Boundary): Promise<void> {
  const isCommented = !document.isClosed && document.lineAt(0).text.startsWith("//");
  if (!isCommented || document.languageId !== "json") return;
  try {
    await vscode.languages.setTextDocumentLanguage(document, "jsonc");
  } catch (error) {
    // It was closed meanwhile; else it is only marked where it need not be.
    boundary.note("show comments in JSON", error);
  }
}

export function createInspectFeature(services: Services): InspectFeature {
  const { sites, accounts, catalog, boundary, features } = services;
  const files = new JsonDocuments(services);

  /** What a command is about: a row, the form in front, or what a person says then. */
  async function chosen(target: unknown, title: string): Promise<ResourceTarget | undefined> {
    if (isResourceTarget(target)) return target;
    return (await features.form.activeArtifact()) ?? features.form.chooseArtifact(title);
  }

  async function refresh(uri: vscode.Uri): Promise<void> {
    try {
      await files.refresh(uri);
    } catch (error) {
      // Of another account, or of a site that is gone.
      if (!(error instanceof vscode.FileSystemError)) throw error;
      void vscode.window.showWarningMessage(withoutLinks(error.message));
    }
  }

  async function closeOthers(api: string): Promise<void> {
    const site = sites.find(api);
    const account = site === undefined ? undefined : await catalog.of(site).account();
    await closeOthersTabs(api, (accountId) => site !== undefined && accountId === account?.id);
  }

  function noteContent(document: vscode.TextDocument): void {
    if (document.uri.scheme !== jsonScheme) return;
    boundary.start("show comments in JSON", () => allowComments(document, boundary));
  }

  const listening = vscode.Disposable.from(
    files,
    catalog.forgotten.listen((api) => {
      files.forgetSite(api);
      boundary.start("close documents of others", () => closeOthers(api));
    }),
    vscode.workspace.onDidOpenTextDocument(noteContent),
    vscode.workspace.onDidChangeTextDocument(({ document }) => noteContent(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === jsonScheme) files.forget(uri);
    }),
  );

  async function inspect(target: unknown): Promise<void> {
    const about = await chosen(target, vscode.l10n.t("Inspect as JSON"));
    const site = about === undefined ? undefined : sites.find(about.siteApi);
    const resource = about === undefined ? undefined : resourceOf(about);
    if (site === undefined || resource === undefined) return;
    const accountId = (await catalog.of(site).account())?.id;
    // An address that leads elsewhere is opened too: what is read there is why it is not asked for.
    const place = { siteApi: site.api, accountId, resource: resourceBelow(site.api, resource) ?? resource };
    const uri = jsonUri(place);
    const isOpen = vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString());
    // Not by way of a document of ours, which VS Code would keep, and show again as it was.
    await openAsText(uri);
    if (isOpen) await refresh(uri);
  }

  /** Undefined where there is nothing to ask for, which the person is told then. */
  async function curlOf(target: unknown): Promise<CurlCommand | undefined> {
    const uri = documentInFront();
    const inFront = uri === undefined ? undefined : jsonPlace(uri);
    const given = isResourceTarget(target) ? target : inFront;
    const about = await chosen(given, vscode.l10n.t("Copy as curl"));
    const site = about === undefined ? undefined : sites.find(about.siteApi);
    const resource = about === undefined ? undefined : resourceOf(about);
    if (site === undefined || resource === undefined) return undefined;
    const url = addressOf(site.api, resource);
    if (url === undefined) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t("{0} points to an address outside of its API, which is never followed.", site.label),
      );
      return undefined;
    }
    const signIn = await curlSignIn(accounts, site.api);
    const variable = curlVariable(signIn);
    return { text: curlCommand({ url, signIn, caFile: site.caFile }), variable };
  }

  return {
    files,
    links: linksIn,
    async inspect(clicked, selected) {
      for (const target of selectedRows(clicked, selected)) await inspect(target);
    },
    async copyAsCurl(clicked, selected) {
      const copied: CurlCommand[] = [];
      for (const target of selectedRows(clicked, selected)) {
        const command = await curlOf(target);
        if (command !== undefined) copied.push(command);
      }
      if (copied.length === 0) return;
      await vscode.env.clipboard.writeText(copied.map(({ text }) => text).join("\n"));
      const variable = copied.find((each) => each.variable !== undefined)?.variable;
      void vscode.window.showInformationMessage(
        variable === undefined
          ? vscode.l10n.t("Copied a curl command for a POSIX shell.")
          : vscode.l10n.t(
              "Copied a curl command for a POSIX shell. What you sign in with isn't in it: the shell takes that from {0}.",
              `$${variable}`,
            ),
      );
    },
    async refresh(document) {
      const uri = document instanceof vscode.Uri && jsonPlace(document) !== undefined ? document : undefined;
      const inFront = uri ?? documentInFront();
      if (inFront !== undefined) await refresh(inFront);
    },
    dispose: () => void listening.dispose(),
  };
}
