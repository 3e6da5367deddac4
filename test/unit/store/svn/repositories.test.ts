import assert from "node:assert/strict";
import type { Project } from "../../../../src/model/project.ts";
import type { Site } from "../../../../src/model/site.ts";
import type { SvnSummary } from "../../../../src/model/svn.ts";
import { svnPage } from "../../../../src/store/svn/readSettings.ts";
import { type ProjectRepositories, SvnRepositories } from "../../../../src/store/svn/repositories.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../../../support/fixtures/openStore.ts";
import { memoryInProcess } from "../queries/stage.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the repositories of a project on the ${dialect} dialect`, () => {
    let server: Simulator;
    let store: Store;
    let site: Site;
    let lighthouse: Project;
    let memory: ReturnType<typeof memoryInProcess>;
    let repositories: SvnRepositories;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      store = openStore([{ url: server.url }]);
      site = store.sites.list()[0] ?? assert.fail("the site is not known");
      await signIn(store, site.api, server.accounts.admin);
      const { client } = await store.catalog.of(site).connection();
      lighthouse = await client.project(101);
      memory = memoryInProcess();
      repositories = new SvnRepositories(store.catalog, memory);
    });
    afterEach(async () => {
      await store.connections.close();
      await server.close();
    });

    async function look(): Promise<ProjectRepositories> {
      const read = repositories.of(site, lighthouse);
      await read.listing.load();
      return read;
    }

    async function seen(): Promise<readonly unknown[]> {
      const { listing, isTold } = await look();
      return [isTold(), ...listing.items.map((item) => (item as SvnSummary).name)];
    }

    it("are those that the server lists, else those that were made from here", async () => {
      const isListed = dialect === "product";
      const before = isListed ? ["console", "charts-archive"] : [];
      assert.equal(repositories.of(site, lighthouse).isTold(), undefined);
      assert.deepEqual(await seen(), [isListed, ...before]);
      const asked = server.requests.length;
      assert.deepEqual(await seen(), [isListed, ...before]);
      assert.equal(server.requests.length, asked, "what was read is kept");

      const { client } = await store.catalog.of(site).connection();
      const told: unknown[] = [];
      repositories.changed.listen((change) => told.push(change));
      const made = await client.createSvn(101, { name: "soundings", settings: plain });
      await repositories.remember(site, 101, made);
      assert.deepEqual(told, [{ siteApi: site.api, projectId: 101 }]);
      assert.deepEqual(await seen(), [isListed, ...before, "soundings"]);
      assert.deepEqual((await look()).listing.items.at(-1), {
        kind: "svnRepository",
        id: 3,
        name: "soundings",
        address: made.address,
      });
      assert.equal(made.address === undefined, !isListed);
    });

    it("are read again with all the rest, and not kept for someone else", async () => {
      const known = repositories.of(site, lighthouse);
      await known.listing.load();
      const asked = server.requests.length;
      store.catalog.of(site).invalidate();
      await known.listing.load();
      assert.equal(server.requests.length, asked + 1);
      await store.catalog.forget(site.api);
      assert.notEqual(repositories.of(site, lighthouse), known);
    });

    it("are remembered for each project, site and account, with all that was ever told, until the site goes", async () => {
      await repositories.remember(site, 101, { id: 3, name: "soundings", address: "https://a.example/svn" });
      await repositories.remember(site, 102, { id: 4, name: "tides", address: undefined });
      await repositories.remember(site, 101, { id: 3, name: undefined, address: undefined });
      await repositories.remember(site, 101, { id: 3, name: "", address: "" });
      const [key] = memory.keys();
      assert.deepEqual(memory.get(key ?? ""), [
        { projectId: 102, id: 4, name: "tides", address: undefined },
        { projectId: 101, id: 3, name: "soundings", address: "https://a.example/svn" },
      ]);
      assert.deepEqual(await repositories.recall(site, 3), {
        kind: "svnRepository",
        id: 3,
        name: "soundings",
        address: "https://a.example/svn",
      });
      assert.equal(await repositories.recall(site, 5), undefined);
      if (dialect === "documented") {
        assert.deepEqual(await seen(), [false, "soundings"]);
        await signIn(store, site.api, server.accounts.member);
        await store.catalog.forget(site.api);
        assert.deepEqual(await seen(), [false]);
        await memory.update(`svnRepositories ${site.api} ${server.accounts.member.id}`, [
          null,
          "nonsense",
          { id: 1 },
          { projectId: 101, id: 7, name: 5, address: "" },
        ]);
        repositories.of(site, lighthouse).listing.invalidate();
        const { listing } = await look();
        assert.deepEqual(listing.items, [
          { kind: "svnRepository", id: 7, name: undefined, address: undefined },
        ]);
      }
      await memory.update("svnRepositories https://b.example/api 1", []);
      await repositories.clear(site.api);
      assert.deepEqual(memory.keys(), ["svnRepositories https://b.example/api 1"]);
    });

    it("say why when they can't be read", async () => {
      await signIn(store, site.api, server.accounts.outsider);
      await store.catalog.forget(site.api);
      const { listing, isTold } = await look();
      if (dialect === "product") {
        assert.deepEqual([listing.trouble?.failure.kind, isTold()], ["forbidden", undefined]);
      } else {
        assert.deepEqual([listing.trouble, isTold()], [undefined, false]);
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

describe("the page of a repository", () => {
  it("is named as the platform spells the project, and only for what it hosts", () => {
    assert.equal(
      svnPage("https://localhost/svnplugin/SVN-plugin-test/repo01"),
      "plugins/svn/?roottype=svn&root=SVN-plugin-test%2Frepo01",
    );
    assert.equal(svnPage("https://a.example/svnplugin/p/r%26x/"), "plugins/svn/?roottype=svn&root=p%2Fr%26x");
    for (const address of [
      undefined,
      "",
      "nowhere",
      "https://svn.example/firmware",
      "https://a.example/svnplugin/p",
      "https://a.example/svnplugin/p/r/trunk",
      "https://a.example/svnplugin/p/%ff",
    ]) {
      assert.equal(svnPage(address), undefined, address);
    }
  });
});
