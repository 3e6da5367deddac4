import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import { invalidateChildren } from "../../../src/features/tree/refresh.ts";
import type { Project } from "../../../src/model/project.ts";
import type {
  MilestoneNode,
  MilestonesNode,
  TreeNode,
  UnsupportedResourceNode,
} from "../../../src/features/tree/treeNodes.ts";
import { closeServers, createTreeFixture, getLabel, openPath, type TreeFixture } from "./treeFixture.ts";

const lighthouse = "🌊 Lighthouse Console";
const kanban = { id: 4, label: "Improvements", trackerId: 27, projectId: 101 };

async function loadLabels(fixture: TreeFixture, node: TreeNode): Promise<readonly string[]> {
  return (await loadChildren(fixture, node)).map(getLabel);
}

function findNode(nodes: readonly TreeNode[], label: string): TreeNode {
  return nodes.find((node) => getLabel(node) === label) ?? assert.fail(`no node ${label}`);
}

/** The children of a project, wherever it is in the tree. */
async function loadProject(fixture: TreeFixture, label: string): Promise<readonly TreeNode[]> {
  const own = await openPath(fixture, "site");
  const isOwn = own.some((node) => getLabel(node) === label);
  return openPath(fixture, "site", ...(isOwn ? [] : ["allProjects"]), label);
}

function countRequests({ server }: TreeFixture, path: RegExp): number {
  return server.requests.filter(({ path: sent }) => path.test(sent)).length;
}

describe("milestones in the tree", () => {
  afterEach(closeServers);

  it("are below a project that has a planning, and not among its other resources", async () => {
    const fixture = await createTreeFixture({ dialect: "product", boards: true }, "member");
    const children = await openPath(fixture, "site", lighthouse);
    assert.deepEqual(
      children.filter(({ kind }) => kind !== "tracker").map(({ kind }) => kind),
      ["milestones", "svnFolder", "resources"],
    );
    assert.equal(children[0]?.kind, "milestones");
    const resources = await loadChildren(fixture, findNode(children, "resources"));
    const types = (resources as readonly UnsupportedResourceNode[]).map(({ type }) => type);
    assert.ok(!types.includes("milestones"), types.join());
    assert.ok(types.includes("plannings"), types.join());
    assert.equal(countRequests(fixture, /milestones/), 0, "they are loaded when the node is expanded");
  });

  it("are absent from a project without a planning, and on servers without milestones", async () => {
    const product = await createTreeFixture({ dialect: "product" }, "member");
    const openTides = await loadProject(product, "Open Tides");
    assert.ok(openTides.every(({ kind }) => kind !== "milestones"));
    const resources = await loadChildren(product, findNode(openTides, "resources"));
    assert.ok(resources.some((node) => node.kind === "resource" && node.type === "milestones"));
    const documented = await createTreeFixture({ dialect: "documented", boards: true }, "member");
    assert.ok((await loadProject(documented, lighthouse)).every(({ kind }) => kind !== "milestones"));
  });

  it("are below a project that an earlier version has pinned", async () => {
    const fixture = await createTreeFixture({ dialect: "product", boards: true }, "outsider");
    const { catalog, sites, pinnedProjects } = fixture;
    const [site] = sites.list();
    assert.ok(site);
    const project = (await openPath(fixture, "site", "allProjects")).find(
      (node) => node.kind === "project" && node.project.hasMilestones,
    );
    assert.ok(project?.kind === "project");
    const { hasMilestones, ...stored } = project.project;
    assert.ok(hasMilestones);
    await pinnedProjects.pin(site.api, await catalog.getSite(site).getAccount(), stored as Project);
    const children = await openPath(fixture, "site", getLabel(project));
    assert.equal(children[0]?.kind, "milestones");
  });

  it("are sorted by their end, with those below them, and load closed ones on demand", async () => {
    const fixture = await createTreeFixture({ dialect: "product", boards: true }, "member");
    const releases = await openPath(fixture, "site", lighthouse, "open milestones");
    assert.deepEqual(releases.map(getLabel), ["Spring 2026", "Summer 2026", "closed milestones"]);
    const spring = findNode(releases, "Spring 2026");
    const sprints = await loadChildren(fixture, spring);
    assert.deepEqual(sprints.map(getLabel), ["Sprint 13", "Sprint 14", "closed milestones"]);
    assert.equal(countRequests(fixture, /closed/), 0);
    const closedSprints = findNode(sprints, "closed milestones");
    assert.deepEqual(await loadLabels(fixture, closedSprints), ["Sprint 12", "Sprint 11"]);
    const closedReleases = findNode(releases, "closed milestones");
    const closed = await loadChildren(fixture, closedReleases);
    // One without a status is closed, and those without dates come last.
    assert.deepEqual(closed.map(getLabel), ["Autumn 2025", "Someday"]);
    assert.deepEqual(await loadLabels(fixture, findNode(closed, "Autumn 2025")), [
      "empty",
      "closed milestones",
    ]);
    const ids = [...releases, ...sprints, ...closed].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it("have their dates, effort and capacity at each level", async () => {
    const fixture = await createTreeFixture({ dialect: "product", boards: true }, "member");
    const releases = await openPath(fixture, "site", lighthouse, "open milestones");
    const [spring] = releases as readonly MilestoneNode[];
    assert.ok(spring);
    const [sprint] = (await loadChildren(fixture, spring)) as readonly MilestoneNode[];
    assert.partialDeepStrictEqual(spring.milestone, {
      label: "Spring 2026",
      isOpen: true,
      status: "Current",
      startsOn: "2026-01-26T00:00:00+01:00",
      endsOn: "2026-03-30T00:00:00+02:00",
      remainingEffort: 96,
      capacity: 150,
      canHaveMilestones: true,
    });
    assert.partialDeepStrictEqual(sprint?.milestone, {
      label: "Sprint 13",
      endsOn: "2026-03-09T00:00:00+01:00",
      remainingEffort: 31,
      capacity: 42,
      canHaveMilestones: false,
    });
    assert.partialDeepStrictEqual(sprint, {
      artifactId: sprint?.milestoneId,
      trackerId: 26,
      projectId: 101,
    });
  });

  it("show a message if there are none, and a failure that can be retried", async () => {
    const fixture = await createTreeFixture({ dialect: "product", boards: true }, "member");
    const releases = await openPath(fixture, "site", lighthouse, "open milestones");
    const summer = await loadChildren(fixture, findNode(releases, "Summer 2026"));
    assert.equal(summer[0]?.kind === "empty" && summer[0].missing, "openMilestones");
    const [empty] = await loadChildren(fixture, findNode(summer, "closed milestones"));
    assert.equal(empty?.kind === "empty" && empty.missing, "closedMilestones");

    const spring = findNode(releases, "Spring 2026");
    const removeFault = fixture.server.faults.add({
      path: /\/milestones\/\d+\/milestones/,
      fault: { kind: "status", status: 503 },
    });
    const [failure] = await loadChildren(fixture, spring);
    assert.ok(failure?.kind === "failure");
    const requestCount = fixture.server.requests.length;
    await loadChildren(fixture, spring);
    assert.equal(
      fixture.server.requests.length,
      requestCount,
      "a failed request isn't repeated automatically",
    );
    removeFault();
    await invalidateChildren(fixture, failure.parent);
    assert.deepEqual(await loadLabels(fixture, spring), ["Sprint 13", "Sprint 14", "closed milestones"]);
  });

  it("are reloaded with their project, and all of them with the node", async () => {
    const fixture = await createTreeFixture({ dialect: "product", boards: true }, "member");
    const project = findNode(await openPath(fixture, "site"), lighthouse);
    const milestones = findNode(await loadChildren(fixture, project), "open milestones") as MilestonesNode;
    const loadAll = async (): Promise<number> => {
      const releases = await loadChildren(fixture, milestones);
      const sprints = await loadChildren(fixture, findNode(releases, "Spring 2026"));
      await loadChildren(fixture, findNode(sprints, "closed milestones"));
      return countRequests(fixture, /\/milestones/);
    };
    const first = await loadAll();
    assert.equal(await loadAll(), first);
    await invalidateChildren(fixture, milestones);
    const second = await loadAll();
    assert.equal(second, 2 * first);
    await invalidateChildren(fixture, project);
    assert.equal(await loadAll(), 3 * first);
  });
});

describe("kanbans in the tree", () => {
  afterEach(closeServers);

  it("are below their project once they were opened, until they are removed", async () => {
    const fixture = await createTreeFixture({ dialect: "product", boards: true }, "member");
    const { catalog, sites } = fixture;
    const knownKanbans = await fixture.knownKanbans();
    const [site] = sites.list();
    assert.ok(site);
    const account = await catalog.getSite(site).getAccount();
    const loadKanbans = async (project: string): Promise<readonly TreeNode[]> =>
      (await loadProject(fixture, project)).filter(({ kind }) => kind === "kanban");
    assert.deepEqual(await loadKanbans(lighthouse), []);
    await knownKanbans.add(site.api, account, kanban);
    await knownKanbans.add(site.api, account, { ...kanban, id: 2, label: "Console team", trackerId: 23 });
    await knownKanbans.add(site.api, account, { ...kanban, label: "Our improvements" });
    const nodes = await loadKanbans(lighthouse);
    assert.deepEqual(nodes.map(getLabel), ["Console team", "Our improvements"]);
    assert.partialDeepStrictEqual(nodes[1], {
      siteApi: site.api,
      kanbanId: 4,
      trackerId: 27,
      page: "kanban/4",
    });
    assert.deepEqual(await loadKanbans("Open Tides"), []);
    await knownKanbans.remove(site.api, account, 4);
    assert.deepEqual((await loadKanbans(lighthouse)).map(getLabel), ["Console team"]);
    assert.deepEqual(
      fixture.refreshedIds,
      Array.from({ length: 4 }, () => "everything"),
    );
  });

  it("are those of the account, and forgotten with the site", async () => {
    const fixture = await createTreeFixture({ dialect: "product", boards: true }, "member");
    const [site] = fixture.sites.list();
    assert.ok(site);
    const knownKanbans = await fixture.knownKanbans();
    await knownKanbans.add(site.api, { id: "4711", name: "Someone else" }, kanban);
    const children = await openPath(fixture, "site", lighthouse);
    assert.ok(children.every(({ kind }) => kind !== "kanban"));
    await knownKanbans.clear(site.api);
    assert.deepEqual(knownKanbans.list(site.api, { id: "4711", name: "Someone else" }), []);
  });
});
