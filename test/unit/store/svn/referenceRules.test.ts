import assert from "node:assert/strict";
import { SvnRepositories } from "../../../../src/store/svn/repositories.ts";
import { ReferenceRules } from "../../../../src/store/svn/referenceRules.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../../../support/fixtures/openStore.ts";
import { memory } from "../../commits/memory.ts";

const strict = "https://tuleap.example/svnplugin/lighthouse/charts-archive";
const lax = "https://tuleap.example/svnplugin/lighthouse/console";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the rule that messages refer to something (${dialect})`, () => {
    let server: Simulator;
    let store: Store;
    let repositories: SvnRepositories;
    let rules: ReferenceRules;
    let minutes: number;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      store = openStore([{ url: server.url }]);
      repositories = new SvnRepositories(store.catalog, memory());
      minutes = 0;
      rules = new ReferenceRules({ catalog: store.catalog, repositories, now: () => minutes * 60_000 });
      await as("admin");
    });
    afterEach(async () => {
      rules.dispose();
      await store.connections.close();
      await server.close();
    });

    const site = (): NonNullable<ReturnType<Store["sites"]["find"]>> =>
      store.sites.list()[0] ?? assert.fail("the site is not known");
    const refusing = (address: string): Promise<string | undefined> => rules.refusing(site(), address);
    const asked = (): number => server.requests.length;

    async function as(who: "admin" | "member"): Promise<void> {
      await signIn(store, site().api, server.accounts[who]);
      await store.catalog.forget(site().api);
    }

    if (dialect === "documented") {
      it("is not assumed where nobody can read it", async () => {
        await repositories.remember(site(), 101, { id: 2, name: "charts-archive", address: strict });
        assert.equal(await refusing(strict), undefined);
      });
      return;
    }

    it("holds below the address of a repository that has it", async () => {
      assert.equal(await refusing(strict), "charts-archive");
      assert.equal(await refusing(`${strict}/trunk/drawings`), "charts-archive");
      assert.equal(await refusing(`${strict}-2`), undefined);
      assert.equal(await refusing(lax), undefined);
      assert.equal(
        await refusing("https://elsewhere.example/svnplugin/lighthouse/charts-archive"),
        undefined,
      );
    });

    it("asks nothing of the site for a copy of something else", async () => {
      await store.catalog.of(site()).memberProjects.loadUntil(() => false);
      const before = asked();
      assert.equal(await refusing("https://svn.example/repos/asf/trunk"), undefined);
      assert.equal(asked(), before);
    });

    it("is not assumed for who may not read it", async () => {
      await as("member");
      assert.equal(await refusing(strict), undefined);
    });

    it("is asked for once in a while, and again when it was changed from here", async () => {
      assert.equal(await refusing(strict), "charts-archive");
      const before = asked();
      assert.equal(await refusing(strict), "charts-archive");
      assert.equal(asked(), before);
      const { client } = await store.connections.to(site());
      const { settings } = await client.svn(2);
      assert.ok(settings);
      const commitRules = { ...settings.commitRules, isReferenceMandatory: false };
      await client.updateSvn(2, { ...settings, commitRules });
      assert.equal(await refusing(strict), "charts-archive");
      minutes = 2;
      assert.equal(await refusing(strict), undefined);
      await client.updateSvn(2, settings);
      await repositories.remember(site(), 101, { id: 2, name: "charts-archive", address: strict });
      assert.equal(await refusing(strict), "charts-archive");
    });

    it("is not assumed while the site does not answer", async () => {
      const works = server.faults.add({ path: /svn/, fault: { kind: "html" } });
      assert.equal(await refusing(strict), undefined);
      works();
      minutes = 2;
      assert.equal(await refusing(strict), "charts-archive");
    });
  });
}
