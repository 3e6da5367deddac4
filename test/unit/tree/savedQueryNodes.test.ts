import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { MessageNode, TreeNode } from "../../../src/features/tree/treeNodes.ts";
import { invalidateChildren } from "../../../src/features/tree/refresh.ts";
import { loadTreeRoots } from "../../../src/features/tree/treeRoots.ts";
import { createTestStore } from "../../support/fixtures/testStore.ts";
import { bugsTrackerId, dialects, requestsTrackerId } from "../store/queries/queryFixture.ts";
import {
  createTreeFixture,
  type TreeFixture,
  closeServers,
  getLabel,
  createViewServices,
} from "./treeFixture.ts";

function getMessageNodes(rows: readonly TreeNode[]): readonly MessageNode[] {
  return rows.flatMap((row) => (row.kind === "message" ? row : []));
}

for (const dialect of dialects) {
  const isProduct = dialect === "product";
  describe(`saved queries in the tree on the ${dialect} dialect`, () => {
    let fixture: TreeFixture;
    let entry: (overrides?: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

    beforeEach(async () => {
      fixture = await createTreeFixture({ dialect }, "member");
      entry = (overrides = {}) => ({
        name: "Mine",
        site: fixture.server.url,
        tracker: bugsTrackerId,
        ...overrides,
      });
    });
    afterEach(closeServers);

    async function loadRoots(): Promise<readonly TreeNode[]> {
      return (await loadTreeRoots(fixture)).nodes;
    }

    /** The children of the only query. */
    async function loadQuery(overrides: Readonly<Record<string, unknown>>): Promise<TreeNode[]> {
      fixture.setQueries("user", [entry(overrides)]);
      const [query] = await loadRoots();
      return loadChildren(fixture, query ?? assert.fail("no query"));
    }

    it("come before the sites, user queries first, and send no request before they are expanded", async () => {
      fixture.setQueries("workspace", [entry({ name: "Ours" })]);
      fixture.setQueries("user", [entry(), entry({ name: "More" })]);
      const rows = await loadRoots();
      assert.deepEqual(rows.map(getLabel), ["Mine", "More", "Ours", "site"]);
      assert.deepEqual(
        rows.map((row) =>
          row.kind === "query" ? [row.queryKey, row.origin, row.getListDetails()] : row.kind,
        ),
        [
          ["user 0 Mine", "user", undefined],
          ["user 0 More", "user", undefined],
          ["workspace 0 Ours", "workspace", undefined],
          "site",
        ],
      );
      assert.ok(fixture.server.requests.every(({ path }) => !path.includes("artifacts")));
    });

    it("over several trackers show the tracker of each artifact, or that the server can't search them", async () => {
      const rows = await loadQuery({ tracker: "all", openOnly: true });
      if (!isProduct) {
        const [node, ...others] = getMessageNodes(rows);
        assert.deepEqual([node?.message.kind, others.length, rows.length], ["searchNotSupported", 0, 1]);
        return;
      }
      const artifacts = rows.flatMap((row) => (row.kind === "artifact" ? row : []));
      assert.ok(artifacts.length > 10);
      assert.ok(
        artifacts.every(({ shouldShowTracker, tracker }) => shouldShowTracker && tracker !== undefined),
      );
      assert.ok(new Set(artifacts.map(({ tracker }) => tracker?.label)).size > 1);
      assert.ok(artifacts.every(({ artifact }) => artifact.isOpen === true));
      const grouped = await loadQuery({ tracker: "all", openOnly: true, group: "tracker" });
      const groups = grouped.flatMap((row) => (row.kind === "group" ? (row.label ?? "") : []));
      assert.ok(groups.includes("Bugs") && groups.length > 1, groups.join());
    });

    if (isProduct) {
      it("name trackers that can't be searched any more until they can, and show the others", async () => {
        const path = `/trackers/${requestsTrackerId}`;
        fixture.server.faults.add({ path, fault: { kind: "status", status: 404 } });
        const tracker = [bugsTrackerId, requestsTrackerId];
        const rows = await loadQuery({ tracker, openOnly: false });
        const [first] = rows;
        assert.deepEqual(first?.kind === "message" && [first.message, first.queryKey], [
          { kind: "trackersMissing", site: fixture.sites.list()[0]?.label, trackerIds: [requestsTrackerId] },
          "user 0 Mine",
        ]);
        assert.ok(rows.some((row) => row.kind === "artifact"));
        fixture.server.faults.clear();
        const [query = assert.fail("no query")] = await loadRoots();
        await invalidateChildren(fixture, query);
        assert.deepEqual(getMessageNodes(await loadChildren(fixture, query)), []);
      });

      it("keep the order of their TQL, unless they have a sort themselves", async () => {
        await fixture.viewOptions.setSort("artifacts.tree", { by: "title", direction: "ascending" });
        const text = "FROM @project = MY_PROJECTS() WHERE @status = OPEN()";
        const loadIds = async (overrides: Readonly<Record<string, unknown>>): Promise<readonly number[]> =>
          (await loadQuery({ tracker: "all", ...overrides })).flatMap((row) =>
            row.kind === "artifact" ? row.artifactId : [],
          );
        const ids = await loadIds({ text: `${text} ORDER BY @id ASC` });
        assert.ok(ids.length > 10);
        assert.deepEqual(
          ids,
          ids.toSorted((one, other) => one - other),
        );
        const sorted = await loadIds({ text: `${text} ORDER BY @id ASC`, sort: "-id" });
        assert.deepEqual(
          sorted,
          sorted.toSorted((one, other) => other - one),
        );
        assert.notDeepEqual(await loadIds({ text }), sorted);
      });

      it("show the project of each artifact, and group by it, if there are several", async () => {
        fixture.server.addTracker({
          projectId: 101,
          label: "Bugs",
          itemName: "bug",
          fields: [],
          artifacts: 2,
        });
        const rows = await loadQuery({ tracker: "all", openOnly: false, group: "tracker" });
        const groups = rows.flatMap((row) => (row.kind === "group" && row.label === "Bugs" ? row : []));
        assert.equal(new Set(groups.map(({ project }) => project)).size, 2);
        assert.ok(
          groups.every(({ artifacts }) => artifacts.every(({ shouldShowProject }) => shouldShowProject)),
        );
        assert.equal(new Set(groups.map(({ id }) => id)).size, 2);
      });
    }

    it("are limited in number, and a message says how many aren't shown", async () => {
      const createEntries = (count: number): readonly unknown[] =>
        Array.from({ length: count }, (_, index) => entry({ name: `Query ${index}` }));
      fixture.setQueries("user", createEntries(200));
      fixture.setQueries("workspace", createEntries(203));
      const rows = await loadRoots();
      assert.equal(rows.filter(({ kind }) => kind === "query").length, 400);
      assert.deepEqual(
        getMessageNodes(rows).map(({ message }) => message),
        [{ kind: "queriesNotShown", origin: "workspace", count: 3 }],
      );
    });

    it("show their results, and then know the label of their tracker", async () => {
      const rows = await loadQuery({
        where: [{ field: "title", operator: "contains", value: "a" }],
        openOnly: false,
      });
      const [query] = await loadRoots();
      assert.ok(rows.some((row) => row.kind === "artifact"));
      assert.deepEqual(query?.kind === "query" && query.getListDetails(), {
        trackerLabel: "Bugs",
        isOpenStateUnknown: false,
      });
      for (const row of rows) {
        if (row.kind === "artifact") assert.match(row.artifact.title ?? "", /a/i);
      }
    });

    it("use their own sort and grouping instead of those of the view", async () => {
      await fixture.viewOptions.setSort("artifacts.tree", { by: "title", direction: "ascending" });
      await fixture.viewOptions.setGrouping("artifacts.tree", "assignee");
      const rows = await loadQuery({ sort: "id", group: "status", openOnly: false });
      const groups = rows.flatMap((row) => (row.kind === "group" ? row : []));
      assert.deepEqual(new Set(groups.map(({ by }) => by)), new Set(["status"]));
      for (const { artifacts: members } of groups) {
        const ids = members.map(({ artifactId }) => artifactId);
        assert.deepEqual(
          ids,
          ids.toSorted((a, b) => a - b),
        );
      }
    });

    it("have node ids of their own for artifacts that several queries find", async () => {
      fixture.setQueries("user", [entry({ openOnly: false }), entry({ name: "Again", openOnly: false })]);
      const [first, second] = await loadRoots();
      assert.ok(first && second);
      const ids = (rows: readonly TreeNode[]): readonly string[] => rows.map(({ id }) => id);
      const allIds = [
        ...ids(await loadChildren(fixture, first)),
        ...ids(await loadChildren(fixture, second)),
      ];
      assert.equal(new Set(allIds).size, allIds.length);
    });

    it("show their problem as a message from which they can be edited", async () => {
      fixture.setQueries("workspace", [
        { name: "Flawed", site: fixture.server.url },
        { name: "Elsewhere", site: "https://trap.example", tracker: 1 },
      ]);
      const rows = await loadRoots();
      const children = await Promise.all(rows.slice(0, 2).map((row) => loadChildren(fixture, row)));
      assert.deepEqual(
        children.map((each) => getMessageNodes(each).map(({ message, queryKey }) => [message, queryKey])),
        [
          [[{ kind: "invalidEntry", problem: "missing", property: "tracker" }, "workspace 0 Flawed"]],
          [[{ kind: "siteNotConnected", url: "https://trap.example" }, "workspace 0 Elsewhere"]],
        ],
      );
    });

    it("name a missing field or value, and show results after it is corrected", async () => {
      const missingField = getMessageNodes(
        await loadQuery({ where: [{ field: "no_such", operator: "is", value: "x" }] }),
      );
      assert.deepEqual(
        missingField.map(({ message }) => message.kind === "queryProblem" && message.problem),
        [{ kind: "fieldNotFound", field: "no_such" }],
      );
      const missingValue = getMessageNodes(
        await loadQuery({ where: [{ field: "status", operator: "is", value: "Nowhere" }] }),
      );
      assert.deepEqual(
        missingValue.map(({ message, queryKey }) => [
          message.kind === "queryProblem" && message.problem.kind,
          queryKey,
        ]),
        [["valueNotFound", "user 0 Mine"]],
      );
      const corrected = await loadQuery({ where: [{ field: "title", operator: "contains", value: "a" }] });
      assert.ok(corrected.some((row) => row.kind === "artifact"));
    });

    it("ask for the current user if the server doesn't report it", async () => {
      const where = [{ field: "assigned_to", operator: "is", value: "${me}" }];
      const before = await loadQuery({ where });
      if (!isProduct) {
        assert.deepEqual(before.map(getLabel), ["queryProblem"]);
        const { id, realName, username } = fixture.server.accounts.member;
        const [site] = fixture.sites.list();
        const account = site && (await fixture.catalog.getSite(site).getAccount());
        assert.ok(site && account);
        await fixture.currentUser.select(site.api, account, { id, label: realName, username });
        fixture.artifactLists.invalidateUserLists(site);
      }
      assert.ok((await loadQuery({ where })).some((row) => row.kind === "artifact"));
    });

    it("detect on refresh that a field was removed from the tracker", async () => {
      const where = [{ field: "title", operator: "contains", value: "a" }];
      assert.deepEqual(getMessageNodes(await loadQuery({ where, openOnly: false })), []);
      const [query] = await loadRoots();
      assert.ok(query);
      const tracker = await fixture.catalog
        .getSite(fixture.sites.list()[0] ?? assert.fail())
        .loadTracker(bugsTrackerId);
      const field = tracker.fields.find(({ name }) => name === "title");
      fixture.server.removeField(bugsTrackerId, field?.id ?? 0);
      await invalidateChildren(fixture, query);
      assert.deepEqual((await loadChildren(fixture, query)).map(getLabel), ["queryProblem"]);
    });

    it("show a failure if the tracker can't be loaded", async () => {
      const rows = await loadQuery({ tracker: 99_999 });
      const [failureNode] = rows;
      assert.ok(failureNode?.kind === "failure");
      assert.deepEqual([rows.length, failureNode.failure.kind, failureNode.retry], [1, "notFound", "reload"]);
    });

    it("show a message if they request open artifacts and the server doesn't report which are open", async () => {
      const rows = await loadQuery({ openOnly: true });
      assert.deepEqual(
        getMessageNodes(rows).map(({ message }) => message.kind),
        isProduct ? [] : ["openStateUnknown"],
      );
      assert.ok(rows.some((row) => row.kind === "artifact"));
    });

    it("show a message if the server doesn't support TQL", async () => {
      const rows = await loadQuery({ text: "title = 'a'" });
      if (isProduct) assert.deepEqual(getMessageNodes(rows), []);
      else assert.deepEqual(rows.map(getLabel), ["searchNotSupported"]);
    });

    it("don't replace the welcome text of an empty tree", async () => {
      const emptyStore = createTestStore([]);
      const viewServices = createViewServices(emptyStore);
      viewServices.setQueries("workspace", [entry()]);
      const roots = await loadTreeRoots({ ...emptyStore, ...viewServices });
      assert.deepEqual([roots.nodes, roots.state], [[], "noSite"]);
      const offlineFixture = await createTreeFixture({ dialect });
      offlineFixture.setQueries("user", [entry()]);
      await offlineFixture.server.close();
      const offlineRoots = await loadTreeRoots(offlineFixture);
      assert.deepEqual([offlineRoots.nodes, offlineRoots.state], [[], "connectionRefused"]);
    });
  });
}

describe("a criterion that the server ignores", () => {
  afterEach(closeServers);

  it("results in a message instead of artifacts", async () => {
    const fixture = await createTreeFixture({ dialect: "product" }, "member");
    const where = [{ field: "title", operator: "contains", value: "anchor" }];
    fixture.setQueries("user", [
      { name: "Mine", site: fixture.server.url, tracker: bugsTrackerId, where, openOnly: false },
    ]);
    const [query] = (await loadTreeRoots(fixture)).nodes;
    assert.ok(query);
    const row = { id: 7, uri: "artifacts/7", title: "Something else", status: "New" };
    const removeFault = fixture.server.faults.add({
      path: /trackers\/\d+\/artifacts/,
      fault: { kind: "status", status: 200, body: JSON.stringify([row]) },
    });
    assert.deepEqual((await loadChildren(fixture, query)).map(getLabel), ["contradicted"]);
    removeFault();
    await invalidateChildren(fixture, query);
    assert.ok((await loadChildren(fixture, query)).every((each) => each.kind !== "message"));
  });
});
