import { HttpError } from "../http/httpError.ts";
import { isObject } from "../http/json.ts";
import type { Json } from "../http/json.ts";
import type { Artifact } from "../state/artifact.ts";
import type { ServerState } from "../state/serverState.ts";
import type { User } from "../state/user.ts";
import type { Link } from "../state/value.ts";
import { toBodyObject } from "../write/requestBody.ts";
import { isJsonArray } from "../write/writeContext.ts";
import {
  getBacklogTrackers,
  getForwardLinks,
  getLinksField,
  getParent,
  getParentMilestone,
} from "./milestones.ts";
import type { Milestone } from "./milestones.ts";

export interface PlannedItem {
  readonly id: number;
  /** The milestone that it leaves. */
  readonly removeFrom: number | undefined;
}

/** The items of `add` or `remove`. */
export function parseItems(body: Json | undefined, name: "add" | "remove"): readonly PlannedItem[] {
  const items = toBodyObject(body)[name] ?? null;
  if (items === null) return [];
  if (!isJsonArray(items)) throw new HttpError(400, `Invalid value specified for \`${name}\``);
  return items.map((item, index) => {
    const { id, remove_from: removeFrom = null } = isObject(item) ? item : {};
    if (typeof id !== "number") throw new HttpError(400, `\`${name}[${index}][id]\` is required.`);
    return { id, removeFrom: typeof removeFrom === "number" ? removeFrom : undefined };
  });
}

/** One changeset of its milestone for each item that leaves one. */
export function removeFromMilestones(server: ServerState, user: User, items: readonly PlannedItem[]): void {
  const sources = items.flatMap(({ removeFrom }) => removeFrom ?? []);
  if (sources.some((source) => server.artifacts.find(source) === undefined)) {
    throw new HttpError(400, "Backlog Item not found");
  }
  for (const { id, removeFrom } of items) {
    if (removeFrom === undefined) continue;
    writeLinks(server, user, removeFrom, (links) => links.filter(({ artifactId }) => artifactId !== id));
  }
}

/**
 * Plans items: one changeset of the milestone, none if it has all of them, and one of the milestone above it for each
 * item that it doesn't have either. Unknown artifacts and those of other trackers are ignored, and items stay in the
 * other milestones that they are in.
 */
export function addToContent(
  server: ServerState,
  user: User,
  milestone: Milestone,
  items: readonly PlannedItem[],
): void {
  const { artifact, planning } = milestone;
  const artifacts = items
    .flatMap(({ id }) => server.artifacts.find(id) ?? [])
    .filter(({ tracker }) => planning.backlogTrackers.includes(tracker));
  addLinks(
    server,
    user,
    artifact.id,
    artifacts.map(({ id }) => id),
  );
  for (const item of artifacts) linkToParentMilestone(server, user, milestone, item);
  const explicit = server.plannings.getExplicitBacklog(planning.project);
  for (const { id } of artifacts) explicit?.delete(id);
}

/** Unless the parent of the item is linked, whose children are in the backlog of the milestone anyway. */
function linkToParentMilestone(server: ServerState, user: User, milestone: Milestone, item: Artifact): void {
  const above = getParentMilestone(server, milestone);
  if (above === undefined || !getBacklogTrackers(server, above.planning).includes(item.tracker)) return;
  const parent = getParent(server, item);
  const isParentLinked = getForwardLinks(above.artifact).some(({ artifactId }) => artifactId === parent?.id);
  if (isParentLinked) return;
  addLinks(server, user, above.artifact.id, [item.id]);
  linkToParentMilestone(server, user, above, item);
}

/** Every item has to fit, before anything is written. */
export function checkBacklogItems(
  server: ServerState,
  { planning }: Milestone,
  items: readonly PlannedItem[],
): void {
  if (new Set(items.map(({ id }) => id)).size < items.length) {
    throw new HttpError(400, "There are duplicated ids");
  }
  const trackers = getBacklogTrackers(server, planning);
  for (const { id } of items) {
    const item = server.artifacts.find(id);
    if (item === undefined) throw new HttpError(500);
    if (!trackers.includes(item.tracker)) {
      throw new HttpError(400, `The artifact ${id} cannot be in the backlog of this milestone`);
    }
  }
}

export function addLinks(server: ServerState, user: User, milestoneId: number, ids: readonly number[]): void {
  writeLinks(server, user, milestoneId, (links) => {
    const added = new Set(ids.filter((id) => links.every(({ artifactId }) => artifactId !== id)));
    return [...links, ...[...added].map((artifactId): Link => ({ artifactId, type: "" }))];
  });
}

function writeLinks(
  server: ServerState,
  user: User,
  id: number,
  change: (links: readonly Link[]) => readonly Link[],
): void {
  const artifact = server.artifacts.find(id);
  const field = artifact && getLinksField(artifact.tracker);
  if (artifact === undefined || field === undefined) return;
  const links = getForwardLinks(artifact);
  const forward = change(links);
  if (forward.length === links.length) return;
  server.artifacts.update(artifact, {
    by: user.id,
    values: new Map([[field, { kind: "links", forward, reverse: [] }]]),
  });
}
