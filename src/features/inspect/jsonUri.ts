// URIs of JSON documents. A URI outlives its window and can be forged, so it contains all parts in its query, and the file
// system validates them.
import * as vscode from "vscode";
import { jsonScheme } from "../../protocol/contributions.ts";

export interface JsonUriParts {
  readonly siteApi: string;
  /** Undefined for anonymous access. */
  readonly accountId: string | undefined;
  /** Path relative to the API root. */
  readonly resource: string;
}

const maxNameLength = 80;

/** Shown in the tab only. It has a single dot, because VS Code also selects editors by endings such as `.some.json`. */
function toFileName(resource: string): string {
  const words = resource.split(/[^A-Za-z0-9_=]+/).filter((word) => /[A-Za-z0-9]/.test(word));
  return `${words.join(" ").slice(0, maxNameLength).trim() || "answer"}.json`;
}

export function createJsonUri({ siteApi, accountId, resource }: JsonUriParts): vscode.Uri {
  return vscode.Uri.from({
    scheme: jsonScheme,
    path: `/${toFileName(resource)}`,
    query: JSON.stringify({ siteApi, accountId, resource }),
  });
}

/** False for a path that may have made VS Code select another editor than the one for JSON. */
export function hasSafeJsonPath({ path }: vscode.Uri): boolean {
  return /^\/[^/.]+\.json$/.test(path);
}

/** Undefined for URIs of other schemes and invalid queries. */
export function parseJsonUri({ scheme, query }: vscode.Uri): JsonUriParts | undefined {
  if (scheme !== jsonScheme) return undefined;
  try {
    const { siteApi, accountId, resource } = JSON.parse(query) as Partial<Record<string, unknown>>;
    const isValidOwner =
      typeof siteApi === "string" && (accountId === undefined || typeof accountId === "string");
    return isValidOwner && typeof resource === "string" ? { siteApi, accountId, resource } : undefined;
  } catch {
    return undefined;
  }
}
