// The addresses of JSON documents. What they are about stands in the query: an address outlives its window, and anybody can
// make one up, so it says what to ask for, and whoever asks looks whether that may be asked.
import * as vscode from "vscode";
import { jsonScheme } from "../../protocol/contributions.ts";

export interface JsonPlace {
  readonly siteApi: string;
  /** Undefined for someone who is not signed in. */
  readonly accountId: string | undefined;
  /** Relative to the root of the API. */
  readonly resource: string;
}

const longestName = 80;

/** For the tab: nothing is found by it. It has one dot only: VS Code picks editors by endings such as `.some.json`, too. */
function nameOf(resource: string): string {
  const words = resource.split(/[^A-Za-z0-9_=]+/).filter((word) => /[A-Za-z0-9]/.test(word));
  return `${words.join(" ").slice(0, longestName).trim() || "answer"}.json`;
}

export function jsonUri({ siteApi, accountId, resource }: JsonPlace): vscode.Uri {
  return vscode.Uri.from({
    scheme: jsonScheme,
    path: `/${nameOf(resource)}`,
    query: JSON.stringify({ siteApi, accountId, resource }),
  });
}

/** False for an address whose path may have made VS Code pick another editor than that for JSON. */
export function isJsonPath({ path }: vscode.Uri): boolean {
  return /^\/[^/.]+\.json$/.test(path);
}

/** Undefined for what is none of ours. */
export function jsonPlace({ scheme, query }: vscode.Uri): JsonPlace | undefined {
  if (scheme !== jsonScheme) return undefined;
  try {
    const { siteApi, accountId, resource } = JSON.parse(query) as Partial<Record<string, unknown>>;
    const hasOwner =
      typeof siteApi === "string" && (accountId === undefined || typeof accountId === "string");
    return hasOwner && typeof resource === "string" ? { siteApi, accountId, resource } : undefined;
  } catch {
    return undefined;
  }
}
