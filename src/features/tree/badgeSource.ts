import type { Memento } from "../../store/mementos.ts";
import { getQueryOrigin } from "../../store/queries/savedQueries.ts";

// What the badge of "My Work" counts, as selected by the user. Stored in mementos: kinds and property names are fixed.

export type BadgeSource =
  | { readonly kind: "query"; readonly queryKey: string }
  | { readonly kind: "work"; readonly siteApi: string; readonly concern: "assigned" | "submitted" };

const mementoKey = "countedAtIcon";
/** Stored in a workspace without a badge, so that the global source doesn't apply there. */
const noBadgeMarker = "nothing";

/** Reads a tree node or a stored value; undefined for what can't be counted. */
export function toBadgeSource(row: unknown): BadgeSource | undefined {
  if (typeof row !== "object" || row === null) return undefined;
  const { kind, queryKey, siteApi, concern } = row as Readonly<Record<string, unknown>>;
  if (kind === "query" && typeof queryKey === "string") return { kind, queryKey };
  const isRole = concern === "assigned" || concern === "submitted";
  return kind === "work" && typeof siteApi === "string" && isRole ? { kind, siteApi, concern } : undefined;
}

export function isSameBadgeSource(a: BadgeSource | undefined, b: BadgeSource): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Another workspace may have a query with the same key, so such a source is valid only in its workspace. */
function isWorkspaceQuery(source: BadgeSource | undefined): boolean {
  return source?.kind === "query" && getQueryOrigin(source.queryKey) === "workspace";
}

/** Another version of the extension may have stored another format, which is ignored. */
export function readBadgeSource(workspaceState: Memento, globalState: Memento): BadgeSource | undefined {
  if (workspaceState.get(mementoKey) === noBadgeMarker) return undefined;
  const workspaceSource = toBadgeSource(workspaceState.get(mementoKey));
  const globalSource = toBadgeSource(globalState.get(mementoKey));
  return workspaceSource ?? (isWorkspaceQuery(globalSource) ? undefined : globalSource);
}

/** A workspace query is stored in the workspace and leaves the global source unchanged. */
export async function saveBadgeSource(
  workspaceState: Memento,
  globalState: Memento,
  source: BadgeSource,
): Promise<void> {
  const isWorkspaceOnly = isWorkspaceQuery(source);
  await workspaceState.update(mementoKey, isWorkspaceOnly ? source : undefined);
  if (!isWorkspaceOnly) await globalState.update(mementoKey, source);
}

/** Clearing a workspace query leaves the global source unchanged. */
export async function clearBadgeSource(
  workspaceState: Memento,
  globalState: Memento,
  source: BadgeSource | undefined,
): Promise<void> {
  const isWorkspaceOnly = isWorkspaceQuery(source);
  await workspaceState.update(mementoKey, isWorkspaceOnly ? noBadgeMarker : undefined);
  if (!isWorkspaceOnly) await globalState.update(mementoKey, undefined);
}

/** Maximum of the setting; also keeps timers below the limit above which they fire immediately. */
const maxMinutes = 1440;

/** Minutes between two updates of the badge, for any value of the setting; 0 for none. */
export function toBadgeIntervalMinutes(setting: unknown): number {
  if (typeof setting !== "number" || !(setting > 0)) return 0;
  return Math.min(Math.max(setting, 1), maxMinutes);
}
