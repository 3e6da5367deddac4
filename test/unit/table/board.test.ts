import assert from "node:assert/strict";
import type { LabeledId } from "../../../src/model/valueTypes.ts";
import type { BoardPageMethods, BoardState } from "../../../src/protocol/tableProtocol.ts";
import { listField, stringField } from "../../simulator/demo/fieldDefinition.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import type { TrackerHandle } from "../../simulator/trackerAdministration.ts";
import {
  openBoard,
  type BoardOptions,
  type MoveCard,
  type OpenBoard,
  type PageCall,
} from "../../support/fixtures/openBoard.ts";
import { createTestStore, signIn, type TestStore } from "../../support/fixtures/testStore.ts";

const minute = 60_000;
const projectId = 102;
const titleField = stringField("title", "Title", { generateValue: () => ({ kind: "string", text: "Lamp" }) });

function createList(name: string, label: string, values: readonly string[]): ReturnType<typeof listField> {
  return listField(
    "sb",
    name,
    label,
    values.map((value) => ({ label: value })),
    { required: true },
  );
}

const status = createList("status", "Status", ["New", "Started", "Done"]);
const kind = createList("kind", "Kind", ["Lamp", "Buoy"]);

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`Board on the ${dialect} dialect`, () => {
    let server: Simulator;
    let store: TestStore;
    let calls: PageCall[];
    let opened: OpenBoard | undefined;

    before(async () => {
      server = await startSimulator({ dialect });
      store = createTestStore([{ url: server.url, label: "Demo" }]);
      await signIn(store, `${server.url}/api`, server.accounts.admin);
    });
    afterEach(() => opened?.session.close());
    after(async () => {
      await store.connections.close();
      await server.close();
    });

    function addTracker(...fields: readonly ReturnType<typeof listField>[]): TrackerHandle {
      const hasStatus = fields.includes(status);
      const tracker = server.addTracker({
        projectId,
        label: "Lamps",
        fields: [titleField, ...fields],
        semantics: {
          title: "title",
          ...(hasStatus && { status: { field: "status", open: ["New", "Started"] } }),
        },
        artifacts: 6,
      });
      server.clock.advance(minute);
      return tracker;
    }

    async function open(
      { id }: Pick<TrackerHandle, "id">,
      options: Partial<BoardOptions> = {},
    ): Promise<OpenBoard> {
      calls = [];
      opened = await openBoard(store, {
        siteUrl: server.url,
        source: id,
        openOnly: false,
        onCall: (call) => void calls.push(call),
        ...options,
      });
      await opened.load();
      await opened.whenIdle();
      return opened;
    }

    function getCalls<K extends keyof BoardPageMethods>(
      method: K,
    ): readonly Parameters<BoardPageMethods[K]>[0][] {
      const params: readonly unknown[] = calls.flatMap((call) =>
        call.method === method ? [call.params] : [],
      );
      return params as readonly Parameters<BoardPageMethods[K]>[0][];
    }

    function getState(): BoardState {
      return getCalls("setBoard").at(-1) ?? assert.fail("no columns were sent");
    }

    function getColumns(): readonly (readonly string[])[] {
      return getState().columns.map(({ kind: columnKind, values }) => [
        columnKind,
        ...values.map(({ label }) => label),
      ]);
    }

    /** The key of each card's value, by the calls of the page. */
    function getKeys(fieldId: number): ReadonlyMap<number, string> {
      const keys = new Map<number, string>();
      for (const { values, isComplete, ...call } of getCalls("setCardValues")) {
        if (call.fieldId !== fieldId) continue;
        if (isComplete) keys.clear();
        for (const { key, ids } of values) for (const id of ids) keys.set(id, key);
      }
      return keys;
    }

    function getValue(tracker: TrackerHandle, name: string, label: string): LabeledId {
      return { id: tracker.choiceId(name, label), label };
    }

    function setValue(tracker: TrackerHandle, id: number, name: string, label: string): void {
      const values = [{ field_id: tracker.fieldId(name), bind_value_ids: [tracker.choiceId(name, label)] }];
      server.updateArtifact(id, { values });
      server.clock.advance(minute);
    }

    it("has the columns of the status, or asks for the field if the server doesn't report it", async () => {
      const tracker = addTracker(kind, status);
      await open(tracker);
      const { problem, fields, layout } = getState();
      assert.equal(problem, undefined);
      assert.deepEqual(
        fields.map(({ label }) => label),
        dialect === "product" ? ["Status", "Kind"] : ["Kind", "Status"],
      );
      if (dialect === "documented") {
        assert.deepEqual([layout.columnFieldId, getColumns()], [undefined, []]);
        return;
      }
      assert.deepEqual(getColumns(), [["none"], ["value", "New"], ["value", "Started"], ["closed", "Done"]]);
      // Rows have the status.
      assert.equal(getState().statusField?.id, tracker.fieldId("status"));
      assert.deepEqual(getCalls("setCardValues"), []);
    });

    it("has the columns of the only list without asking, with the values of the cards", async () => {
      const tracker = addTracker(kind);
      await open(tracker);
      assert.deepEqual(getColumns(), [["none"], ["value", "Lamp"], ["value", "Buoy"]]);
      assert.equal(getState().statusField, undefined);
      const keys = getKeys(tracker.fieldId("kind"));
      assert.deepEqual(new Set(keys.keys()), new Set(tracker.artifactIds));
    });

    it("says why a tracker without lists, or several trackers, can't be shown", async () => {
      await open(addTracker());
      assert.match(getState().problem ?? "", /no list with a single value/);
      assert.deepEqual(getState().columns, []);
      const [one, other] = [addTracker(status), addTracker(status)];
      const artifacts = [one, other].map(({ id, artifactIds: [artifactId = 0] }) => ({
        artifactId,
        trackerId: id,
      }));
      const source = { kind: "selection", siteApi: `${server.url}/api`, artifacts } as const;
      await open(one, { source });
      assert.match(getState().problem ?? "", /artifacts of one tracker/);
    });

    it("ignores stored fields that no longer exist", async () => {
      const tracker = addTracker(status);
      await open(tracker, { layout: { columnFieldId: 999_999, laneField: 999_998 } });
      assert.deepEqual(getState().layout, { columnFieldId: tracker.fieldId("status"), laneField: undefined });
      assert.equal(getState().lanes, undefined);
    });

    it("sends columns again only if they have changed, and stores the fields", async () => {
      const tracker = addTracker(status, kind);
      const [statusId, kindId] = [tracker.fieldId("status"), tracker.fieldId("kind")];
      const { board, session, whenIdle } = await open(tracker, { layout: { columnFieldId: statusId } });
      const count = getCalls("setBoard").length;
      await session.load("known");
      board.update();
      assert.equal(getCalls("setBoard").length, count);
      await board.saveLayout({ columnFieldId: kindId, laneField: "assignee" });
      await whenIdle();
      assert.equal(getCalls("setBoard").length, count + 1);
      assert.deepEqual(getState().layout, { columnFieldId: kindId, laneField: "assignee" });
      assert.equal(getKeys(kindId).size, tracker.artifactIds.length);
    });

    it("sends the new value of an artifact that was loaded again, also to a new page", async () => {
      const tracker = addTracker(kind);
      const fieldId = tracker.fieldId("kind");
      const { board, session } = await open(tracker);
      const [id = 0] = tracker.artifactIds;
      for (const label of ["Buoy", "Lamp"]) {
        setValue(tracker, id, "kind", label);
        await session.refreshRows([id]);
        assert.equal(getKeys(fieldId).get(id), String(tracker.choiceId("kind", label)));
        const before = getKeys(fieldId);
        calls = [];
        board.sendAll();
        assert.deepEqual(getColumns().length, 3);
        assert.deepEqual(
          [...getKeys(fieldId)].sort(([one], [other]) => one - other),
          [...before].sort(([one], [other]) => one - other),
        );
      }
    });

    it("moves several cards in a bulk edit", async () => {
      const tracker = addTracker(kind);
      const { board } = await open(tracker, {
        bulkEdit: { findFieldKey: (_, field) => Promise.resolve(JSON.stringify(field)) },
        moveCard: () => assert.fail("cards are moved without a preview"),
      });
      const ids = tracker.artifactIds.slice(0, 2);
      const value = getValue(tracker, "kind", "Buoy");
      await board.move(ids, value);
      const field = JSON.stringify({ by: "id", fieldId: tracker.fieldId("kind") });
      assert.deepEqual(getCalls("openBulkEdit"), [{ ids, field, values: [value] }]);
    });

    it("moves a card as it was shown, reloads it, and undoes the last move first", async () => {
      const tracker = addTracker(kind);
      const fieldId = tracker.fieldId("kind");
      const [first = 0, second = 0] = tracker.artifactIds;
      const undone: number[] = [];
      const targets: Parameters<MoveCard>[0][] = [];
      const { board } = await open(tracker, {
        moveCard: async (target, _field, _edit, handlers) => {
          targets.push(target);
          const { id } = target.selected.row;
          setValue(tracker, id, "kind", "Buoy");
          await handlers.afterSave();
          handlers.onDone(() => Promise.resolve(void undone.push(id)));
        },
      });
      for (const id of [first, second]) setValue(tracker, id, "kind", "Lamp");
      const shownKey = getKeys(fieldId).get(first);
      for (const id of [first, second]) await board.move([id], getValue(tracker, "kind", "Buoy"));
      assert.deepEqual(targets[0]?.selected.shownValue, { fieldId, key: shownKey });
      for (const id of [first, second]) {
        assert.equal(getKeys(fieldId).get(id), String(tracker.choiceId("kind", "Buoy")));
        assert.ok(getCalls("updateRows").some(({ rows }) => rows.some((row) => row.id === id)));
      }
      for (let count = 0; count < 3; count += 1) await board.undo();
      assert.deepEqual(undone, [second, first]);
      const move = board.move([first], getValue(tracker, "kind", "Lamp"));
      await board.undo();
      assert.deepEqual(undone, [second, first, first], "a move that was still being saved");
      await move;
      await assert.rejects(board.move([999_999], getValue(tracker, "kind", "Lamp")), {
        message: "This artifact is no longer on the board.",
      });
    });
  });
}
