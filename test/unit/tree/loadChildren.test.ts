import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { AllProjectsNode, TrackerNode } from "../../../src/features/tree/treeNodes.ts";
import { invalidateChildren, loadNextChildrenPage } from "../../../src/features/tree/refresh.ts";
import { type TreeRoots, loadTreeRoots } from "../../../src/features/tree/treeRoots.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { createTestStore } from "../../support/fixtures/testStore.ts";
import {
  createTreeFixture,
  type TreeFixture,
  closeServers,
  getLabel,
  openPath,
  createViewServices,
} from "./treeFixture.ts";

function summarize({ nodes, state }: TreeRoots): object {
  return { rows: nodes.map(getLabel), state };
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the tree on the ${dialect} dialect`, () => {
    afterEach(closeServers);

    it("sends no request before it is expanded, and shows public projects at first", async () => {
      const fixture = await createTreeFixture({ dialect });
      assert.equal(fixture.server.requests.length, 0);
      assert.deepEqual(summarize(await loadTreeRoots(fixture)), {
        rows: ["site"],
        state: "loaded",
      });
      const [allProjects] = (await openPath(fixture, "site")) as readonly AllProjectsNode[];
      assert.deepEqual([allProjects?.kind, allProjects?.isInitiallyExpanded], ["allProjects", true]);
      assert.deepEqual((await openPath(fixture, "site", "allProjects")).map(getLabel), ["Open Tides"]);
      assert.equal(fixture.server.requests.length, 1);
    });

    it("lists the user's projects first and each project once", async () => {
      const fixture = await createTreeFixture({ dialect }, "member");
      const rows = (await openPath(fixture, "site")).map(getLabel);
      const rest = (await openPath(fixture, "site", "allProjects")).map(getLabel);
      if (dialect === "product") {
        assert.deepEqual(rows, ["🌊 Lighthouse Console", "Open Tides", "allProjects"]);
        assert.deepEqual(rest, ["empty"]);
      } else {
        assert.deepEqual(rows, ["allProjects"]);
        assert.deepEqual(rest, ["🌊 Lighthouse Console", "Open Tides"]);
      }
    });

    it("lists a pinned project first until it is unpinned", async () => {
      const fixture = await createTreeFixture({ dialect });
      const [tides] = await openPath(fixture, "site", "allProjects");
      assert.ok(tides?.kind === "project");
      const { siteApi } = tides;
      await fixture.pinnedProjects.pin(siteApi, undefined, tides.project);
      assert.deepEqual((await openPath(fixture, "site")).map(getLabel), ["Open Tides", "allProjects"]);
      await fixture.pinnedProjects.unpin(siteApi, undefined, tides.project.id);
      assert.deepEqual((await openPath(fixture, "site")).map(getLabel), ["allProjects"]);
    });

    it("lists trackers by name, artifacts by page, and the fields of each with one request", async () => {
      const fixture = await createTreeFixture({ dialect });
      await fixture.viewOptions.setOpenOnly("artifacts.tree", false);
      const { requests } = fixture.server;
      const trackers = await openPath(fixture, "site", "allProjects", "Open Tides");
      assert.deepEqual(trackers.map(getLabel), ["Bugs", "Equipment", "resources"]);
      const artifacts = await openPath(fixture, "site", "allProjects", "Open Tides", "Bugs");
      const loadMoreNode = artifacts.at(-1);
      assert.ok(loadMoreNode?.kind === "loadMore");
      const pageSize = dialect === "product" ? 50 : 100;
      assert.deepEqual([loadMoreNode.requestedCount, loadMoreNode.size], [pageSize, 820]);
      assert.ok(artifacts.length <= pageSize + 1);
      const requestCount = requests.length;
      const [first] = artifacts;
      assert.ok(first?.kind === "artifact");
      const { id: fileId } = fixture.server.addFile({
        name: "crash.log",
        type: "text/plain",
        size: 3,
        artifactId: first.artifactId,
      });
      const artifactChildren = await loadChildren(fixture, first);
      const fields = artifactChildren.at(-1);
      assert.ok(fields?.kind === "fields");
      assert.ok(artifactChildren.some((row) => row.kind === "attachment" && row.file.id === fileId));
      const values = await loadChildren(fixture, fields);
      assert.equal(requests.length, requestCount + 1, "files and fields come from one response");
      assert.ok(values.some((row) => getLabel(row) === "Title"));

      await loadNextChildrenPage(fixture, loadMoreNode.parent);
      const longerList = await openPath(fixture, "site", "allProjects", "Open Tides", "Bugs");
      assert.ok(longerList.length > artifacts.length);
      assert.equal(new Set(longerList.map(({ id }) => id)).size, longerList.length);
      assert.equal(requests.length, requestCount + 2);
    });

    it("shows a failure, keeps loaded nodes, and recovers", async () => {
      const fixture = await createTreeFixture({ dialect });
      const path = ["site", "allProjects", "Open Tides"] as const;
      const [bugs] = (await openPath(fixture, ...path)) as readonly TrackerNode[];
      assert.ok(bugs);
      const healthy = await loadChildren(fixture, bugs);
      const removeFault = fixture.server.faults.add({
        path: /artifacts/,
        fault: { kind: "status", status: 500 },
      });
      await invalidateChildren(fixture, bugs);
      const [failureNode, ...remaining] = await loadChildren(fixture, bugs);
      assert.ok(failureNode?.kind === "failure");
      assert.equal(failureNode.failure.kind, "serverError");
      assert.deepEqual(
        remaining.map(getLabel),
        healthy.map(getLabel).filter((each) => each !== "loadMore"),
      );
      const requestCount = fixture.server.requests.length;
      await loadChildren(fixture, bugs);
      assert.equal(
        fixture.server.requests.length,
        requestCount,
        "a failed request isn't repeated automatically",
      );
      removeFault();
      await invalidateChildren(fixture, failureNode.parent);
      assert.deepEqual((await loadChildren(fixture, bugs)).map(getLabel), healthy.map(getLabel));
    });

    it("keeps the loaded tree when all requests fail", async () => {
      const fixture = await createTreeFixture({ dialect }, "member");
      await openPath(fixture, "site", "allProjects");
      const before = (await openPath(fixture, "site")).map(getLabel);
      fixture.server.faults.add({ path: /./, fault: { kind: "status", status: 503 } });
      await invalidateChildren(fixture, undefined);
      const roots = await loadTreeRoots(fixture);
      assert.equal(roots.state, "loaded");
      const after = (await openPath(fixture, "site")).map(getLabel);
      assert.deepEqual(after, ["failure", ...before]);
    });

    it("shows a failure of Load More at the end of the list, and continues from there", async () => {
      const fixture = await createTreeFixture({ dialect });
      const [bugs] = (await openPath(fixture, "site", "allProjects", "Open Tides")) as readonly TrackerNode[];
      assert.ok(bugs);
      const shownBefore = (await loadChildren(fixture, bugs)).length;
      const removeFault = fixture.server.faults.add({
        path: /offset=[1-9]/,
        fault: { kind: "status", status: 500 },
      });
      await loadNextChildrenPage(fixture, bugs);
      const failureNode = (await loadChildren(fixture, bugs)).at(-1);
      assert.ok(failureNode?.kind === "failure");
      assert.equal(failureNode.retry, "loadMore");
      removeFault();
      await loadNextChildrenPage(fixture, failureNode.parent);
      assert.ok((await loadChildren(fixture, bugs)).length > shownBefore);
    });

    it("shows unreadable items next to the others", async () => {
      const fixture = await createTreeFixture({ dialect });
      const row = { id: 7, uri: "artifacts/7", title: "Good", status: "New", is_open: true };
      const body = JSON.stringify([row, { id: 8, uri: 12 }, null]);
      const [bugs] = await openPath(fixture, "site", "allProjects", "Open Tides");
      assert.ok(bugs);
      fixture.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 200, body } });
      const shownBefore = (await loadChildren(fixture, bugs)).map(getLabel);
      assert.deepEqual(shownBefore.toSorted(), ["#7", "unreadable", "unreadable"]);
    });

    it("is replaced by a welcome text if the only site has nothing to show", async () => {
      const restricted = await createTreeFixture({ dialect, anonymous: "refused" });
      assert.deepEqual(summarize(await loadTreeRoots(restricted)), {
        rows: [],
        state: "signedOut",
      });
      const offline = await createTreeFixture({ dialect });
      await offline.server.close();
      assert.deepEqual(summarize(await loadTreeRoots(offline)), {
        rows: [],
        state: "connectionRefused",
      });
      const emptyStore = createTestStore([]);
      const roots = await loadTreeRoots({ ...emptyStore, ...createViewServices(emptyStore) });
      assert.deepEqual(summarize(roots), { rows: [], state: "noSite" });
      const withoutProjects = await createTreeFixture({ dialect }, "member");
      withoutProjects.server.faults.add({
        path: /projects/,
        fault: { kind: "status", status: 200, body: "[]" },
      });
      assert.deepEqual(summarize(await loadTreeRoots(withoutProjects)), {
        rows: [],
        state: "empty",
      });
    });

    it("shows the site with a failure if the access key is rejected", async () => {
      const fixture = await createTreeFixture({ dialect }, "member");
      await fixture.accounts.signIn(`${fixture.server.url}/api`, {
        account: { id: "1", name: "Someone" },
        credential: { kind: "accessKey", key: "tlp-k1-1.00" },
      });
      assert.equal((await loadTreeRoots(fixture)).state, "loaded");
      const rows = await openPath(fixture, "site");
      assert.deepEqual(
        rows.map(({ kind }) => kind),
        ["failure"],
      );
      const [failureNode] = rows;
      assert.equal(failureNode?.kind === "failure" && failureNode.failure.kind, "signedOut");
    });

    it("shows several sites, one of them offline", async () => {
      const healthy = await createTreeFixture({ dialect });
      const offline = await createTreeFixture({ dialect });
      await offline.server.close();
      const store = createTestStore([{ url: healthy.server.url }, { url: offline.server.url }]);
      const both: TreeFixture = { ...store, server: healthy.server, ...createViewServices(store) };
      const { nodes, state } = await loadTreeRoots(both);
      assert.equal(state, "loaded");
      const children = await Promise.all(nodes.map((node) => loadChildren(both, node)));
      assert.deepEqual(
        children.map((rows) => rows.map(({ kind }) => kind)),
        [["allProjects"], ["allProjects"]],
      );
      const offlineNode = children[1]?.[0];
      assert.ok(offlineNode);
      assert.deepEqual(
        (await loadChildren(both, offlineNode)).map(({ kind }) => kind),
        ["failure"],
      );
    });
  });
}
