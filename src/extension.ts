import * as vscode from "vscode";
import { registerAssist } from "./assist/register.ts";
import { registerBrowse } from "./browse/register.ts";
import { GitHere } from "./commits/gitHere.ts";
import { registerCommits } from "./commits/register.ts";
import { registerAuthentication } from "./connect/authentication.ts";
import { sitesWithoutKey } from "./connect/sitesWithoutKey.ts";
import { registerConnect } from "./connect/register.ts";
import { watchSites } from "./connect/watchSites.ts";
import { registerFiles } from "./files/register.ts";
import { formViewType } from "./form/names.ts";
import { registerForm } from "./form/register.ts";
import { registerInspect } from "./inspect/register.ts";
import type { Subject } from "./model/subject.ts";
import { Boundary } from "./platform/boundary.ts";
import { Commands } from "./platform/commands.ts";
import { Log } from "./platform/log.ts";
import { once } from "./platform/once.ts";
import { OpenTabs } from "./platform/openTabs.ts";
import { proxySettings } from "./platform/proxySettings.ts";
import { logExchange } from "./platform/logExchange.ts";
import { scopedSetting } from "./platform/scopedSetting.ts";
import { userSetting } from "./platform/userSetting.ts";
import type { CommandAnswers, CommandArguments } from "./protocol/commands.ts";
import { settings } from "./protocol/settings.ts";
import { Accounts } from "./store/accounts.ts";
import { Catalog } from "./store/catalog.ts";
import { openAttachments } from "./store/client.ts";
import { Connections } from "./store/connections.ts";
import { Drafts, thisProcess } from "./store/drafts.ts";
import { Emitter } from "./store/emitter.ts";
import type { Forms } from "./store/forms.ts";
import { KeyDates } from "./store/keyDates.ts";
import { LastEnd } from "./store/lastEnd.ts";
import { PlainHttpConsents } from "./store/plainHttpConsents.ts";
import { Pins } from "./store/pins.ts";
import { Me } from "./store/queries/me.ts";
import { RecentlyOpened } from "./store/queries/recent.ts";
import { SavedQueries } from "./store/queries/savedQueries.ts";
import { RemovedSites } from "./store/removedSites.ts";
import { SignIns } from "./store/signIns.ts";
import { Sites } from "./store/sites.ts";
import { registerTriage } from "./triage/register.ts";
import { tableViewType } from "./triage/table/names.ts";

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
    const opened = await openAttachments({
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
    async () => new (await import("./features.ts")).SvnRepositories(catalog, context.globalState),
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
    const feature = (await import("./features.ts")).openConnect(connecting);
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
    const feature = (await import("./features.ts")).openForms({
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
  const files = once(async () => (await import("./features.ts")).openFiles({ ...shared, memory }));

  const forms = async (): Promise<Forms> => (await form()).forms;
  const triage = once(async () => {
    atEnd.push(() => openTables.end());
    return (await import("./features.ts")).openTriage({
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
    const feature = (await import("./features.ts")).openCommits({
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
    const feature = (await import("./features.ts")).openInspect(connecting);
    context.subscriptions.push(feature);
    return feature;
  });

  const assist = once(async () => {
    const feature = (await import("./features.ts")).openAssist({ sites, catalog, pins, me, boundary });
    context.subscriptions.push(feature);
    return feature;
  });

  const tree = registerBrowse({
    ...connecting,
    queries,
    commitsChanged,
    memory: { workspace: memory, everywhere: context.globalState },
    load: async (needs) =>
      (await import("./features.ts")).openBrowse({ ...needs, repositories: await repositories() }),
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
