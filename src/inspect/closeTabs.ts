import * as vscode from "vscode";
import { jsonPlace } from "./place.ts";

/** What another account has read is not for whoever is signed in now. */
export async function closeOthersTabs(
  siteApi: string,
  isOwn: (accountId: string | undefined) => boolean,
): Promise<void> {
  const isOthers = ({ input }: vscode.Tab): boolean => {
    const uris =
      input instanceof vscode.TabInputTextDiff
        ? [input.original, input.modified]
        : input instanceof vscode.TabInputText
          ? [input.uri]
          : [];
    return uris.some((uri) => {
      const place = jsonPlace(uri);
      return place?.siteApi === siteApi && !isOwn(place.accountId);
    });
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOthers);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
