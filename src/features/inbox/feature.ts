// The lazily loaded part of the Inbox view: its rows, commands, badge and notifications.
import * as vscode from "vscode";
import { formatArtifactLabel } from "../../model/displayText.ts";
import { isFailure } from "../../model/failure.ts";
import {
  type ArtifactInboxChange,
  type InboxArtifact,
  type InboxEntry,
  isPersonal,
  toInboxIntervalMinutes,
} from "../../model/inbox.ts";
import type { Account, Site } from "../../model/site.ts";
import {
  type ArtifactTarget,
  type CommandArguments,
  getCommandRows,
  type InboxTarget,
  type TriageArguments,
} from "../../protocol/commandArguments.ts";
import { inboxUsedKey, settingKeys } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { getArtifactKey } from "../../store/inbox/followedArtifacts.ts";
import { Inbox, type InboxContent } from "../../store/inbox/inbox.ts";
import { PeriodicUpdater, timerClock } from "../../store/periodicUpdater.ts";
import { failureText } from "../../vscode/failureText.ts";
import { showNotification, withProgress } from "../../vscode/notifications.ts";
import { createInboxNode, formatChanges, type InboxNode } from "./inboxItems.ts";

const viewId = "artifacts.inbox";

function readSetting(key: string): unknown {
  return vscode.workspace.getConfiguration().get<unknown>(key);
}

function readIntervalMinutes(): number {
  return toInboxIntervalMinutes(readSetting(settingKeys.inboxRefreshInterval));
}

/** The start of the next day. */
function getTomorrow(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
}

function toArtifactTarget({ siteApi, artifactId, unread }: InboxEntry): ArtifactTarget {
  return { siteApi, artifactId, unreadFrom: unread.at(-1)?.changesetId };
}

function isArtifactTarget(row: object): row is ArtifactTarget {
  return "siteApi" in row && "artifactId" in row && !("file" in row);
}

/** Defaults to the selection of the view. */
type InboxRowArguments = CommandArguments["artifacts.inboxMarkRead"];

export interface InboxCommandArguments {
  readonly refresh: [];
  readonly open: InboxRowArguments;
  readonly markRead: InboxRowArguments;
  readonly markAllRead: [];
  readonly snooze: InboxRowArguments;
  readonly follow: TriageArguments;
  readonly stopFollowing: TriageArguments;
}

export type InboxCommands = {
  readonly [Name in keyof InboxCommandArguments]: (...args: InboxCommandArguments[Name]) => Promise<void>;
};

interface InboxFeature extends InboxCommands {
  getNodes(): Promise<InboxNode[]>;
}

/** `onDidChangeRows` makes VS Code ask for the rows again. */
export async function createInboxFeature(
  services: Services,
  view: vscode.TreeView<InboxNode>,
  onDidChangeRows: vscode.EventEmitter<undefined>,
): Promise<InboxFeature> {
  const { sites, accounts, catalog, connectivity, currentUser, recentlyOpened, errorHandler, commands } =
    services;
  const { features, followedArtifacts } = services;
  const getAccount = async (api: string): Promise<Account | undefined> =>
    (await accounts.current(api))?.account;
  await services.globalState.update(inboxUsedKey, true);
  const inbox = new Inbox({
    files: await services.inboxFiles(),
    catalog,
    currentUser,
    recentlyOpened,
    savedChanges: services.savedChanges,
    getAccount,
    now: Date.now,
  });
  /** What the view shows. */
  let content = inbox.load(sites.list());
  const updater = new PeriodicUpdater({
    clock: timerClock,
    getIntervalMinutes: readIntervalMinutes,
    refresh: async (signal) =>
      view.visible
        ? vscode.window.withProgress({ location: { viewId } }, () => refreshSites(signal))
        : refreshSites(signal),
    runInBackground: (action) => errorHandler.runInBackground("refresh inbox", action),
  });

  async function listSignedInSites(): Promise<readonly Site[]> {
    const signedIn = await Promise.all(
      sites.list().map(async (site) => ((await getAccount(site.api)) === undefined ? [] : [site])),
    );
    return signedIn.flat();
  }

  /** Resolves to whether all servers responded. */
  async function refreshSites(signal: AbortSignal): Promise<boolean> {
    let isHealthy = true;
    for (const site of await listSignedInSites()) {
      // The site is refreshed when it is back.
      if (signal.aborted || connectivity.isKnownOffline(site.api)) continue;
      const result = await inbox.refresh(site, signal);
      if (result?.state.kind === "failed") isHealthy = false;
      const newChanges = result?.newChanges ?? [];
      await notify(site, newChanges);
      await updateForms(site, newChanges);
    }
    return isHealthy;
  }

  /** A visible form shows a change at once, so that it isn't unread for long. */
  async function updateForms({ api }: Site, changes: readonly ArtifactInboxChange[]): Promise<void> {
    for (const artifactId of new Set(changes.map((change) => change.artifactId))) {
      await features.form.checkForChanges({ siteApi: api, artifactId });
    }
  }

  async function notify(site: Site, changes: readonly ArtifactInboxChange[]): Promise<void> {
    if (readSetting(settingKeys.inboxNotifications) !== true) return;
    const personalIds = new Set(changes.filter(isPersonal).map(({ changesetId }) => changesetId));
    if (personalIds.size === 0) return;
    const entries = (await content).entries.flatMap((entry) => {
      if (entry.siteApi !== site.api) return [];
      const personal = entry.unread.filter(({ changesetId }) => personalIds.has(changesetId));
      return personal.length === 0 ? [] : [{ entry, personal }];
    });
    const [first] = entries;
    if (first === undefined) return;
    const showInbox = {
      label: vscode.l10n.t("Show Inbox"),
      run: () => vscode.commands.executeCommand(`${viewId}.focus`),
    };
    if (entries.length > 1) {
      const text = vscode.l10n.t("{0} artifacts were assigned to you or mention you.", entries.length);
      showNotification(errorHandler, "information", text, showInbox);
      return;
    }
    const { entry, personal } = first;
    const label = formatArtifactLabel(entry.artifactId, entry.title);
    const text = vscode.l10n.t("{0}: {1}", label, formatChanges(personal));
    const open = { label: vscode.l10n.t("Open"), run: () => openEntry(entry, []) };
    showNotification(errorHandler, "information", text, open, showInbox);
  }

  /** Opens the form at the first unread change. The entry is marked as read when the form shows it. */
  async function openEntry(entry: InboxEntry, listed: readonly InboxEntry[]): Promise<void> {
    const targets = listed.map(toArtifactTarget);
    const getListedArtifacts = listed.length > 1 ? () => targets : undefined;
    await commands.execute("artifacts.openArtifact", { ...toArtifactTarget(entry), getListedArtifacts });
  }

  /** VS Code passes no row if the list was refreshed while the menu was open. */
  function showRefreshed(): void {
    void vscode.window.showInformationMessage(vscode.l10n.t("The list was being refreshed. Try again."));
  }

  /** Keybindings use the selection. */
  function getRows(...args: InboxRowArguments): readonly InboxTarget[] {
    const [clicked, selected] = args;
    if (clicked !== undefined) return getCommandRows(clicked, selected);
    if (args.length === 0) return view.selection;
    showRefreshed();
    return [];
  }

  /** Why the view has no rows, or not all of them; undefined if there is nothing to say. */
  async function createMessage(hasEntries: boolean): Promise<string | undefined> {
    const signedIn = await listSignedInSites();
    if (signedIn.length === 0) {
      return vscode.l10n.t("Sign in to see what others change on artifacts you work on.");
    }
    const problems = signedIn.flatMap(({ api, label }) => {
      const state = inbox.getState(api);
      if (state?.kind === "unsupported") {
        return [vscode.l10n.t("{0} doesn't support searching for changes.", label)];
      }
      return state?.kind === "failed" ? [failureText(state.failure, label)] : [];
    });
    if (problems.length > 0) return problems.join(" ");
    if (hasEntries) return undefined;
    if (signedIn.every(({ api }) => inbox.getState(api) !== undefined)) {
      return vscode.l10n.t("No changes by others on artifacts you work on.");
    }
    return readIntervalMinutes() > 0 ? undefined : vscode.l10n.t("Select Refresh to search for changes.");
  }

  function showBadge(entries: readonly InboxEntry[]): void {
    const count = entries.filter(({ unread }) => unread.length > 0).length;
    const tooltip =
      count === 1
        ? vscode.l10n.t("1 artifact with unread changes")
        : vscode.l10n.t("{0} artifacts with unread changes", count);
    const isShown = count > 0 && readSetting(settingKeys.inboxBadge) !== false;
    view.badge = isShown ? { value: count, tooltip } : undefined;
  }

  function show(next: Promise<InboxContent>): void {
    content = next;
    onDidChangeRows.fire(undefined);
    errorHandler.runInBackground("show inbox", async () => {
      const { entries, followed } = await next;
      if (content !== next) return;
      showBadge(entries);
      followedArtifacts.replace(followed);
    });
  }

  /** Reads what is stored once, for rows, badge and menus. */
  function reload(): void {
    show(inbox.load(sites.list()));
  }

  /** Changes or removes rows before this is stored. */
  async function showChanged(
    targets: readonly InboxArtifact[],
    change: (entry: InboxEntry) => InboxEntry | undefined,
  ): Promise<void> {
    const { entries, followed } = await content;
    const keys = new Set(targets.map(getArtifactKey));
    const changed = entries.flatMap((entry) =>
      keys.has(getArtifactKey(entry)) ? (change(entry) ?? []) : entry,
    );
    show(Promise.resolve({ entries: changed, followed }));
  }

  async function markRead(entries: readonly InboxEntry[]): Promise<void> {
    await showChanged(entries, (entry) => ({ ...entry, unread: [] }));
    await inbox.markRead(entries);
  }

  /** Out of sight it is refreshed only for what the user sees or wants to be told elsewhere. */
  function updateActivity(): void {
    const isWanted =
      view.visible ||
      readSetting(settingKeys.inboxBadge) !== false ||
      readSetting(settingKeys.inboxNotifications) === true;
    updater.setActive(isWanted && vscode.window.state.focused);
  }

  async function resolveTargets(title: string, ...args: TriageArguments): Promise<readonly InboxArtifact[]> {
    const [target, selected = []] = args;
    if (target === undefined && args.length > 0) {
      showRefreshed();
      return [];
    }
    if (target !== undefined && "view" in target) return features.tree.getSelectedArtifacts(target.view);
    if (target !== undefined && !("webview" in target)) {
      return selected.length > 1 ? selected.filter(isArtifactTarget) : [target];
    }
    const artifact = (await features.form.getFormArtifact()) ?? (await features.form.selectArtifact(title));
    return artifact === undefined ? [] : [artifact];
  }

  function formatTargets(targets: readonly InboxArtifact[]): string {
    const [first] = targets;
    return first !== undefined && targets.length === 1
      ? formatArtifactLabel(first.artifactId, undefined)
      : vscode.l10n.t("{0} artifacts", targets.length);
  }

  async function setFollow(
    targets: readonly InboxArtifact[],
    follow: "following" | "stopped",
    formatResult: (own: readonly InboxArtifact[]) => Promise<string> | string,
  ): Promise<void> {
    const signedIn = new Set((await listSignedInSites()).map(({ api }) => api));
    const own = targets.filter(({ siteApi }) => signedIn.has(siteApi));
    await inbox.setFollow(own, follow);
    if (targets.length === 0) return;
    const text = own.length === 0 ? vscode.l10n.t("Sign in to follow artifacts.") : await formatResult(own);
    showNotification(errorHandler, "information", text);
  }

  /** `undefined` if it isn't known whether refreshes find the changes of these artifacts. */
  async function checkSearched(
    targets: readonly InboxArtifact[],
  ): Promise<boolean | "unsupported" | undefined> {
    const [target] = targets;
    const site = target && sites.find(target.siteApi);
    if (target === undefined || site === undefined || targets.length > 1) return undefined;
    try {
      const title = vscode.l10n.t("Loading from {0}…", site.label);
      return await withProgress(title, (signal) => inbox.isSearched(site, target.artifactId, signal));
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return undefined;
    }
  }

  /** What following does on this server. */
  async function formatFollowed(targets: readonly InboxArtifact[]): Promise<string> {
    const names = formatTargets(targets);
    const isSearched = await checkSearched(targets);
    if (isSearched === "unsupported") {
      return vscode.l10n.t(
        "You now follow {0} on this machine, but the Inbox can't show changes because the server doesn't support searching for them.",
        names,
      );
    }
    return isSearched === true
      ? vscode.l10n.t(
          "You now follow {0}. The server has no such feature, so this is stored on this machine only.",
          names,
        )
      : vscode.l10n.t(
          "You now follow {0} on this machine. The Inbox shows changes only in projects that you're a member of.",
          names,
        );
  }

  updateActivity();
  show(content);
  services.addDisposable(
    vscode.Disposable.from(
      updater,
      inbox.onDidChange.event(reload),
      view.onDidChangeVisibility(updateActivity),
      services.onDidShowArtifact.event(({ siteApi, artifactId, ...seen }) =>
        errorHandler.runInBackground("mark as read", () => inbox.markSeen({ siteApi, artifactId }, seen)),
      ),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        updateActivity();
        // Another window may have changed what is read.
        if (focused) reload();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("artifacts.inbox")) return;
        updateActivity();
        updater.reschedule();
        show(content);
      }),
      connectivity.onDidChange.event(({ isBack }) => {
        if (isBack) updater.markBack();
      }),
      // Another account may have signed in.
      catalog.onDidForgetSite.event((siteApi) => {
        updater.markStale();
        inbox.forgetState(siteApi);
      }),
    ),
  );

  return {
    async getNodes() {
      const { entries } = await content;
      const hasSeveralSites = sites.list().length > 1;
      const now = Date.now();
      view.message = (await createMessage(entries.length > 0)) ?? "";
      return entries.map((entry) => {
        const siteLabel = hasSeveralSites ? sites.find(entry.siteApi)?.label : undefined;
        return createInboxNode(entry, siteLabel, now);
      });
    },
    refresh: () => {
      for (const { api } of sites.list()) connectivity.allowNextRequest(api);
      return updater.refresh();
    },
    open: async (...args) => {
      const { entries } = await content;
      for (const { entry } of getRows(...args)) await openEntry(entry, entries);
    },
    markRead: (...args) => markRead(getRows(...args).map(({ entry }) => entry)),
    markAllRead: async () => markRead((await content).entries),
    snooze: async (...args) => {
      const rows = getRows(...args);
      await showChanged(rows, () => undefined);
      await inbox.snooze(rows, getTomorrow(new Date()));
    },
    follow: async (...args) => {
      const targets = await resolveTargets(vscode.l10n.t("Follow"), ...args);
      await setFollow(targets, "following", formatFollowed);
    },
    stopFollowing: async (...args) => {
      const targets = await resolveTargets(vscode.l10n.t("Stop Following"), ...args);
      await setFollow(targets, "stopped", (own) =>
        vscode.l10n.t(
          "You no longer follow {0} on this machine, so changes aren't shown in the Inbox.",
          formatTargets(own),
        ),
      );
    },
  };
}
