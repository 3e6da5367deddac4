// The lazily loaded part of the Inbox view: its rows, commands, badge and notifications.
import * as vscode from "vscode";
import { formatArtifactLabel } from "../../model/displayText.ts";
import { type ArtifactInboxChange, type InboxEntry, isPersonal } from "../../model/inbox.ts";
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
import { Inbox, type InboxArtifact } from "../../store/inbox/inbox.ts";
import { failureText } from "../../vscode/failureText.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { createInboxNode, formatChanges, type InboxNode } from "./inboxItems.ts";
import { InboxUpdater, type TimerClock, toInboxIntervalMinutes } from "./inboxUpdater.ts";

const viewId = "artifacts.inbox";

const clock: TimerClock = {
  now: () => Date.now(),
  schedule: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

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
  const updater = new InboxUpdater({
    clock,
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
      if (connectivity.isKnownOffline(site.api)) continue;
      const result = await inbox.refresh(site, signal);
      if (result?.state.kind === "failed") isHealthy = false;
      await notify(site, result?.newChanges ?? []);
    }
    return isHealthy;
  }

  async function notify(site: Site, changes: readonly ArtifactInboxChange[]): Promise<void> {
    if (readSetting(settingKeys.inboxNotifications) !== true) return;
    const personalIds = new Set(changes.filter(isPersonal).map(({ changesetId }) => changesetId));
    if (personalIds.size === 0) return;
    const entries = (await inbox.loadEntries([site])).flatMap((entry) => {
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
    const text = `${label}: ${formatChanges(personal)}`;
    const open = { label: vscode.l10n.t("Open"), run: () => openEntry(entry, []) };
    showNotification(errorHandler, "information", text, open, showInbox);
  }

  /** Opens the form at the first unread change. The entry is marked as read when the form has loaded the artifact. */
  async function openEntry(entry: InboxEntry, listed: readonly InboxEntry[]): Promise<void> {
    const targets = listed.map(toArtifactTarget);
    const getListedArtifacts = listed.length > 1 ? () => targets : undefined;
    await commands.execute("artifacts.openArtifact", { ...toArtifactTarget(entry), getListedArtifacts });
  }

  /** VS Code passes no row if the list was refreshed while the menu was open, and keybindings use the selection. */
  function getRows(...args: InboxRowArguments): readonly InboxTarget[] {
    const [clicked, selected] = args;
    if (clicked !== undefined) return getCommandRows(clicked, selected);
    return args.length === 0 ? view.selection : [];
  }

  async function markOpenedRead({ siteApi, artifactId }: InboxArtifact): Promise<void> {
    // A form of an offline site may show an older state.
    if (connectivity.getOfflineState(siteApi) !== undefined) return;
    const entries = await loadEntries();
    const isOpened = (entry: InboxEntry): boolean =>
      entry.siteApi === siteApi && entry.artifactId === artifactId;
    await inbox.markRead(entries.filter(isOpened));
  }

  /** Why the view has no rows, or not all of them; undefined if there is nothing to say. */
  async function createMessage(hasEntries: boolean): Promise<string | undefined> {
    const signedIn = await listSignedInSites();
    if (signedIn.length === 0) {
      return vscode.l10n.t("Sign in to see what others change on artifacts that concern you.");
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
      return vscode.l10n.t("No changes by others on artifacts that concern you.");
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

  async function loadEntries(): Promise<readonly InboxEntry[]> {
    return inbox.loadEntries(sites.list());
  }

  async function updateBadge(): Promise<void> {
    showBadge(await loadEntries());
  }

  function onChange(): void {
    onDidChangeRows.fire(undefined);
    errorHandler.runInBackground("update inbox badge", updateBadge);
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
    const { features } = services;
    const [target, selected = []] = args;
    // VS Code passes no row if the list was refreshed while the menu was open.
    if (target === undefined && args.length > 0) return [];
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
    text: string,
  ): Promise<void> {
    const signedIn = new Set((await listSignedInSites()).map(({ api }) => api));
    const own = targets.filter(({ siteApi }) => signedIn.has(siteApi));
    await inbox.setFollow(own, follow);
    if (own.length > 0) showNotification(errorHandler, "information", text);
    else if (targets.length > 0) {
      const signInText = vscode.l10n.t("Sign in to follow artifacts.");
      showNotification(errorHandler, "information", signInText);
    }
  }

  updateActivity();
  errorHandler.runInBackground("update inbox badge", updateBadge);
  services.addDisposable(
    vscode.Disposable.from(
      updater,
      inbox.onDidChange.event(onChange),
      view.onDidChangeVisibility(updateActivity),
      recentlyOpened.onDidChange.event(({ siteApi, openedId: artifactId }) => {
        if (artifactId === undefined) return;
        errorHandler.runInBackground("mark as read", () => markOpenedRead({ siteApi, artifactId }));
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        updateActivity();
        // Another window may have changed what is read.
        if (focused) onChange();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("artifacts.inbox")) return;
        updateActivity();
        updater.reschedule();
        onChange();
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
      const entries = await loadEntries();
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
      const entries = await loadEntries();
      for (const { entry } of getRows(...args)) await openEntry(entry, entries);
    },
    markRead: (...args) => inbox.markRead(getRows(...args).map(({ entry }) => entry)),
    markAllRead: async () => inbox.markRead(await loadEntries()),
    snooze: (...args) => inbox.snooze(getRows(...args), getTomorrow(new Date())),
    follow: async (...args) => {
      const targets = await resolveTargets(vscode.l10n.t("Follow"), ...args);
      const text = vscode.l10n.t(
        "You now follow {0}. The server has no such feature, so this is stored on this machine only.",
        formatTargets(targets),
      );
      await setFollow(targets, "following", text);
    },
    stopFollowing: async (...args) => {
      const targets = await resolveTargets(vscode.l10n.t("Stop Following"), ...args);
      const text = vscode.l10n.t(
        "You no longer follow {0} on this machine, so its changes aren't shown in the Inbox.",
        formatTargets(targets),
      );
      await setFollow(targets, "stopped", text);
    },
  };
}
