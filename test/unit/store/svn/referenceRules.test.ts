import assert from "node:assert/strict";
import { SvnRepositories } from "../../../../src/store/svn/svnRepositories.ts";
import { RequiredSvnReferences } from "../../../../src/store/svn/requiredSvnReferences.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../../../support/fixtures/testStore.ts";
import { createMemento } from "../../commits/memento.ts";

const strict = "https://tuleap.example/svnplugin/lighthouse/charts-archive";
const lax = "https://tuleap.example/svnplugin/lighthouse/console";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the rule that commit messages need a reference on the ${dialect} dialect`, () => {
    let server: Simulator;
    let store: TestStore;
    let repositories: SvnRepositories;
    let rules: RequiredSvnReferences;
    let minutes: number;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      store = createTestStore([{ url: server.url }]);
      repositories = new SvnRepositories(store.catalog, createMemento());
      minutes = 0;
      rules = new RequiredSvnReferences({
        catalog: store.catalog,
        repositories,
        now: () => minutes * 60_000,
      });
      await as("admin");
    });
    afterEach(async () => {
      rules.dispose();
      await store.connections.close();
      await server.close();
    });

    const site = (): NonNullable<ReturnType<TestStore["sites"]["find"]>> =>
      store.sites.list()[0] ?? assert.fail("the site is not known");
    const refusing = (address: string): Promise<string | undefined> =>
      rules.findRequiringRepository(site(), address);
    const countRequests = (): number => server.requests.length;

    async function as(who: "admin" | "member"): Promise<void> {
      await signIn(store, site().api, server.accounts[who]);
      await store.catalog.forgetSite(site().api);
    }

    if (dialect === "documented") {
      it("isn't assumed if it can't be read", async () => {
        await repositories.remember(site(), 101, { id: 2, name: "charts-archive", address: strict });
        assert.equal(await refusing(strict), undefined);
      });
      return;
    }

    it("applies to URLs below the repository", async () => {
      assert.equal(await refusing(strict), "charts-archive");
      assert.equal(await refusing(`${strict}/trunk/drawings`), "charts-archive");
      assert.equal(await refusing(`${strict}-2`), undefined);
      assert.equal(await refusing(lax), undefined);
      assert.equal(
        await refusing("https://elsewhere.example/svnplugin/lighthouse/charts-archive"),
        undefined,
      );
    });

    it("sends no request for other working copies", async () => {
      await store.catalog.getSite(site()).memberProjects.loadUntil(() => false);
      const before = countRequests();
      assert.equal(await refusing("https://svn.example/repos/asf/trunk"), undefined);
      assert.equal(countRequests(), before);
    });

    it("isn't assumed for accounts that can't read it", async () => {
      await as("member");
      assert.equal(await refusing(strict), undefined);
    });

    it("is cached for a while, until it is changed here", async () => {
      assert.equal(await refusing(strict), "charts-archive");
      const before = countRequests();
      assert.equal(await refusing(strict), "charts-archive");
      assert.equal(countRequests(), before);
      const { client } = await store.connections.connect(site());
      const { settings } = await client.svnRepository(2);
      assert.ok(settings);
      const commitRules = { ...settings.commitRules, isReferenceMandatory: false };
      await client.updateSvnSettings(2, { ...settings, commitRules });
      assert.equal(await refusing(strict), "charts-archive");
      minutes = 2;
      assert.equal(await refusing(strict), undefined);
      await client.updateSvnSettings(2, settings);
      await repositories.remember(site(), 101, { id: 2, name: "charts-archive", address: strict });
      assert.equal(await refusing(strict), "charts-archive");
    });

    it("isn't assumed while the site doesn't respond", async () => {
      const works = server.faults.add({ path: /svn/, fault: { kind: "html" } });
      assert.equal(await refusing(strict), undefined);
      works();
      minutes = 2;
      assert.equal(await refusing(strict), "charts-archive");
    });
  });
}
