// The addresses of attachments that are read in place. What they are about stands in the query: an address outlives its
// window, and anybody can make one up, so it says which file, and nothing about it.
import * as vscode from "vscode";
import { cleanLine } from "../model/displayText.ts";
import { safeFileName } from "../model/fileName.ts";
import type { FileDescription } from "../model/value.ts";

export const fileScheme = "artifact-file";

export interface FilePlace {
  readonly siteApi: string;
  /** Undefined for someone who is not signed in. */
  readonly accountId: string | undefined;
  readonly artifactId: number;
  readonly fileId: number;
}

export function fileUri(place: Omit<FilePlace, "fileId">, { id, name }: FileDescription): vscode.Uri {
  const { siteApi, accountId, artifactId } = place;
  return vscode.Uri.from({
    scheme: fileScheme,
    path: `/#${artifactId}/${safeFileName(cleanLine(name))}`,
    query: JSON.stringify({ siteApi, accountId, artifactId, fileId: id }),
  });
}

/** Undefined for what is none of ours. */
export function filePlace({ scheme, query }: vscode.Uri): FilePlace | undefined {
  if (scheme !== fileScheme) return undefined;
  try {
    const { siteApi, accountId, artifactId, fileId } = JSON.parse(query) as Partial<Record<string, unknown>>;
    const hasOwner =
      typeof siteApi === "string" && (accountId === undefined || typeof accountId === "string");
    if (!hasOwner || typeof artifactId !== "number" || typeof fileId !== "number") return undefined;
    return { siteApi, accountId, artifactId, fileId };
  } catch {
    return undefined;
  }
}
