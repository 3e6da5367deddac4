import { HttpError } from "../http/httpError.ts";
import { isObject } from "../http/json.ts";
import type { Json } from "../http/json.ts";
import type { Artifact } from "../state/artifact.ts";
import type { ServerState } from "../state/serverState.ts";
import type { Tracker } from "../state/tracker.ts";
import type { User } from "../state/user.ts";
import type { Link } from "../state/value.ts";
import { toBodyObject } from "../write/requestBody.ts";
import { isJsonArray } from "../write/writeContext.ts";
import { findMilestone, getForwardLinks, getLinksField } from "./milestones.ts";
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

/** One changeset for each milestone that items leave. */
export function removeFromMilestones(server: ServerState, user: User, items: readonly PlannedItem[]): void {
  const sources = new Set(items.flatMap(({ removeFrom }) => removeFrom ?? []));
  for (const source of sources) {
    const milestone = findMilestone(server, source);
    if (milestone === undefined) throw new HttpError(404);
    const leaving = new Set(items.filter(({ removeFrom }) => removeFrom === source).map(({ id }) => id));
    writeLinks(server, user, milestone.artifact, (links) =>
      links.filter(({ artifactId }) => !leaving.has(artifactId)),
    );
  }
}

/**
 * One changeset of the milestone, none if it has all of them. Unknown artifacts and those of other trackers are
 * ignored, and items stay in the other milestones that they are in.
 */
export function addToMilestone(
  server: ServerState,
  user: User,
  { artifact, planning }: Milestone,
  items: readonly PlannedItem[],
  trackers: readonly Tracker[],
): void {
  const ids = items
    .flatMap(({ id }) => server.artifacts.find(id) ?? [])
    .filter(({ tracker }) => trackers.includes(tracker))
    .map(({ id }) => id);
  writeLinks(server, user, artifact, (links) => {
    const added = new Set(ids.filter((id) => links.every(({ artifactId }) => artifactId !== id)));
    return [...links, ...[...added].map((artifactId): Link => ({ artifactId, type: "" }))];
  });
  const explicit = server.plannings.getExplicitBacklog(planning.project);
  for (const id of ids) explicit?.delete(id);
}

function writeLinks(
  server: ServerState,
  user: User,
  { id }: Artifact,
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
