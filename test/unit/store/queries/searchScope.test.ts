import assert from "node:assert/strict";
import { childrenOf } from "../../../../src/features/tree/children.ts";
import { searchedTrackers, SearchScope } from "../../../../src/store/queries/titleSearch.ts";
import { readBase } from "../../../../src/store/readBase.ts";
import { browse, type Browsing, closeServers, open } from "../../tree/browsing.ts";
import { bugsId, dialects, memoryInProcess, requestsId } from "./stage.ts";

const { signal } = new AbortController();

for (const dialect of dialects) {
  describe(`the trackers whose titles are searched on the ${dialect} dialect`, () => {
    // Where the server tells, it is among one's own projects.
    const path = ["site", ...(dialect === "product" ? [] : ["allProjects"]), "Open Tides"];
    let browsing: Browsing;
    let scope: SearchScope;

    beforeEach(async () => {
      browsing = await browse({ dialect }, "member");
      scope = new SearchScope(memoryInProcess());
    });
    afterEach(closeServers);

    async function searched(): Promise<readonly number[]> {
      const site = browsing.sites.list()[0] ?? assert.fail();
      const { trackers } = await searchedTrackers({ ...browsing, scope }, site, signal);
      return trackers.map(({ id }) => id);
    }

    for (const openOnly of [true, false]) {
      it(`are those that were expanded, ${openOnly ? "open ones only" : "closed ones too"}`, async () => {
        await browsing.choices.setOpenOnly("artifacts.tree", openOnly);
        const rows = await open(browsing, ...path);
        assert.deepEqual(await searched(), []);
        const bugs = rows.find((row) => row.kind === "tracker" && row.trackerId === bugsId);
        await childrenOf(browsing, bugs ?? assert.fail());
        assert.deepEqual(await searched(), [bugsId]);
      });
    }

    it("are those of open forms, without those that were chosen otherwise", async () => {
      const site = browsing.sites.list()[0] ?? assert.fail();
      const known = browsing.catalog.of(site);
      const { client } = await known.connection();
      const summary = { uri: "trackers/12", artifactsUri: "trackers/12/artifacts" };
      const requests = { kind: "tracker", id: requestsId, label: "", color: undefined, ...summary } as const;
      const page = await client.artifacts(requests, { offset: 0 });
      const [first] = page.items;
      const artifactId = first?.kind === "artifact" ? first.id : assert.fail();
      const subject = {
        kind: "artifact",
        siteApi: site.api,
        accountId: (await known.account())?.id,
        artifactId,
      } as const;
      await readBase(known, subject, { trackerId: requestsId, how: "known", signal });
      assert.deepEqual(await searched(), [requestsId]);
      await scope.choose(site.api, await known.account(), []);
      assert.deepEqual(await searched(), []);
    });
  });
}
