import { Kanban } from "../../agile/kanban.ts";
import type { Cardwall, CardwallColumn, Planning } from "../../agile/planning.ts";
import { getStatusChoices } from "../../agile/statusColumns.ts";
import type { ServerState } from "../../state/serverState.ts";
import type { Tracker } from "../../state/tracker.ts";
import { lighthouse, openTides } from "../projects.ts";
import { createTracker } from "../trackerDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import { addMilestone, createFieldValues, ItemSupply } from "./addMilestones.ts";
import type { MilestoneDefinition } from "./addMilestones.ts";
import { doingLimit, improvements, improvementTitles } from "./improvements.ts";
import { releaseDefinitions, versionDefinitions } from "./milestoneDefinitions.ts";
import { iterations, releases, sprints, versions } from "./milestoneTrackers.ts";

const day = 24 * 60 * 60 * 1000;

export function requireTracker({ trackers }: ServerState, id: number): Tracker {
  const tracker = trackers.get(id);
  if (tracker === undefined) throw new Error(`There is no tracker ${id}`);
  return tracker;
}

function findStatusId(tracker: Tracker, label: string): number {
  const choice = getStatusChoices(tracker).find((each) => each.label === label);
  if (choice === undefined) throw new Error(`Tracker ${tracker.id} has no status ${label}`);
  return choice.id;
}

/** With limits by the labels of columns. */
export function addKanban(
  server: ServerState,
  tracker: Tracker,
  label: string,
  limits: Readonly<Record<string, number>>,
): number {
  const id = server.kanbans.size + 1;
  const limitsById = Object.entries(limits).map(
    ([status, limit]) => [findStatusId(tracker, status), limit] as const,
  );
  server.kanbans.set(id, new Kanban(id, tracker, label, new Map(limitsById)));
  return id;
}

/**
 * Boards of trackers that every simulator has: a large public one, one whose limit is exceeded, one with a workflow, and
 * a planning whose milestones are epics.
 */
export function addDefaultBoards(server: ServerState): void {
  addKanban(server, requireTracker(server, 11), "Bug triage", { "In progress": 200 });
  addKanban(server, requireTracker(server, 23), "Console team", { Doing: 5 });
  addKanban(server, requireTracker(server, 12), "Help desk", {});
  server.plannings.set(lighthouse, [
    {
      id: 1,
      label: "Season plan",
      project: lighthouse,
      milestoneTracker: requireTracker(server, 21),
      backlogTrackers: [requireTracker(server, 22)],
      priorityChangers: "members",
    },
  ]);
}

/** What is planned in the milestones of both projects. */
export interface BoardPlan {
  readonly releases: readonly MilestoneDefinition[];
  readonly versions: readonly MilestoneDefinition[];
  /** The explicit backlog of the project with versions: the first three new bugs by default. */
  readonly versionBacklog?: readonly number[];
}

const defaultPlan: BoardPlan = { releases: releaseDefinitions, versions: versionDefinitions };

/**
 * Boards with trackers of their own: releases with sprints in one project, versions with iterations in another one, which
 * has an explicit backlog that only administrators can order, and a kanban with a backlog.
 */
export function addBoards(server: ServerState, plan = defaultPlan): void {
  const addTracker = (definition: TrackerDefinition): Tracker => {
    const tracker = createTracker(definition);
    server.trackers.set(tracker.id, tracker);
    return tracker;
  };
  addReleases(server, addTracker(releases), addTracker(sprints), plan);
  addVersions(server, addTracker(versions), addTracker(iterations), plan);
  addImprovements(server, addTracker(improvements));
}

function addReleases(
  server: ServerState,
  releaseTracker: Tracker,
  sprintTracker: Tracker,
  plan: BoardPlan,
): void {
  const stories = requireTracker(server, 22);
  const tasks = requireTracker(server, 23);
  const columns = [
    { id: 1, label: "To be done", color: "#F8F8F8" },
    { id: 2, label: "On going", color: "daphne-blue" },
    { id: 3, label: "Review", color: "#99CCFF" },
    { id: 4, label: "Done", color: "acid-green" },
  ];
  const cardwall = createCardwall(columns, [
    [stories, { "To do": 1, "On going": 2, Review: 3, Done: 4 }],
    [tasks, { Todo: 1, Doing: 2, Done: 4 }],
  ]);
  const common = { project: lighthouse, backlogTrackers: [stories], priorityChangers: "members" } as const;
  const plannings: readonly Planning[] = [
    { ...common, id: 2, label: "Release Planning", milestoneTracker: releaseTracker },
    { ...common, id: 3, label: "Sprint Planning", milestoneTracker: sprintTracker, cardwall },
  ];
  server.plannings.set(lighthouse, plannings);
  const supply = new ItemSupply(server, stories);
  for (const definition of plan.releases) {
    addMilestone(server, [releaseTracker, sprintTracker], definition, supply);
  }
}

function addVersions(
  server: ServerState,
  versionTracker: Tracker,
  iterationTracker: Tracker,
  plan: BoardPlan,
): void {
  const bugs = requireTracker(server, 11);
  const requests = requireTracker(server, 12);
  const columns = [
    { id: 11, label: "Open", color: "#99CCFF" },
    { id: 12, label: "In work", color: "#3399FF" },
    { id: 13, label: "Closed", color: "#F8F8F8" },
  ];
  const cardwall = createCardwall(columns, [
    [bugs, { New: 11, Confirmed: 11, "In progress": 12, Fixed: 13, "Won't fix": 13 }],
    [requests, { Received: 11, Accepted: 12, "Waiting for customer": 12, Answered: 13, Refused: 13 }],
  ]);
  const common = {
    project: openTides,
    backlogTrackers: [bugs, requests],
    priorityChangers: "administrators",
    cardwall,
  } as const;
  const supply = new ItemSupply(server, bugs);
  const plannings: readonly Planning[] = [
    { ...common, id: 4, label: "Version Planning", milestoneTracker: versionTracker },
    { ...common, id: 5, label: "Iteration Planning", milestoneTracker: iterationTracker },
  ];
  server.plannings.set(openTides, plannings, plan.versionBacklog ?? supply.take("New", 3));
  for (const definition of plan.versions) {
    addMilestone(server, [versionTracker, iterationTracker], definition, supply);
  }
}

function createCardwall(
  columns: readonly CardwallColumn[],
  mappings: readonly (readonly [Tracker, Readonly<Record<string, number>>])[],
): Cardwall {
  const columnIds = mappings.flatMap(([tracker, columnByStatus]) =>
    Object.entries(columnByStatus).map(([label, column]) => [findStatusId(tracker, label), column] as const),
  );
  return { columns, columnIds: new Map(columnIds) };
}

function addImprovements(server: ServerState, tracker: Tracker): void {
  const by = server.accounts.admin.id;
  const cards = Object.entries(improvementTitles).flatMap(([status, titles]) =>
    titles.map((title) => ({ status, title })),
  );
  for (const [index, { status, title }] of cards.entries()) {
    const at = server.clock.now() - (cards.length - index) * day;
    const values = createFieldValues(tracker, { summary: { kind: "string", text: title } }, status);
    server.artifacts.create(tracker, { by, at, values });
  }
  addKanban(server, tracker, "Improvements", { Doing: doingLimit });
}
