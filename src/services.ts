// What features share, built once at activation.
import * as vscode from "vscode";
import type { PendingFile } from "./model/valueTypes.ts";
import { SignedOut } from "./model/failure.ts";
import type { Input } from "./model/fields/registry.ts";
import type { FormField } from "./model/form/form.ts";
import type { ShownArtifact } from "./model/inbox.ts";
import type { SavedCondition, SavedQuery } from "./model/query/savedQuery.ts";
import type { Site } from "./model/site.ts";
import type { FormSubject } from "./model/form/formSubject.ts";
import type { Tracker } from "./model/tracker.ts";
import type { FieldEditRequest } from "./model/triage/fieldEditRequest.ts";
import type {
  ArtifactPromptContext,
  ArtifactTarget,
  BulkEditTarget,
  CommandArguments,
  CommitLocation,
  CommitSearchHandlers,
  CommitTarget,
  TriageTarget,
  FolderContext,
  MentioningCommitsResult,
  NewArtifactContent,
  NewFilesTarget,
  ListViewId,
  UriLike,
  SiteTarget,
  TrackerTarget,
} from "./protocol/commandArguments.ts";
import { formViewType, settingKeys, boardViewType, tableViewType } from "./protocol/contributions.ts";
import { Accounts, type SignedInAccount } from "./store/accounts.ts";
import type { AttachmentServices } from "./store/attachments/attachmentServices.ts";
import { Catalog } from "./store/catalog.ts";
import type { PendingComment } from "./store/commits/pendingComments.ts";
import { Connections, type TokenCredential } from "./store/connections.ts";
import { DraftStore, CleanShutdownMarker, currentProcess } from "./store/draftStore.ts";
import { Emitter } from "./store/emitter.ts";
import type { FormSessions } from "./store/formSessions.ts";
import { FollowedArtifacts } from "./store/inbox/followedArtifacts.ts";
import type { InboxFiles } from "./store/inbox/inboxFiles.ts";
import {
  KeyExpiryStore,
  PinnedProjects,
  PlainHttpConsents,
  RemovedSiteDetector,
  SignedInSites,
} from "./store/mementos.ts";
import { CurrentUser } from "./store/queries/currentUser.ts";
import { RecentArtifacts } from "./store/queries/recentArtifacts.ts";
import { type SavedQueryEntry, SavedQueries } from "./store/queries/savedQueries.ts";
import type { Connectivity } from "./store/connectivity.ts";
import type { FileReference } from "./store/references/referenceIndex.ts";
import { Sites } from "./store/sites.ts";
import type { KnownKanbans } from "./store/knownKanbans.ts";
import type { SvnRepositories } from "./store/svn/svnRepositories.ts";
import type { LoadedQuickEditTarget, QuickEditTarget } from "./store/triage/artifactLoader.ts";
import type { SavedChanges } from "./store/triage/savedChanges.ts";
import { memoizeAsync } from "./vscode/async.ts";
import { CommandRegistry } from "./vscode/commandRegistry.ts";
import { readProxySettings, createScopedListSetting, createUserListSetting } from "./vscode/configuration.ts";
import { ErrorHandler } from "./vscode/errorHandler.ts";
import { Log, logRequest } from "./vscode/log.ts";
import { TabRecovery } from "./vscode/tabs.ts";

interface MoveHandlers {
  /** Runs before the result is shown. */
  readonly afterSave: () => Promise<void>;
  readonly onDone: (undo: () => Promise<void>) => void;
}

/** Functions that features provide to each other. Their code is loaded on the first call. */
export interface Features {
  readonly connect: {
    /** Removes everything stored for a site that is no longer in the settings. */
    deleteSiteData(siteApi: string): Promise<void>;
    /** Warns when the access key is about to expire. */
    warnAboutKeyExpiry(site: Site): Promise<void>;
    /** `undefined` if the user dismisses the prompt. */
    renewToken(site: Site, expired: TokenCredential): Promise<SignedInAccount["credential"] | undefined>;
  };
  readonly tree: {
    /** The selected artifacts of a view, in its order. */
    getSelectedArtifacts(view: ListViewId): readonly TriageTarget[];
    /** Selects the row of a site and moves the focus there. */
    revealSite(site: SiteTarget): Promise<void>;
  };
  readonly form: {
    /** Prompts for an artifact. */
    selectArtifact(title: string, options?: ArtifactPromptContext): Promise<ArtifactTarget | undefined>;
    /**
     * Prompts for a tracker, and opens the form of a new artifact. Returns the key of its subject; `undefined` if the user dismisses the
     * prompt.
     */
    openNewArtifact(content: NewArtifactContent): Promise<string | undefined>;
    /** Prompts for a tracker, of the site if there is one. */
    selectTracker(title: string, site?: SiteTarget): Promise<TrackerTarget | undefined>;
    /** The artifact of the active form, as it shows it. */
    getFormArtifact(): Promise<TriageTarget | undefined>;
    /**
     * Opens the form with an edit in it that could not be saved. `before` is the value that the user has seen: if it has changed
     * since, the form shows a conflict.
     */
    openWithEdit(artifact: ArtifactTarget, edit: FieldEditRequest, before?: Input): Promise<void>;
    /** The open forms: a draft has one owner in a window. */
    getForms(): Promise<FormSessions>;
    /** Reloads the form of an artifact if it is visible. */
    checkForChanges(artifact: ArtifactTarget): Promise<void>;
  };
  readonly attachments: {
    /**
     * Prompts for files for a new artifact, or for a confirmation of the given ones. Copies of files that aren't on this disk are
     * kept with the draft. Empty if the user dismisses the prompt.
     */
    selectNewFiles(target: NewFilesTarget): Promise<readonly PendingFile[]>;
  };
  readonly triage: {
    /** Saves an edit and shows the result; returns whether the artifact has the value now. */
    saveEdit(artifact: ArtifactTarget, edit: FieldEditRequest, done?: string): Promise<boolean>;
    /**
     * Saves an edit of a field as the user has seen it, unless the user has edited the field in the form. `afterSave` runs
     * before the result is shown.
     */
    saveField(
      artifact: LoadedQuickEditTarget,
      field: FormField,
      edit: FieldEditRequest,
      afterSave: () => Promise<void>,
    ): Promise<void>;
    /**
     * The same for a card that was moved on a board: a success isn't reported, and a question is asked in a notification, not in a
     * dialog. `onDone` gets a function that undoes the move.
     */
    moveCard(
      artifact: QuickEditTarget,
      field: Pick<FormField, "id" | "label">,
      edit: FieldEditRequest,
      handlers: MoveHandlers,
    ): Promise<void>;
  };
  readonly table: {
    /** Opens a table of artifacts, ready to change all of them at once. */
    openBulkEdit(change: BulkEditTarget): Promise<void>;
    /** The selected rows of the active table; `undefined` if no table is active. */
    getSelectedArtifacts(): Promise<readonly TriageTarget[] | undefined>;
  };
  readonly queries: {
    /** Prompts for the current user, if the server doesn't report it. */
    selectCurrentUser(site: SiteTarget): Promise<void>;
    /**
     * Prompts for a condition on a field that isn't in `usedFields`; `undefined` if the user dismisses the
     * prompt.
     */
    promptCondition(
      site: Site,
      tracker: Tracker,
      usedFields: readonly string[],
      before?: SavedCondition,
    ): Promise<SavedCondition | undefined>;
    /** Prompts for a name and saves a query, in place of `before` if given; `undefined` if the user dismisses the prompt. */
    saveQuery(query: SavedQuery, before?: SavedQueryEntry): Promise<SavedQueryEntry | undefined>;
  };
  readonly commits: {
    /** Whether a repository is open whose commits may refer to artifacts of a site. */
    hasCommits(site: SiteTarget): Promise<boolean>;
    /** `undefined` if there is no repository, or the search was canceled. */
    findCommits(
      artifact: ArtifactTarget,
      search?: CommitSearchHandlers,
    ): Promise<MentioningCommitsResult | undefined>;
    /** The branches of commits, newest commit first. Empty if they can't be read, or it was canceled. */
    locateCommits(
      commits: readonly CommitTarget[],
      search?: Pick<CommitSearchHandlers, "onCanceled">,
    ): Promise<readonly CommitLocation[]>;
    /**
     * Calls back with the references to an artifact in files of the workspace if there are any, and whenever they change.
     * Files are searched only if the user has searched them before.
     */
    watchFileReferences(
      artifact: ArtifactTarget,
      onFound: (references: readonly FileReference[]) => void,
    ): Promise<{ dispose(): void }>;
    /** Writes the reference of a new artifact into the comment of source code that its form was opened from. */
    addReferenceToComment(comment: PendingComment, artifactId: number): Promise<void>;
    /** The site and active artifact of the folder of a file, or of the current folder. */
    getFolderContext(resource?: UriLike): Promise<FolderContext>;
  };
}

export interface Services {
  readonly log: Log;
  readonly errorHandler: ErrorHandler;
  readonly commands: CommandRegistry<CommandArguments>;
  readonly sites: Sites;
  readonly accounts: Accounts;
  readonly secrets: vscode.SecretStorage;
  readonly connections: Connections;
  readonly connectivity: Connectivity;
  readonly catalog: Catalog;
  readonly plainHttpConsents: PlainHttpConsents;
  readonly removedSites: RemovedSiteDetector;
  readonly keyExpiries: KeyExpiryStore;
  readonly signIns: SignedInSites;
  readonly pinnedProjects: PinnedProjects;
  readonly knownKanbans: () => Promise<KnownKanbans>;
  /** A kanban was added to the tree or removed from it. */
  readonly onDidChangeKanbans: Emitter<void>;
  readonly currentUser: CurrentUser;
  readonly recentlyOpened: RecentArtifacts;
  readonly savedQueries: SavedQueries;
  readonly drafts: DraftStore;
  readonly formTabs: TabRecovery<FormSubject>;
  readonly tableTabs: TabRecovery;
  readonly boardTabs: TabRecovery;
  /** State of this workspace. */
  readonly workspaceState: vscode.Memento;
  /** State of all workspaces. */
  readonly globalState: vscode.Memento;
  readonly offlineCacheFolder: string;
  readonly extensionUri: vscode.Uri;
  /** Fires when the commits that can be shown have changed. */
  readonly onDidChangeCommits: Emitter<void>;
  readonly attachmentTools: () => Promise<AttachmentServices>;
  readonly svnRepositories: () => Promise<SvnRepositories>;
  /** Changes that can be undone. */
  readonly savedChanges: () => Promise<SavedChanges>;
  readonly inboxFiles: () => Promise<InboxFiles>;
  readonly followedArtifacts: FollowedArtifacts;
  /** Fires when a visible form shows the current state of an artifact. */
  readonly onDidShowArtifact: Emitter<ShownArtifact>;
  readonly features: Features;
  /** Each feature adds itself when it is registered. */
  registerFeature<Name extends keyof Features>(name: Name, feature: Features[Name]): void;
  /** Disposes of it with the extension. */
  addDisposable<T extends vscode.Disposable>(disposable: T): T;
  /** Runs before the extension host ends, which waits for it. */
  onShutdown(action: () => unknown): void;
  shutdown(): Promise<void>;
  dispose(): void;
}

export function createServices(context: vscode.ExtensionContext): Services {
  const { globalState, workspaceState, globalStorageUri, secrets, extensionUri } = context;
  const getStoragePath = (name: string): string => vscode.Uri.joinPath(globalStorageUri, name).fsPath;
  const disposables: vscode.Disposable[] = [];
  const addDisposable = <T extends vscode.Disposable>(disposable: T): T => {
    disposables.push(disposable);
    return disposable;
  };
  const shutdownActions: (() => unknown)[] = [];
  const registered: { [Name in keyof Features]?: Features[Name] } = {};
  const getFeature = <Name extends keyof Features>(name: Name): Features[Name] => {
    const implementation = registered[name];
    if (implementation === undefined) throw new Error(`The feature ${name} is not registered.`);
    return implementation;
  };

  const log = addDisposable(new Log("Artifacts for Tuleap", { folder: context.logUri }));
  const sites = new Sites(createUserListSetting(settingKeys.sites));
  const errorHandler = new ErrorHandler(log, (url) => sites.findByUrl(url)?.label);
  const accounts = new Accounts(secrets);
  const onDidChangeKanbans = new Emitter<void>();
  const plainHttpConsents = new PlainHttpConsents(globalState);
  const offlineCacheFolder = getStoragePath("last-seen");
  const connections: Connections = new Connections(accounts, {
    findSite: (api) => sites.find(api),
    isAllowed: (url) => plainHttpConsents.isAllowed(url),
    observe: (request) => logRequest(log, request),
    onJsonFallback: (request) =>
      log.warn(`${request} is sent as JSON because XML can't encode all of its values.`),
    getProxySettings: readProxySettings,
    offlineCacheFolder,
    onCacheError: (error) => errorHandler.logError("store responses in the offline cache", error),
    onDidConnect: (site) =>
      errorHandler.runInBackground("check key expiry", () => getFeature("connect").warnAboutKeyExpiry(site)),
    renewToken: (site, expired) => getFeature("connect").renewToken(site, expired),
  });
  const { connectivity } = connections;
  addDisposable(connectivity);
  addDisposable({ dispose: () => connections.close() });
  const catalog = new Catalog(connections);
  const drafts = addDisposable(new DraftStore({ folder: getStoragePath("drafts"), ...currentProcess }));

  const isSignedIn = async (api: string, accountId: string): Promise<boolean> =>
    (await accounts.list(api)).some(({ account }) => account.id === accountId);
  const savedChanges = memoizeAsync(async () => {
    const { SavedChanges } = await import("./store/triage/savedChanges.ts");
    return new SavedChanges({ folder: getStoragePath("changes"), isSignedIn });
  });
  let storing: Promise<void> | undefined;
  catalog.onDidSaveChange.event((change) => {
    // A change that can't be stored is on the server nevertheless.
    storing = savedChanges()
      .then((changes) => changes.put(change))
      .catch((error: unknown) => errorHandler.logError("store a change for undo", error));
  });
  shutdownActions.push(() => storing);
  const attachmentTools = memoizeAsync(async () => {
    const { createAttachmentServices } = await import("./store/attachments/attachmentServices.ts");
    const tools = createAttachmentServices({
      memento: workspaceState,
      folder: getStoragePath("staging"),
      connect: async ({ siteApi, accountId }) => {
        const site = sites.find(siteApi);
        if (site === undefined) throw new SignedOut({ method: "GET", url: siteApi, isAnonymous: true });
        return (await catalog.connectAs(site, accountId)).client;
      },
      runInBackground: (title, work) => errorHandler.runInBackground(title, work),
    });
    // Another user may sign in next.
    catalog.onDidForgetSite.event((api) => tools.contents.forgetSite(api));
    errorHandler.runInBackground("remove abandoned staged files", async () => {
      const subjects = (await drafts.list()).map(({ subject }) => subject);
      await tools.stagedFiles.removeAbandoned(
        subjects.flatMap((subject) => (subject.kind === "new" ? subject.key : [])),
      );
    });
    return tools;
  });
  drafts.onDidDiscard.event(({ subject, stored }) => {
    if (subject.kind !== "new") return;
    errorHandler.runInBackground("discard files of a draft", async () => {
      const { pendingAttachments } = await attachmentTools();
      for (const { draft, pendingSave } of stored) {
        pendingAttachments.discard(subject, draft, pendingSave !== undefined);
      }
    });
  });

  const { process: hostProcessId, isRunning } = currentProcess;
  const shutdownMarker = new CleanShutdownMarker((context.storageUri ?? globalStorageUri).fsPath);
  shutdownActions.push(() => shutdownMarker.write(hostProcessId));
  const hasCrashed = (process: number): boolean =>
    !isRunning(process) && !shutdownMarker.wasWrittenBy(process);
  const tabOptions = { memento: workspaceState, errorHandler, hostProcessId, hasCrashed };

  return {
    log,
    errorHandler,
    commands: new CommandRegistry<CommandArguments>(errorHandler),
    sites,
    accounts,
    secrets,
    connections,
    connectivity,
    catalog,
    plainHttpConsents,
    removedSites: new RemovedSiteDetector(globalState, Date.now),
    keyExpiries: new KeyExpiryStore(globalState),
    signIns: new SignedInSites(globalState),
    pinnedProjects: new PinnedProjects(globalState),
    onDidChangeKanbans,
    knownKanbans: memoizeAsync(async () => {
      const { KnownKanbans } = await import("./store/knownKanbans.ts");
      return new KnownKanbans(globalState, () => onDidChangeKanbans.fire());
    }),
    currentUser: new CurrentUser(globalState),
    recentlyOpened: new RecentArtifacts(globalState),
    savedQueries: new SavedQueries(createScopedListSetting(settingKeys.queries)),
    drafts,
    formTabs: new TabRecovery<FormSubject>({ ...tabOptions, viewType: formViewType }),
    tableTabs: new TabRecovery({ ...tabOptions, viewType: tableViewType }),
    boardTabs: new TabRecovery({ ...tabOptions, viewType: boardViewType }),
    workspaceState,
    globalState,
    offlineCacheFolder,
    extensionUri,
    onDidChangeCommits: new Emitter<void>(),
    attachmentTools,
    svnRepositories: memoizeAsync(async () => {
      const { SvnRepositories } = await import("./store/svn/svnRepositories.ts");
      return new SvnRepositories(catalog, globalState);
    }),
    savedChanges,
    inboxFiles: memoizeAsync(async () => {
      const { InboxFiles } = await import("./store/inbox/inboxFiles.ts");
      return new InboxFiles({ folder: getStoragePath("inbox"), isSignedIn });
    }),
    followedArtifacts: new FollowedArtifacts(),
    onDidShowArtifact: new Emitter<ShownArtifact>(),
    features: {
      get connect() {
        return getFeature("connect");
      },
      get tree() {
        return getFeature("tree");
      },
      get form() {
        return getFeature("form");
      },
      get attachments() {
        return getFeature("attachments");
      },
      get triage() {
        return getFeature("triage");
      },
      get table() {
        return getFeature("table");
      },
      get queries() {
        return getFeature("queries");
      },
      get commits() {
        return getFeature("commits");
      },
    },
    registerFeature: (name, implementation) => {
      registered[name] = implementation;
    },
    addDisposable,
    onShutdown: (action) => void shutdownActions.push(action),
    shutdown: async () => void (await Promise.all(shutdownActions.map((action) => action()))),
    dispose: () => {
      for (const disposable of disposables) disposable.dispose();
    },
  };
}
