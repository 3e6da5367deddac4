import * as vscode from "vscode";
import { registerBrowse } from "./browse/register.ts";
import { GitHere } from "./commits/gitHere.ts";
import { registerCommits } from "./commits/register.ts";
import { registerConnect } from "./connect/register.ts";
import { watchSites } from "./connect/watchSites.ts";
import { registerFiles } from "./files/register.ts";
import { OpenForms } from "./form/openForms.ts";
import { registerForm } from "./form/register.ts";
import { Boundary } from "./platform/boundary.ts";
import { Commands } from "./platform/commands.ts";
import { Log } from "./platform/log.ts";
import { once } from "./platform/once.ts";
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
import { Pins } from "./store/pins.ts";
import { Me } from "./store/queries/me.ts";
import { RecentlyOpened } from "./store/queries/recent.ts";
import { SavedQueries } from "./store/queries/savedQueries.ts";
import { Sites } from "./store/sites.ts";
import { registerTriage } from "./triage/register.ts";

export function activate(context: vscode.ExtensionContext): Exports {
  const log = new Log("Artifacts for Tuleap");
  const sites = new Sites(userSetting(settings.sites));
  const boundary = new Boundary(log, (url) => sites.at(url)?.label);
  const commands = new Commands<CommandArguments, CommandAnswers>(boundary);
  const accounts = new Accounts(context.secrets);
  const connections: Connections = new Connections(accounts, {
    siteAt: (api) => sites.find(api),
    observe: (exchange) => logExchange(log, exchange),
    noteJsonInstead: (request) => log.warn(`${request} is sent as JSON: XML can't carry all of it.`),
    proxyFor: proxySettings,
    renewToken: async (site, expired) => (await connect()).renewToken(site, expired),
  });
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
  const connecting = { sites, accounts, connections, catalog, pins, me, recent, drafts, boundary, commands };
  const connect = once(async () => (await import("./features.ts")).openConnect(connecting));

  const openForms = new OpenForms({ memory: context.workspaceState, boundary, ...thisProcess });
  const shared = { sites, catalog, drafts, tools, openForms, boundary, commands };
  const { extensionUri, workspaceState: memory } = context;
  const form = once(async () => {
    const feature = (await import("./features.ts")).openForms({ ...shared, recent, extensionUri });
    context.subscriptions.push(feature);
    keepAll = () => feature.keepAll();
    return feature;
  });
  const files = once(async () => (await import("./features.ts")).openFiles({ ...shared, memory }));

  const forms = async (): Promise<Forms> => (await form()).forms;
  const triage = once(async () =>
    (await import("./features.ts")).openTriage({
      ...shared,
      me,
      forms,
      pins,
      recent,
      queries,
      memory,
      extensionUri,
    }),
  );

  const git = new GitHere();
  const commitsChanged = new Emitter<void>();
  const commits = once(async () => {
    const feature = (await import("./features.ts")).openCommits({
      ...shared,
      git,
      pins,
      recent,
      memory,
      commitsChanged,
    });
    context.subscriptions.push(feature);
    return feature;
  });

  const tree = registerBrowse({
    ...connecting,
    queries,
    commitsChanged,
    memory: { workspace: memory, everywhere: context.globalState },
    load: async (needs) => (await import("./features.ts")).openBrowse(needs),
  });
  context.subscriptions.push(
    log,
    tree,
    { dispose: () => connections.close() },
    watchSites({ sites, catalog, connections, secrets: context.secrets, boundary }),
    drafts,
    registerForm({ feature: form, openForms, boundary, commands }),
    registerFiles({ feature: files, commands }),
    registerTriage({ feature: triage, commands }),
    registerConnect({ feature: connect, commands }),
    registerCommits({ feature: commits, git, sites, boundary, commands }),
    commands.register("artifacts.showLog", () => log.show()),
  );
  return { tree };
}

/** The one thing that can't wait for its turn among the subscriptions: VS Code waits for this, not for those. */
let keepAll: (() => Promise<void>) | undefined;

export function deactivate(): Promise<void> | undefined {
  return keepAll?.();
}

/** What other extensions, and tests, may hold. */
export interface Exports {
  readonly tree: vscode.TreeDataProvider<unknown>;
}
