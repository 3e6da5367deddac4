import * as vscode from "vscode";
import { literal } from "../../model/displayText.ts";
import type { KeyExpiry } from "../../model/keyExpiry.ts";
import type { KeyDates } from "../../store/keyDates.ts";
import type { SiteNode } from "../nodes.ts";

function expiryText(expiry: KeyExpiry): string {
  if (expiry === "never") return vscode.l10n.t("Your access key does not expire.");
  const date = new Date(expiry).toLocaleDateString(vscode.env.language, { dateStyle: "medium" });
  return expiry < Date.now()
    ? vscode.l10n.t("Your access key expired on {0}.", date)
    : vscode.l10n.t("Your access key expires on {0}.", date);
}

/** Its address, and when the key ends that is used there, where the server tells. */
export function siteTooltip({ site, account }: SiteNode, keyDates: KeyDates): vscode.MarkdownString {
  const text = new vscode.MarkdownString().appendText(literal(site.web));
  const expiry = account === undefined ? undefined : keyDates.of(site.api, account.id)?.expiry;
  return expiry === undefined ? text : text.appendMarkdown("\n\n").appendText(expiryText(expiry));
}
