import assert from "node:assert/strict";
import { CurrentUser } from "../../../../src/store/queries/currentUser.ts";
import { ArtifactLists } from "../../../../src/store/queries/artifactLists.ts";
import { RecentArtifacts } from "../../../../src/store/queries/recentArtifacts.ts";
import {
  type SuggestedArtifact,
  SuggestedArtifacts,
} from "../../../../src/store/queries/suggestedArtifacts.ts";
import { ReferenceCache } from "../../../../src/store/references/referenceCache.ts";
import { bugsTrackerId, dialects, createMemento, QueryFixture } from "./queryFixture.ts";

const { signal } = new AbortController();
const openTides = 101;

for (const dialect of dialects) {
  describe(`SuggestedArtifacts on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let fixture: QueryFixture;
    let referenceCache: ReferenceCache;
    let recentlyOpened: RecentArtifacts;
    let currentUser: CurrentUser;
    let lists: ArtifactLists;
    let bugs: readonly { readonly id: number; readonly title: string | undefined }[];

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
      const { sites, catalog, pinnedProjects } = fixture.store;
      referenceCache = new ReferenceCache(catalog, Date.now);
      recentlyOpened = new RecentArtifacts(createMemento());
      currentUser = new CurrentUser(createMemento());
      lists = new ArtifactLists({ sites, catalog, pinnedProjects, currentUser, now: () => new Date() });
      const { client } = await fixture.connect();
      const { items } = await client.artifacts(fixture.createTrackerSummary(bugsTrackerId), { offset: 0 });
      bugs = items.flatMap((item) => (item.kind === "artifact" ? [item] : []));
      // The documented dialect has no list of assigned artifacts, so trackers of pinned projects are searched.
      const { id, realName, username } = fixture.server.accounts.member;
      await currentUser.select(fixture.site.api, { id: "key", name: "" }, { id, label: realName, username });
      const projects = fixture.catalog.allProjects;
      await projects.loadUntil(() => false);
      const project = projects.items.find((item) => item.kind === "project" && item.id === openTides);
      assert.ok(project?.kind === "project");
      await pinnedProjects.pin(fixture.site.api, await fixture.catalog.getAccount(), project);
    });
    afterEach(async () => {
      referenceCache.dispose();
      await fixture.close();
    });

    const bug = (at: number) => bugs[at] ?? assert.fail("too few bugs");
    const note = async ({ id, title }: { id: number; title: string | undefined }) =>
      recentlyOpened.add(fixture.site.api, await fixture.catalog.getAccount(), {
        id,
        title,
        tracker: undefined,
      });
    const inForm = (id: number): SuggestedArtifact => ({
      site: fixture.site,
      id,
      title: "In a form",
      tracker: undefined,
      status: undefined,
      reason: "form",
    });
    function ask(
      branch: number | undefined,
      given: { readonly forms?: readonly number[]; readonly except?: number } = {},
    ): SuggestedArtifacts {
      const { api: siteApi } = fixture.site;
      const named = (artifactId: number | undefined) =>
        artifactId === undefined ? undefined : { siteApi, artifactId };
      return new SuggestedArtifacts(
        { catalog: fixture.store.catalog, recentlyOpened, lists, referenceCache },
        {
          sites: [fixture.site],
          openForms: (given.forms ?? []).map(inForm),
          activeArtifact: Promise.resolve(named(branch)),
          excluded: named(given.except),
        },
      );
    }
    const getShown = ({ list }: SuggestedArtifacts) => list.map(({ id, reason }) => [id, reason] as const);

    it("lists open forms, the active artifact, recent and assigned artifacts, without duplicates", async () => {
      await note(bug(2));
      await note(bug(1));
      await note(bug(0));
      const suggested = ask(bug(1).id, { forms: [bug(0).id] });
      assert.deepEqual(getShown(suggested), [[bug(0).id, "form"]]);
      await suggested.load(() => undefined, signal);
      const known = [
        [bug(0).id, "form"],
        [bug(1).id, "branch"],
        [bug(2).id, "recent"],
      ] as const;
      assert.deepEqual(getShown(suggested).slice(0, 3), known);
      const ids = suggested.list.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      const mine = lists.getMyWork(fixture.site, { role: "assigned", openOnly: true }).state;
      assert.ok(mine.kind === "rows" && mine.rows.length > 0, mine.kind);
      const rest = mine.rows.map(({ id }) => id).filter((id) => known.every(([other]) => other !== id));
      assert.deepEqual(
        getShown(suggested).slice(3),
        rest.map((id) => [id, "assigned"]),
      );
    });

    it("loads the title of the branch's artifact", async () => {
      const suggested = ask(bug(3).id);
      await suggested.load(() => undefined, signal);
      const [first] = suggested.list;
      assert.deepEqual([first?.id, first?.title, first?.reason], [bug(3).id, bug(3).title, "branch"]);
      assert.equal(first?.tracker?.id, isProduct ? bugsTrackerId : undefined);
    });

    it("never moves suggestions while more are loaded", async () => {
      await note(bug(0));
      const suggested = ask(bug(1).id, { forms: [bug(2).id] });
      const seen: (readonly number[])[] = [];
      await suggested.load(() => seen.push(suggested.list.map(({ id }) => id)), signal);
      assert.ok(seen.length > 1);
      for (const [at, ids] of seen.entries()) {
        assert.deepEqual(seen.at(-1)?.slice(0, ids.length), ids, `after ${at} readings`);
      }
    });

    it("leaves out the excluded artifact", async () => {
      await note(bug(0));
      const suggested = ask(bug(0).id, { forms: [bug(0).id], except: bug(0).id });
      await suggested.load(() => undefined, signal);
      assert.ok(!suggested.list.some(({ id }) => id === bug(0).id));
    });

    it("reports failures and keeps the rest", async () => {
      await note(bug(0));
      fixture.server.faults.add({ path: /./, fault: { kind: "status", status: 400 } });
      const suggested = ask(bug(1).id);
      await suggested.load(() => undefined, signal);
      assert.deepEqual(getShown(suggested), [
        [bug(1).id, "branch"],
        [bug(0).id, "recent"],
      ]);
      assert.deepEqual(
        suggested.failures.map(({ site }) => site.api),
        [fixture.site.api],
      );
    });

    it("lists only local suggestions without an account", async () => {
      const account = (await fixture.catalog.getAccount()) ?? assert.fail("nobody is signed in");
      await fixture.store.accounts.signOut(fixture.site.api, account.id);
      await fixture.store.catalog.forgetSite(fixture.site.api);
      const before = fixture.server.requests.length;
      const suggested = ask(undefined, { forms: [bug(0).id] });
      await suggested.load(() => undefined, signal);
      assert.deepEqual(getShown(suggested), [[bug(0).id, "form"]]);
      assert.equal(fixture.server.requests.length, before);
    });
  });
}
