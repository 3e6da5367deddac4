// The ways to commits and branches. What is behind them is loaded when a repository is open, or a command is run.
import * as vscode from "vscode";
import { settings } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { once, quietly } from "../../vscode/async.ts";
import { userSetting } from "../../vscode/configuration.ts";
import { GitHere } from "./gitExtension.ts";
import type { TextFeature } from "./references/feature.ts";
import type { TerminalReference } from "./references/links.ts";
import { mayRefer } from "./references/mayRefer.ts";
import { around, linkedPart } from "./references/textBounds.ts";

// Where VS Code asks about references in texts. What answers is loaded when a text looks as if it had some, and only for people
// who are connected to a site.

/** Where people write, in folders on no disk too. Our own contents of attachments and drafts are none of these. */
function whereIsWritten(): readonly { readonly scheme: string }[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  const schemes = new Set(["file", "untitled", "vscode-notebook-cell", ...folders]);
  return [...schemes].map((scheme) => ({ scheme }));
}

/** These are completed where the rest of a commit message is looked after. */
const messages: ReadonlySet<string> = new Set(["git-commit", "scminput", "svn-commit"]);

const changesLinks = [
  settings.sites,
  settings.folderSite,
  settings.referencePatterns,
  settings.referenceLinks,
] as const;

type Surface = "referenceLinks" | "referenceHovers" | "referenceTerminal" | "referenceCompletion";

function registerTexts(
  { sites, boundary }: Services,
  feature: () => Promise<TextFeature>,
): vscode.Disposable {
  const written = whereIsWritten();
  /** And what people read: older contents, and the commit box. */
  const read = [...written, { scheme: "git" }, { scheme: "vscode-scm" }];

  const isWanted = (surface: Surface, place?: vscode.Uri): boolean =>
    vscode.workspace.getConfiguration(undefined, place).get(settings[surface]) === true &&
    sites.list().length > 0;

  const patterns = userSetting(settings.referencePatterns);
  const isWorthALook = (text: string): boolean => mayRefer(text) || patterns.read().length > 0;

  const answered = <T>(
    what: string,
    token: vscode.CancellationToken,
    work: (opened: TextFeature, signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> => quietly(boundary, what, token, async (signal) => work(await texts(), signal));

  const links: vscode.DocumentLinkProvider = {
    provideDocumentLinks: (document, token) =>
      isWanted("referenceLinks", document.uri) && isWorthALook(linkedPart(document))
        ? answered("references as links", token, (opened) => opened.links.of(document))
        : [],
    resolveDocumentLink: (link, token) =>
      answered("follow reference", token, (opened) => opened.links.resolve(link)),
  };
  const linking = (): vscode.Disposable => vscode.languages.registerDocumentLinkProvider(read, links);
  let linked = linking();
  /** VS Code asks again only for what it edits, or for somebody else. */
  const linkAgain = (): void => {
    linked.dispose();
    linked = linking();
  };
  const terminal: vscode.TerminalLinkProvider<TerminalReference> = {
    provideTerminalLinks: (context, token) =>
      isWanted("referenceTerminal") && isWorthALook(context.line)
        ? answered("references in the terminal", token, (opened) => opened.terminal.in(context))
        : [],
    handleTerminalLink: (link) =>
      boundary.start("open from terminal", async () => (await texts()).terminal.open(link)),
  };
  const texts = once(async () => {
    const opened = await feature();
    opened.linksChanged(linkAgain);
    return opened;
  });

  return vscode.Disposable.from(
    { dispose: () => linked.dispose() },
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (changesLinks.some((name) => change.affectsConfiguration(name))) linkAgain();
    }),
    vscode.languages.registerHoverProvider(read, {
      provideHover: (document, position, token) =>
        isWanted("referenceHovers", document.uri) && isWorthALook(around(document, position).text)
          ? answered("hover", token, (opened, signal) => opened.hovers.at(document, position, signal))
          : undefined,
    }),
    vscode.languages.registerCompletionItemProvider(
      written,
      {
        provideCompletionItems(document, position, token) {
          const before = document.lineAt(position).text.slice(0, position.character);
          const isBegun = /\w[ \t]#[^#]*$/.test(before) && !messages.has(document.languageId);
          return isBegun && isWanted("referenceCompletion", document.uri)
            ? answered("complete reference", token, (opened, signal) =>
                opened.completions.at(document, position, signal),
              )
            : undefined;
        },
      },
      "#",
    ),
    vscode.window.registerTerminalLinkProvider(terminal),
    vscode.window.registerUriHandler({
      handleUri: (uri) =>
        boundary.start("open from outside", async () => (await texts()).openFromOutside(uri)),
    }),
  );
}

/** Messages that no git repository tells of: the box of an extension for Subversion, and the file that svn has edited. */
const svnMessage = /^vscode-scm:\/*svn\b|\/svn-commit[^/]*\.tmp$/;

export function registerCommits(services: Services): void {
  const { boundary, commands } = services;
  const git = services.own(new GitHere());
  const feature = once(async () => {
    const svnRepositories = await services.repositories();
    return services.own((await import("./feature.ts")).createCommits(services, git, svnRepositories));
  });
  const look = ({ uri }: vscode.TextDocument): void => {
    if (svnMessage.test(uri.toString())) boundary.start("message for svn", feature);
  };
  vscode.workspace.textDocuments.forEach(look);
  services.own(
    vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(look),
      registerTexts(services, async () => (await feature()).texts),
      commands.register("artifacts.startWork", async (artifact) => (await feature()).work.start(artifact)),
      commands.register("artifacts.stopWork", async () => (await feature()).work.stop()),
      commands.register("artifacts.activeArtifact", async () => (await feature()).work.showMenu()),
      commands.register("artifacts.addReference", async (given) => (await feature()).box.addReference(given)),
      commands.register("artifacts.openCommit", async (commit) => (await feature()).log.open(commit)),
      commands.register("artifacts.linkCommit", async (...given) => (await feature()).log.link(...given)),
      commands.register("artifacts.artifactsInRange", async () => (await feature()).log.inRange()),
      git.onFirstRepository(() => boundary.start("first repository", feature)),
    ),
  );
  services.provide("commits", {
    // Without a repository there is nothing to load.
    hasCommits: async (site) => (git.api?.repositories.length ?? 0) > 0 && (await feature()).log.areOf(site),
    findCommits: async (artifact, search) => (await feature()).log.of(artifact, search),
    folderContext: async (resource) => (await feature()).folderContext(resource),
  });
}
