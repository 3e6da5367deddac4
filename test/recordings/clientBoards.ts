// The client's routes for milestones and kanbans.
import assert from "node:assert/strict";
import type { CollectionPage } from "../../src/model/collectionPage.ts";
import type { KanbanList } from "../../src/model/kanban.ts";
import type { Milestone } from "../../src/model/milestone.ts";
import type { RowWithTracker } from "../../src/model/query/sortAndGroup.ts";
import {
  checkPage,
  type ClientRoute,
  createRoute,
  getId,
  getOffset,
  getPage,
  type RecordedCall,
} from "./clientRoutes.ts";
import { toIds, toList, toObject, toOptional } from "./rawJson.ts";

function checkMilestone(element: unknown, milestone: CollectionPage<Milestone>["items"][number]): void {
  if (milestone.kind === "unreadable") assert.fail(`A milestone could not be read: ${milestone.position}`);
  const raw = toObject(element);
  const content = toObject(toObject(raw["resources"])["content"]);
  assert.deepEqual(
    { ...milestone, contentTrackerIds: milestone.contentTrackerIds.map(String) },
    {
      kind: "milestone",
      id: raw["id"],
      label: raw["label"],
      projectId: toObject(raw["project"])["id"],
      trackerId: toObject(toObject(raw["artifact"])["tracker"])["id"],
      isOpen: raw["semantic_status"] === "open",
      status: toOptional(raw["status_value"]),
      startsOn: toOptional(raw["start_date"]),
      endsOn: toOptional(raw["end_date"]),
      remainingEffort: toOptional(raw["remaining_effort"]),
      capacity: toOptional(raw["capacity"]),
      canHaveMilestones: raw["sub_milestone_type"] !== null,
      parentId: toObject(raw["parent"])["id"],
      hasCardwall: raw["cardwall_uri"] !== null,
      contentTrackerIds: toIds(toObject(content["accept"])["trackers"]),
      canChangePriorities: raw["has_user_priority_change_permission"],
    },
  );
}

function checkPlanned(element: unknown, row: CollectionPage<RowWithTracker>["items"][number]): void {
  if (row.kind === "unreadable") assert.fail(`A row could not be read: ${row.position}`);
  const { id, label, status, full_status: fullStatus, artifact } = toObject(element);
  const { id: trackerId, label: trackerLabel, color } = toObject(toObject(artifact)["tracker"]);
  assert.deepEqual(
    [row.id, row.title, row.isOpen, row.status, row.tracker],
    [
      id,
      toOptional(label),
      status === "Open",
      toOptional(toObject(fullStatus)["value"]),
      { id: trackerId, label: trackerLabel, color },
    ],
  );
}

const emptyPlan = { add: [] };
const order = { ids: [1], direction: "before", comparedTo: 2 } as const;

function getKanbanList({ address }: RecordedCall): KanbanList {
  return address.path.endsWith("/backlog") ? "backlog" : Number(address.parameters.get("column_id"));
}

function createKanbanRoutes(path: string): readonly ClientRoute[] {
  return [
    createRoute(
      "GET",
      path,
      (call) => call.client.kanbanCards(getId(call), getKanbanList(call), getPage(call)),
      (page, raw, recording) =>
        checkPage(page, toObject(raw)["collection"], recording, (element, card) =>
          assert.deepEqual(card, { kind: "card", id: toObject(element)["id"] }),
        ),
    ),
    createRoute(
      "PATCH",
      path,
      (call) => call.client.orderKanban(getId(call), getKanbanList(call), order),
      () => undefined,
    ),
  ];
}

function createPlanRoutes(
  path: string,
  toList: (id: number) => Parameters<RecordedCall["client"]["changePlan"]>[0],
): readonly ClientRoute[] {
  return [
    createRoute(
      "GET",
      path,
      (call) => call.client.plannedArtifacts(toList(getId(call)), getPage(call)),
      (page, raw, recording) => checkPage(page, raw, recording, checkPlanned),
    ),
    createRoute(
      "PATCH",
      path,
      (call) => call.client.changePlan(toList(getId(call)), emptyPlan),
      () => undefined,
    ),
  ];
}

export const boardRoutes: readonly ClientRoute[] = [
  createRoute(
    "GET",
    "/projects/{id}/milestones",
    (call) => call.client.milestones({ projectId: getId(call) }, "open", getOffset(call)),
    (page, raw, recording) => checkPage(page, raw, recording, checkMilestone),
  ),
  createRoute(
    "GET",
    "/milestones/{id}/milestones",
    (call) => call.client.milestones({ milestoneId: getId(call) }, "open", getOffset(call)),
    (page, raw, recording) => checkPage(page, raw, recording, checkMilestone),
  ),
  createRoute(
    "GET",
    "/milestones/{id}",
    (call) => call.client.milestone(getId(call)),
    (milestone, raw) => checkMilestone(raw, milestone),
  ),
  ...createPlanRoutes("/milestones/{id}/content", (milestoneId) => ({ kind: "content", milestoneId })),
  ...createPlanRoutes("/milestones/{id}/backlog", (milestoneId) => ({
    kind: "backlog",
    owner: { milestoneId },
  })),
  ...createPlanRoutes("/projects/{id}/backlog", (projectId) => ({ kind: "backlog", owner: { projectId } })),
  createRoute(
    "GET",
    "/milestones/{id}/cardwall",
    (call) => call.client.cardwall(getId(call)),
    (cardwall, raw) => {
      const { columns, swimlanes } = toObject(raw);
      assert.ok(cardwall);
      assert.deepEqual(cardwall.columns, columns);
      const cards = toList(swimlanes).flatMap((lane) => toList(toObject(lane)["cards"]).map(toObject));
      const placed = cards.filter(({ column_id: columnId }) => columnId !== null);
      assert.deepEqual(
        [...cardwall.columnIds],
        placed.map(({ artifact, column_id: columnId }) => [toObject(artifact)["id"], columnId]),
      );
    },
    { notFound: undefined },
  ),
  createRoute(
    "GET",
    "/kanban/{id}",
    (call) => call.client.kanban(getId(call)),
    (kanban, raw) => {
      const { id, label, tracker, columns } = toObject(raw);
      const { id: trackerId, project } = toObject(tracker);
      assert.deepEqual(kanban, {
        kind: "kanban",
        id,
        label,
        trackerId,
        projectId: toObject(project)["id"],
        columns: toList(columns).map((column) => {
          const { id: columnId, label: columnLabel, limit } = toObject(column);
          return { id: columnId, label: columnLabel, limit: toOptional(limit) };
        }),
      });
    },
  ),
  ...createKanbanRoutes("/kanban/{id}/items"),
  ...createKanbanRoutes("/kanban/{id}/backlog"),
];
