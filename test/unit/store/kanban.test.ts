import assert from "node:assert/strict";
import { createBoardColumns, noValueKey } from "../../../src/model/board.ts";
import type { ArtifactRow } from "../../../src/model/artifact.ts";
import { KanbanBacklog, loadKanbanRank } from "../../../src/store/kanban.ts";
import { RowList, type RowSource } from "../../../src/store/queries/rowList.ts";
import { getColumnIds, getKanbanItems } from "../simulator/boards.ts";
import { neverAborted, TriageStoreFixture } from "./triage/triageStoreFixture.ts";

const improvementsId = 4;
const trackerId = 27;

describe("a kanban", () => {
  let fixture: TriageStoreFixture;
  beforeEach(async () => {
    fixture = await TriageStoreFixture.open({ dialect: "product", boards: true });
  });
  afterEach(() => fixture.close());

  async function getItemIds(list: string): Promise<readonly number[]> {
    const path = `/kanban/${improvementsId}/${list}limit=100`;
    return (await getKanbanItems(fixture.server, path)).map(({ id }) => Number(id));
  }

  it("has the rank of all columns and of its backlog", async () => {
    const client = await fixture.getClient();
    const kanban = await client.kanban(improvementsId);
    const lists = [...(await getColumnIds(fixture.server, improvementsId)).values()];
    const expected = [
      ...(await Promise.all(lists.map((id) => getItemIds(`items?column_id=${id}&`)))),
      await getItemIds("backlog?"),
    ].flat();
    assert.deepEqual(await loadKanbanRank(client, kanban, neverAborted), expected);
    assert.equal(new Set(expected).size, 14);
  });

  it("has the rank of at most 1,000 cards of a column", async () => {
    const client = await fixture.getClient();
    const kanban = { ...(await client.kanban(improvementsId)), columns: [] };
    const offsets: number[] = [];
    const kanbanCards: typeof client.kanbanCards = (_kanban, _list, { offset }) => {
      offsets.push(offset);
      return Promise.resolve({
        items: Array.from({ length: 100 }, (_, index) => ({ kind: "card", id: offset + index + 1 })),
        nextOffset: offset + 100,
        total: 5_000,
      });
    };
    const ids = await loadKanbanRank({ kanbanCards }, kanban, neverAborted);
    assert.equal(offsets.length, 10);
    assert.deepEqual(
      ids,
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    );
  });

  it("adds its backlog to the open artifacts, after the last page", async () => {
    const tracker = await fixture.loadTracker(trackerId);
    const rows = (await fixture.loadRows(trackerId, 100)).map(({ row }) => row);
    const open = rows.filter(({ isOpen, status }) => isOpen === true && status !== undefined);
    const requests: number[] = [];
    const source: RowSource<ArtifactRow> = {
      order: "asListed",
      isListed: () => false,
      fetchPage: ({ offset }) => {
        requests.push(offset);
        const items = open.slice(offset, offset + 4);
        const nextOffset = offset + 4 < open.length ? offset + 4 : undefined;
        return Promise.resolve({ items, nextOffset, total: open.length });
      },
    };
    const backlog = new KanbanBacklog(fixture.artifactLoader, improvementsId);
    const withBacklog = backlog.addTo(source, tracker);
    const list = new RowList(withBacklog);
    await list.loadUntil(() => false);
    assert.ok(requests.length > 1);
    const ids = await getItemIds("backlog?");
    assert.deepEqual(
      list.items.slice(open.length).map(({ id }) => id),
      ids,
    );
    assert.equal(backlog.isComplete, true);
    const [artifact] = await fixture.artifactLoader.loadMany(
      [{ row: { id: ids[0] ?? 0 }, trackerId }],
      neverAborted,
    );
    assert.ok(artifact?.kind === "loaded");
    assert.equal(withBacklog.isListed?.(artifact.loaded.artifact), true);
    const [column] = createBoardColumns(tracker, tracker.semantics.status?.fieldId ?? 0, { columns: [] });
    assert.deepEqual([column?.kind, column?.key], ["backlog", noValueKey]);
  });
});
