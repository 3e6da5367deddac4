import assert from "node:assert/strict";
import { noValueKey } from "../../../src/model/board.ts";
import { isFailure } from "../../../src/model/failure.ts";
import { backlogKey } from "../../../src/model/milestone.ts";
import type { RowWithTracker } from "../../../src/model/query/sortAndGroup.ts";
import { maxBacklogRows, MilestonePlan } from "../../../src/store/milestonePlan.ts";
import { RowList } from "../../../src/store/queries/rowList.ts";
import { getIds, getMilestoneIds, patch } from "../simulator/boards.ts";
import { neverAborted, TriageStoreFixture } from "./triage/triageStoreFixture.ts";

describe("the plan of a milestone", () => {
  let fixture: TriageStoreFixture;
  let milestones: ReadonlyMap<string, number>;

  async function open(as?: "member"): Promise<void> {
    fixture = await TriageStoreFixture.open({ dialect: "product", boards: true }, as);
    const { server } = fixture;
    milestones = new Map([...(await getMilestoneIds(server, 101)), ...(await getMilestoneIds(server, 102))]);
  }

  beforeEach(() => open());
  afterEach(() => fixture.close());

  function getId(label: string): number {
    return milestones.get(label) ?? assert.fail(`no milestone ${label}`);
  }

  function openPlan(label: string): Promise<MilestonePlan> {
    return MilestonePlan.open(fixture.artifactLoader, getId(label));
  }

  async function loadRows(plan: MilestonePlan): Promise<readonly RowWithTracker[]> {
    const list = new RowList(plan.createSource());
    await list.loadUntil(() => false);
    if (list.lastFailure !== undefined) throw list.lastFailure.failure;
    return list.items.flatMap((item) => (item.kind === "artifact" ? [plan.withColumn(item)] : []));
  }

  async function loadPlan(label: string): Promise<readonly [MilestonePlan, readonly RowWithTracker[]]> {
    const plan = await openPlan(label);
    return [plan, await loadRows(plan)];
  }

  function getContent(label: string): Promise<readonly number[]> {
    return getIds(fixture.server, `/milestones/${getId(label)}/content?limit=100`);
  }

  function getBacklog(owner: string): Promise<readonly number[]> {
    return getIds(fixture.server, `/${owner}/backlog?limit=100`);
  }

  function listWrites(): readonly (readonly unknown[])[] {
    return fixture.server.requests
      .filter(({ method, account }) => method !== "GET" && account !== undefined)
      .map(({ method, path, body }) => [method, path, JSON.parse(body)]);
  }

  it("has planned artifacts and those of the parent's backlog, both by rank", async () => {
    const [first = 0, , third = 0] = await getContent("Sprint 13");
    await patch(fixture.server, `/milestones/${getId("Sprint 13")}/content`, {
      order: { ids: [third], direction: "before", compared_to: first },
    });
    const [plan, rows] = await loadPlan("Sprint 13");
    const content = await getContent("Sprint 13");
    const backlog = await getBacklog(`milestones/${getId("Spring 2026")}`);
    assert.equal(content[0], third);
    const ids = rows.map(({ id }) => id);
    assert.deepEqual(ids, [...content, ...backlog]);
    assert.deepEqual(plan.rankedIds, ids);
    assert.ok(content.every((id) => plan.isPlanned(id)) && !backlog.some((id) => plan.isPlanned(id)));
    assert.equal(plan.isBacklogComplete, true);
  });

  function listColumns(plan: MilestonePlan, rows: readonly RowWithTracker[]): ReadonlyMap<unknown, unknown> {
    const labels = new Map(plan.columns.map(({ key, label }) => [key, label]));
    return new Map(
      rows
        .filter(({ id }) => plan.isPlanned(id))
        .map(({ status, boardColumn = "" }) => [status, labels.get(boardColumn)]),
    );
  }

  it("has planned artifacts completely, in the columns of the cardwall", async () => {
    const [plan, rows] = await loadPlan("Iteration 8");
    assert.deepEqual(
      listColumns(plan, rows),
      new Map([
        ["New", "Open"],
        ["In progress", "In work"],
        ["Fixed", "Closed"],
        ["Won't fix", "Closed"],
      ]),
    );
    for (const { id, modifiedOn, submittedBy, boardColumn } of rows) {
      assert.equal(modifiedOn !== undefined && submittedBy !== undefined, plan.isPlanned(id));
      assert.equal(boardColumn === backlogKey, !plan.isPlanned(id));
    }
  });

  it("has artifacts whose children are on the cardwall in the column of their status, if there is one", async () => {
    const [plan, rows] = await loadPlan("Sprint 13");
    assert.deepEqual(
      listColumns(plan, rows),
      new Map([
        ["To do", ""],
        ["On going", "On going"],
        ["Review", "Review"],
        ["Done", "Done"],
      ]),
    );
  });

  it("has the statuses as columns without a cardwall, and the backlog of the project without a parent", async () => {
    const [plan, rows] = await loadPlan("Spring 2026");
    assert.deepEqual(
      plan.columns.map(({ kind, label }) => (label === "" ? kind : label)),
      ["backlog", "none", "To do", "On going", "Review", "Done"],
    );
    const backlog = rows.filter(({ boardColumn }) => boardColumn === backlogKey).map(({ id }) => id);
    assert.deepEqual(backlog.slice(0, 100), (await getBacklog("projects/101")).slice(0, backlog.length));
    assert.ok(rows.every(({ boardColumn }) => boardColumn !== noValueKey));
  });

  it("has the columns of its other trackers if one isn't accessible", async () => {
    fixture.server.faults.add({ path: "/trackers/22", fault: { kind: "status", status: 403 } });
    const plan = await openPlan("Sprint 13");
    assert.deepEqual(plan.trackers, []);
    assert.ok(plan.columns.some(({ label }) => label === "On going"));
  });

  it("has only the backlog if nothing is planned", async () => {
    const [plan, rows] = await loadPlan("Someday");
    assert.ok(rows.length > 0 && rows.every(({ boardColumn }) => boardColumn === backlogKey));
    assert.deepEqual(
      plan.rankedIds,
      rows.map(({ id }) => id),
    );
  });

  it("has a limited backlog", async () => {
    const { artifactLoader } = fixture;
    const { client } = await artifactLoader.connect();
    const { items } = await client.plannedArtifacts(
      { kind: "backlog", owner: { projectId: 101 } },
      { offset: 0, limit: 1 },
    );
    const [row] = items;
    assert.ok(row?.kind === "artifact");
    const offsets: number[] = [];
    const plannedArtifacts: typeof client.plannedArtifacts = (list, { offset, limit = 100 }) => {
      if (list.kind === "content") return client.plannedArtifacts(list, { offset, limit });
      offsets.push(offset);
      const page = Array.from({ length: limit }, (_, index) => ({ ...row, id: 10_000 + offset + index }));
      return Promise.resolve({ items: page, nextOffset: offset + limit, total: 5_000 });
    };
    const loader = {
      connect: () => Promise.resolve({ client: { ...client, plannedArtifacts } }),
      loadTracker: (id: number) => artifactLoader.loadTracker(id),
      loadMany: (...args: Parameters<typeof artifactLoader.loadMany>) => artifactLoader.loadMany(...args),
    } as unknown as typeof artifactLoader;
    const plan = await MilestonePlan.open(loader, getId("Someday"));
    const rows = await loadRows(plan);
    assert.ok(rows.length >= maxBacklogRows && rows.length < maxBacklogRows + 100, String(rows.length));
    assert.ok(offsets.every((offset) => offset < maxBacklogRows));
    assert.equal(plan.isBacklogComplete, false);
  });

  it("gets an artifact of the backlog at a position, with one request", async () => {
    const [plan] = await loadPlan("Sprint 13");
    const [id = 0] = await getBacklog(`milestones/${getId("Spring 2026")}`);
    const [first = 0] = await getContent("Sprint 13");
    const position = { direction: "before", comparedTo: first } as const;
    const result = await plan.plan([id], "content", position, neverAborted);
    assert.deepEqual(result, { movedIds: [id], ignoredIds: [], failure: undefined, repeated: [] });
    assert.deepEqual((await getContent("Sprint 13")).slice(0, 2), [id, first]);
    assert.deepEqual(listWrites(), [
      [
        "PATCH",
        `/api/milestones/${getId("Sprint 13")}/content`,
        { add: [{ id }], order: { ids: [id], direction: "before", compared_to: first } },
      ],
    ]);
  });

  it("takes an artifact from the milestone that someone else has planned it in", async () => {
    const [plan] = await loadPlan("Sprint 13");
    const [id = 0] = await getBacklog(`milestones/${getId("Spring 2026")}`);
    await patch(fixture.server, `/milestones/${getId("Sprint 14")}/content`, { add: [{ id }] });
    const result = await plan.plan([id], "content", undefined, neverAborted);
    assert.deepEqual(result, { movedIds: [id], ignoredIds: [], failure: undefined, repeated: [] });
    assert.ok((await getContent("Sprint 13")).includes(id));
    assert.ok(!(await getContent("Sprint 14")).includes(id));
    assert.deepEqual(listWrites().at(-1)?.[2], { add: [{ id, remove_from: getId("Sprint 14") }] });
  });

  it("returns artifacts to the backlog of the parent, or of the project", async () => {
    for (const [label, backlog] of [
      ["Sprint 13", `milestones/${getId("Spring 2026")}`],
      ["Summer 2026", "projects/101"],
    ] as const) {
      const [plan] = await loadPlan(label);
      const [id = 0] = await getContent(label);
      const result = await plan.plan([id], "backlog", undefined, neverAborted);
      assert.deepEqual(result, { movedIds: [id], ignoredIds: [], failure: undefined, repeated: [] });
      assert.ok(!(await getContent(label)).includes(id));
      assert.ok((await getBacklog(backlog)).includes(id), label);
      assert.deepEqual(listWrites().at(-1), [
        "PATCH",
        `/api/${backlog}/backlog`,
        { add: [{ id, remove_from: getId(label) }] },
      ]);
    }
  });

  it("returns artifacts to an explicit backlog", async () => {
    const [plan] = await loadPlan("3.0");
    const [id = 0] = await getContent("3.0");
    assert.deepEqual(await plan.plan([id], "backlog", undefined, neverAborted), {
      movedIds: [id],
      ignoredIds: [],
      failure: undefined,
      repeated: [],
    });
    assert.ok((await getBacklog("projects/102")).includes(id));
  });

  it("doesn't request what others have done already", async () => {
    const [plan] = await loadPlan("Sprint 13");
    const [id = 0] = await getBacklog(`milestones/${getId("Spring 2026")}`);
    await patch(fixture.server, `/milestones/${getId("Sprint 13")}/content`, { add: [{ id }] });
    const before = listWrites().length;
    const result = await plan.plan([id], "content", undefined, neverAborted);
    assert.deepEqual(result, { movedIds: [], ignoredIds: [], failure: undefined, repeated: [] });
    assert.equal(listWrites().length, before);
  });

  it("reports artifacts that were planned, but not ranked where they should", async () => {
    const [plan] = await loadPlan("Sprint 13");
    const [id = 0, other = 0] = await getBacklog(`milestones/${getId("Spring 2026")}`);
    const position = { direction: "before", comparedTo: other } as const;
    const { movedIds, ignoredIds, failure } = await plan.plan([id], "content", position, neverAborted);
    assert.deepEqual([movedIds, ignoredIds, failure?.request.status], [[id], [], 409]);
    fixture.server.faults.add({ method: "PATCH", path: /content/, fault: { kind: "status", status: 400 } });
    await assert.rejects(plan.plan([other], "content", undefined, neverAborted), { kind: "invalidRequest" });
  });

  it("reports artifacts that the server ignored", async () => {
    const [plan] = await loadPlan("Sprint 13");
    // A bug can't be planned in a sprint for stories.
    const [bug = 0] = await getContent("2.4");
    const [story = 0] = await getBacklog(`milestones/${getId("Spring 2026")}`);
    const result = await plan.plan([bug, story], "content", undefined, neverAborted);
    assert.deepEqual(result, { movedIds: [story], ignoredIds: [bug], failure: undefined, repeated: [] });
    assert.ok((await getContent("Sprint 13")).includes(story));
  });

  it("reports artifacts that are in several milestones then", async () => {
    const [plan] = await loadPlan("Sprint 13");
    const [id = 0] = await getContent("Sprint 12");
    await patch(fixture.server, `/milestones/${getId("Sprint 14")}/content`, { add: [{ id }] });
    const result = await plan.plan([id], "content", undefined, neverAborted);
    assert.deepEqual(result.ignoredIds, []);
    assert.deepEqual(
      result.repeated.map((each) => [each.id, each.milestones.length]),
      [[id, 2]],
    );
    assert.ok(result.repeated[0]?.milestones.includes("Sprint 13"));
  });

  it("changes the rank of planned artifacts and of the backlog", async () => {
    const [plan] = await loadPlan("Sprint 13");
    const release = `milestones/${getId("Spring 2026")}`;
    const content = await getContent("Sprint 13");
    const backlog = await getBacklog(release);
    const swap = async (ids: readonly number[], list: "content" | "backlog"): Promise<void> => {
      const [first = 0, second = 0, third = 0] = ids;
      await plan.rank([second, third], list, { direction: "before", comparedTo: first }, neverAborted);
    };
    await swap(content, "content");
    await swap(backlog, "backlog");
    const reorder = ([first = 0, second = 0, third = 0, ...others]: readonly number[]) => [
      second,
      third,
      first,
      ...others,
    ];
    assert.deepEqual(await getContent("Sprint 13"), reorder(content));
    assert.deepEqual(await getBacklog(release), reorder(backlog));
  });

  it("can't be changed without the permission to change priorities", async () => {
    await fixture.close();
    await open("member");
    const [plan] = await loadPlan("3.0");
    assert.equal(plan.milestone.canChangePriorities, false);
    const [id = 0, other = 0] = await getContent("3.0");
    for (const change of [
      () => plan.plan([id], "backlog", undefined, neverAborted),
      () => plan.rank([id], "content", { direction: "after", comparedTo: other }, neverAborted),
    ]) {
      await assert.rejects(change(), (reason) => isFailure(reason) && reason.kind === "forbidden");
    }
    assert.ok((await getContent("3.0")).includes(id));
  });
});
