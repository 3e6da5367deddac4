// What features share, built once when the extension is activated.
import * as vscode from "vscode";
import type { Input } from "./model/fields/registry.ts";
import type { FormField } from "./model/form/form.ts";
import type { SavedCondition, SavedQuery } from "./model/query/savedQuery.ts";
import type { Site } from "./model/site.ts";
import type { Subject } from "./model/subject.ts";
import type { Tracker } from "./model/tracker.ts";
import type { Wish } from "./model/triage/wish.ts";
import type {
  ArtifactQuestion,
  ArtifactTarget,
  ChangeTarget,
  CommandArguments,
  CommitSearch,
  DecisionTarget,
  FolderContext,
  FoundCommits,
  ListView,
  Resource,
  SiteTarget,
  TrackerTarget,
} from "./protocol/commands.ts";
import { formViewType, settings, tableViewType } from "./protocol/contributions.ts";
import { Accounts, type SignedIn } from "./store/accounts.ts";
import type { AttachmentTools } from "./store/attachments/attachments.ts";
import { Catalog } from "./store/catalog.ts";
import { Connections, type Token } from "./store/connections.ts";
import { Drafts, LastEnd, thisProcess } from "./store/drafts.ts";
import { Emitter } from "./store/emitter.ts";
import type { Forms } from "./store/forms.ts";
import { KeyDates, Pins, PlainHttpConsents, RemovedSites, SignIns } from "./store/mementos.ts";
import { Me } from "./store/queries/currentUser.ts";
import { RecentlyOpened } from "./store/queries/recent.ts";
import { type KeptQuery, SavedQueries } from "./store/queries/savedQueries.ts";
import type { Reach } from "./store/reach.ts";
import { Sites } from "./store/sites.ts";
import type { SvnRepositories } from "./store/svn/repositories.ts";
import type { Matter } from "./store/triage/states.ts";
import { once } from "./vscode/async.ts";
import { Commands } from "./vscode/commands.ts";
import { proxySettings, scopedSetting, userSetting } from "./vscode/configuration.ts";
import { Boundary } from "./vscode/errorHandler.ts";
import { Log, logExchange } from "./vscode/log.ts";
import { OpenTabs } from "./vscode/tabs.ts";

/** What features do for each other. Their code is loaded on the first call. */
export interface Features {
  readonly connect: {
    /** Removes everything stored for a site that is no longer in the settings. */
    forgetSite(siteApi: string): Promise<void>;
    /** Warns when the access key is about to expire. */
    noteKeyExpiry(site: Site): Promise<void>;
    /** `undefined` if the user dismisses the prompt. */
    renewToken(site: Site, expired: Token): Promise<SignedIn["credential"] | undefined>;
  };
  readonly tree: {
    /** The selected artifacts of a view, in its order. */
    selection(view: ListView): readonly DecisionTarget[];
    /** Selects the row of a site and moves the focus there. */
    revealSite(site: SiteTarget): Promise<void>;
  };
  readonly form: {
    /** Prompts for an artifact. */
    chooseArtifact(title: string, question?: ArtifactQuestion): Promise<ArtifactTarget | undefined>;
    /** Prompts for a tracker. */
    chooseTracker(title: string): Promise<TrackerTarget | undefined>;
    /** The artifact of the active form, as it shows it. */
    activeArtifact(): Promise<DecisionTarget | undefined>;
    /**
     * Opens the form with an edit in it that could not be saved. `before` is the value that the user has seen: if it has changed
     * since, the form shows a conflict.
     */
    openWithEdit(artifact: ArtifactTarget, edit: Wish, before?: Input): Promise<void>;
    /** The open forms: a draft has one owner in a window. */
    forms(): Promise<Forms>;
  };
  readonly triage: {
    /** Saves an edit and shows the result; whether the artifact has the value now. */
    saveEdit(artifact: ArtifactTarget, edit: Wish, done?: string): Promise<boolean>;
    /**
     * Saves an edit of a field as the user has seen it, unless the user has edited the field in the form. `afterSave` runs
     * before the result is shown.
     */
    saveField(artifact: Matter, field: FormField, edit: Wish, afterSave: () => Promise<void>): Promise<void>;
  };
  readonly table: {
    /** Opens a table of artifacts, ready to change all of them at once. */
    openChange(change: ChangeTarget): Promise<void>;
    /** The selected rows of the active table; `undefined` if no table is active. */
    selection(): Promise<readonly DecisionTarget[] | undefined>;
  };
  readonly queries: {
    /** Prompts for who the user is, if the server does not tell. */
    chooseMe(site: SiteTarget): Promise<void>;
    /** Prompts for a condition on a field that is not in `taken`; `undefined` if the user dismisses the prompt. */
    askCondition(
      site: Site,
      tracker: Tracker,
      taken: readonly string[],
      before?: SavedCondition,
    ): Promise<SavedCondition | undefined>;
    /** Prompts for a name and saves a query, in place of `before` if given; `undefined` if the user dismisses the prompt. */
    saveQuery(query: SavedQuery, before?: KeptQuery): Promise<KeptQuery | undefined>;
  };
  readonly commits: {
    /** Whether a repository is open whose commits may refer to artifacts of a site. */
    hasCommits(site: SiteTarget): Promise<boolean>;
    /** `undefined` if there is no repository, or the search was cancelled. */
    findCommits(artifact: ArtifactTarget, search?: CommitSearch): Promise<FoundCommits | undefined>;
    /** The site and active artifact of the folder of a file, or of the current folder. */
    folderContext(resource?: Resource): Promise<FolderContext>;
  };
}

export interface Services {
  readonly log: Log;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
  readonly sites: Sites;
  readonly accounts: Accounts;
  readonly secrets: vscode.SecretStorage;
  readonly connections: Connections;
  readonly reach: Reach;
  readonly catalog: Catalog;
  readonly plainHttpConsents: PlainHttpConsents;
  readonly removedSites: RemovedSites;
  readonly keyDates: KeyDates;
  readonly signIns: SignIns;
  readonly pins: Pins;
  readonly me: Me;
  readonly recent: RecentlyOpened;
  readonly queries: SavedQueries;
  readonly drafts: Drafts;
  readonly openForms: OpenTabs<Subject>;
  readonly openTables: OpenTabs;
  /** State of this workspace. */
  readonly memory: vscode.Memento;
  /** State of all workspaces. */
  readonly globalMemory: vscode.Memento;
  readonly lastSeenFolder: string;
  readonly extensionUri: vscode.Uri;
  /** Fires when the commits that can be shown have changed. */
  readonly commitsChanged: Emitter<void>;
  readonly tools: () => Promise<AttachmentTools>;
  readonly repositories: () => Promise<SvnRepositories>;
  readonly features: Features;
  /** Each feature adds itself when it is registered. */
  provide<Name extends keyof Features>(name: Name, feature: Features[Name]): void;
  /** Disposes of it with the extension. */
  own<T extends vscode.Disposable>(disposable: T): T;
  /** Runs before the extension host ends, which waits for it. */
  onShutdown(action: () => unknown): void;
  shutdown(): Promise<void>;
  dispose(): void;
}

export function createServices(context: vscode.ExtensionContext): Services {
  const { globalState, workspaceState, globalStorageUri, secrets, extensionUri } = context;
  const storage = (name: string): string => vscode.Uri.joinPath(globalStorageUri, name).fsPath;
  const owned: vscode.Disposable[] = [];
  const own = <T extends vscode.Disposable>(disposable: T): T => {
    owned.push(disposable);
    return disposable;
  };
  const atShutdown: (() => unknown)[] = [];
  const provided: { [Name in keyof Features]?: Features[Name] } = {};
  const feature = <Name extends keyof Features>(name: Name): Features[Name] => {
    const found = provided[name];
    if (found === undefined) throw new Error(`The feature ${name} is not registered.`);
    return found;
  };

  const log = own(new Log("Artifacts for Tuleap", { folder: context.logUri }));
  const sites = new Sites(userSetting(settings.sites));
  const boundary = new Boundary(log, (url) => sites.at(url)?.label);
  const accounts = new Accounts(secrets);
  const plainHttpConsents = new PlainHttpConsents(globalState);
  const lastSeenFolder = storage("last-seen");
  const connections: Connections = new Connections(accounts, {
    siteAt: (api) => sites.find(api),
    allows: (address) => plainHttpConsents.allows(address),
    observe: (exchange) => logExchange(log, exchange),
    noteJsonInstead: (request) => log.warn(`${request} is sent as JSON: XML can't carry all of it.`),
    proxyFor: proxySettings,
    lastSeenFolder,
    noteTrouble: (error) => boundary.note("keep what was seen", error),
    noteOpened: (site) => boundary.start("look at key", () => feature("connect").noteKeyExpiry(site)),
    renewToken: (site, expired) => feature("connect").renewToken(site, expired),
  });
  const { reach } = connections;
  own(reach);
  own({ dispose: () => connections.close() });
  const catalog = new Catalog(connections);
  const drafts = own(new Drafts({ folder: storage("drafts"), ...thisProcess }));

  const { process: host, isRunning } = thisProcess;
  const lastEnd = new LastEnd((context.storageUri ?? globalStorageUri).fsPath);
  atShutdown.push(() => lastEnd.note(host));
  const hasDied = (other: number): boolean => !isRunning(other) && !lastEnd.wasOf(other);
  const tabs = { memory: workspaceState, boundary, process: host, hasDied };

  return {
    log,
    boundary,
    commands: new Commands<CommandArguments>(boundary),
    sites,
    accounts,
    secrets,
    connections,
    reach,
    catalog,
    plainHttpConsents,
    removedSites: new RemovedSites(globalState, Date.now),
    keyDates: new KeyDates(globalState),
    signIns: new SignIns(globalState),
    pins: new Pins(globalState),
    me: new Me(globalState),
    recent: new RecentlyOpened(globalState),
    queries: new SavedQueries(scopedSetting(settings.queries)),
    drafts,
    openForms: new OpenTabs<Subject>({ ...tabs, viewType: formViewType }),
    openTables: new OpenTabs({ ...tabs, viewType: tableViewType }),
    memory: workspaceState,
    globalMemory: globalState,
    lastSeenFolder,
    extensionUri,
    commitsChanged: new Emitter<void>(),
    tools: once(async () => {
      const { createAttachments } = await import("./store/attachments/attachments.ts");
      const opened = createAttachments({ memory: workspaceState, folder: storage("staging") });
      // Another user may be next.
      catalog.forgotten.listen((api) => opened.contents.forget(api));
      boundary.start("sweep staged files", () => opened.staging.sweep());
      return opened;
    }),
    repositories: once(async () => {
      const { SvnRepositories } = await import("./store/svn/repositories.ts");
      return new SvnRepositories(catalog, globalState);
    }),
    features: {
      get connect() {
        return feature("connect");
      },
      get tree() {
        return feature("tree");
      },
      get form() {
        return feature("form");
      },
      get triage() {
        return feature("triage");
      },
      get table() {
        return feature("table");
      },
      get queries() {
        return feature("queries");
      },
      get commits() {
        return feature("commits");
      },
    },
    provide: (name, given) => {
      provided[name] = given;
    },
    own,
    onShutdown: (action) => void atShutdown.push(action),
    shutdown: async () => void (await Promise.all(atShutdown.map((action) => action()))),
    dispose: () => {
      for (const disposable of owned) disposable.dispose();
    },
  };
}
