import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childrenOf } from "../../../../src/features/tree/children.ts";
import type { TreeNode } from "../../../../src/features/tree/nodes.ts";
import { forgetSeenByOthers, forgetSeenSite } from "../../../../src/store/offlineCache.ts";
import type { Fault } from "../../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import { openStore, signIn } from "../../../support/fixtures/openStore.ts";
import { until } from "../../../support/wait.ts";
import { type Browsing, label, open, untouched } from "../../tree/browsing.ts";

function artifactsAmong(rows: readonly TreeNode[]): readonly string[] {
  return rows.filter(({ kind }) => kind === "artifact").map(label);
}

function shown(rows: readonly TreeNode[]): readonly string[] {
  return rows.map(label);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`what was seen of a site on the ${dialect} dialect`, () => {
    // Where the server tells, it is among one's own projects.
    const toProject = ["site", ...(dialect === "product" ? [] : ["allProjects"]), "Open Tides"];
    const toBugs = [...toProject, "Bugs"];
    let folder: string;
    let server: Simulator;
    let opened: Browsing[];

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

    /** As a window that is opened anew: nothing but the disk is the same. */
    async function browseAgain(account: "member" | "admin" = "member"): Promise<Browsing> {
      const store = openStore([{ url: server.url, label: "Demo" }], folder);
      await signIn(store, `${server.url}/api`, server.accounts[account]);
      const browsing = { ...store, server, ...untouched(store) };
      opened.push(browsing);
      return browsing;
    }

    async function filesKept(): Promise<number> {
      const sites = await readdir(folder).catch(() => []);
      const names = await Promise.all(sites.map((site) => readdir(join(folder, site))));
      return names.flat().filter((name) => name.endsWith(".json")).length;
    }

    async function comeBack(): Promise<void> {
      server = await startSimulator({ dialect, port: Number(new URL(server.url).port) });
    }

    it("stays readable while nobody answers, with its age, in another window too", async () => {
      const before = Date.now();
      const first = await browseAgain();
      const rows = shown(await open(first, ...toBugs));
      assert.ok(rows.length > 20);
      const { connections, sites } = first;
      const [site] = sites.list();
      await connections.close();
      await server.close();

      const second = await browseAgain();
      assert.deepEqual(shown(await open(second, ...toBugs)), rows);
      const [bugs] = await open(second, ...toProject);
      const at = second.ages.of(bugs ?? assert.fail());
      assert.ok(at !== undefined && at >= before && at <= Date.now());
      assert.equal(second.reach.outOf(site?.api ?? "")?.failure.kind, "unreachable");
      const roots = await open(second);
      assert.ok(roots.some((row) => row.kind === "site" && row.isOutOfReach));
    });

    it("is asked for at once where it is known that nobody answers, and again as soon as somebody wants to know", async () => {
      const before = await browseAgain();
      await open(before, ...toBugs);
      await before.connections.close();
      await server.close();
      const away = await browseAgain();
      const siteApi = `${server.url}/api`;
      await open(away, ...toBugs);
      assert.ok(away.reach.isKnownOut(siteApi));
      await comeBack();
      // Nobody has noticed yet, so nobody is asked.
      await open(away, ...toBugs);
      const asked = (): number => server.requests.length;
      assert.equal(asked(), 0);
      away.reach.hope(siteApi);
      away.catalog.of(away.sites.list()[0] ?? assert.fail()).invalidate();
      await open(away, ...toBugs);
      assert.ok(asked() > 0);
      assert.equal(away.reach.outOf(siteApi), undefined);
    });

    it("is of now again once the server answers, without anybody's doing", async () => {
      const browsing = await browseAgain();
      await open(browsing, ...toBugs);
      await server.close();
      const site = browsing.sites.list()[0] ?? assert.fail();
      const changes: boolean[] = [];
      browsing.reach.changed.listen(({ isBack }) => changes.push(isBack));
      browsing.catalog.of(site).invalidate();
      await open(browsing, ...toBugs);
      assert.deepEqual(changes, [false]);
      await comeBack();
      await until("somebody has knocked", () => changes.length === 2);
      browsing.catalog.of(site).invalidate();
      const [bugs] = await open(browsing, ...toProject);
      await childrenOf(browsing, bugs ?? assert.fail());
      assert.equal(browsing.ages.of(bugs ?? assert.fail()), undefined);
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
      it(`stays readable while ${why}, and is of now again without anybody's doing`, async () => {
        const browsing = await browseAgain();
        const rows = artifactsAmong(await open(browsing, ...toBugs));
        const site = browsing.sites.list()[0] ?? assert.fail();
        const changes: boolean[] = [];
        browsing.reach.changed.listen(({ isBack }) => changes.push(isBack));
        const end = server.faults.add({ path: /./, fault });
        browsing.catalog.of(site).invalidate();
        assert.deepEqual(artifactsAmong(await open(browsing, ...toBugs)), rows);
        assert.deepEqual([changes, browsing.reach.outOf(site.api)?.failure.kind], [[false], "serverTrouble"]);
        // What was never seen says why it can't be.
        const [problem] = await open(browsing, ...toProject, "Requests");
        assert.equal(problem?.kind, "problem");
        end();
        await until("a probe was answered", () => changes.length === 2);
        assert.deepEqual([changes, browsing.reach.outOf(site.api)], [[false, true], undefined]);
        browsing.catalog.of(site).invalidate();
        const [bugs] = await open(browsing, ...toProject);
        await childrenOf(browsing, bugs ?? assert.fail());
        assert.equal(browsing.ages.of(bugs ?? assert.fail()), undefined);
        assert.equal((await open(browsing, ...toProject, "Requests"))[0]?.kind, "artifact");
      });
    }

    it("is another one's where somebody else is signed in", async () => {
      const before = await browseAgain("admin");
      await open(before, ...toBugs);
      await before.connections.close();
      await server.close();
      const rows = await open(await browseAgain("member"));
      assert.deepEqual(rows, []);
    });

    it("goes with who signs out, and what others have seen stays", async () => {
      const siteApi = `${server.url}/api`;
      const browsing = await browseAgain("admin");
      await open(browsing, ...toBugs);
      await browsing.catalog.forget(siteApi);
      const ofAdmin = await filesKept();
      assert.ok(ofAdmin > 0);
      await signIn(browsing, siteApi, server.accounts.member);
      await open(browsing, ...toBugs);
      await browsing.catalog.forget(siteApi);
      assert.ok((await filesKept()) > ofAdmin);
      await forgetSeenByOthers(folder, siteApi, [String(server.accounts.admin.id)]);
      assert.equal(await filesKept(), ofAdmin);
      await forgetSeenSite(folder, siteApi);
      assert.equal(await filesKept(), 0);
    });

    it("is forgotten where the server says that it is hidden by now", async () => {
      const browsing = await browseAgain();
      const site = browsing.sites.list()[0] ?? assert.fail();
      const { client } = await browsing.connections.to(site);
      const tracker = await client.tracker(11);
      const [row] = (await client.artifacts(tracker, { offset: 0 })).items;
      const id = row?.kind === "artifact" ? row.id : assert.fail();
      await client.lastSeen.artifact(id);
      await until("it is kept", async () => (await filesKept()) === 1);
      server.removeArtifact(id);
      await assert.rejects(client.lastSeen.artifact(id), { kind: "notFound" });
      await until("it is forgotten", async () => (await filesKept()) === 0);
    });
  });
}
