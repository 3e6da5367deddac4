import assert from "node:assert/strict";
import { RecentArtifacts } from "../../../../src/store/queries/recentArtifacts.ts";
import { SearchScopeStore } from "../../../../src/store/queries/searchedTrackers.ts";
import { ReferenceCache } from "../../../../src/store/references/referenceCache.ts";
import { ReferenceSuggestions } from "../../../../src/store/references/referenceSuggestions.ts";
import { bugsTrackerId, dialects, createMemento, QueryFixture } from "../queries/queryFixture.ts";

const { signal } = new AbortController();
const nobodys = 987_654;

for (const dialect of dialects) {
  describe(`ReferenceSuggestions on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let fixture: QueryFixture;
    let referenceCache: ReferenceCache;
    let recentlyOpened: RecentArtifacts;
    let scope: SearchScopeStore;
    let proposals: ReferenceSuggestions;
    let bugs: readonly { readonly id: number; readonly title: string; readonly status: string }[];

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
      const { catalog, pinnedProjects } = fixture.store;
      const memory = createMemento();
      referenceCache = new ReferenceCache(catalog, Date.now);
      recentlyOpened = new RecentArtifacts(memory);
      scope = new SearchScopeStore(memory);
      proposals = new ReferenceSuggestions({
        catalog,
        recentlyOpened,
        pinnedProjects,
        scope,
        referenceCache,
      });
      const { client } = await fixture.connect();
      const { items } = await client.artifacts(fixture.createTrackerSummary(bugsTrackerId), { offset: 50 });
      bugs = items.flatMap((item) => {
        const { id, title = "", status = "" } = item.kind === "artifact" ? item : { id: 0 };
        return id > 9 && /^[\w ]{20,}$/.test(title) ? [{ id, title, status }] : [];
      });
    });
    afterEach(async () => {
      referenceCache.dispose();
      await fixture.close();
    });

    const bug = (at: number) => bugs[at] ?? assert.fail("too few bugs");
    const propose = (text: string, activeId?: number) =>
      proposals.suggest(fixture.site, text, { activeId, signal });
    const proposed = async (text: string, activeId?: number) =>
      (await propose(text, activeId)).map(({ artifactId }) => artifactId);
    const note = async (id: number, title?: string) =>
      recentlyOpened.add(fixture.site.api, await fixture.catalog.getAccount(), {
        id,
        title,
        tracker: undefined,
      });

    it("suggests the active artifact, then recent ones, without duplicates, with title and status", async () => {
      await note(bug(2).id);
      await note(bug(1).id);
      await note(bug(0).id);
      const all = await propose("", bug(1).id);
      const tracker = isProduct ? "Bugs" : undefined;
      assert.deepEqual(
        all,
        [bug(1), bug(0), bug(2)].map(({ id, title, status }, at) => ({
          artifactId: id,
          title,
          status,
          tracker,
          isActive: at === 0,
        })),
      );
      assert.equal(await fixture.countRequests(() => propose("", bug(1).id)), 0);
    });

    it("leaves out missing artifacts, and keeps those that can't be loaded", async () => {
      await note(nobodys, "Gone");
      await note(bug(0).id, "As it was");
      assert.deepEqual(await proposed(""), [bug(0).id]);
      fixture.store.catalog.reportWrite(fixture.site, bug(0).id, bugsTrackerId);
      fixture.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 400 } });
      const [stored] = await propose("");
      assert.deepEqual(
        [stored?.artifactId, stored?.title, stored?.status],
        [bug(0).id, "As it was", undefined],
      );
    });

    it("filters them by text, and adds results of the selected trackers", async () => {
      await scope.set(fixture.site.api, await fixture.catalog.getAccount(), [
        fixture.createTrackerSummary(bugsTrackerId),
      ]);
      const { title: words, id } = bug(3);
      assert.ok((await proposed(words)).includes(id));
      await note(bug(0).id);
      await note(id);
      const found = await propose(words, bug(0).id);
      assert.equal(found[0]?.artifactId, id);
      assert.equal(found[0].status, bug(3).status);
      assert.equal(found.filter(({ artifactId }) => artifactId === id).length, 1);
      assert.ok(!found.some(({ artifactId }) => artifactId === bug(0).id));
    });

    it("searches all projects with one request, or none without selected trackers and pinned projects", async () => {
      const { title: words, id } = bug(3);
      assert.equal((await proposed(words)).includes(id), isProduct);
      assert.equal(await fixture.countRequests(() => propose("rudder")), isProduct ? 1 : 0);
    });

    it("matches IDs only for digits, the exact ID first", async () => {
      await scope.set(fixture.site.api, await fixture.catalog.getAccount(), [
        fixture.createTrackerSummary(bugsTrackerId),
      ]);
      const shorter = Number(`${bug(0).id}`.slice(0, -1));
      await note(bug(0).id);
      const ids = await proposed(String(shorter), bug(0).id);
      assert.ok(ids.includes(bug(0).id), "what begins so, of those that one has to do with");
      assert.deepEqual((await proposed(String(bug(2).id), bug(0).id))[0], bug(2).id);
      assert.deepEqual(await proposed(String(nobodys)), []);
      assert.equal(await fixture.countRequests(() => proposed(String(nobodys))), 0);
    });
  });
}
