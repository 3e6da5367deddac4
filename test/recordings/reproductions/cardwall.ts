import { loadMilestoneId } from "../boardData.ts";
import { toList, toObject } from "../rawJson.ts";
import { createGetReproduction, createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext, Requester } from "../reproduction.ts";

const withBoards = { options: { boards: true } };
const sameBody = { hasSameBody: true };

/** The cards of this iteration are bugs and requests without children. */
function loadIteration(context: ReproductionContext): Promise<number> {
  return loadMilestoneId(context, 102, "Iteration 8");
}

function loadSprint(context: ReproductionContext): Promise<number> {
  return loadMilestoneId(context, 101, "Sprint 13");
}

interface Card {
  readonly id: string;
  readonly label: string;
}

type RawObject = Readonly<Record<string, unknown>>;

async function loadCards(context: ReproductionContext, milestone: number): Promise<readonly RawObject[]> {
  const { swimlanes } = toObject(await context.sendFirst({ path: `/milestones/${milestone}/cardwall` }));
  return toList(swimlanes).flatMap((each) => toList(toObject(each)["cards"]).map(toObject));
}

/** The first card of the iteration in a column. */
async function loadCard(context: ReproductionContext, column: number): Promise<Card> {
  const cards = await loadCards(context, await loadIteration(context));
  const card = cards.find((each) => each["column_id"] === column);
  if (card === undefined) throw new Error(`No card is in column ${column}.`);
  return { id: String(card["id"]), label: String(card["label"]) };
}

/** The recorded tasks were unassigned and had no remaining effort. */
async function clearTasks(context: ReproductionContext): Promise<void> {
  const { simulator, data } = context;
  for (const card of await loadCards(context, await loadSprint(context))) {
    const { id, tracker } = toObject(card["artifact"]);
    if (toObject(tracker)["id"] !== data.tasks.id) continue;
    const values = [
      { field_id: data.tasks.getFieldId("assigned_to"), bind_value_ids: [100] },
      { field_id: data.tasks.getFieldId("hours"), value: "" },
    ];
    simulator.updateArtifact(Number(id), { values, by: simulator.accounts.admin });
  }
}

const columns = { open: 11, inWork: 12, closed: 13 };

/** Moves a card that is in the open column. */
function createMove(
  recording: string,
  column: number,
  requester: Requester = "admin",
  headers: Readonly<Record<string, string>> = {},
): Reproduction {
  return createReproduction(
    recording,
    requester,
    "PUT",
    async (_, context) => `/cards/${(await loadCard(context, columns.open)).id}`,
    {
      ...withBoards,
      headers,
      body: async (_: unknown, context: ReproductionContext) => {
        const { label } = await loadCard(context, columns.open);
        return { label, values: [], column_id: column };
      },
    },
  );
}

/** Plans an answered request, which the workflow doesn't allow to be received again. */
async function planAnsweredRequest(context: ReproductionContext): Promise<void> {
  const { requests } = context.data;
  const state = requests.getValueId("state", 3);
  const { collection } = toObject(
    await context.sendFirst({ path: `/kanban/3/items?column_id=${state}&limit=1` }),
  );
  const id = Number(toObject(toList(collection)[0])["id"]);
  const path = `/milestones/${await loadIteration(context)}/content`;
  await context.sendFirst({ method: "PATCH", path, body: { add: [{ id }] } });
  answeredRequests.set(context, id);
}

const answeredRequests = new WeakMap<ReproductionContext, number>();

export const cardwallRows: readonly Reproduction[] = [
  createGetReproduction(
    "504-cardwall-get",
    "admin",
    async (_, context) => `/milestones/${await loadSprint(context)}/cardwall`,
    { ...withBoards, before: clearTasks },
  ),
  createGetReproduction(
    "505-cardwall-get-mapped",
    "admin",
    async (_, context) => `/milestones/${await loadIteration(context)}/cardwall`,
    withBoards,
  ),
  createGetReproduction(
    "506-cardwall-none",
    "admin",
    async (_, context) => `/milestones/${await loadMilestoneId(context, 101, "Spring 2026")}/cardwall`,
    { ...withBoards, ...sameBody },
  ),
  createMove("507-card-move", columns.inWork),
  createMove("509-card-move-same", columns.open),
  createMove("510-card-move-back-stale-if-match", columns.inWork, "admin", { "If-Match": "1" }),
  createReproduction(
    "511-card-transition-refused",
    "admin",
    "PUT",
    (_, context) => `/cards/5_${answeredRequests.get(context) ?? 0}`,
    {
      ...withBoards,
      before: planAnsweredRequest,
      body: async (_: unknown, context: ReproductionContext) => {
        const id = answeredRequests.get(context) ?? 0;
        const { title } = toObject(await context.sendFirst({ path: `/artifacts/${id}` }));
        return { label: String(title), values: [], column_id: columns.open };
      },
    },
  ),
  createMove("512-card-unknown-column", 999),
  createMove("513-card-not-writer", columns.inWork, "outsider"),
  createGetReproduction(
    "514-card-get-not-a-route",
    "admin",
    async (_, context) => `/cards/${(await loadCard(context, columns.open)).id}`,
    { ...withBoards, ...sameBody },
  ),
  createGetReproduction("515-taskboard-absent", "admin", "/taskboard/1/columns", sameBody),
];
