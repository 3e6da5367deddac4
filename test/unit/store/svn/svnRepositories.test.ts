import assert from "node:assert/strict";
import type { Project } from "../../../../src/model/project.ts";
import type { Site } from "../../../../src/model/site.ts";
import type { SvnRepositorySummary } from "../../../../src/model/svn.ts";
import { toSvnPagePath } from "../../../../src/store/svn/svnSettingsReader.ts";
import { type ProjectSvnRepositories, SvnRepositories } from "../../../../src/store/svn/svnRepositories.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../../../support/fixtures/testStore.ts";
import { createMemento } from "../queries/queryFixture.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`SvnRepositories on the ${dialect} dialect`, () => {
    let server: Simulator;
    let store: TestStore;
    let site: Site;
    let lighthouse: Project;
    let memory: ReturnType<typeof createMemento>;
    let repositories: SvnRepositories;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      store = createTestStore([{ url: server.url }]);
      site = store.sites.list()[0] ?? assert.fail("the site is not known");
      await signIn(store, site.api, server.accounts.admin);
      const { client } = await store.catalog.getSite(site).connect();
      lighthouse = await client.project(101);
      memory = createMemento();
      repositories = new SvnRepositories(store.catalog, memory);
    });
    afterEach(async () => {
      await store.connections.close();
      await server.close();
    });

    async function load(): Promise<ProjectSvnRepositories> {
      const read = repositories.forProject(site, lighthouse);
      await read.list.load();
      return read;
    }

    async function listSeen(): Promise<readonly unknown[]> {
      const { list, isListedByServer } = await load();
      return [isListedByServer(), ...list.items.map((item) => (item as SvnRepositorySummary).name)];
    }

    it("lists the server's repositories, or else those created here", async () => {
      const isListed = dialect === "product";
      const before = isListed ? ["console", "charts-archive"] : [];
      assert.equal(repositories.forProject(site, lighthouse).isListedByServer(), undefined);
      assert.deepEqual(await listSeen(), [isListed, ...before]);
      const requestCount = server.requests.length;
      assert.deepEqual(await listSeen(), [isListed, ...before]);
      assert.equal(server.requests.length, requestCount, "what was read is kept");

      const { client } = await store.catalog.getSite(site).connect();
      const reported: unknown[] = [];
      repositories.onDidChange.event((change) => reported.push(change));
      const made = await client.createSvnRepository(101, { name: "soundings", settings: plain });
      await repositories.remember(site, 101, made);
      assert.deepEqual(reported, [{ siteApi: site.api, projectId: 101 }]);
      assert.deepEqual(await listSeen(), [isListed, ...before, "soundings"]);
      assert.deepEqual((await load()).list.items.at(-1), {
        kind: "svnRepository",
        id: 3,
        name: "soundings",
        address: made.address,
      });
      assert.equal(made.address === undefined, !isListed);
    });

    it("reloads with the site, and drops data of another account", async () => {
      const known = repositories.forProject(site, lighthouse);
      await known.list.load();
      const requestCount = server.requests.length;
      store.catalog.getSite(site).invalidate();
      await known.list.load();
      assert.equal(server.requests.length, requestCount + 1);
      await store.catalog.forgetSite(site.api);
      assert.notEqual(repositories.forProject(site, lighthouse), known);
    });

    it("stores repositories by project, site and account, until the site is removed", async () => {
      await repositories.remember(site, 101, { id: 3, name: "soundings", address: "https://a.example/svn" });
      await repositories.remember(site, 102, { id: 4, name: "tides", address: undefined });
      await repositories.remember(site, 101, { id: 3, name: undefined, address: undefined });
      await repositories.remember(site, 101, { id: 3, name: "", address: "" });
      const [key] = memory.keys();
      assert.deepEqual(memory.get(key ?? ""), [
        { projectId: 102, id: 4, name: "tides", address: undefined },
        { projectId: 101, id: 3, name: "soundings", address: "https://a.example/svn" },
      ]);
      assert.deepEqual(await repositories.findRemembered(site, 3), {
        kind: "svnRepository",
        id: 3,
        name: "soundings",
        address: "https://a.example/svn",
      });
      assert.equal(await repositories.findRemembered(site, 5), undefined);
      if (dialect === "documented") {
        assert.deepEqual(await listSeen(), [false, "soundings"]);
        await signIn(store, site.api, server.accounts.member);
        await store.catalog.forgetSite(site.api);
        assert.deepEqual(await listSeen(), [false]);
        await memory.update(`svnRepositories ${site.api} ${server.accounts.member.id}`, [
          null,
          "nonsense",
          { id: 1 },
          { projectId: 101, id: 7, name: 5, address: "" },
        ]);
        repositories.forProject(site, lighthouse).list.invalidate();
        const { list } = await load();
        assert.deepEqual(list.items, [{ kind: "svnRepository", id: 7, name: undefined, address: undefined }]);
      }
      await memory.update("svnRepositories https://b.example/api 1", []);
      await repositories.clear(site.api);
      assert.deepEqual(memory.keys(), ["svnRepositories https://b.example/api 1"]);
    });

    it("reports failures", async () => {
      await signIn(store, site.api, server.accounts.outsider);
      await store.catalog.forgetSite(site.api);
      const { list, isListedByServer } = await load();
      if (dialect === "product") {
        assert.deepEqual([list.lastFailure?.failure.kind, isListedByServer()], ["forbidden", undefined]);
      } else {
        assert.deepEqual([list.lastFailure, isListedByServer()], [undefined, false]);
      }
    });
  });
}

const plain = {
  commitRules: { isReferenceMandatory: false, isMessageChangeAllowed: false },
  immutableTags: { paths: [], allowed: [] },
  accessFile: "",
  notifications: [],
  hasDefaultPermissions: undefined,
  others: {},
};

describe("toSvnPagePath", () => {
  it("uses the project name of the URL, for hosted repositories only", () => {
    assert.equal(
      toSvnPagePath("https://localhost/svnplugin/SVN-plugin-test/repo01"),
      "plugins/svn/?roottype=svn&root=SVN-plugin-test%2Frepo01",
    );
    assert.equal(
      toSvnPagePath("https://a.example/svnplugin/p/r%26x/"),
      "plugins/svn/?roottype=svn&root=p%2Fr%26x",
    );
    for (const address of [
      undefined,
      "",
      "nowhere",
      "https://svn.example/firmware",
      "https://a.example/svnplugin/p",
      "https://a.example/svnplugin/p/r/trunk",
      "https://a.example/svnplugin/p/%ff",
    ]) {
      assert.equal(toSvnPagePath(address), undefined, address);
    }
  });
});
