// The badges of the two views: the number of drafts, and the count that the user has selected.
import * as vscode from "vscode";
import { escapeLinks } from "../../model/displayText.ts";
import { settingKeys } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import type { StoredDraft } from "../../store/storedDraft.ts";
import type { TreeContext } from "./treeContext.ts";
import { toBadgeSource, type BadgeSource, clearBadgeSource, saveBadgeSource } from "./badgeSource.ts";
import type { TreeFeature } from "./feature.ts";

/** Counts drafts of the signed-in accounts, over all sites. Reads only stored secrets, and sends no requests. */
export async function countDraftsOfSignedInAccounts(
  { sites, accounts }: Pick<Services, "sites" | "accounts">,
  drafts: readonly StoredDraft[],
): Promise<number> {
  const updater = sites.list().map(async ({ api }) => {
    const siteDrafts = drafts.filter(({ subject }) => subject.siteApi === api);
    if (siteDrafts.length === 0) return 0;
    const accountId = (await accounts.current(api))?.account.id;
    return siteDrafts.filter(({ subject }) => subject.accountId === accountId).length;
  });
  return (await Promise.all(updater)).reduce((sum, count) => sum + count, 0);
}

export function createDraftBadge(count: number): vscode.ViewBadge | undefined {
  if (count === 0) return undefined;
  const tooltip = count === 1 ? vscode.l10n.t("1 draft") : vscode.l10n.t("{0} drafts", count);
  return { value: count, tooltip };
}

/** `setBadgeSource` is called with the selected source. */
export function registerBadgeCommands(
  context: TreeContext,
  feature: () => Promise<TreeFeature>,
  setBadgeSource: (source: BadgeSource | undefined) => void,
): readonly vscode.Disposable[] {
  const { commands, catalog, errorHandler, workspaceState, globalState, getBadgeSource } = context;

  /** Without a badge source the feature isn't loaded. */
  function withBadgeUpdater(action: (updater: TreeFeature["badgeUpdater"]) => void): void {
    if (getBadgeSource() === undefined) return;
    errorHandler.runInBackground("update badge", async () => action((await feature()).badgeUpdater));
  }

  async function changeSource(source: BadgeSource | undefined): Promise<void> {
    if (source === undefined) await clearBadgeSource(workspaceState, globalState, getBadgeSource());
    else await saveBadgeSource(workspaceState, globalState, source);
    setBadgeSource(source);
    const { badgeUpdater, getBadgeSourceName } = await feature();
    badgeUpdater.setSource(source);
    if (source === undefined || (await badgeUpdater.update()) !== undefined) return;
    const text = vscode.l10n.t(
      "{0} can't be counted right now. Expand it to see why.",
      getBadgeSourceName(source),
    );
    void vscode.window.showInformationMessage(escapeLinks(text));
  }

  if (vscode.window.state.focused) withBadgeUpdater(() => undefined);
  return [
    vscode.window.onDidChangeWindowState(({ focused }) =>
      withBadgeUpdater((updater) => updater.setFocused(focused)),
    ),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(settingKeys.refreshMinutes)) {
        withBadgeUpdater((updater) => updater.reschedule());
      }
      if (change.affectsConfiguration(settingKeys.queries)) {
        withBadgeUpdater((updater) => updater.setSource(getBadgeSource()));
      }
    }),
    catalog.onDidWriteArtifact.event(() => withBadgeUpdater((updater) => updater.markStale())),
    // Another account may have other artifacts.
    catalog.onDidForgetSite.event(() => withBadgeUpdater((updater) => updater.setSource(getBadgeSource()))),
    commands.register("artifacts.showCountInBadge", async (row) => {
      const source = toBadgeSource(row);
      if (source !== undefined) await changeSource(source);
    }),
    commands.register("artifacts.hideCountInBadge", () => changeSource(undefined)),
  ];
}
