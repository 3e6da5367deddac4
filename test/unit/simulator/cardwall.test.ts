import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { get, getMilestoneIds, getObject, patch, type Account, type RawObject } from "./boards.ts";
import { createKeyHeader, getError, sendJson } from "./sendRequest.ts";
import type { SimulatorResponse } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

interface Card {
  readonly id: string;
  readonly label: string;
  readonly column_id: number | null;
  readonly allowed_column_ids: readonly number[];
  readonly artifact: { readonly id: number; readonly tracker: { readonly label: string } };
}

describe("simulator: cardwall (product)", () => {
  const start = useSimulators();
  let simulator: Simulator;

  beforeEach(async () => {
    simulator = await start({ dialect: "product", boards: true });
  });

  async function getCardwall(projectId: number, milestone: string) {
    const id = (await getMilestoneIds(simulator, projectId)).get(milestone);
    const { columns, swimlanes } = await getObject(simulator, `/milestones/${id}/cardwall`);
    const lanes = (swimlanes as readonly { readonly cards: readonly Card[] }[]).map(({ cards }) => cards);
    return { columns: columns as readonly RawObject[], lanes };
  }

  /** A card of the iteration in a column. */
  async function getCard(column: number): Promise<Card> {
    const { lanes } = await getCardwall(102, "Iteration 8");
    const card = lanes.flat().find((each) => each.column_id === column);
    assert.ok(card);
    return card;
  }

  function put(
    { id, label }: Pick<Card, "id" | "label">,
    changes: object,
    account: Account = simulator.accounts.admin,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SimulatorResponse> {
    const body = { label, values: [], ...changes };
    return sendJson(simulator, "PUT", `/cards/${id}`, body, { ...createKeyHeader(account), ...headers });
  }

  it("has a swimlane for each item, with its children", async () => {
    const { columns, lanes } = await getCardwall(101, "Sprint 13");
    assert.deepEqual(
      columns.map(({ id, label }) => [id, label]),
      [
        [1, "To be done"],
        [2, "On going"],
        [3, "Review"],
        [4, "Done"],
      ],
    );
    assert.equal(lanes.length, 10);
    for (const [item, ...children] of lanes) {
      assert.equal(item?.artifact.tracker.label, "User Stories");
      if (children.length > 0) assert.deepEqual([item.column_id, item.allowed_column_ids], [null, []]);
      else assert.deepEqual(item.allowed_column_ids, [1, 2, 3, 4]);
      for (const child of children) {
        assert.deepEqual([child.artifact.tracker.label, child.allowed_column_ids], ["Tasks", [1, 2, 4]]);
      }
    }
  });

  it("is missing where the planning has none", async () => {
    const id = (await getMilestoneIds(simulator, 101)).get("Spring 2026");
    const { cardwall_uri: uri } = await getObject(simulator, `/milestones/${id}`);
    assert.equal(uri, null);
    assert.deepEqual(getError(await get(simulator, `/milestones/${id}/cardwall`)), [404, "Not Found"]);
    assert.equal((await get(simulator, `/taskboard/${id}/columns`)).status, 404);
  });

  it("moves a card with one changeset, whatever the precondition", async () => {
    const card = await getCard(11);
    const { member } = simulator.accounts;
    const response = await put(card, { column_id: 12 }, member, { "If-Match": "1" });
    assert.deepEqual([response.status, response.text], [200, ""]);
    const [changeset, ...others] = simulator.getChangesets(card.artifact.id);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [...(changeset?.changes.keys() ?? [])].map(({ name }) => name),
      ["status"],
    );
    const { status } = await getObject(simulator, `/artifacts/${card.artifact.id}`);
    assert.equal(status, "In progress");
    assert.equal((await get(simulator, `/cards/${card.id}`)).status, 404);
  });

  it("keeps a status that is one of several of the column", async () => {
    const { lanes } = await getCardwall(102, "Iteration 8");
    for (const card of lanes.flat()) {
      const { status: before } = await getObject(simulator, `/artifacts/${card.artifact.id}`);
      assert.equal((await put(card, { column_id: card.column_id })).status, 400);
      const { status: after } = await getObject(simulator, `/artifacts/${card.artifact.id}`);
      assert.equal(after, before);
    }
  });

  it("fails if nothing changes, which an unknown column does", async () => {
    const card = await getCard(11);
    const { id } = card.artifact;
    const link = `<a class="direct-link-to-artifact" href="/plugins/tracker/?aid=${id}">bug #${id}</a>`;
    for (const column of [11, 999]) {
      assert.deepEqual(getError(await put(card, { column_id: column })), [
        400,
        `Bad Request: No changes for artifact ${link}`,
      ]);
    }
    assert.equal((await put(card, { label: "Another title" })).status, 200);
    assert.equal((await getCard(11)).label, "Another title");
  });

  it("refuses transitions that the workflow doesn't have", async () => {
    const { collection } = await getObject(simulator, "/kanban/3/archive?limit=1");
    const [request] = collection as readonly { readonly id: number; readonly label: string }[];
    assert.ok(request);
    const milestone = (await getMilestoneIds(simulator, 102)).get("Iteration 8");
    await patch(simulator, `/milestones/${milestone}/content`, { add: [{ id: request.id }] });
    const card = { id: `5_${request.id}`, label: request.label };
    assert.deepEqual(getError(await put(card, { column_id: 11 })), [
      400,
      'Bad Request: The transition to the value "Received" is not valid.\n',
    ]);
  });

  it("names every field that a reader can't update", async () => {
    const card = await getCard(11);
    assert.deepEqual(getError(await put(card, { column_id: 12 }, simulator.accounts.outsider)), [
      400,
      "Bad Request: You are not allowed to update the field Status.\nYou are not allowed to update the field Title.\n",
    ]);
  });

  it("needs a label, values and a card of a planning", async () => {
    const card = await getCard(11);
    const send = (id: string, body: object) => sendJson(simulator, "PUT", `/cards/${id}`, body);
    assert.equal((await send(card.id, { values: [], column_id: 12 })).status, 400);
    assert.equal((await send(card.id, { label: card.label, column_id: 12 })).status, 400);
    const body = { label: card.label, values: [], column_id: 12 };
    assert.equal((await send(`99_${card.artifact.id}`, body)).status, 404);
    assert.equal((await send("5_999999", body)).status, 404);
    assert.equal((await send("nothing", body)).status, 404);
  });
});
