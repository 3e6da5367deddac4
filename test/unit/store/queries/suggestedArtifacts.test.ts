import assert from "node:assert/strict";
import { Me } from "../../../../src/store/queries/currentUser.ts";
import { Lists } from "../../../../src/store/queries/lists.ts";
import { RecentlyOpened } from "../../../../src/store/queries/recent.ts";
import {
  type SuggestedArtifact,
  SuggestedArtifacts,
} from "../../../../src/store/queries/suggestedArtifacts.ts";
import { Lookups } from "../../../../src/store/references/lookups.ts";
import { bugsId, dialects, memoryInProcess, QueryStage } from "./stage.ts";

const { signal } = new AbortController();
const openTides = 101;

for (const dialect of dialects) {
  describe(`artifacts suggested to a person who is asked for one (${dialect})`, () => {
    const isProduct = dialect === "product";
    let stage: QueryStage;
    let lookups: Lookups;
    let recent: RecentlyOpened;
    let me: Me;
    let lists: Lists;
    let bugs: readonly { readonly id: number; readonly title: string | undefined }[];

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
      const { sites, catalog, pins } = stage.store;
      lookups = new Lookups(catalog, Date.now);
      recent = new RecentlyOpened(memoryInProcess());
      me = new Me(memoryInProcess());
      lists = new Lists({ sites, catalog, pins, me, now: () => new Date() });
      const { client } = await stage.connect();
      const { items } = await client.artifacts(stage.summary(bugsId), { offset: 0 });
      bugs = items.flatMap((item) => (item.kind === "artifact" ? [item] : []));
      // The documented dialect can't tell what is assigned to whom: the trackers of pinned projects are looked through.
      const { id, realName, username } = stage.server.accounts.member;
      await me.say(stage.site.api, { id: "key", name: "" }, { id, label: realName, username });
      const projects = stage.catalog.allProjects;
      await projects.loadUntil(() => false);
      const project = projects.items.find((item) => item.kind === "project" && item.id === openTides);
      assert.ok(project?.kind === "project");
      await pins.pin(stage.site.api, await stage.catalog.account(), project);
    });
    afterEach(async () => {
      lookups.dispose();
      await stage.close();
    });

    const bug = (at: number) => bugs[at] ?? assert.fail("too few bugs");
    const note = async ({ id, title }: { id: number; title: string | undefined }) =>
      recent.note(stage.site.api, await stage.catalog.account(), { id, title, tracker: undefined });
    const inForm = (id: number): SuggestedArtifact => ({
      site: stage.site,
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
      const { api: siteApi } = stage.site;
      const named = (artifactId: number | undefined) =>
        artifactId === undefined ? undefined : { siteApi, artifactId };
      return new SuggestedArtifacts(
        { catalog: stage.store.catalog, recent, lists, lookups },
        {
          sites: [stage.site],
          inForms: (given.forms ?? []).map(inForm),
          ofBranch: Promise.resolve(named(branch)),
          except: named(given.except),
        },
      );
    }
    const shown = ({ list }: SuggestedArtifacts) => list.map(({ id, reason }) => [id, reason] as const);

    it("are in open forms, of the branch, opened not long ago, and assigned to one, each once", async () => {
      await note(bug(2));
      await note(bug(1));
      await note(bug(0));
      const suggested = ask(bug(1).id, { forms: [bug(0).id] });
      assert.deepEqual(shown(suggested), [[bug(0).id, "form"]]);
      await suggested.read(() => undefined, signal);
      const known = [
        [bug(0).id, "form"],
        [bug(1).id, "branch"],
        [bug(2).id, "recent"],
      ] as const;
      assert.deepEqual(shown(suggested).slice(0, 3), known);
      const ids = suggested.list.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      const mine = lists.work(stage.site, { concern: "assigned", openOnly: true }).work;
      assert.ok(mine.kind === "rows" && mine.rows.length > 0, mine.kind);
      const rest = mine.rows.map(({ id }) => id).filter((id) => known.every(([other]) => other !== id));
      assert.deepEqual(
        shown(suggested).slice(3),
        rest.map((id) => [id, "assigned"]),
      );
    });

    it("say the title of the branch's artifact, which a branch does not tell", async () => {
      const suggested = ask(bug(3).id);
      await suggested.read(() => undefined, signal);
      const [first] = suggested.list;
      assert.deepEqual([first?.id, first?.title, first?.reason], [bug(3).id, bug(3).title, "branch"]);
      assert.equal(first?.tracker?.id, isProduct ? bugsId : undefined);
    });

    it("never move once they are shown, while more of them are read", async () => {
      await note(bug(0));
      const suggested = ask(bug(1).id, { forms: [bug(2).id] });
      const seen: (readonly number[])[] = [];
      await suggested.read(() => seen.push(suggested.list.map(({ id }) => id)), signal);
      assert.ok(seen.length > 1);
      for (const [at, ids] of seen.entries()) {
        assert.deepEqual(seen.at(-1)?.slice(0, ids.length), ids, `after ${at} readings`);
      }
    });

    it("leave out the one that another one is asked for", async () => {
      await note(bug(0));
      const suggested = ask(bug(0).id, { forms: [bug(0).id], except: bug(0).id });
      await suggested.read(() => undefined, signal);
      assert.ok(!suggested.list.some(({ id }) => id === bug(0).id));
    });

    it("say what could not be read, and keep the rest", async () => {
      await note(bug(0));
      stage.server.faults.add({ path: /./, fault: { kind: "status", status: 400 } });
      const suggested = ask(bug(1).id);
      await suggested.read(() => undefined, signal);
      assert.deepEqual(shown(suggested), [
        [bug(1).id, "branch"],
        [bug(0).id, "recent"],
      ]);
      assert.deepEqual(
        suggested.failures.map(({ site }) => site.api),
        [stage.site.api],
      );
    });

    it("are only what is at hand where nobody is signed in", async () => {
      const account = (await stage.catalog.account()) ?? assert.fail("nobody is signed in");
      await stage.store.accounts.signOut(stage.site.api, account.id);
      await stage.store.catalog.forget(stage.site.api);
      const before = stage.server.requests.length;
      const suggested = ask(undefined, { forms: [bug(0).id] });
      await suggested.read(() => undefined, signal);
      assert.deepEqual(shown(suggested), [[bug(0).id, "form"]]);
      assert.equal(stage.server.requests.length, before);
    });
  });
}
