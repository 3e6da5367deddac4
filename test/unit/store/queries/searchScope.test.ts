import assert from "node:assert/strict";
import { loadChildren } from "../../../../src/features/tree/loadChildren.ts";
import { loadSearchedTrackers, SearchScopeStore } from "../../../../src/store/queries/searchedTrackers.ts";
import { loadDraftBase } from "../../../../src/store/loadDraftBase.ts";
import { createTreeFixture, type TreeFixture, closeServers, openPath } from "../../tree/treeFixture.ts";
import { bugsTrackerId, dialects, createMemento, requestsTrackerId } from "./queryFixture.ts";

const { signal } = new AbortController();

for (const dialect of dialects) {
  describe(`the searched trackers on the ${dialect} dialect`, () => {
    // If the server reports members, it is among the user's own projects.
    const path = ["site", ...(dialect === "product" ? [] : ["allProjects"]), "Open Tides"];
    let fixture: TreeFixture;
    let scope: SearchScopeStore;

    beforeEach(async () => {
      fixture = await createTreeFixture({ dialect }, "member");
      scope = new SearchScopeStore(createMemento());
    });
    afterEach(closeServers);

    async function searched(): Promise<readonly number[]> {
      const site = fixture.sites.list()[0] ?? assert.fail();
      const { trackers } = await loadSearchedTrackers({ ...fixture, scope }, site, signal);
      return trackers.map(({ id }) => id);
    }

    for (const openOnly of [true, false]) {
      it(`are those that were expanded, ${openOnly ? "open artifacts only" : "with closed artifacts"}`, async () => {
        await fixture.viewOptions.setOpenOnly("artifacts.tree", openOnly);
        const rows = await openPath(fixture, ...path);
        assert.deepEqual(await searched(), []);
        const bugs = rows.find((row) => row.kind === "tracker" && row.trackerId === bugsTrackerId);
        await loadChildren(fixture, bugs ?? assert.fail());
        assert.deepEqual(await searched(), [bugsTrackerId]);
      });
    }

    it("are those of open forms, unless others were selected", async () => {
      const site = fixture.sites.list()[0] ?? assert.fail();
      const known = fixture.catalog.getSite(site);
      const { client } = await known.connect();
      const summary = { uri: "trackers/12", artifactsUri: "trackers/12/artifacts" };
      const requests = {
        kind: "tracker",
        id: requestsTrackerId,
        label: "",
        color: undefined,
        ...summary,
      } as const;
      const page = await client.artifacts(requests, { offset: 0 });
      const [first] = page.items;
      const artifactId = first?.kind === "artifact" ? first.id : assert.fail();
      const subject = {
        kind: "artifact",
        siteApi: site.api,
        accountId: (await known.getAccount())?.id,
        artifactId,
      } as const;
      await loadDraftBase(known, subject, { trackerId: requestsTrackerId, source: "known", signal });
      assert.deepEqual(await searched(), [requestsTrackerId]);
      await scope.set(site.api, await known.getAccount(), []);
      assert.deepEqual(await searched(), []);
    });
  });
}
