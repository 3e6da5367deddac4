import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { get, getColumnIds, getKanbanItems, getObject, patch, type RawObject } from "./boards.ts";
import { createKeyHeader, encodeQuery, getError, sendJson, sendRequest } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

const hour = 60 * 60 * 1000;

/** The kanban of improvements, which has a backlog, the public one of bugs, and the one of requests with a workflow. */
const improvements = 4;
const bugs = 1;
const requests = 3;

describe("simulator: kanban (product)", () => {
  const start = useSimulators();
  let simulator: Simulator;
  let columns: ReadonlyMap<string, number>;

  beforeEach(async () => {
    simulator = await start({ dialect: "product", boards: true });
    columns = await getColumnIds(simulator, improvements);
  });

  function getColumnPath(label: string, kanbanId = improvements): string {
    return `/kanban/${kanbanId}/items?column_id=${columns.get(label)}`;
  }

  async function getItemIds(path: string): Promise<readonly number[]> {
    return (await getKanbanItems(simulator, path)).map(({ id }) => Number(id));
  }

  it("has the open values of the status as columns, with their limits", async () => {
    const { columns: listed, backlog, archive } = await getObject(simulator, `/kanban/${improvements}`);
    assert.deepEqual(
      (listed as readonly RawObject[]).map(({ label, limit, is_open }) => [label, limit, is_open]),
      [
        ["To do", null, true],
        ["Doing", 2, true],
        ["Review", null, true],
      ],
    );
    assert.deepEqual(backlog, { label: "Backlog", is_open: true, user_can_add_in_place: true });
    assert.deepEqual(archive, { label: "Archive", is_open: false });
    assert.equal((await getItemIds(getColumnPath("Doing"))).length, 4);
  });

  it("is only found by its id, and is forbidden if its tracker is", async () => {
    const { admin, outsider } = simulator.accounts;
    const list = await get(simulator, "/kanban");
    assert.deepEqual([list.status, list.headers.allow], [405, "OPTIONS"]);
    assert.equal((await get(simulator, "/projects/101/kanban")).status, 404);
    assert.equal((await get(simulator, "/kanban/99")).status, 404);
    assert.deepEqual(getError(await get(simulator, `/kanban/${improvements}`, outsider)), [403, "Forbidden"]);
    assert.equal((await get(simulator, `/kanban/${bugs}`, outsider)).status, 200);
    const options = await sendRequest(simulator, "/api/kanban", {
      method: "OPTIONS",
      headers: createKeyHeader(admin),
    });
    assert.deepEqual([options.status, options.headers.allow], [200, "OPTIONS, GET, PATCH, DELETE"]);
  });

  it("is in the history of users who had its page open, if they can still read it", async () => {
    const { member, outsider } = simulator.accounts;
    const getFirst = async ({ id, ...account }: typeof member): Promise<RawObject | undefined> => {
      const { entries } = await getObject(simulator, `/users/${id}/history`, account);
      return (entries as readonly RawObject[])[0];
    };
    simulator.clock.advance(hour);
    for (const account of [member, outsider]) simulator.visitKanban(improvements, account);
    const entry = await getFirst(member);
    assert.deepEqual(
      [entry?.["type"], entry?.["per_type_id"], entry?.["html_url"], entry?.["xref"], entry?.["visit_time"]],
      ["kanban", improvements, `/kanban/${improvements}`, null, "2026-03-02T10:00:00+01:00"],
    );
    assert.notEqual((await getFirst(outsider))?.["type"], "kanban");
  });

  it("has no routes in the documented dialect", async () => {
    const documented = await start({ dialect: "documented", boards: true });
    for (const path of ["/kanban/1", "/kanban/1/backlog", "/kanban_items/1", "/projects/101/milestones"]) {
      assert.equal((await get(documented, path)).status, 404, path);
    }
  });

  it("lists a column of which the size includes unreadable items, without a maximum", async () => {
    const [open] = [...(await getColumnIds(simulator, bugs)).values()];
    const path = `/kanban/${bugs}/items?column_id=${open}`;
    const all = await get(simulator, `${path}&limit=500`);
    const { collection, total_size: size } = all.data as {
      readonly collection: readonly unknown[];
      readonly total_size: number;
    };
    assert.ok(collection.length > 100);
    assert.equal(collection.length, size);
    assert.equal(all.headers["x-pagination-limit-max"], "100");
    const seen = await getObject(simulator, `${path}&limit=500`, simulator.accounts.outsider);
    assert.equal(seen["total_size"], size);
    assert.ok((seen["collection"] as readonly unknown[]).length < size);
    assert.deepEqual((await getObject(simulator, `${path}&limit=0`))["collection"], []);
  });

  it("takes closed values as columns, but no unknown ones", async () => {
    const [archived] = await getKanbanItems(simulator, `/kanban/${improvements}/archive`);
    assert.equal(archived?.["in_column"], "archive");
    const closed = Number(Object.keys(archived["timeinfo"] as RawObject)[0]);
    const [item] = await getKanbanItems(simulator, `/kanban/${improvements}/items?column_id=${closed}`);
    assert.deepEqual([item?.["id"], item?.["in_column"]], [archived["id"], closed]);
    assert.equal((await get(simulator, `/kanban/${improvements}/items?column_id=1`)).status, 404);
    assert.deepEqual(getError(await get(simulator, `/kanban/${improvements}/items`)), [
      400,
      "Bad Request: `column_id` is required.",
    ]);
  });

  it("filters by a report of its tracker", async () => {
    const path = `/kanban/${improvements}/archive?query=`;
    assert.equal(
      (await getKanbanItems(simulator, `${path}${encodeQuery({ tracker_report_id: 271 })}`)).length,
      4,
    );
    assert.equal(
      (await getKanbanItems(simulator, `${path}${encodeQuery({ tracker_report_id: 272 })}`)).length,
      0,
    );
    assert.equal((await get(simulator, `${path}${encodeQuery({ tracker_report_id: 111 })}`)).status, 400);
    assert.equal((await get(simulator, `${path}${encodeQuery({ tracker_report_id: 5 })}`)).status, 404);
  });

  it("moves cards with one changeset of the status each, whatever the precondition", async () => {
    const [first = 0, second = 0] = await getItemIds(getColumnPath("Doing"));
    simulator.clock.advance(hour);
    const body = { add: { ids: [first, second] }, from_column: String(columns.get("Doing")) };
    const { admin, member } = simulator.accounts;
    const response = await patch(simulator, getColumnPath("Review"), body, member, { "If-Match": "1" });
    assert.deepEqual([response.status, response.text], [200, ""]);
    for (const id of [first, second]) {
      const changesets = simulator.getChangesets(id);
      assert.equal(changesets.length, 2);
      const last = changesets.at(-1);
      assert.deepEqual(
        [last?.submittedBy, last?.comment, [...(last?.changes.keys() ?? [])].map(({ name }) => name)],
        [member.id, undefined, ["status"]],
      );
      const item = await getObject(simulator, `/kanban_items/${id}`, admin);
      assert.equal(item["in_column"], columns.get("Review"));
      const times = item["timeinfo"] as RawObject;
      assert.equal(times["kanban"], times[String(columns.get("Doing"))]);
      assert.equal(times[String(columns.get("Review"))], "2026-03-02T10:00:00+01:00");
    }
    assert.equal((await getItemIds(getColumnPath("Doing"))).length, 2);
  });

  it("moves all cards or none", async () => {
    const states = await getColumnIds(simulator, requests);
    const path = `/kanban/${requests}/items?column_id=`;
    const [waiting = 0] = await getItemIds(`${path}${states.get("Waiting for customer")}`);
    const [received = 0] = await getItemIds(`${path}${states.get("Received")}`);
    const accepted = `${path}${states.get("Accepted")}`;
    const [first = 0] = await getItemIds(accepted);
    // A received request can't wait for its customer.
    const response = await patch(simulator, `${path}${states.get("Waiting for customer")}`, {
      add: { ids: [first, received] },
    });
    assert.equal(response.status, 400);
    assert.equal(simulator.getChangesets(first).length, 0);
    const unchanged = await patch(simulator, accepted, { add: { ids: [first, waiting] } });
    assert.equal(unchanged.status, 200);
    assert.deepEqual(
      [first, waiting].map((id) => simulator.getChangesets(id).length),
      [0, 1],
    );
  });

  it("has no access to cards that the user can't read", async () => {
    const { admin, member } = simulator.accounts;
    const path = `/kanban/${bugs}/archive?limit=500`;
    const all = (await getKanbanItems(simulator, path)).map(({ id }) => Number(id));
    const { collection } = await getObject(simulator, path, member);
    const seen = new Set((collection as readonly RawObject[]).map(({ id }) => Number(id)));
    const hidden = all.find((id) => !seen.has(id)) ?? 0;
    const message = "You cannot access this kanban item.";
    assert.deepEqual(getError(await get(simulator, `/kanban_items/${hidden}`, member)), [
      403,
      `Forbidden: ${message}`,
    ]);
    const [column] = [...(await getColumnIds(simulator, bugs)).values()];
    const move = { add: { ids: [hidden] } };
    const items = `/kanban/${bugs}/items?column_id=${column}`;
    assert.deepEqual(getError(await patch(simulator, items, move, member)), [
      500,
      `Internal Server Error: ${message}`,
    ]);
    assert.equal((await patch(simulator, items, move, admin)).status, 200);
    assert.equal((await get(simulator, "/kanban_items/999999")).status, 404);
  });

  it("says when a card got into its columns and left them", async () => {
    const [id = 0] = await getItemIds(getColumnPath("Doing"));
    const move = async (path: string): Promise<RawObject> => {
      simulator.clock.advance(hour);
      assert.equal((await patch(simulator, path, { add: { ids: [id] } })).status, 200);
      return (await getObject(simulator, `/kanban_items/${id}`))["timeinfo"] as RawObject;
    };
    const [doing, review] = [String(columns.get("Doing")), String(columns.get("Review"))];
    await move(getColumnPath("Review"));
    const back = await move(getColumnPath("Doing"));
    assert.deepEqual(back, {
      [doing]: "2026-03-02T11:00:00+01:00",
      [review]: "2026-03-02T10:00:00+01:00",
      kanban: "2026-03-02T10:00:00+01:00",
      archive: null,
    });
    const left = await move(`/kanban/${improvements}/backlog`);
    assert.deepEqual(left, { ...back, archive: "2026-03-02T12:00:00+01:00" });
    const returned = await move(getColumnPath("Review"));
    assert.equal(returned["archive"], null);
  });

  it("changes the closed status of an archived card to the first one", async () => {
    const items = await getKanbanItems(simulator, `/kanban/${bugs}/archive?limit=50`);
    const archived = await Promise.all(
      items.map(({ id }) => getObject(simulator, `/artifacts/${String(id)}`)),
    );
    const id = Number(archived.find(({ status }) => status === "Won't fix")?.["id"]);
    const response = await patch(simulator, `/kanban/${bugs}/archive`, { add: { ids: [id] } });
    assert.equal(response.status, 200);
    assert.equal((await getObject(simulator, `/artifacts/${id}`))["status"], "Fixed");
  });

  it("creates no changeset for a card that is in the column", async () => {
    const [id = 0] = await getItemIds(getColumnPath("Doing"));
    assert.equal((await patch(simulator, getColumnPath("Doing"), { add: { ids: [id] } })).status, 200);
    assert.equal(simulator.getChangesets(id).length, 1);
  });

  it("moves cards to the backlog and to the archive", async () => {
    const [id = 0] = await getItemIds(getColumnPath("Doing"));
    const kanban = `/kanban/${improvements}`;
    assert.equal((await patch(simulator, `${kanban}/backlog`, { add: { ids: [id] } })).status, 200);
    assert.ok((await getItemIds(`${kanban}/backlog`)).includes(id));
    assert.equal((await patch(simulator, `${kanban}/archive`, { add: { ids: [id] } })).status, 200);
    const item = await getObject(simulator, `/kanban_items/${id}`);
    assert.equal(item["in_column"], "archive");
    const artifact = await getObject(simulator, `/artifacts/${id}`);
    assert.equal(artifact["status"], "Done");
  });

  it("ignores unknown cards and those of other trackers", async () => {
    const [bug = 0] = await getItemIds(`/kanban/${bugs}/archive`);
    const response = await patch(simulator, getColumnPath("Doing"), { add: { ids: [bug, 999_999] } });
    assert.equal(response.status, 200);
    assert.equal(simulator.getChangesets(bug).length, 0);
  });

  it("orders the cards of a column without a changeset", async () => {
    const ids = await getItemIds(getColumnPath("Doing"));
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    const order = { ids: [fourth, third], direction: "before", compared_to: first };
    assert.equal((await patch(simulator, getColumnPath("Doing"), { order })).status, 200);
    assert.deepEqual(await getItemIds(getColumnPath("Doing")), [fourth, third, first, second]);
    assert.equal(simulator.getChangesets(fourth).length, 1);
    const after = { ids: [fourth], direction: "after", compared_to: second };
    await patch(simulator, getColumnPath("Doing"), { order: after });
    assert.deepEqual(await getItemIds(getColumnPath("Doing")), [third, first, second, fourth]);
  });

  it("moves before it orders, and keeps the move if the order fails", async () => {
    const [moved = 0] = await getItemIds(getColumnPath("To do"));
    const [first = 0, second = 0] = await getItemIds(getColumnPath("Doing"));
    const add = { ids: [moved] };
    const order = { ids: [moved], direction: "after", compared_to: first };
    assert.equal((await patch(simulator, getColumnPath("Doing"), { add, order })).status, 200);
    assert.deepEqual((await getItemIds(getColumnPath("Doing"))).slice(0, 3), [first, moved, second]);
    const [outside = 0] = await getItemIds(getColumnPath("Review"));
    const failing = { add: { ids: [second] }, order: { ...order, compared_to: outside } };
    assert.deepEqual(getError(await patch(simulator, getColumnPath("To do"), failing)), [
      409,
      `Conflict: Submitted id ${moved} is not part of the set to order`,
    ]);
    assert.ok((await getItemIds(getColumnPath("To do"))).includes(second));
  });

  it("rejects orders with duplicates, with cards elsewhere and without a direction", async () => {
    const [first = 0, second = 0] = await getItemIds(getColumnPath("Doing"));
    const [outside = 0] = await getItemIds(getColumnPath("Review"));
    const path = getColumnPath("Doing");
    const order = { ids: [second], direction: "before", compared_to: first };
    const getOrderError = async (changes: object) =>
      getError(await patch(simulator, path, { order: { ...order, ...changes } }));
    assert.deepEqual(await getOrderError({ ids: [second, second] }), [
      409,
      "Conflict: There are duplicated ids",
    ]);
    assert.deepEqual(await getOrderError({ compared_to: outside }), [
      409,
      `Conflict: Submitted id ${outside} is not part of the set to order`,
    ]);
    assert.equal((await getOrderError({ direction: "up" }))[0], 400);
    assert.equal((await getOrderError({ compared_to: null }))[0], 400);
  });

  it("lets readers order a public kanban, but not move its cards", async () => {
    const { outsider } = simulator.accounts;
    const received = (await getColumnIds(simulator, requests)).get("Received");
    const accepted = (await getColumnIds(simulator, requests)).get("Accepted");
    const path = `/kanban/${requests}/items?column_id=`;
    const [first = 0, second = 0] = await getItemIds(`${path}${received}`);
    const order = { ids: [second], direction: "before", compared_to: first };
    assert.equal((await patch(simulator, `${path}${received}`, { order }, outsider)).status, 200);
    assert.deepEqual((await getItemIds(`${path}${received}`)).slice(0, 2), [second, first]);
    const move = { add: { ids: [first] } };
    assert.deepEqual(getError(await patch(simulator, `${path}${accepted}`, move, outsider)), [
      400,
      "Bad Request: You are not allowed to update the field State.\n",
    ]);
  });

  it("refuses transitions that the workflow doesn't have: with 400 in a column, with 500 in the others", async () => {
    const received = (await getColumnIds(simulator, requests)).get("Received");
    const [closed = 0] = await getItemIds(`/kanban/${requests}/archive`);
    const [open = 0] = await getItemIds(`/kanban/${requests}/items?column_id=${received}`);
    const refused = await patch(simulator, `/kanban/${requests}/items?column_id=${received}`, {
      add: { ids: [closed] },
    });
    assert.deepEqual(getError(refused), [
      400,
      'Bad Request: The transition to the value "Received" is not valid.\n',
    ]);
    const [status, message] = getError(
      await patch(simulator, `/kanban/${requests}/backlog`, { add: { ids: [open] } }),
    );
    assert.equal(status, 500);
    assert.match(
      message ?? "",
      /^Internal Server Error: .*The transition to the value "None" is not valid\.\n$/s,
    );
    assert.equal(simulator.getChangesets(open).length, 0);
    const archived = await patch(simulator, `/kanban/${requests}/archive`, { add: { ids: [open] } });
    assert.equal(archived.status, 200);
    // The first closed value, "Answered", can't be reached from "Received".
    assert.equal((await getObject(simulator, `/artifacts/${open}`))["status"], "Refused");
  });

  it("lets administrators set limits, which no move checks", async () => {
    const column = columns.get("Review");
    const path = `/kanban_columns/${column}?kanban_id=${improvements}`;
    const getLimit = async (): Promise<unknown> => {
      const { columns: listed } = await getObject(simulator, `/kanban/${improvements}`);
      return (listed as readonly RawObject[]).find(({ id }) => id === column)?.["limit"];
    };
    assert.equal((await patch(simulator, path, { wip_limit: 1 })).status, 200);
    assert.equal(await getLimit(), 1);
    const ids = await getItemIds(getColumnPath("Doing"));
    assert.equal((await patch(simulator, getColumnPath("Review"), { add: { ids } })).status, 200);
    assert.deepEqual(getError(await patch(simulator, path, { wip_limit: 3 }, simulator.accounts.member)), [
      401,
      "Unauthorized: User tokafor is not admin of the kanban",
    ]);
    await patch(simulator, path, { wip_limit: 0 });
    assert.equal(await getLimit(), null);
    const unknown = await patch(simulator, `/kanban_columns/1?kanban_id=${improvements}`, { wip_limit: 1 });
    assert.equal(unknown.status, 500);
  });

  it("remembers what each user has collapsed", async () => {
    const { admin, member } = simulator.accounts;
    const path = `/kanban/${improvements}`;
    const body = {
      collapse_column: { column_id: columns.get("Doing"), value: true },
      collapse_backlog: true,
      collapse_archive: false,
    };
    assert.equal((await patch(simulator, path, body, member)).status, 200);
    const unknown = { collapse_column: { column_id: 1, value: true } };
    assert.equal((await patch(simulator, path, unknown, member)).status, 404);
    const getState = async (account: typeof admin): Promise<readonly unknown[]> => {
      const kanban = await getObject(simulator, path, account);
      const open = (kanban["columns"] as readonly RawObject[]).map(({ is_open }) => is_open);
      const fixed = ["backlog", "archive"].map((name) => (kanban[name] as RawObject)["is_open"]);
      return [...open, ...fixed];
    };
    assert.deepEqual(await getState(member), [true, false, true, false, true]);
    assert.deepEqual(await getState(admin), [true, true, true, true, false]);
    assert.equal((await patch(simulator, path, { label: "Ours" }, member)).status, 403);
    assert.equal((await patch(simulator, path, { label: "Ours", is_promoted: true })).status, 200);
    const { label, is_promoted: isPromoted } = await getObject(simulator, path);
    assert.deepEqual([label, isPromoted], ["Ours", true]);
  });

  it("creates cards in a column and in the backlog", async () => {
    const { member } = simulator.accounts;
    const create = async (item: object) =>
      sendJson(simulator, "POST", "/kanban_items", { item }, createKeyHeader(member));
    const inColumn = await create({
      kanban_id: improvements,
      label: "Buy chalk",
      column_id: columns.get("To do"),
    });
    assert.equal(inColumn.status, 201);
    assert.equal((inColumn.data as RawObject)["in_column"], columns.get("To do"));
    const inBacklog = await create({ kanban_id: improvements, label: "Sell chalk" });
    const { id, in_column: column, timeinfo } = inBacklog.data as RawObject;
    assert.deepEqual([column, timeinfo], ["backlog", { kanban: null, archive: null }]);
    const [listed] = await getKanbanItems(simulator, `/kanban/${improvements}/backlog`);
    assert.deepEqual(listed?.["timeinfo"], []);
    // New artifacts are the last ones of the site.
    assert.equal((await getItemIds(`/kanban/${improvements}/backlog`)).at(-1), id);
    assert.equal((await create({ kanban_id: improvements, label: "", column_id: null })).status, 400);
  });

  it("adds a column as an open value of the status", async () => {
    const path = `/kanban/${improvements}/columns`;
    const response = await sendJson(simulator, "POST", path, { label: "On hold" });
    assert.equal(response.status, 201);
    const { id } = response.data as RawObject;
    assert.equal((await getColumnIds(simulator, improvements)).get("On hold"), id);
    const [card = 0] = await getItemIds(getColumnPath("Doing"));
    const items = `/kanban/${improvements}/items?column_id=${String(id)}`;
    assert.equal((await patch(simulator, items, { add: { ids: [card] } })).status, 200);
    assert.deepEqual(await getItemIds(items), [card]);
    const header = createKeyHeader(simulator.accounts.member);
    assert.equal((await sendJson(simulator, "POST", path, { label: "Mine" }, header)).status, 401);
  });

  it("can be added to any tracker, and has no columns if that has no status", async () => {
    const withStatus = simulator.addKanban(22, "Stories", { Review: 1 });
    const { label, columns: listed } = await getObject(simulator, `/kanban/${withStatus}`);
    assert.equal(label, "Stories");
    assert.deepEqual(
      (listed as readonly RawObject[]).map(({ limit }) => limit),
      [null, null, 1],
    );
    const without = simulator.addKanban(24, "Risks");
    assert.deepEqual((await getObject(simulator, `/kanban/${without}`))["columns"], []);
    assert.equal((await getObject(simulator, `/kanban/${without}/backlog`))["total_size"], 0);
    assert.equal((await get(simulator, `/kanban/${without}/items?column_id=1`)).status, 403);
    assert.equal((await get(simulator, `/kanban/${without}`, simulator.accounts.member)).status, 403);
  });

  it("counts the cards of each column at the start of each day", async () => {
    const path = `/kanban/${improvements}/cumulative_flow`;
    const range = "start_date=2026-02-28&end_date=2026-03-02&interval_between_point=1";
    const { columns: flows } = await getObject(simulator, `${path}?${range}`);
    const totals = (flows as readonly RawObject[]).map(({ id, values }) => [
      id,
      (values as readonly RawObject[]).map((value) => value["kanban_items_count"]),
    ]);
    assert.deepEqual(
      totals.map(([id]) => id),
      ["archive", ...["Review", "Doing", "To do"].map((label) => String(columns.get(label))), "backlog"],
    );
    assert.deepEqual(totals[0]?.[1], [2, 3, 4]);
    assert.deepEqual(totals.at(-1)?.[1], [5, 5, 5]);
    assert.equal((await get(simulator, `${path}?start_date=2026-03-01`)).status, 400);
  });
});
