import { loadKanbanItems, loadValueId } from "../boardData.ts";
import { addQuery, createGetReproduction, createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext, Requester } from "../reproduction.ts";
import type { SimulatorData } from "../simulatorData.ts";

const withBoards = { options: { boards: true } };
const sameBody = { hasSameBody: true };

/** The kanban of improvements, with a backlog, and its tracker. */
const kanban = "/kanban/4";
const kanbanTracker = 27;

/** The kanban of requests, which have a workflow, and the one of bugs. */
const workflowKanban = "/kanban/3";
const requestsTracker = 12;
const bugsKanban = "/kanban/1";

type Column = "To do" | "Doing" | "Review" | "Done";

function loadColumnId(context: ReproductionContext, column: Column): Promise<number> {
  return loadValueId(context, kanbanTracker, "status", column);
}

async function loadItem(context: ReproductionContext, column: Column, index = 0): Promise<number> {
  const ids = await loadKanbanItems(context, 4, await loadColumnId(context, column));
  return ids[index] ?? 0;
}

/** A request to a column of the kanban. */
function createColumnPath(column: Column, suffix = "") {
  return async (_: unknown, context: ReproductionContext): Promise<string> =>
    `${kanban}/items?column_id=${await loadColumnId(context, column)}${suffix}`;
}

interface MoveOptions {
  readonly before?: (context: ReproductionContext) => unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Moves the first card in progress to another column, or to the backlog or the archive. */
function createMove(
  recording: string,
  target: Column | "backlog" | "archive",
  { before, headers = {} }: MoveOptions = {},
): Reproduction {
  const isFixed = target === "backlog" || target === "archive";
  return createReproduction(
    recording,
    "admin",
    "PATCH",
    isFixed ? `${kanban}/${target}` : createColumnPath(target),
    {
      ...withBoards,
      headers,
      ...(before && { before }),
      body: async (_: unknown, context: ReproductionContext) => ({
        add: { ids: [await loadItem(context, "Doing")] },
      }),
    },
  );
}

/** Moves a card without comparing the response. */
function moveFirst(target: Column | "backlog") {
  return async (context: ReproductionContext): Promise<void> => {
    const id = await loadItem(context, "Doing");
    const path =
      target === "backlog" ? `${kanban}/backlog` : await createColumnPath(target)(undefined, context);
    await context.sendFirst({ method: "PATCH", path, body: { add: { ids: [id] } } });
    movedItems.set(context, id);
  };
}

const movedItems = new WeakMap<ReproductionContext, number>();

function createItemReproduction(recording: string, before: (context: ReproductionContext) => Promise<void>) {
  const getPath = (_: unknown, context: ReproductionContext): string =>
    `/kanban_items/${movedItems.get(context) ?? 0}`;
  return createGetReproduction(recording, "admin", getPath, { ...withBoards, before });
}

/** Orders cards in progress; the IDs are those of the cards at the indexes, and of a card in another column. */
function createOrder(
  recording: string,
  createIds: (context: ReproductionContext) => Promise<readonly number[]>,
  hasSameBody = false,
): Reproduction {
  return createReproduction(recording, "admin", "PATCH", createColumnPath("Doing"), {
    ...withBoards,
    hasSameBody,
    body: async (_: unknown, context: ReproductionContext) => ({
      order: {
        ids: await createIds(context),
        direction: "before",
        compared_to: await loadItem(context, "Doing"),
      },
    }),
  });
}

function createLimit(recording: string, limit: number, requester: Requester = "admin"): Reproduction {
  const getPath = async (_: unknown, context: ReproductionContext): Promise<string> =>
    `/kanban_columns/${await loadColumnId(context, "Doing")}?kanban_id=4`;
  return createReproduction(recording, requester, "PATCH", getPath, {
    ...withBoards,
    body: { wip_limit: limit },
  });
}

async function createCollapse(context: ReproductionContext) {
  return {
    collapse_column: { column_id: await loadColumnId(context, "Doing"), value: true },
    collapse_backlog: true,
    collapse_archive: false,
  };
}

/** Requests in a state, and requests to a column by its state. */
async function loadRequests(context: ReproductionContext, state: string): Promise<readonly number[]> {
  return loadKanbanItems(context, 3, await loadValueId(context, requestsTracker, "state", state));
}

function createRequestPath(state: string) {
  return async (_: unknown, context: ReproductionContext): Promise<string> =>
    `${workflowKanban}/items?column_id=${await loadValueId(context, requestsTracker, "state", state)}`;
}

/** The recorded bugs were unassigned. */
async function unassignBugs(context: ReproductionContext): Promise<void> {
  const { data, simulator } = context;
  const column = Number(data.bugs.getValueId("status", 2));
  for (const id of await loadKanbanItems(context, 1, column)) {
    const values = [{ field_id: data.bugs.getFieldId("assigned_to"), bind_value_ids: [100] }];
    simulator.updateArtifact(id, { values, by: simulator.accounts.admin });
  }
}

const readRows: readonly Reproduction[] = [
  createGetReproduction("437-kanban-get", "admin", kanban, withBoards),
  createGetReproduction("438-kanban-get-member", "member", kanban, withBoards),
  createGetReproduction("439-kanban-get-forbidden", "outsider", kanban, { ...withBoards, ...sameBody }),
  createGetReproduction("440-kanban-no-list-route", "admin", "/kanban", sameBody),
  createGetReproduction("441-kanban-no-project-route", "admin", "/projects/101/kanban", sameBody),
  createGetReproduction("442-kanban-items-column", "admin", createColumnPath("Doing"), withBoards),
  createGetReproduction("443-kanban-items-closed-column", "admin", createColumnPath("Done"), withBoards),
  createGetReproduction("444-kanban-backlog", "admin", `${kanban}/backlog`, withBoards),
  createGetReproduction("445-kanban-archive", "admin", `${kanban}/archive?limit=1&offset=1`, withBoards),
  createGetReproduction(
    "446-kanban-large-column",
    "admin",
    ({ bugs }) => `${bugsKanban}/items?column_id=${bugs.getValueId("status", 2)}&limit=2`,
    { before: unassignBugs },
  ),
  createGetReproduction(
    "447-kanban-items-filter-report",
    "admin",
    createColumnPath("Doing", addQuery("", { tracker_report_id: kanbanTracker * 10 + 2 }).replace("?", "&")),
    withBoards,
  ),
  createGetReproduction(
    "448-kanban-item-get",
    "admin",
    async (_, context) => `/kanban_items/${await loadItem(context, "Doing")}`,
    withBoards,
  ),
  createItemReproduction("451-kanban-item-after-move", moveFirst("Review")),
  createItemReproduction("455-kanban-item-in-backlog", moveFirst("backlog")),
  createGetReproduction(
    "474-kanban-cumulative-flow",
    "admin",
    `${kanban}/cumulative_flow?start_date=2026-02-20&end_date=2026-02-25&interval_between_point=1`,
    withBoards,
  ),
];

const writeRows: readonly Reproduction[] = [
  createMove("449-kanban-move", "Review"),
  createMove("452-kanban-move-noop", "Doing"),
  createMove("453-kanban-move-stale-if-match", "To do", { headers: { "If-Match": "1" } }),
  createMove("454-kanban-move-to-backlog", "backlog"),
  createMove("456-kanban-move-to-archive", "archive"),
  createOrder("457-kanban-order", async (context) => [await loadItem(context, "Doing", 1)]),
  createOrder("458-kanban-order-other-column", async (context) => [await loadItem(context, "Done")]),
  createOrder(
    "459-kanban-order-duplicate",
    async (context) => {
      const id = await loadItem(context, "Doing", 1);
      return [id, id];
    },
    true,
  ),
  createReproduction("460-kanban-move-unknown-artifact", "admin", "PATCH", createColumnPath("Doing"), {
    ...withBoards,
    body: { add: { ids: [999_999] } },
  }),
  createReproduction("461-kanban-move-other-tracker", "admin", "PATCH", createColumnPath("Doing"), {
    ...withBoards,
    body: ({ stories }: SimulatorData) => ({ add: { ids: [stories.getArtifactId(0)] } }),
  }),
  createLimit("462-kanban-wip", 1),
  createGetReproduction("463-kanban-wip-after", "admin", kanban, withBoards),
  createLimit("464-kanban-wip-not-admin", 2, "member"),
  createLimit("465-kanban-wip-zero-clears", 0),
  createReproduction("466-kanban-collapse", "admin", "PATCH", kanban, {
    ...withBoards,
    body: (_: unknown, context: ReproductionContext) => createCollapse(context),
  }),
  createGetReproduction("467-kanban-collapse-after", "admin", kanban, {
    ...withBoards,
    before: async (context) =>
      context.sendFirst({ method: "PATCH", path: kanban, body: await createCollapse(context) }),
  }),
  createReproduction("468-kanban-item-create", "admin", "POST", "/kanban_items", {
    ...withBoards,
    body: async (_: unknown, context: ReproductionContext) => ({
      item: { kanban_id: 4, label: "Card from REST", column_id: await loadColumnId(context, "To do") },
    }),
  }),
  createReproduction("469-kanban-column-add", "admin", "POST", `${kanban}/columns`, {
    ...withBoards,
    body: { label: "Temp column" },
  }),
];

const workflowRows: readonly Reproduction[] = [
  createReproduction("470-kanban-workflow-move-refused", "admin", "PATCH", createRequestPath("Received"), {
    body: async (_: unknown, context: ReproductionContext) => ({
      add: { ids: [(await loadRequests(context, "Answered"))[0]] },
    }),
  }),
  createReproduction("471-kanban-workflow-backlog-refused", "admin", "PATCH", `${workflowKanban}/backlog`, {
    body: async (_: unknown, context: ReproductionContext) => ({
      add: { ids: [(await loadRequests(context, "Received"))[0]] },
    }),
  }),
  createReproduction("472-kanban-move-reader-refused", "outsider", "PATCH", createRequestPath("Accepted"), {
    body: async (_: unknown, context: ReproductionContext) => ({
      add: { ids: [(await loadRequests(context, "Received"))[0]] },
    }),
  }),
  createReproduction("473-kanban-order-reader", "outsider", "PATCH", createRequestPath("Received"), {
    body: async (_: unknown, context: ReproductionContext) => {
      const [first, second] = await loadRequests(context, "Received");
      return { order: { ids: [second], direction: "before", compared_to: first } };
    },
  }),
];

export const kanbanRows: readonly Reproduction[] = [...readRows, ...writeRows, ...workflowRows];
