// Names and values for the completion of TQL, as far as they are loaded.
import type { ArtifactRow } from "../../model/artifact.ts";
import { noTqlNames, type TqlField, type TqlNames, type TqlUser } from "../../model/query/completeTql.ts";
import { getConditionType } from "../../model/query/criteria.ts";
import { isFailure } from "../../model/failure.ts";
import type { Project } from "../../model/project.ts";
import type { Field, Tracker } from "../../model/tracker.ts";
import { removeUsername } from "../../model/user.ts";
import type { SiteCatalog } from "../catalog.ts";
import { mapConcurrent } from "../concurrency.ts";

function getKind(field: Field): TqlField["kind"] | undefined {
  if (field.binding === "users") return "users";
  switch (getConditionType(field)) {
    case "words":
      return "text";
    case "number":
      return "number";
    case "choices":
    case "openChoices":
      return "list";
    case "people":
      return "users";
    case "day":
      return "date";
    case "artifact":
    case undefined:
      return undefined;
  }
}

/** Fields of several trackers with the same name are one, with the values of all. */
function mergeFields(fields: readonly Field[]): readonly TqlField[] {
  const byName = new Map<string, TqlField>();
  for (const field of fields) {
    const kind = getKind(field);
    if (kind === undefined) continue;
    const { name, label, choices = [] } = field;
    const values = choices.filter(({ isHidden }) => !isHidden).map((choice) => choice.label);
    const known = byName.get(name);
    byName.set(name, { name, label, kind, values: [...new Set([...(known?.values ?? []), ...values])] });
  }
  return [...byName.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** Users of lists and of rows, by user name. Only rows of several trackers have user names. */
function listUsers(trackers: readonly Tracker[], rows: readonly ArtifactRow[]): readonly TqlUser[] {
  const users = new Map<string, TqlUser>();
  const add = (username: string, label: string): void => {
    if (!users.has(username)) users.set(username, { username, label: removeUsername(label, username) });
  };
  for (const { username, label } of trackers.flatMap(({ fields }) =>
    fields.flatMap(({ choices }) => choices ?? []),
  )) {
    if (username !== undefined) add(username, label);
  }
  for (const { assignees, submittedBy } of rows) {
    for (const { id, label } of [...assignees, ...(submittedBy === undefined ? [] : [submittedBy])]) {
      if (typeof id === "string") add(id, label);
    }
  }
  return [...users.values()].sort((one, other) => one.username.localeCompare(other.username));
}

/** Limits, since each tracker costs a request. */
const maxProjects = 3;
const maxTrackersPerProject = 20;
const maxConcurrentTrackers = 4;

/** A tracker that can't be loaded has no names to offer. */
async function loadIfPossible(catalog: SiteCatalog, trackerId: number): Promise<Tracker | undefined> {
  try {
    return await catalog.loadTrackerOrCached(trackerId);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return undefined;
  }
}

async function loadTrackersOfProject(
  catalog: SiteCatalog,
  project: Project,
  signal: AbortSignal,
): Promise<void> {
  const list = catalog.trackers(project);
  await list.loadUntil(() => false);
  const trackers = list.items.filter((item) => item.kind === "tracker").slice(0, maxTrackersPerProject);
  await mapConcurrent(trackers, maxConcurrentTrackers, async ({ id }) => {
    if (!signal.aborted) await loadIfPossible(catalog, id);
  });
}

/** Loads the user's projects and the trackers of those that the query names, and takes all that is loaded already. */
export async function loadTqlNames(
  catalog: SiteCatalog,
  text: string,
  signal: AbortSignal,
): Promise<TqlNames> {
  await catalog.memberProjects.load();
  const texts = new Set(text.match(/(?<=")[^"]+(?=")|(?<=')[^']+(?=')/g));
  const named = catalog.loadedProjects.filter(({ shortName }) => texts.has(shortName));
  const projects = [...new Map(named.map((project) => [project.id, project])).values()];
  for (const project of projects.slice(0, maxProjects)) await loadTrackersOfProject(catalog, project, signal);
  const trackers = await catalog.getLoadedTrackers();
  return {
    fields: mergeFields(trackers.flatMap((tracker) => tracker.fields)),
    projects: [...new Set(catalog.loadedProjects.map(({ shortName }) => shortName))],
    trackers: [...new Set(catalog.trackerShortNames)],
    users: listUsers(trackers, catalog.loadedArtifacts),
  };
}

/** For a query of one tracker. */
export async function loadTrackerTqlNames(catalog: SiteCatalog, trackerId: number): Promise<TqlNames> {
  const tracker = await loadIfPossible(catalog, trackerId);
  return {
    ...noTqlNames,
    fields: mergeFields(tracker?.fields ?? []),
    trackers: [...new Set(catalog.trackerShortNames)],
    users: listUsers(tracker === undefined ? [] : [tracker], catalog.loadedArtifacts),
  };
}
