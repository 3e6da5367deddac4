import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { get, getIds, getList, getMilestoneIds, getObject, type RawObject } from "./boards.ts";
import { encodeQuery, getError } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

const day = 24 * 60 * 60 * 1000;

function getLabels(items: readonly RawObject[]): readonly unknown[] {
  return items.map(({ label }) => label);
}

describe("simulator: milestones (product)", () => {
  const start = useSimulators();
  let simulator: Simulator;
  let milestones: ReadonlyMap<string, number>;

  beforeEach(async () => {
    simulator = await start({ dialect: "product", boards: true });
    milestones = await getMilestoneIds(simulator, 101);
  });

  function getMilestone(label: string): Promise<RawObject> {
    return getObject(simulator, `/milestones/${milestones.get(label)}`);
  }

  it("are found by the plannings of their project, of which the first level is part of the project", async () => {
    const plannings = await getList(simulator, "/projects/101/plannings");
    assert.deepEqual(getLabels(plannings), ["Release Planning", "Sprint Planning"]);
    const project = await getObject(simulator, "/projects/101");
    assert.deepEqual(project["additional_informations"], {
      agiledashboard: { root_planning: plannings[0] },
    });
    assert.deepEqual(await getList(simulator, "/projects/103/plannings"), []);
    const other = await getObject(simulator, "/projects/103");
    assert.deepEqual(other["additional_informations"], []);
    const types = (other["resources"] as readonly RawObject[]).map(({ type }) => type);
    assert.deepEqual(types.slice(0, 4), ["trackers", "backlog", "milestones", "plannings"]);
  });

  it("are epics in a simulator without boards", async () => {
    const plain = await start({ dialect: "product" });
    const [planning] = await getList(plain, "/projects/101/plannings");
    assert.ok(planning);
    assert.equal((planning["milestone_tracker"] as RawObject)["label"], "Epics");
    const [epic] = await getList(plain, "/projects/101/milestones?limit=1");
    assert.ok((await getList(plain, `/milestones/${String(epic?.["id"])}/content`)).length > 0);
    assert.deepEqual(await getList(plain, "/projects/102/plannings"), []);
  });

  it("are listed by id in both orders, by status and by period", async () => {
    const path = "/projects/101/milestones";
    const releases = ["Autumn 2025", "Spring 2026", "Summer 2026", "Someday"];
    assert.deepEqual(getLabels(await getList(simulator, path)), releases);
    const newest = await getList(simulator, `${path}?order=desc&limit=2&offset=1`);
    assert.deepEqual(getLabels(newest), ["Summer 2026", "Spring 2026"]);
    const find = async (criteria: object): Promise<readonly unknown[]> =>
      getLabels(await getList(simulator, `${path}?query=${encodeQuery(criteria)}`));
    assert.deepEqual(await find({ status: "open" }), ["Spring 2026", "Summer 2026"]);
    // A milestone without a status is closed.
    assert.deepEqual(await find({ status: "closed" }), ["Autumn 2025", "Someday"]);
    assert.deepEqual(await find({ period: "current" }), ["Spring 2026"]);
    assert.deepEqual(await find({ period: "future" }), ["Summer 2026"]);
    simulator.clock.advance(28 * day);
    assert.deepEqual(await find({ period: "future" }), []);
  });

  it("reject invalid queries and limits", async () => {
    const path = "/projects/101/milestones";
    const malformed = await get(simulator, `${path}?query=${encodeQuery({ status: "wip" })}`);
    assert.deepEqual(getError(malformed), [
      400,
      'Bad Request: Query is malformed. Expecting {"status":"open"} or {"status":"closed"}.',
    ]);
    assert.equal((await get(simulator, `${path}?limit=51`)).status, 400);
    assert.equal((await get(simulator, `${path}?limit=0`)).status, 500);
    assert.equal((await get(simulator, "/projects/103/milestones", simulator.accounts.member)).status, 403);
  });

  it("have dates relative to the clock, effort and counts", async () => {
    const sprint = await getMilestone("Sprint 13");
    assert.deepEqual(
      [sprint["start_date"], sprint["end_date"]],
      ["2026-02-23T00:00:00+01:00", "2026-03-09T00:00:00+01:00"],
    );
    assert.deepEqual([sprint["number_days_since_start"], sprint["number_days_until_end"]], [5, 5]);
    assert.deepEqual([sprint["capacity"], sprint["remaining_effort"]], [42, 31]);
    assert.deepEqual(sprint["status_count"], { open: 8, closed: 2 });
    assert.deepEqual([sprint["status_value"], sprint["semantic_status"]], ["Current", "open"]);
    assert.equal((sprint["parent"] as RawObject)["id"], milestones.get("Spring 2026"));
    simulator.clock.advance(14 * day);
    const later = await getMilestone("Sprint 13");
    assert.deepEqual([later["number_days_since_start"], later["number_days_until_end"]], [15, -5]);
    const someday = await getMilestone("Someday");
    assert.deepEqual([someday["start_date"], someday["capacity"], someday["status_value"]], [null, 0, ""]);
  });

  it("are slim without counts and days; the ones of a project also without effort", async () => {
    const [release] = await getList(simulator, "/projects/101/milestones?fields=slim");
    assert.deepEqual(
      [release?.["capacity"], release?.["status_count"], release?.["number_days_since_start"]],
      [null, null, null],
    );
    const path = `/milestones/${milestones.get("Spring 2026")}/milestones?fields=slim`;
    const sprints = await getList(simulator, path);
    assert.deepEqual(getLabels(sprints), ["Sprint 11", "Sprint 12", "Sprint 13", "Sprint 14"]);
    assert.deepEqual(
      [sprints[2]?.["capacity"], sprints[2]?.["status_count"], sprints[2]?.["parent"]],
      [42, null, null],
    );
  });

  it("have siblings", async () => {
    const path = `/milestones/${milestones.get("Sprint 13")}/siblings`;
    assert.deepEqual(getLabels(await getList(simulator, path)), ["Sprint 11", "Sprint 12", "Sprint 14"]);
    assert.equal((await get(simulator, `${path}?limit=11`)).status, 400);
  });

  it("have a burndown if their tracker has the field", async () => {
    const burndown = await getObject(simulator, `/milestones/${milestones.get("Sprint 13")}/burndown`);
    assert.deepEqual([burndown["start_date"], burndown["duration"]], ["2026-02-22T23:00:00+00:00", 10]);
    const release = `/milestones/${milestones.get("Spring 2026")}`;
    assert.equal((await getObject(simulator, release))["burndown_uri"], null);
    assert.equal((await get(simulator, `${release}/burndown`)).status, 404);
  });

  it("are not found if the artifact is none, and forbidden if it is unreadable", async () => {
    const [story] = await getIds(simulator, "/projects/101/backlog?limit=1");
    assert.deepEqual(getError(await get(simulator, `/milestones/${story}`)), [404, "Not Found"]);
    const release = `/milestones/${milestones.get("Spring 2026")}`;
    assert.equal((await get(simulator, release, simulator.accounts.outsider)).status, 403);
  });

  it("say who can change priorities", async () => {
    const { admin, member, outsider } = simulator.accounts;
    const canChange = async (projectId: number, account: typeof admin): Promise<unknown> => {
      const path = `/projects/${projectId}/milestones?limit=1`;
      const [milestone] = await getList(simulator, path, account);
      return milestone?.["has_user_priority_change_permission"];
    };
    assert.equal(await canChange(101, member), true);
    assert.equal(await canChange(102, admin), true);
    assert.equal(await canChange(102, member), false);
    assert.equal(await canChange(102, outsider), false);
  });

  it("have their content by rank, and what is open and in no sprint as backlog", async () => {
    const release = `/milestones/${milestones.get("Spring 2026")}`;
    const sprintItems = await Promise.all(
      ["Sprint 11", "Sprint 12", "Sprint 13", "Sprint 14"].map((label) =>
        getIds(simulator, `/milestones/${milestones.get(label)}/content?limit=100`),
      ),
    );
    const content = await getIds(simulator, `${release}/content?limit=100`);
    assert.deepEqual(
      content,
      content.toSorted((one, other) => one - other),
    );
    const backlog = await getIds(simulator, `${release}/backlog?limit=100`);
    const expected = content.filter((id) => !sprintItems.flat().includes(id));
    assert.deepEqual(backlog, expected);
    assert.equal(backlog.length, 7);
    const whole = `${release}/backlog?include=planned_and_not_planned&limit=100`;
    assert.deepEqual(await getIds(simulator, whole), content);
    assert.equal((await get(simulator, `${release}/content?limit=101`)).status, 400);
    const both = `${whole}&query=${encodeQuery({ status: "all" })}`;
    assert.equal((await get(simulator, both)).status, 400);
  });

  it("have closed items in their backlog on request", async () => {
    const release = `/milestones/${milestones.get("Autumn 2025")}`;
    assert.deepEqual(await getIds(simulator, `${release}/backlog`), []);
    const all = await getList(simulator, `${release}/backlog?query=${encodeQuery({ status: "all" })}`);
    assert.deepEqual(
      all.map(({ status }) => status),
      ["Closed", "Closed"],
    );
  });

  it("leave open items that are in none of them to the backlog of the project", async () => {
    const path = "/projects/101/backlog";
    const backlog = await getList(simulator, `${path}?limit=100`);
    assert.ok(backlog.every(({ status }) => status === "Open"));
    const planned = await getIds(simulator, `/milestones/${milestones.get("Spring 2026")}/content?limit=100`);
    assert.ok(backlog.every(({ id }) => !planned.includes(Number(id))));
    const second = await getObject(simulator, `/v2${path}?limit=1`);
    const [item] = second["content"] as readonly RawObject[];
    assert.equal(item?.["id"], backlog[0]?.["id"]);
    assert.ok(!("full_status" in (item ?? {})));
    assert.equal(second["has_user_priority_change_permission"], true);
  });

  it("have items with effort, parent and children", async () => {
    const [first] = await getList(simulator, "/projects/101/backlog?limit=1");
    const item = await getObject(simulator, `/backlog_items/${String(first?.["id"])}`);
    assert.deepEqual(item, first);
    assert.equal(typeof item["initial_effort"], "number");
    assert.equal(((item["parent"] as RawObject)["tracker"] as RawObject)["label"], "Epics");
    const children = await getList(simulator, `/backlog_items/${String(item["id"])}/children`);
    assert.equal(item["has_children"], children.length > 0);
    const { accept } = item as { readonly accept: { readonly trackers: readonly RawObject[] } };
    assert.deepEqual(getLabels(accept.trackers), ["Tasks"]);
  });
});
