// The number at the icon of the view: drafts of those who are signed in now, over all sites.
import * as vscode from "vscode";
import type { Accounts } from "../../store/accounts.ts";
import type { KeptDraft } from "../../store/keptDraft.ts";
import type { Sites } from "../../store/sites.ts";

interface Present {
  readonly sites: Sites;
  readonly accounts: Accounts;
}

/** Asks the secrets alone, and only of sites with drafts: nothing is connected for a number. */
export async function countOfPresent(
  { sites, accounts }: Present,
  drafts: readonly KeptDraft[],
): Promise<number> {
  const counts = sites.list().map(async ({ api }) => {
    const here = drafts.filter(({ subject }) => subject.siteApi === api);
    if (here.length === 0) return 0;
    const accountId = (await accounts.current(api))?.account.id;
    return here.filter(({ subject }) => subject.accountId === accountId).length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

export function draftBadge(count: number): vscode.ViewBadge | undefined {
  if (count === 0) return undefined;
  const tooltip = count === 1 ? vscode.l10n.t("1 unsent draft") : vscode.l10n.t("{0} unsent drafts", count);
  return { value: count, tooltip };
}
