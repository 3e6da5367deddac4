import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadChildren } from "../../../../src/features/tree/loadChildren.ts";
import type { TreeNode } from "../../../../src/features/tree/treeNodes.ts";
import { removeOtherAccountsCache, removeSiteCache } from "../../../../src/store/offlineCache.ts";
import type { Fault } from "../../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import { createTestStore, signIn } from "../../../support/fixtures/testStore.ts";
import { waitUntil } from "../../../support/wait.ts";
import { type TreeFixture, getLabel, openPath, createViewServices } from "../../tree/treeFixture.ts";

function artifactsAmong(rows: readonly TreeNode[]): readonly string[] {
  return rows.filter(({ kind }) => kind === "artifact").map(getLabel);
}

function getShown(rows: readonly TreeNode[]): readonly string[] {
  return rows.map(getLabel);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the tree of a site that goes offline on the ${dialect} dialect`, () => {
    // If the server reports members, it is among the user's own projects.
    const toProject = ["site", ...(dialect === "product" ? [] : ["allProjects"]), "Open Tides"];
    const toBugs = [...toProject, "Bugs"];
    let folder: string;
    let server: Simulator;
    let opened: TreeFixture[];

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "artifacts-seen-"));
      server = await startSimulator({ dialect });
      opened = [];
    });

    afterEach(async () => {
      await Promise.all(opened.map(({ connections }) => connections.close()));
      await server.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** Like a new window: only the disk is the same. */
    async function openAgain(account: "member" | "admin" = "member"): Promise<TreeFixture> {
      const store = createTestStore([{ url: server.url, label: "Demo" }], folder);
      await signIn(store, `${server.url}/api`, server.accounts[account]);
      const fixture = { ...store, server, ...createViewServices(store) };
      opened.push(fixture);
      return fixture;
    }

    async function countStoredFiles(): Promise<number> {
      const sites = await readdir(folder).catch(() => []);
      const names = await Promise.all(sites.map((site) => readdir(join(folder, site))));
      return names.flat().filter((name) => name.endsWith(".json")).length;
    }

    async function bringOnline(): Promise<void> {
      server = await startSimulator({ dialect, port: Number(new URL(server.url).port) });
    }

    it("stays readable with its age, also in another window", async () => {
      const before = Date.now();
      const first = await openAgain();
      const rows = getShown(await openPath(first, ...toBugs));
      assert.ok(rows.length > 20);
      const { connections, sites } = first;
      const [site] = sites.list();
      await connections.close();
      await server.close();

      const second = await openAgain();
      assert.deepEqual(getShown(await openPath(second, ...toBugs)), rows);
      const [bugs] = await openPath(second, ...toProject);
      const at = second.offlineTimestamps.get(bugs ?? assert.fail());
      assert.ok(at !== undefined && at >= before && at <= Date.now());
      assert.equal(second.connectivity.getOfflineState(site?.api ?? "")?.failure.kind, "unreachable");
      const roots = await openPath(second);
      assert.ok(roots.some((row) => row.kind === "site" && row.isOffline));
    });

    it("sends no requests while it is known to be offline, except on request", async () => {
      const before = await openAgain();
      await openPath(before, ...toBugs);
      await before.connections.close();
      await server.close();
      const offlineSession = await openAgain();
      const siteApi = `${server.url}/api`;
      await openPath(offlineSession, ...toBugs);
      assert.ok(offlineSession.connectivity.isKnownOffline(siteApi));
      await bringOnline();
      // The failure isn't known yet, so no request is sent.
      await openPath(offlineSession, ...toBugs);
      const countRequests = (): number => server.requests.length;
      assert.equal(countRequests(), 0);
      offlineSession.connectivity.allowNextRequest(siteApi);
      offlineSession.catalog.getSite(offlineSession.sites.list()[0] ?? assert.fail()).invalidate();
      await openPath(offlineSession, ...toBugs);
      assert.ok(countRequests() > 0);
      assert.equal(offlineSession.connectivity.getOfflineState(siteApi), undefined);
    });

    it("is up to date again once the server responds", async () => {
      const fixture = await openAgain();
      await openPath(fixture, ...toBugs);
      await server.close();
      const site = fixture.sites.list()[0] ?? assert.fail();
      const changes: boolean[] = [];
      fixture.connectivity.onDidChange.event(({ isBack }) => changes.push(isBack));
      fixture.catalog.getSite(site).invalidate();
      await openPath(fixture, ...toBugs);
      assert.deepEqual(changes, [false]);
      await bringOnline();
      await waitUntil("probe sent", () => changes.length === 2);
      fixture.catalog.getSite(site).invalidate();
      const [bugs] = await openPath(fixture, ...toProject);
      await loadChildren(fixture, bugs ?? assert.fail());
      assert.equal(fixture.offlineTimestamps.get(bugs ?? assert.fail()), undefined);
    });

    const unavailable: Readonly<Record<string, Fault>> = {
      "its gateway answers 502": { kind: "badGateway" },
      "its gateway answers 503": {
        kind: "status",
        status: 503,
        contentType: "text/html",
        body: "<p>Busy</p>",
      },
      "its database is down": { kind: "status", status: 500, contentType: "text/html", body: "" },
      "even a probe fails with an error of the API": { kind: "status", status: 500 },
    };
    for (const [why, fault] of Object.entries(unavailable)) {
      it(`stays readable while ${why}, and is up to date again afterwards`, async () => {
        const fixture = await openAgain();
        const rows = artifactsAmong(await openPath(fixture, ...toBugs));
        const site = fixture.sites.list()[0] ?? assert.fail();
        const changes: boolean[] = [];
        fixture.connectivity.onDidChange.event(({ isBack }) => changes.push(isBack));
        const end = server.faults.add({ path: /./, fault });
        fixture.catalog.getSite(site).invalidate();
        assert.deepEqual(artifactsAmong(await openPath(fixture, ...toBugs)), rows);
        assert.deepEqual(
          [changes, fixture.connectivity.getOfflineState(site.api)?.failure.kind],
          [[false], "serverError"],
        );
        // Data that was never loaded shows the failure.
        const [problem] = await openPath(fixture, ...toProject, "Requests");
        assert.equal(problem?.kind, "failure");
        end();
        await waitUntil("probe succeeded", () => changes.length === 2);
        assert.deepEqual(
          [changes, fixture.connectivity.getOfflineState(site.api)],
          [[false, true], undefined],
        );
        fixture.catalog.getSite(site).invalidate();
        const [bugs] = await openPath(fixture, ...toProject);
        await loadChildren(fixture, bugs ?? assert.fail());
        assert.equal(fixture.offlineTimestamps.get(bugs ?? assert.fail()), undefined);
        assert.equal((await openPath(fixture, ...toProject, "Requests"))[0]?.kind, "artifact");
      });
    }

    it("is separate for another account", async () => {
      const before = await openAgain("admin");
      await openPath(before, ...toBugs);
      await before.connections.close();
      await server.close();
      const rows = await openPath(await openAgain("member"));
      assert.deepEqual(rows, []);
    });

    it("is removed on sign-out, except that of other accounts", async () => {
      const siteApi = `${server.url}/api`;
      const fixture = await openAgain("admin");
      await openPath(fixture, ...toBugs);
      await fixture.catalog.forgetSite(siteApi);
      const ofAdmin = await countStoredFiles();
      assert.ok(ofAdmin > 0);
      await signIn(fixture, siteApi, server.accounts.member);
      await openPath(fixture, ...toBugs);
      await fixture.catalog.forgetSite(siteApi);
      assert.ok((await countStoredFiles()) > ofAdmin);
      await removeOtherAccountsCache(folder, siteApi, [String(server.accounts.admin.id)]);
      assert.equal(await countStoredFiles(), ofAdmin);
      await removeSiteCache(folder, siteApi);
      assert.equal(await countStoredFiles(), 0);
    });

    it("is removed if the server denies access by now", async () => {
      const fixture = await openAgain();
      const site = fixture.sites.list()[0] ?? assert.fail();
      const { client } = await fixture.connections.connect(site);
      const tracker = await client.tracker(11);
      const [row] = (await client.artifacts(tracker, { offset: 0 })).items;
      const id = row?.kind === "artifact" ? row.id : assert.fail();
      await client.cachedClient.artifact(id);
      await waitUntil("response cached", async () => (await countStoredFiles()) === 1);
      server.deleteArtifact(id);
      await assert.rejects(client.cachedClient.artifact(id), { kind: "notFound" });
      await waitUntil("cache entry removed", async () => (await countStoredFiles()) === 0);
    });
  });
}
