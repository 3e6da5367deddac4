import * as vscode from "vscode";
import { registerAssist } from "./features/assist/register.ts";
import { registerFiles } from "./features/attachments/register.ts";
import { GitHere } from "./features/commits/gitExtension.ts";
import { registerCommits } from "./features/commits/register.ts";
import { registerAuthentication } from "./features/connect/authentication.ts";
import { registerConnect, sitesWithoutKey, watchSites } from "./features/connect/register.ts";
import { registerForm } from "./features/form/register.ts";
import { registerInspect } from "./features/inspect/register.ts";
import { registerBrowse } from "./features/tree/register.ts";
import { registerTriage } from "./features/triage/register.ts";
import type { Subject } from "./model/subject.ts";
import type { CommandAnswers, CommandArguments } from "./protocol/commands.ts";
import { formViewType, settings, tableViewType } from "./protocol/contributions.ts";
import { Accounts } from "./store/accounts.ts";
import { Catalog } from "./store/catalog.ts";
import { Connections } from "./store/connections.ts";
import { Drafts, LastEnd, thisProcess } from "./store/drafts.ts";
import { Emitter } from "./store/emitter.ts";
import type { Forms } from "./store/forms.ts";
import { KeyDates, Pins, PlainHttpConsents, RemovedSites, SignIns } from "./store/mementos.ts";
import { Me } from "./store/queries/currentUser.ts";
import { RecentlyOpened } from "./store/queries/recent.ts";
import { SavedQueries } from "./store/queries/savedQueries.ts";
import { Sites } from "./store/sites.ts";
import { once } from "./vscode/async.ts";
import { Commands } from "./vscode/commands.ts";
import { proxySettings, scopedSetting, userSetting } from "./vscode/configuration.ts";
import { Boundary } from "./vscode/errorHandler.ts";
import { Log, logExchange } from "./vscode/log.ts";
import { OpenTabs } from "./vscode/tabs.ts";

export function activate(context: vscode.ExtensionContext): Exports {
  const log = new Log("Artifacts for Tuleap", { folder: context.logUri });
  const sites = new Sites(userSetting(settings.sites));
  const boundary = new Boundary(log, (url) => sites.at(url)?.label);
  const commands = new Commands<CommandArguments, CommandAnswers>(boundary);
  const accounts = new Accounts(context.secrets);
  const lastSeenFolder = vscode.Uri.joinPath(context.globalStorageUri, "last-seen").fsPath;
  const plainHttpConsents = new PlainHttpConsents(context.globalState);
  const removedSites = new RemovedSites(context.globalState, Date.now);
  const connections: Connections = new Connections(accounts, {
    siteAt: (api) => sites.find(api),
    allows: (address) => plainHttpConsents.allows(address),
    observe: (exchange) => logExchange(log, exchange),
    noteJsonInstead: (request) => log.warn(`${request} is sent as JSON: XML can't carry all of it.`),
    proxyFor: proxySettings,
    lastSeenFolder,
    noteTrouble: (error) => boundary.note("keep what was seen", error),
    noteOpened: (site) => boundary.start("look at key", async () => (await connect()).noteKeyExpiry(site)),
    renewToken: async (site, expired) => (await connect()).renewToken(site, expired),
  });
  const { reach } = connections;
  const catalog = new Catalog(connections);
  const pins = new Pins(context.globalState);
  const drafts = new Drafts({
    folder: vscode.Uri.joinPath(context.globalStorageUri, "drafts").fsPath,
    ...thisProcess,
  });
  const tools = once(async () => {
    const { createAttachments } = await import("./store/attachments/attachments.ts");
    const opened = createAttachments({
      memory: context.workspaceState,
      folder: vscode.Uri.joinPath(context.globalStorageUri, "staging").fsPath,
    });
    // Whoever looks next may be someone else.
    catalog.forgotten.listen((api) => opened.contents.forget(api));
    boundary.start("sweep staged files", () => opened.staging.sweep());
    return opened;
  });
  const me = new Me(context.globalState);
  const recent = new RecentlyOpened(context.globalState);
  const queries = new SavedQueries(scopedSetting(settings.queries));
  const repositories = once(
    async () =>
      new (await import("./store/svn/repositories.ts")).SvnRepositories(catalog, context.globalState),
  );
  const connecting = {
    sites,
    accounts,
    connections,
    reach,
    catalog,
    plainHttpConsents,
    removedSites,
    pins,
    me,
    recent,
    keyDates: new KeyDates(context.globalState),
    signIns: new SignIns(context.globalState),
    repositories,
    drafts,
    lastSeenFolder,
    boundary,
    commands,
  };
  const connect = once(async () => {
    const feature = (await import("./features/connect/feature.ts")).openConnect(connecting);
    context.subscriptions.push(feature);
    return feature;
  });

  const { process: host, isRunning } = thisProcess;
  const lastEnd = new LastEnd((context.storageUri ?? context.globalStorageUri).fsPath);
  atEnd.push(() => lastEnd.note(host));
  const hasDied = (other: number): boolean => !isRunning(other) && !lastEnd.wasOf(other);
  const tabs = { memory: context.workspaceState, boundary, process: host, hasDied };
  const openForms = new OpenTabs<Subject>({ ...tabs, viewType: formViewType });
  const openTables = new OpenTabs({ ...tabs, viewType: tableViewType });
  const shared = { sites, catalog, reach, drafts, tools, openForms, boundary, commands };
  const { extensionUri, workspaceState: memory } = context;
  const form = once(async () => {
    const feature = (await import("./features/form/feature.ts")).openForms({
      ...shared,
      recent,
      me,
      pins,
      extensionUri,
      repositories: await repositories(),
    });
    context.subscriptions.push(feature);
    atEnd.push(() => feature.keepAll());
    return feature;
  });
  const files = once(async () =>
    (await import("./features/attachments/feature.ts")).openFiles({ ...shared, memory }),
  );

  const forms = async (): Promise<Forms> => (await form()).forms;
  const triage = once(async () => {
    atEnd.push(() => openTables.end());
    return (await import("./features/triage/feature.ts")).openTriage({
      ...shared,
      me,
      forms,
      pins,
      recent,
      queries,
      memory,
      openTables,
      extensionUri,
    });
  });

  const git = new GitHere();
  const commitsChanged = new Emitter<void>();
  const commits = once(async () => {
    const feature = (await import("./features/commits/feature.ts")).openCommits({
      ...shared,
      git,
      svn: await repositories(),
      pins,
      recent,
      memory,
      commitsChanged,
    });
    context.subscriptions.push(feature);
    return feature;
  });

  const inspect = once(async () => {
    const feature = (await import("./features/inspect/feature.ts")).openInspect(connecting);
    context.subscriptions.push(feature);
    return feature;
  });

  const assist = once(async () => {
    const feature = (await import("./features/assist/feature.ts")).openAssist({
      sites,
      catalog,
      pins,
      me,
      boundary,
    });
    context.subscriptions.push(feature);
    return feature;
  });

  const tree = registerBrowse({
    ...connecting,
    queries,
    commitsChanged,
    memory: { workspace: memory, everywhere: context.globalState },
    load: async (needs) =>
      (await import("./features/tree/feature.ts")).openBrowse({
        ...needs,
        repositories: await repositories(),
      }),
  });
  context.subscriptions.push(
    log,
    tree,
    reach,
    { dispose: () => connections.close() },
    watchSites({
      ...connecting,
      secrets: context.secrets,
      forgetSite: async (api) => (await connect()).forgetSite(api),
    }),
    plainHttpConsents.changed.listen((address) => {
      const { origin } = new URL(address);
      const allowed = sites.list().filter(({ api }) => new URL(api).origin === origin);
      boundary.start("connect unencrypted", () => Promise.all(allowed.map(({ api }) => catalog.forget(api))));
    }),
    registerAuthentication({ sites, accounts, secrets: context.secrets, boundary, commands }),
    drafts,
    registerForm({ feature: form, openForms, boundary, commands }),
    registerFiles({ feature: files, commands }),
    registerTriage({ feature: triage, openTables, boundary, commands }),
    registerConnect({
      feature: connect,
      sitesWithoutKey: () => sitesWithoutKey(connecting),
      reach,
      boundary,
      commands,
    }),
    registerInspect({ feature: inspect, commands }),
    registerAssist(assist),
    registerCommits({ feature: commits, git, sites, boundary, commands }),
    commands.register("artifacts.showLog", () => log.show()),
  );
  return { tree };
}

/** What can't wait for its turn among the subscriptions: VS Code waits for this, not for those. */
const atEnd: (() => unknown)[] = [];

export async function deactivate(): Promise<void> {
  await Promise.all(atEnd.map((end) => end()));
}

/** What other extensions, and tests, may hold. */
export interface Exports {
  readonly tree: vscode.TreeDataProvider<unknown>;
}
