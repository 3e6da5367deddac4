import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { getIds, getMilestoneIds, getObject, patch, type RawObject } from "./boards.ts";
import { getError } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

describe("simulator: planning (product)", () => {
  const start = useSimulators();
  let simulator: Simulator;
  let milestones: ReadonlyMap<string, number>;

  beforeEach(async () => {
    simulator = await start({ dialect: "product", boards: true });
    milestones = new Map([
      ...(await getMilestoneIds(simulator, 101)),
      ...(await getMilestoneIds(simulator, 102)),
    ]);
  });

  function getId(label: string): number {
    return milestones.get(label) ?? 0;
  }

  function getPath(label: string, list: "content" | "backlog" = "content"): string {
    return `/milestones/${getId(label)}/${list}`;
  }

  function getContent(label: string): Promise<readonly number[]> {
    return getIds(simulator, `${getPath(label)}?limit=100`);
  }

  function countChangesets(...ids: readonly number[]): readonly number[] {
    return ids.map((id) => simulator.getChangesets(id).length);
  }

  it("orders without a changeset, and the order is the same everywhere", async () => {
    const [first = 0, , third = 0] = await getContent("Sprint 13");
    const order = { ids: [third], direction: "before", compared_to: first };
    assert.equal((await patch(simulator, getPath("Sprint 13"), { order })).status, 200);
    assert.deepEqual((await getContent("Sprint 13")).slice(0, 2), [third, first]);
    const release = await getContent("Spring 2026");
    assert.ok(release.indexOf(third) < release.indexOf(first));
    assert.deepEqual(countChangesets(getId("Sprint 13"), third), [1, 0]);
  });

  it("moves an item with a changeset of both milestones and none of the item", async () => {
    const [id = 0] = await getContent("Sprint 13");
    const [other = 0] = await getContent("Sprint 14");
    const body = {
      add: [{ id, remove_from: getId("Sprint 13") }],
      order: { ids: [id], direction: "after", compared_to: other },
    };
    const { member } = simulator.accounts;
    const response = await patch(simulator, getPath("Sprint 14"), body, member, { "If-Match": "1" });
    assert.deepEqual([response.status, response.text], [200, ""]);
    assert.ok(!(await getContent("Sprint 13")).includes(id));
    assert.deepEqual((await getContent("Sprint 14")).slice(0, 2), [other, id]);
    assert.deepEqual(countChangesets(getId("Sprint 13"), getId("Sprint 14"), id), [2, 2, 0]);
    const last = simulator.getChangesets(getId("Sprint 14")).at(-1);
    assert.deepEqual(
      [last?.submittedBy, [...(last?.changes.keys() ?? [])].map(({ name }) => name)],
      [member.id, ["links"]],
    );
  });

  it("leaves an item in both milestones if it isn't removed from the first one", async () => {
    const [id = 0] = await getContent("Sprint 13");
    assert.equal((await patch(simulator, getPath("Sprint 14"), { add: [{ id }] })).status, 200);
    assert.ok((await getContent("Sprint 13")).includes(id));
    assert.ok((await getContent("Sprint 14")).includes(id));
    assert.deepEqual(countChangesets(getId("Sprint 13"), getId("Sprint 14")), [1, 2]);
  });

  it("ignores unknown items and those of other trackers", async () => {
    const [bug = 0] = await getContent("2.4");
    const before = await getContent("Sprint 13");
    const add = [{ id: bug }, { id: 999_999 }];
    assert.equal((await patch(simulator, getPath("Sprint 13"), { add })).status, 200);
    assert.deepEqual(await getContent("Sprint 13"), before);
    assert.deepEqual(countChangesets(getId("Sprint 13")), [1]);
  });

  it("adds items of a sprint to its release, unless it has them or their parent", async () => {
    const [story = 0] = await getIds(simulator, "/projects/101/backlog?limit=1");
    await patch(simulator, getPath("Sprint 13"), { add: [{ id: story }] });
    assert.ok((await getContent("Spring 2026")).includes(story));
    assert.deepEqual(countChangesets(getId("Sprint 13"), getId("Spring 2026"), story), [2, 2, 0]);
    const [planned = 0] = await getContent("Sprint 14");
    await patch(simulator, getPath("Sprint 13"), { add: [{ id: planned }] });
    assert.deepEqual(countChangesets(getId("Sprint 13"), getId("Spring 2026")), [3, 2]);
  });

  it("changes a milestone once for each item that leaves it", async () => {
    const ids = (await getContent("Sprint 13")).slice(0, 2);
    const add = ids.map((id) => ({ id, remove_from: getId("Sprint 13") }));
    assert.equal((await patch(simulator, getPath("Sprint 14"), { add })).status, 200);
    assert.deepEqual(countChangesets(getId("Sprint 13"), getId("Sprint 14")), [3, 2]);
    const unknown = { add: [{ id: ids[0], remove_from: 999_999 }] };
    assert.deepEqual(getError(await patch(simulator, getPath("Sprint 13"), unknown)), [
      400,
      "Bad Request: Backlog Item not found",
    ]);
  });

  it("rejects what doesn't fit the backlog of a release, before anything is changed", async () => {
    const [id = 0] = await getContent("Sprint 14");
    const [bug = 0] = await getContent("2.4");
    const path = getPath("Spring 2026", "backlog");
    const remove = { id, remove_from: getId("Sprint 14") };
    assert.equal((await patch(simulator, path, { add: [remove, { id: bug }] })).status, 400);
    assert.equal((await patch(simulator, path, { add: [remove, { id }] })).status, 400);
    assert.equal((await patch(simulator, path, { add: [remove, { id: 999_999 }] })).status, 500);
    assert.deepEqual(countChangesets(getId("Sprint 14"), getId("Spring 2026")), [1, 1]);
  });

  it("keeps what it planned if the order fails", async () => {
    const [id = 0] = await getIds(simulator, "/projects/101/backlog?limit=1");
    const [outside = 0] = await getContent("Sprint 14");
    const body = { add: [{ id }], order: { ids: [outside], direction: "before", compared_to: id } };
    assert.deepEqual(getError(await patch(simulator, getPath("Sprint 13"), body)), [
      409,
      `Conflict: Submitted id ${outside} is not part of the set to order`,
    ]);
    assert.ok((await getContent("Sprint 13")).includes(id));
  });

  it("returns items to the backlog of the release and of the project", async () => {
    const [id = 0] = await getContent("Sprint 14");
    const unplanned = await patch(simulator, getPath("Spring 2026", "backlog"), {
      add: [{ id, remove_from: getId("Sprint 14") }],
    });
    assert.equal(unplanned.status, 200);
    assert.ok((await getIds(simulator, `${getPath("Spring 2026", "backlog")}?limit=100`)).includes(id));
    // The release already had the item.
    assert.deepEqual(countChangesets(getId("Sprint 14"), getId("Spring 2026")), [2, 1]);
    const response = await patch(simulator, "/projects/101/backlog", {
      add: [{ id, remove_from: getId("Spring 2026") }],
    });
    assert.equal(response.status, 200);
    assert.ok((await getIds(simulator, "/projects/101/backlog?limit=100")).includes(id));
    assert.deepEqual(countChangesets(getId("Spring 2026"), id), [2, 0]);
  });

  it("orders the backlog of the project", async () => {
    const path = "/projects/101/backlog";
    const [first = 0, second = 0] = await getIds(simulator, path);
    const order = { ids: [second], direction: "before", compared_to: first };
    assert.equal((await patch(simulator, path, { order })).status, 200);
    assert.deepEqual((await getIds(simulator, path)).slice(0, 2), [second, first]);
    const [planned = 0] = await getContent("Sprint 13");
    const outside = { ...order, ids: [planned] };
    assert.equal((await patch(simulator, path, { order: outside })).status, 409);
    assert.equal((await patch(simulator, path, { remove: [{ id: first }] })).status, 400);
    assert.equal((await patch(simulator, path, { add: [{ id: getId("Sprint 13") }] })).status, 400);
    assert.equal((await patch(simulator, "/projects/103/backlog", { order })).status, 403);
  });

  it("needs the right to change priorities", async () => {
    const { member, outsider } = simulator.accounts;
    const [first, second] = await getContent("2.4");
    const order = { ids: [second], direction: "before", compared_to: first };
    for (const account of [member, outsider]) {
      assert.deepEqual(getError(await patch(simulator, getPath("2.4"), { order }, account)), [
        403,
        "Forbidden: User is not allowed to update this milestone because he can't change items' priorities",
      ]);
      assert.equal((await patch(simulator, "/projects/102/backlog", { order }, account)).status, 403);
    }
    assert.equal((await patch(simulator, getPath("2.4"), { order })).status, 200);
  });

  it("has an explicit backlog with what was added only, without changesets", async () => {
    const path = "/projects/102/backlog";
    const before = await getIds(simulator, path);
    assert.equal(before.length, 3);
    const [planned = 0] = await getContent("3.0");
    const [removed = 0] = before;
    const body = { add: [{ id: planned, remove_from: getId("3.0") }], remove: [{ id: removed }] };
    assert.equal((await patch(simulator, path, body)).status, 200);
    const after = [...before.slice(1), planned].toSorted((one, other) => one - other);
    assert.deepEqual(await getIds(simulator, path), after);
    assert.deepEqual(countChangesets(planned, removed, getId("3.0")), [0, 0, 2]);
    assert.equal((await patch(simulator, path, { remove: [{ id: removed }] })).status, 400);
    const [inMilestone = 0] = await getContent("2.4");
    assert.equal((await patch(simulator, path, { add: [{ id: inMilestone }] })).status, 200);
    assert.deepEqual(await getIds(simulator, path), after);
    const [added = 0] = after;
    await patch(simulator, getPath("3.0"), { add: [{ id: added }] });
    assert.deepEqual(await getIds(simulator, path), after.slice(1));
  });

  it("shows the rank in the field of that type", async () => {
    const plain = await start({ dialect: "product" });
    const epics = await getIds(plain, "/trackers/21/artifacts?limit=50");
    const content = `/milestones/${epics[0]}/content`;
    const stories = await getIds(plain, content);
    const [first = 0, last = 0] = [stories[0], stories.at(-1)];
    const between = epics.find((id) => id > first && id < last) ?? 0;
    const getRank = async (): Promise<unknown> => {
      const { values } = await getObject(plain, `/artifacts/${between}`);
      return (values as readonly RawObject[]).find(({ type }) => type === "priority")?.["value"];
    };
    assert.equal(await getRank(), between);
    const order = { ids: [first], direction: "after", compared_to: last };
    assert.equal((await patch(plain, content, { order })).status, 200);
    assert.equal(await getRank(), between - 1);
  });
});
