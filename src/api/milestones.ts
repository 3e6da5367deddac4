// Milestones with their backlogs and cardwalls. Servers without them answer with 404.
import * as z from "zod";
import type { RankPosition } from "../model/board.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import { UnexpectedResponse } from "../model/failure.ts";
import type { Cardwall, Milestone, MilestoneOwner } from "../model/milestone.ts";
import type { RowWithTracker } from "../model/query/sortAndGroup.ts";
import type { LabeledId } from "../model/valueTypes.ts";
import type { PageOptions } from "./artifactLists.ts";
import {
  integerSchema,
  lenientListSchema,
  lenientTextSchema,
  optionalBooleanSchema,
  optionalIntegerSchema,
  textSchema,
  unknownSchema,
} from "./format/wireSchemas.ts";
import type { HttpClient, HttpResponse } from "./network/httpClient.ts";
import { parsePage, undefinedIfNotFound } from "./pagination.ts";

const referenceSchema = z.object({ id: integerSchema });
const optionalReferenceSchema = referenceSchema.nullish().catch(undefined);
const trackerSchema = z.object({ id: integerSchema, label: textSchema, color: lenientTextSchema });
const artifactSchema = z.object({ id: integerSchema, tracker: trackerSchema });
const numberSchema = z
  .number()
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined);

const contentSchema = z.object({
  content: z.object({ accept: z.object({ trackers: lenientListSchema(referenceSchema) }) }),
});

const milestoneSchema = z.object({
  id: integerSchema,
  label: textSchema,
  project: referenceSchema,
  artifact: artifactSchema,
  semantic_status: lenientTextSchema,
  status_value: lenientTextSchema,
  start_date: lenientTextSchema,
  end_date: lenientTextSchema,
  remaining_effort: numberSchema,
  capacity: numberSchema,
  sub_milestone_type: unknownSchema,
  parent: optionalReferenceSchema,
  cardwall_uri: lenientTextSchema,
  has_user_priority_change_permission: optionalBooleanSchema,
  resources: unknownSchema,
});

function toMilestone(wire: z.infer<typeof milestoneSchema>): Milestone {
  const resources = contentSchema.safeParse(wire.resources);
  return {
    kind: "milestone",
    id: wire.id,
    label: wire.label,
    projectId: wire.project.id,
    trackerId: wire.artifact.tracker.id,
    isOpen: wire.semantic_status !== "closed",
    status: wire.status_value,
    startsOn: wire.start_date,
    endsOn: wire.end_date,
    remainingEffort: wire.remaining_effort,
    capacity: wire.capacity,
    canHaveMilestones: wire.sub_milestone_type !== null && wire.sub_milestone_type !== undefined,
    parentId: wire.parent?.id,
    hasCardwall: wire.cardwall_uri !== undefined,
    contentTrackerIds: resources.success ? resources.data.content.accept.trackers.map(({ id }) => id) : [],
    canChangePriorities: wire.has_user_priority_change_permission === true,
  };
}

function toUri(owner: MilestoneOwner): string {
  return "projectId" in owner ? `projects/${owner.projectId}` : `milestones/${owner.milestoneId}`;
}

const maxMilestones = 50;
const maxItems = 100;

/** By ID. Short lists of a project have no effort, those below a milestone do. */
export async function fetchMilestonesPage(
  http: HttpClient,
  owner: MilestoneOwner,
  status: "open" | "closed",
  offset: number,
  signal?: AbortSignal,
): Promise<CollectionPage<Milestone>> {
  const query = JSON.stringify({ status });
  const fields = "projectId" in owner ? "all" : "slim";
  const parameters = { fields, order: "asc", query, limit: maxMilestones, offset };
  const response = await http.send({ uri: `${toUri(owner)}/milestones`, parameters, signal });
  return parsePage(response, offset, milestoneSchema, toMilestone);
}

function parse<T>(response: HttpResponse, schema: z.ZodType<T>): T {
  const wire = schema.safeParse(response.body);
  if (!wire.success) throw new UnexpectedResponse(response.request, "shape", wire.error);
  return wire.data;
}

export async function fetchMilestone(
  http: HttpClient,
  milestoneId: number,
  signal?: AbortSignal,
): Promise<Milestone> {
  return toMilestone(parse(await http.send({ uri: `milestones/${milestoneId}`, signal }), milestoneSchema));
}

// Artifacts that are or can be planned.

const itemSchema = z.object({
  id: integerSchema,
  label: lenientTextSchema,
  status: lenientTextSchema,
  full_status: z.object({ value: lenientTextSchema }).nullish().catch(undefined),
  artifact: artifactSchema,
});

function toRow({ id, label, status, full_status, artifact }: z.infer<typeof itemSchema>): RowWithTracker {
  return {
    kind: "artifact",
    id,
    title: label,
    status: full_status?.value,
    isOpen: status === undefined ? undefined : status === "Open",
    page: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    tracker: artifact.tracker,
  };
}

/** The list of planned artifacts, or of those that can be planned; both are ordered by rank. */
export type PlanList =
  | { readonly kind: "content"; readonly milestoneId: number }
  | { readonly kind: "backlog"; readonly owner: MilestoneOwner };

function toListUri(list: PlanList): string {
  return list.kind === "content" ? `milestones/${list.milestoneId}/content` : `${toUri(list.owner)}/backlog`;
}

/** Without assignees and times. */
export async function fetchPlanPage(
  http: HttpClient,
  list: PlanList,
  { offset, limit = maxItems, signal }: PageOptions,
): Promise<CollectionPage<RowWithTracker>> {
  const parameters = { limit: Math.min(limit, maxItems), offset };
  return parsePage(await http.send({ uri: toListUri(list), parameters, signal }), offset, itemSchema, toRow);
}

export interface PlanChange {
  /** Artifacts to plan, with the milestone that they leave. */
  readonly add?: readonly { readonly id: number; readonly removeFrom: number | undefined }[];
  readonly order?: RankPosition & { readonly ids: readonly number[] };
}

/** The server ignores preconditions and artifacts that it can't add: load the list afterwards. */
export async function changePlan(
  http: HttpClient,
  list: PlanList,
  { add, order }: PlanChange,
  signal?: AbortSignal,
): Promise<void> {
  const body = {
    ...(add !== undefined && {
      add: add.map(({ id, removeFrom }) => ({
        id,
        ...(removeFrom !== undefined && { remove_from: removeFrom }),
      })),
    }),
    ...(order !== undefined && {
      order: { ids: order.ids, direction: order.direction, compared_to: order.comparedTo },
    }),
  };
  await http.send({ method: "PATCH", uri: toListUri(list), body, signal });
}

const linkedSchema = z.object({
  collection: lenientListSchema(
    z.object({ id: integerSchema, title: lenientTextSchema, tracker: referenceSchema }),
  ),
});

/** The milestones of a tracker in which an artifact is planned, with their titles. */
export async function fetchMilestonesOfArtifact(
  http: HttpClient,
  artifactId: number,
  milestoneTrackerId: number,
  signal?: AbortSignal,
): Promise<readonly LabeledId[]> {
  const parameters = { direction: "reverse", nature: "", limit: 50 };
  const response = await http.send({
    uri: `artifacts/${artifactId}/linked_artifacts`,
    parameters,
    signal,
  });
  return parse(response, linkedSchema)
    .collection.filter(({ tracker }) => tracker.id === milestoneTrackerId)
    .map(({ id, title }) => ({ id, label: title ?? `#${id}` }));
}

const cardwallSchema = z.object({
  columns: z.array(z.object({ id: integerSchema, label: textSchema, color: textSchema })),
  swimlanes: lenientListSchema(
    z.object({
      cards: lenientListSchema(z.object({ artifact: referenceSchema, column_id: optionalIntegerSchema })),
    }),
  ),
});

/** `undefined` if the milestone has none. */
export async function fetchCardwall(
  http: HttpClient,
  milestoneId: number,
  signal?: AbortSignal,
): Promise<Cardwall | undefined> {
  const response = await undefinedIfNotFound(
    http.send({ uri: `milestones/${milestoneId}/cardwall`, signal }),
  );
  if (response === undefined) return undefined;
  const { columns, swimlanes } = parse(response, cardwallSchema);
  const cards = swimlanes.flatMap((lane) => lane.cards);
  return {
    columns,
    columnIds: new Map(
      cards.flatMap(({ artifact, column_id: columnId }) =>
        columnId === undefined ? [] : [[artifact.id, columnId] as const],
      ),
    ),
  };
}
