import assert from "node:assert/strict";
import { type KnownKanban, KnownKanbans } from "../../../src/store/knownKanbans.ts";
import { createMemento } from "./queries/queryFixture.ts";

const api = "https://tuleap.example/api";
const account = { id: "7", name: "Ana" };

function createKanban(id: number, label = `Kanban ${id}`): KnownKanban {
  return { id, label, trackerId: 11, projectId: 101 };
}

describe("known kanbans", () => {
  it("are stored per site and account, without what can change", async () => {
    const memento = createMemento();
    const kanbans = new KnownKanbans(memento, () => undefined);
    const loaded = { ...createKanban(4), kind: "kanban", columns: [{ id: 1, label: "To do" }] };
    await kanbans.add(api, account, loaded);
    await kanbans.add(api, undefined, createKanban(5));
    assert.deepEqual(kanbans.list(api, account), [createKanban(4)]);
    assert.deepEqual(kanbans.list(api, undefined), [createKanban(5)]);
    assert.deepEqual(kanbans.list("https://other.example/api", account), []);
    assert.deepEqual(new KnownKanbans(memento, () => undefined).list(api, account), [createKanban(4)]);
  });

  it("are stored once, with their last label, and removed", async () => {
    let changeCount = 0;
    const kanbans = new KnownKanbans(createMemento(), () => (changeCount += 1));
    for (const kanban of [createKanban(4), createKanban(5), createKanban(4, "Renamed")]) {
      await kanbans.add(api, account, kanban);
    }
    assert.deepEqual(kanbans.list(api, account), [createKanban(5), createKanban(4, "Renamed")]);
    await kanbans.remove(api, account, 5);
    assert.deepEqual(kanbans.list(api, account), [createKanban(4, "Renamed")]);
    assert.equal(changeCount, 4);
  });

  it("of a site are removed for all accounts when its data is deleted", async () => {
    const kanbans = new KnownKanbans(createMemento(), () => undefined);
    const otherApi = `${api}2`;
    for (const each of [api, otherApi]) await kanbans.add(each, account, createKanban(4));
    await kanbans.add(api, undefined, createKanban(5));
    await kanbans.clear(api);
    assert.deepEqual([kanbans.list(api, account), kanbans.list(api, undefined)], [[], []]);
    assert.deepEqual(kanbans.list(otherApi, account), [createKanban(4)]);
  });

  it("aren't read from data that isn't theirs", () => {
    const memento = createMemento();
    for (const stored of ["x", { id: 4 }, null]) {
      memento.kept.set(`kanbans ${api} 7`, stored);
      assert.deepEqual(new KnownKanbans(memento, () => undefined).list(api, account), []);
    }
  });
});
