import { canReadTracker, getProjectAccess, isMember } from "../state/access.ts";
import type { ServerState } from "../state/serverState.ts";
import type { Tracker } from "../state/tracker.ts";
import type { Viewer } from "../state/user.ts";
import { createQueryError } from "./searchContext.ts";
import type { FromCondition } from "./tqlQuery.ts";

/** The readable trackers of a FROM part. Unreadable ones are left out, but it is an error if none remains. */
export function findSearchedTrackers(
  from: readonly FromCondition[],
  server: ServerState,
  viewer: Viewer,
): readonly Tracker[] {
  if (from.length === 0) {
    throw createQueryError('"FROM" keyword is missing from your query, it is mandatory in expert mode');
  }
  const problem = findProblem(from);
  if (problem !== undefined) throw createFromError(problem);
  const trackers = [...server.trackers.values()].filter(
    (tracker) =>
      getProjectAccess(viewer, tracker.project) === "granted" &&
      canReadTracker(viewer, tracker) &&
      from.every((condition) => isSearched(tracker, condition, viewer)),
  );
  if (trackers.length === 0) throw createFromError("No tracker found");
  return trackers;
}

function createFromError(problem: string) {
  return createQueryError(`The 'FROM' part of the query is invalid, it contains an error: '${problem}'`);
}

function findProblem(from: readonly FromCondition[]): string | undefined {
  const [first, second] = from;
  if (first !== undefined && second !== undefined && isOfTrackers(first) === isOfTrackers(second)) {
    return (
      'The both conditions of \'FROM\' must be on "tracker" and "project". If you want to search on several ' +
      "trackers or projects, please use 'IN' operator instead. (e.g @tracker.name IN('t1', ...))"
    );
  }
  for (const { target, operator, values } of from) {
    if (values === "MY_PROJECTS()") continue;
    if (target === "@project") return findDashboardProblem(operator, values);
    if (values.includes("")) return `${target} cannot be empty`;
  }
  if (from.every(isOfTrackers)) {
    return "You must provide a @project condition in the FROM part of your query when you are not in a personal dashboard";
  }
  return undefined;
}

function isOfTrackers({ target }: FromCondition): boolean {
  return target === "@tracker.name";
}

/** These projects are relative to a dashboard, and no query of the API belongs to one. */
function findDashboardProblem(operator: FromCondition["operator"], values: readonly string[]): string {
  if (new Set(values).size < values.length) {
    return "@project IN(...) cannot contain multiple times the same value";
  }
  const relative = values.find((value) => value === "self" || value === "aggregated");
  if (relative !== undefined) {
    return `You cannot use @project with '${relative}' in a query not associated with a project dashboard widget`;
  }
  return operator === "="
    ? "Only @project = 'self' and @project = 'aggregated' are supported"
    : "Only 'self' and 'aggregated' are supported for @project IN(...)";
}

function isSearched(
  { project, itemName }: Tracker,
  { target, values }: FromCondition,
  viewer: Viewer,
): boolean {
  if (values === "MY_PROJECTS()") return isMember(viewer, project);
  if (target === "@tracker.name") return values.includes(itemName);
  // No project of the simulator has a category.
  return target === "@project.name" && values.includes(project.shortname);
}
