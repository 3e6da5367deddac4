import assert from "node:assert/strict";
import type { Client } from "../../../src/api/client.ts";
import type { CollectionPage } from "../../../src/model/collectionPage.ts";
import { isFailure } from "../../../src/model/failure.ts";
import type { Milestone } from "../../../src/model/milestone.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { getColumnIds, getIds, getMilestoneIds } from "../simulator/boards.ts";
import { SpecificationContext } from "../specification/specificationContext.ts";

const lighthouseId = 101;
const openTidesId = 102;
const improvementsId = 4;

function getItems<T extends { readonly kind: string }>({ items }: CollectionPage<T>): readonly T[] {
  return items.map((item) => (item.kind === "unreadable" ? assert.fail("unreadable") : (item as T)));
}

async function getFailureKind(request: Promise<unknown>): Promise<string | undefined> {
  const failure: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return isFailure(failure) ? failure.kind : undefined;
}

describe("milestones and kanbans on the product dialect", () => {
  let server: Simulator;
  let context: SpecificationContext;
  let client: Client;
  let milestones: ReadonlyMap<string, number>;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product", boards: true });
    context = new SpecificationContext(server);
    client = context.member;
    milestones = new Map([
      ...(await getMilestoneIds(server, lighthouseId)),
      ...(await getMilestoneIds(server, openTidesId)),
    ]);
  });
  afterEach(async () => {
    await context.close();
    await server.close();
  });

  function getId(label: string): number {
    return milestones.get(label) ?? assert.fail(`no milestone ${label}`);
  }

  function getMilestone(label: string): Promise<Milestone> {
    return client.milestone(getId(label));
  }

  function getBody(): unknown {
    return JSON.parse(context.getLastRequest().body);
  }

  it("are reported by projects that have a planning", async () => {
    assert.equal((await client.project(lighthouseId)).hasMilestones, true);
    assert.equal((await context.admin.project(103)).hasMilestones, false);
  });

  it("list milestones of projects and of milestones by status", async () => {
    const getLabels = async (...args: Parameters<Client["milestones"]>): Promise<readonly string[]> =>
      getItems(await client.milestones(...args)).map(({ label }) => label);
    const owner = { projectId: lighthouseId };
    assert.deepEqual(await getLabels(owner, "open", 0), ["Spring 2026", "Summer 2026"]);
    assert.deepEqual(await getLabels(owner, "closed", 0), ["Autumn 2025", "Someday"]);
    assert.deepEqual(await getLabels({ milestoneId: getId("Spring 2026") }, "open", 0), [
      "Sprint 13",
      "Sprint 14",
    ]);
  });

  it("have dates, effort, parent, trackers and permissions", async () => {
    const sprint = await getMilestone("Sprint 13");
    const { trackerId, contentTrackerIds, ...others } = sprint;
    assert.deepEqual(others, {
      kind: "milestone",
      id: getId("Sprint 13"),
      label: "Sprint 13",
      projectId: lighthouseId,
      isOpen: true,
      status: "Current",
      startsOn: "2026-02-23T00:00:00+01:00",
      endsOn: "2026-03-09T00:00:00+01:00",
      remainingEffort: 31,
      capacity: 42,
      canHaveMilestones: false,
      parentId: getId("Spring 2026"),
      hasCardwall: true,
      canChangePriorities: true,
    });
    assert.deepEqual([trackerId, contentTrackerIds], [26, [22]]);
    const release = await getMilestone("Spring 2026");
    assert.deepEqual(
      [release.canHaveMilestones, release.parentId, release.hasCardwall],
      [true, undefined, false],
    );
    assert.equal((await getMilestone("2.4")).canChangePriorities, false);
    const [, someday] = getItems(await client.milestones({ projectId: lighthouseId }, "closed", 0));
    assert.deepEqual([someday?.label, someday?.isOpen, someday?.endsOn], ["Someday", false, undefined]);
  });

  it("have content and backlogs by rank, page by page", async () => {
    const list = { kind: "content", milestoneId: getId("Sprint 13") } as const;
    const first = await client.plannedArtifacts(list, { offset: 0, limit: 4 });
    assert.deepEqual([first.total, first.nextOffset], [10, 4]);
    const second = await client.plannedArtifacts(list, { offset: 4, limit: 400 });
    assert.equal(second.nextOffset, undefined);
    const rows = [...getItems(first), ...getItems(second)];
    const path = `/milestones/${getId("Sprint 13")}/content?limit=100`;
    assert.deepEqual(
      rows.map(({ id }) => id),
      await getIds(server, path),
    );
    const [row] = rows;
    assert.equal(row?.tracker?.id, 22);
    assert.ok(["To do", "On going", "Review", "Done"].includes(row.status ?? ""));
    assert.deepEqual(
      rows.filter(({ isOpen }) => isOpen === false).map(({ status }) => status),
      ["Done", "Done"],
    );
    for (const owner of [{ projectId: lighthouseId }, { milestoneId: getId("Spring 2026") }]) {
      const backlog = getItems(await client.plannedArtifacts({ kind: "backlog", owner }, { offset: 0 }));
      assert.ok(backlog.length > 0 && backlog.every(({ isOpen }) => isOpen));
    }
  });

  it("have a cardwall, or none", async () => {
    const cardwall = await client.cardwall(getId("Sprint 13"));
    assert.deepEqual(
      cardwall?.columns.map(({ label, color }) => [label, color]),
      [
        ["To be done", "#F8F8F8"],
        ["On going", "daphne-blue"],
        ["Review", "#99CCFF"],
        ["Done", "acid-green"],
      ],
    );
    assert.ok(cardwall.columnIds.size > 0);
    assert.equal(await client.cardwall(getId("Spring 2026")), undefined);
  });

  it("plan artifacts and change their rank as the server expects it", async () => {
    const content = { kind: "content", milestoneId: getId("Sprint 14") } as const;
    const [first = 0, second = 0] = await getIds(server, `/milestones/${getId("Sprint 14")}/content`);
    await client.changePlan(content, { order: { ids: [second], direction: "before", comparedTo: first } });
    assert.deepEqual(getBody(), { order: { ids: [second], direction: "before", compared_to: first } });
    assert.deepEqual((await getIds(server, `/milestones/${getId("Sprint 14")}/content`)).slice(0, 2), [
      second,
      first,
    ]);
    const backlog = { kind: "backlog", owner: { milestoneId: getId("Spring 2026") } } as const;
    await client.changePlan(backlog, { add: [{ id: first, removeFrom: getId("Sprint 14") }] });
    assert.deepEqual(getBody(), { add: [{ id: first, remove_from: getId("Sprint 14") }] });
    await client.changePlan(content, { add: [{ id: first, removeFrom: undefined }] });
    assert.deepEqual(getBody(), { add: [{ id: first }] });
    const of = await client.milestonesOfArtifact(first, 26);
    assert.deepEqual(of, [{ id: getId("Sprint 14"), label: "Sprint 14" }]);
    assert.deepEqual(await client.milestonesOfArtifact(first, 11), []);
  });

  it("don't exist or are forbidden", async () => {
    const [story = 0] = await getIds(server, `/projects/${lighthouseId}/backlog?limit=1`);
    assert.equal(await getFailureKind(client.milestone(story)), "notFound");
    assert.equal(await getFailureKind(client.kanban(99)), "notFound");
    const [bug = 0] = await getIds(server, `/milestones/${getId("2.4")}/content`);
    const list = { kind: "content", milestoneId: getId("2.4") } as const;
    const order = { ids: [bug], direction: "after", comparedTo: bug + 1 } as const;
    assert.equal(await getFailureKind(client.changePlan(list, { order })), "forbidden");
  });

  it("have kanbans with columns, limits, and cards by rank", async () => {
    const kanban = await client.kanban(improvementsId);
    const { columns, ...others } = kanban;
    assert.deepEqual(others, {
      kind: "kanban",
      id: improvementsId,
      label: "Improvements",
      trackerId: 27,
      projectId: lighthouseId,
    });
    assert.deepEqual(
      columns.map(({ label, limit }) => [label, limit]),
      [
        ["To do", undefined],
        ["Doing", 2],
        ["Review", undefined],
      ],
    );
    assert.deepEqual(new Map(columns.map(({ label, id }) => [label, id])), await getColumnIds(server, 4));
    const doingId = columns[1]?.id ?? 0;
    const page = await client.kanbanCards(improvementsId, doingId, { offset: 0, limit: 3 });
    assert.deepEqual([page.total, page.nextOffset, page.items.length], [4, 3, 3]);
    const [first, , third] = getItems(page).map(({ id }) => id);
    assert.ok(first !== undefined && third !== undefined);
    const order = { ids: [third], direction: "before", comparedTo: first } as const;
    await client.orderKanban(improvementsId, doingId, order);
    const after = getItems(await client.kanbanCards(improvementsId, doingId, { offset: 0 }));
    assert.deepEqual(after.slice(0, 2), [
      { kind: "card", id: third },
      { kind: "card", id: first },
    ]);
    const backlog = getItems(await client.kanbanCards(improvementsId, "backlog", { offset: 0 }));
    assert.equal(backlog.length, 5);
    const wrong = { ids: [backlog[0]?.id ?? 0], direction: "before", comparedTo: first } as const;
    assert.notEqual(await getFailureKind(client.orderKanban(improvementsId, "backlog", wrong)), undefined);
  });
});

describe("milestones and kanbans on the documented dialect", () => {
  it("are absent", async () => {
    const server = await startSimulator({ dialect: "documented", boards: true });
    const context = new SpecificationContext(server);
    try {
      const client = context.admin;
      assert.equal((await client.project(lighthouseId)).hasMilestones, false);
      assert.equal(await getFailureKind(client.milestones({ projectId: 101 }, "open", 0)), "notFound");
      assert.equal(await getFailureKind(client.milestone(1)), "notFound");
      assert.equal(await getFailureKind(client.kanban(1)), "notFound");
      assert.equal(await client.cardwall(1), undefined);
    } finally {
      await context.close();
      await server.close();
    }
  });
});
