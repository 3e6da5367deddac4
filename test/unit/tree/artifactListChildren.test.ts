import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { ArtifactNode, TrackerNode, TreeNode } from "../../../src/features/tree/treeNodes.ts";
import { invalidateChildren, loadNextChildrenPage } from "../../../src/features/tree/refresh.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { waitUntil } from "../../support/wait.ts";
import { createTreeFixture, type TreeFixture, closeServers, getLabel, openPath } from "./treeFixture.ts";

const path = ["site", "allProjects", "Open Tides"] as const;

async function getBugsNode(fixture: TreeFixture): Promise<TrackerNode> {
  const [bugs] = (await openPath(fixture, ...path)) as readonly TrackerNode[];
  return bugs ?? assert.fail("no tracker");
}

function getArtifactNodes(rows: readonly TreeNode[]): readonly ArtifactNode[] {
  return rows.flatMap((row) => (row.kind === "artifact" ? row : []));
}

function getIds(rows: readonly TreeNode[]): readonly number[] {
  return getArtifactNodes(rows).map(({ artifactId }) => artifactId);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  const isProduct = dialect === "product";
  describe(`ArtifactListChildren of a tracker on the ${dialect} dialect`, () => {
    afterEach(closeServers);

    it("loads the newest open artifacts with the tracker, if the server reports which ones are open", async () => {
      const fixture = await createTreeFixture({ dialect });
      const bugs = await getBugsNode(fixture);
      const requestCount = fixture.server.requests.length;
      const rows = await loadChildren(fixture, bugs);
      const paths = fixture.server.requests.slice(requestCount).map(({ path }) => path);
      assert.ok(isProduct ? paths.length === 2 : paths.length <= 4, paths.join("\n"));
      const ids = getIds(rows);
      assert.ok(ids.length >= 40);
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => b - a),
      );
      assert.equal(
        getArtifactNodes(rows).every(({ artifact }) => artifact.isOpen === true),
        isProduct,
      );
      // The parent node shows it.
      assert.deepEqual(bugs.getListDetails(), { trackerLabel: "Bugs", isOpenStateUnknown: !isProduct });
    });

    it("knows the color of each status, if the server reports which field is the status", async () => {
      const fixture = await createTreeFixture({ dialect });
      const nodes = getArtifactNodes(await loadChildren(fixture, await getBugsNode(fixture)));
      const colors = new Map(nodes.map(({ artifact, statusColor }) => [artifact.status, statusColor]));
      assert.deepEqual(
        ["New", "Confirmed", "In progress"].map((status) => colors.get(status)),
        isProduct ? ["lake-placid-blue", "daphne-blue", "acid-green"] : [undefined, undefined, undefined],
      );
    });

    it("loads the structure and the newest artifacts at the same time", async () => {
      const fixture = await createTreeFixture({ dialect });
      const bugs = await getBugsNode(fixture);
      const requestCount = fixture.server.requests.length;
      fixture.server.faults.add({ path: /trackers\/\d+$/, fault: { kind: "hang" } });
      const loading = loadChildren(fixture, bugs);
      await waitUntil("both are requested", () => fixture.server.requests.length === requestCount + 2);
      await fixture.server.close();
      await loading;
    });

    it("continues with older open artifacts, none of them twice or missing", async () => {
      const fixture = await createTreeFixture({ dialect });
      const bugs = await getBugsNode(fixture);
      for (let rows = await loadChildren(fixture, bugs); rows.at(-1)?.kind === "loadMore";) {
        await loadNextChildrenPage(fixture, bugs);
        rows = await loadChildren(fixture, bugs);
      }
      const openIds = getIds(await loadChildren(fixture, bugs));
      await fixture.viewOptions.setOpenOnly("artifacts.tree", false);
      for (let rows = await loadChildren(fixture, bugs); rows.at(-1)?.kind === "loadMore";) {
        await loadNextChildrenPage(fixture, bugs);
        rows = await loadChildren(fixture, bugs);
      }
      const all = getArtifactNodes(await loadChildren(fixture, bugs));
      assert.deepEqual(
        openIds,
        all.filter(({ artifact }) => artifact.isOpen !== false).map(({ artifactId }) => artifactId),
      );
    });

    it("loads open and closed artifacts with one request, or two if the server lists the oldest first", async () => {
      const fixture = await createTreeFixture({ dialect });
      await fixture.viewOptions.setOpenOnly("artifacts.tree", false);
      const bugs = await getBugsNode(fixture);
      const requestCount = fixture.server.requests.length;
      const rows = await loadChildren(fixture, bugs);
      assert.equal(fixture.server.requests.length - requestCount, isProduct ? 1 : 2);
      if (isProduct) assert.ok(getArtifactNodes(rows).some(({ artifact }) => artifact.isOpen === false));
      assert.equal(bugs.getListDetails()?.isOpenStateUnknown, false);
    });

    it("follows the open-only option", async () => {
      const fixture = await createTreeFixture({ dialect });
      const bugs = await getBugsNode(fixture);
      const openIds = getIds(await loadChildren(fixture, bugs));
      await fixture.viewOptions.setOpenOnly("artifacts.tree", false);
      const allIds = getIds(await loadChildren(fixture, bugs));
      await fixture.viewOptions.setOpenOnly("artifacts.tree", true);
      assert.deepEqual(getIds(await loadChildren(fixture, bugs)), openIds);
      assert.equal(isProduct, JSON.stringify(allIds) !== JSON.stringify(openIds));
    });

    it("sorts and groups a limited number of artifacts, and shows the number", async () => {
      const fixture = await createTreeFixture({ dialect });
      await fixture.viewOptions.setOpenOnly("artifacts.tree", false);
      await fixture.viewOptions.setSort("artifacts.tree", { by: "title", direction: "ascending" });
      const bugs = await getBugsNode(fixture);
      const rows = await loadChildren(fixture, bugs);
      const titles = getArtifactNodes(rows).map(({ artifact }) => artifact.title ?? "");
      const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
      assert.deepEqual(titles, titles.toSorted(compare));
      assert.ok(titles.length >= 450 && titles.length < 700, `${titles.length} rows`);
      const loadMoreNode = rows.at(-1);
      assert.ok(loadMoreNode?.kind === "loadMore" && loadMoreNode.isSortedOrGrouped);
      await loadNextChildrenPage(fixture, loadMoreNode.parent);
      const longerList = await loadChildren(fixture, bugs);
      assert.ok(longerList.length > rows.length);

      await fixture.viewOptions.setGrouping("artifacts.tree", "status");
      const groups = (await loadChildren(fixture, bugs)).flatMap((row) => (row.kind === "group" ? row : []));
      assert.ok(groups.length > 1);
      for (const group of groups) {
        const members = getArtifactNodes(await loadChildren(fixture, group));
        assert.deepEqual(new Set(members.map(({ artifact }) => artifact.status)), new Set([group.label]));
        const memberTitles = members.map(({ artifact }) => artifact.title ?? "");
        assert.deepEqual(memberTitles, memberTitles.toSorted(compare));
      }
      const ids = groups.flatMap(({ artifacts: members }) => members.map(({ id }) => id));
      assert.equal(new Set(ids).size, ids.length);
    });

    it("gives each artifact its neighbors in display order, even after it has left the list", async () => {
      const fixture = await createTreeFixture({ dialect });
      const bugs = await getBugsNode(fixture);
      const [first, second] = getArtifactNodes(await loadChildren(fixture, bugs));
      assert.ok(first && second);
      await loadNextChildrenPage(fixture, bugs);
      const longerList = getIds(await loadChildren(fixture, bugs));
      assert.deepEqual(
        first.getListedArtifacts?.().map(({ artifactId }) => artifactId),
        longerList,
      );
      fixture.server.deleteArtifact(first.artifactId);
      await invalidateChildren(fixture, bugs);
      const remainingIds = getIds(await loadChildren(fixture, bugs));
      assert.ok(!remainingIds.includes(first.artifactId));
      const listedIds = first.getListedArtifacts().map(({ artifactId }) => artifactId);
      assert.deepEqual(listedIds.slice(0, 2), [first.artifactId, second.artifactId]);
    });

    it("loads more artifacts during navigation, and redraws the list", async () => {
      const fixture = await createTreeFixture({ dialect });
      const bugs = await getBugsNode(fixture);
      const rows = getArtifactNodes(await loadChildren(fixture, bugs));
      const last = rows.at(-1);
      assert.ok(last?.getListedArtifacts && last.loadMore);
      assert.deepEqual(fixture.refreshedIds, []);
      assert.equal(await last.loadMore(() => undefined), "read");
      assert.deepEqual(fixture.refreshedIds, [bugs.id]);
      const longerList = last.getListedArtifacts();
      assert.ok(longerList.length > rows.length);
      assert.deepEqual(longerList[rows.length - 1]?.artifactId, last.artifactId);
      assert.deepEqual(
        longerList.map(({ artifactId }) => artifactId),
        getIds(await loadChildren(fixture, bugs)),
      );
      const removeFault = fixture.server.faults.add({
        path: /artifacts/,
        fault: { kind: "status", status: 403 },
      });
      await assert.rejects(
        last.loadMore(() => undefined),
        { kind: "forbidden" },
      );
      assert.equal(last.getListedArtifacts().length, longerList.length);
      removeFault();
      let pageCount = 0;
      while ((await last.loadMore(() => undefined)) === "read") pageCount += 1;
      assert.ok(pageCount > 1);
      assert.ok(!(await loadChildren(fixture, bugs)).some(({ kind }) => kind === "loadMore"));
    });

    it("loads more artifacts in the selected order", async () => {
      const fixture = await createTreeFixture({ dialect });
      await fixture.viewOptions.setOpenOnly("artifacts.tree", false);
      await fixture.viewOptions.setSort("artifacts.tree", { by: "title", direction: "ascending" });
      const bugs = await getBugsNode(fixture);
      const rows = getArtifactNodes(await loadChildren(fixture, bugs));
      const last = rows.at(-1);
      assert.equal(await last?.loadMore?.(() => undefined), "read");
      const longerList = last?.getListedArtifacts?.() ?? [];
      assert.ok(longerList.length > rows.length);
      assert.deepEqual(
        longerList.map(({ artifactId }) => artifactId),
        getIds(await loadChildren(fixture, bugs)),
      );
    });

    it("reloads after an artifact was written, even if its tracker isn't reported", async () => {
      const fixture = await createTreeFixture({ dialect });
      const bugs = await getBugsNode(fixture);
      const [first] = getArtifactNodes(await loadChildren(fixture, bugs));
      assert.ok(first);
      const siteCatalog = fixture.catalog.getSite(bugs.site);
      assert.equal(siteCatalog.findTrackerOfArtifact(first.artifactId), bugs.trackerId);
      assert.ok(siteCatalog.loadedArtifacts.some(({ id }) => id === first.artifactId));
      fixture.server.deleteArtifact(first.artifactId);
      fixture.catalog.reportWrite(bugs.site, first.artifactId, undefined);
      assert.ok(!getIds(await loadChildren(fixture, bugs)).includes(first.artifactId));
    });

    /** Sets the status of an artifact on the server, and reports the write. */
    async function setStatus(
      fixture: TreeFixture,
      bugs: TrackerNode,
      id: number,
      label: string,
    ): Promise<void> {
      const tracker = await fixture.catalog.getSite(bugs.site).loadTracker(bugs.trackerId);
      const field = tracker.fields.find(({ name }) => name === "status") ?? assert.fail();
      const choice = field.choices?.find((each) => each.label === label) ?? assert.fail();
      fixture.server.updateArtifact(id, {
        values: [{ field_id: field.id, bind_value_ids: [Number(choice.id)] }],
      });
      fixture.catalog.reportWrite(bugs.site, id, bugs.trackerId);
    }

    for (const openOnly of [false, true]) {
      const scope = openOnly ? "open artifacts" : "all artifacts";
      it(`updates a list of ${scope} with one request after a change, however many pages are loaded`, async () => {
        const fixture = await createTreeFixture({ dialect });
        await fixture.viewOptions.setOpenOnly("artifacts.tree", openOnly);
        const bugs = await getBugsNode(fixture);
        await loadChildren(fixture, bugs);
        for (let page = 0; page < 4; page += 1) await loadNextChildrenPage(fixture, bugs);
        const before = getArtifactNodes(await loadChildren(fixture, bugs));
        const target = before.find(({ artifact }) => artifact.status === "New") ?? assert.fail();
        await setStatus(fixture, bugs, target.artifactId, "Confirmed");
        const requestCount = fixture.server.requests.length;
        const after = getArtifactNodes(await loadChildren(fixture, bugs));
        assert.equal(fixture.server.requests.length - requestCount, 1);
        assert.ok(before.length > 100);
        assert.deepEqual(getIds(after), getIds(before));
        const changed = after.find(({ artifactId }) => artifactId === target.artifactId);
        assert.equal(changed?.artifact.status, "Confirmed");
        // All other properties are those of the list.
        await invalidateChildren(fixture, bugs);
        const reloaded = getArtifactNodes(await loadChildren(fixture, bugs));
        const listedNode =
          reloaded.find(({ artifactId }) => artifactId === target.artifactId) ?? assert.fail();
        assert.deepEqual(changed.artifact, listedNode.artifact);
      });
    }

    it("removes closed artifacts and adds reopened ones if only open artifacts are shown", async () => {
      const fixture = await createTreeFixture({ dialect });
      const bugs = await getBugsNode(fixture);
      const before = getIds(await loadChildren(fixture, bugs));
      const [first = 0] = before;
      await setStatus(fixture, bugs, first, "Fixed");
      const requestCount = fixture.server.requests.length;
      const after = getIds(await loadChildren(fixture, bugs));
      assert.equal(after.includes(first), !isProduct);
      assert.equal(fixture.server.requests.length - requestCount, 1);
      await setStatus(fixture, bugs, first, "New");
      assert.deepEqual(getIds(await loadChildren(fixture, bugs)).slice(0, before.length), before);
    });

    it("loads more artifacts without a gap after one has left the list", async () => {
      const fixture = await createTreeFixture({ dialect });
      await fixture.viewOptions.setOpenOnly("artifacts.tree", false);
      const bugs = await getBugsNode(fixture);
      const [first = 0] = getIds(await loadChildren(fixture, bugs));
      fixture.server.deleteArtifact(first);
      fixture.catalog.reportWrite(bugs.site, first, bugs.trackerId);
      await loadChildren(fixture, bugs);
      await loadNextChildrenPage(fixture, bugs);
      const longerIds = getIds(await loadChildren(fixture, bugs));
      await invalidateChildren(fixture, bugs);
      assert.deepEqual(longerIds, getIds(await loadChildren(fixture, bugs)).slice(0, longerIds.length));
    });

    it("keeps the artifacts and shows a failure if the tracker can't be reloaded", async () => {
      const fixture = await createTreeFixture({ dialect });
      const bugs = await getBugsNode(fixture);
      const before = getIds(await loadChildren(fixture, bugs));
      const removeFault = fixture.server.faults.add({
        path: /trackers\/\d+$/,
        fault: { kind: "status", status: 503 },
      });
      await invalidateChildren(fixture, bugs);
      const [failureNode, ...rest] = await loadChildren(fixture, bugs);
      assert.ok(failureNode?.kind === "failure" && failureNode.failure.kind === "serverError");
      assert.deepEqual(getIds(rest), before);
      removeFault();
      await invalidateChildren(fixture, failureNode.parent);
      assert.deepEqual(getIds(await loadChildren(fixture, bugs)), before);
    });
  });
}

describe("a response that ignores the filter", () => {
  afterEach(closeServers);

  it("is not shown as open artifacts", async () => {
    const fixture = await createTreeFixture({ dialect: "product" });
    const bugs = await getBugsNode(fixture);
    const row = { id: 7, uri: "artifacts/7", title: "Long done", status: "Closed", is_open: false };
    fixture.server.faults.add({
      path: /trackers\/\d+\/artifacts\?.*query=/,
      fault: { kind: "status", status: 200, body: JSON.stringify([row]) },
    });
    const rows = getArtifactNodes(await loadChildren(fixture, bugs));
    assert.ok(rows.length > 0 && rows.every(({ artifact }) => artifact.isOpen === true));
    await loadNextChildrenPage(fixture, bugs);
    assert.deepEqual((await loadChildren(fixture, bugs)).map(getLabel), ["contradicted"]);
  });
});
