// Registers the commits feature, which is loaded when a repository is open or a command is run.
import * as vscode from "vscode";
import { settingKeys } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync, tryOrLog } from "../../vscode/async.ts";
import { createUserListSetting } from "../../vscode/configuration.ts";
import { GitExtension } from "./gitExtension.ts";
import type { ReferencesFeature } from "./references/feature.ts";
import type { TerminalReferenceLink } from "./references/referenceLinks.ts";
import { mayContainReference, mayContainTodo } from "./references/mayContainReference.ts";
import { getTextAround, getTextWithinLinkLimit } from "./references/documentText.ts";
import type { ReferenceRow } from "./workspaceReferences/referenceRows.ts";

// Providers for references in text. The feature is loaded only if a text may contain references and a site is connected.

/** Documents that users edit, including those of virtual workspaces, but not the extension's own documents. */
function getWritableSelectors(): readonly { readonly scheme: string }[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  const schemes = new Set(["file", "untitled", "vscode-notebook-cell", ...folders]);
  return [...schemes].map((scheme) => ({ scheme }));
}

/** Commit messages have their own completion provider. */
const messageLanguages: ReadonlySet<string> = new Set(["git-commit", "scminput", "svn-commit"]);

const linkSettings = [
  settingKeys.sites,
  settingKeys.folderSite,
  settingKeys.referencePatterns,
  settingKeys.referenceLinks,
] as const;

type ReferenceSetting =
  "referenceLinks" | "referenceHovers" | "referenceTerminal" | "referenceCompletion" | "lineHovers";

function registerReferenceProviders(
  { sites, errorHandler }: Services,
  gitExtension: GitExtension,
  feature: () => Promise<ReferencesFeature>,
): vscode.Disposable {
  const editable = getWritableSelectors();
  /** Also older versions of files, and the SCM input. */
  const readable = [...editable, { scheme: "git" }, { scheme: "vscode-scm" }];

  const isEnabled = (setting: ReferenceSetting, uri?: vscode.Uri): boolean =>
    vscode.workspace.getConfiguration(undefined, uri).get(settingKeys[setting]) === true &&
    sites.list().length > 0;

  const patterns = createUserListSetting(settingKeys.referencePatterns);
  const mayContain = (text: string): boolean => mayContainReference(text) || patterns.read().length > 0;

  const runProvider = <T>(
    name: string,
    token: vscode.CancellationToken,
    work: (references: ReferencesFeature, signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> =>
    tryOrLog(errorHandler, name, token, async (signal) => work(await loadReferences(), signal));

  const links: vscode.DocumentLinkProvider = {
    provideDocumentLinks: (document, token) => {
      if (!isEnabled("referenceLinks", document.uri)) return [];
      const text = getTextWithinLinkLimit(document);
      // A TODO gets no link, but a quick fix from the same feature.
      return mayContain(text) || mayContainTodo(text)
        ? runProvider("provide document links", token, (references) => references.links.provide(document))
        : [];
    },
    resolveDocumentLink: (link, token) =>
      runProvider("resolve document link", token, (references) => references.links.resolve(link)),
  };
  const registerLinks = (): vscode.Disposable =>
    vscode.languages.registerDocumentLinkProvider(readable, links);
  let linkRegistration = registerLinks();
  /** VS Code requests links again only after an edit or a new registration. */
  const refreshLinks = (): void => {
    linkRegistration.dispose();
    linkRegistration = registerLinks();
  };
  const terminal: vscode.TerminalLinkProvider<TerminalReferenceLink> = {
    provideTerminalLinks: (context, token) =>
      isEnabled("referenceTerminal") && mayContain(context.line)
        ? runProvider("provide terminal links", token, (references) =>
            references.terminalLinks.provide(context),
          )
        : [],
    handleTerminalLink: (link) =>
      errorHandler.runInBackground("open terminal link", async () =>
        (await loadReferences()).terminalLinks.open(link),
      ),
  };
  const loadReferences = memoizeAsync(async () => {
    const references = await feature();
    references.onDidChangeLinks(refreshLinks);
    return references;
  });

  return vscode.Disposable.from(
    { dispose: () => linkRegistration.dispose() },
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (linkSettings.some((name) => change.affectsConfiguration(name))) refreshLinks();
    }),
    vscode.languages.registerHoverProvider(readable, {
      provideHover: (document, position, token) =>
        isEnabled("referenceHovers", document.uri) && mayContain(getTextAround(document, position).text)
          ? runProvider("provide hover", token, (references, signal) =>
              references.hovers.provide(document, position, signal),
            )
          : undefined,
    }),
    vscode.languages.registerHoverProvider(
      { scheme: "file" },
      {
        provideHover: (document, position, token) =>
          isEnabled("lineHovers", document.uri) && (gitExtension.api?.repositories.length ?? 0) > 0
            ? runProvider("provide hover of a line", token, (references, signal) =>
                references.lines().then((lines) => lines.provide(document, position, signal)),
              )
            : undefined,
      },
    ),
    vscode.languages.registerCompletionItemProvider(
      editable,
      {
        provideCompletionItems(document, position, token) {
          const before = document.lineAt(position).text.slice(0, position.character);
          const isPartialReference =
            /\w[ \t]#[^#]*$/.test(before) && !messageLanguages.has(document.languageId);
          return isPartialReference && isEnabled("referenceCompletion", document.uri)
            ? runProvider("complete reference", token, (references, signal) =>
                references.completions.provide(document, position, signal),
              )
            : undefined;
        },
      },
      "#",
    ),
    vscode.window.registerTerminalLinkProvider(terminal),
    vscode.window.registerUriHandler({
      handleUri: (uri) =>
        errorHandler.runInBackground("open external link", async () =>
          (await loadReferences()).openExternalLink(uri),
        ),
    }),
  );
}

/** Commit messages outside of Git: the SCM input of a Subversion extension, and the message file of svn. */
const svnMessagePattern = /^vscode-scm:\/*svn\b|\/svn-commit[^/]*\.tmp$/;

const commitsCommands = [
  "artifacts.startWork",
  "artifacts.stopWork",
  "artifacts.showActiveArtifact",
  "artifacts.addReference",
  "artifacts.openCommit",
  "artifacts.linkCommit",
  "artifacts.listArtifactsInRange",
  "artifacts.findArtifactsInHistory",
  "artifacts.findReferencesInWorkspace",
  "artifacts.refreshReferences",
  "artifacts.cancelReferenceSearch",
] as const;

export type CommitsCommand = (typeof commitsCommands)[number];

export function registerCommits(services: Services): void {
  const { errorHandler, commands } = services;
  const gitExtension = services.addDisposable(new GitExtension());
  const feature = memoizeAsync(async () => {
    const svnRepositories = await services.svnRepositories();
    return services.addDisposable(
      (await import("./feature.ts")).createCommitsFeature(
        services,
        gitExtension,
        svnRepositories,
        referencesView,
        onDidChangeReferenceRows,
      ),
    );
  });
  const workspaceReferences = async () => (await feature()).workspaceReferences();
  const onDidChangeReferenceRows = new vscode.EventEmitter<undefined>();
  const referencesProvider: vscode.TreeDataProvider<ReferenceRow> = {
    onDidChangeTreeData: onDidChangeReferenceRows.event,
    getTreeItem: ({ item }) => item,
    getChildren: async (row) => (await workspaceReferences()).getRows(row),
  };
  const referencesView = vscode.window.createTreeView("artifacts.references", {
    treeDataProvider: referencesProvider,
  });
  const loadInBackground = (): void => errorHandler.runInBackground("load commits", feature);
  const checkDocument = ({ uri }: vscode.TextDocument): void => {
    if (svnMessagePattern.test(uri.toString())) loadInBackground();
  };
  vscode.workspace.textDocuments.forEach(checkDocument);
  services.addDisposable(
    vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(checkDocument),
      registerReferenceProviders(services, gitExtension, async () => (await feature()).references),
      onDidChangeReferenceRows,
      referencesView,
      ...commitsCommands.map((name) =>
        commands.register(name, async (...args) => {
          // The compiler doesn't relate the arguments of a command in a list to its name.
          const command = (await feature()).commands[name] as (...args: unknown[]) => unknown;
          await command(...args);
        }),
      ),
      gitExtension.onDidOpenFirstRepository(loadInBackground),
    ),
  );
  services.registerFeature("commits", {
    // Without a repository there is nothing to load.
    hasCommits: async (site) =>
      (gitExtension.api?.repositories.length ?? 0) > 0 && (await feature()).commitLog.hasCommits(site),
    findCommits: async (artifact, search) => (await feature()).commitLog.findCommits(artifact, search),
    locateCommits: async (commits, search) => (await feature()).commitLog.locateCommits(commits, search),
    watchFileReferences: async (artifact, onFound) =>
      (await import("./workspaceReferences/watchWhenUsed.ts")).watchWhenUsed(
        services,
        onDidChangeReferenceRows,
        async () => (await workspaceReferences()).watch(artifact, onFound),
      ),
    addReferenceToComment: async (comment, artifactId) =>
      (await feature()).references.codeComments.addReference(comment, artifactId),
    getFolderContext: async (resource) => (await feature()).getFolderContext(resource),
  });
}
