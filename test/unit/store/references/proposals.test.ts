import assert from "node:assert/strict";
import { RecentlyOpened } from "../../../../src/store/queries/recent.ts";
import { SearchScope } from "../../../../src/store/queries/titleSearch.ts";
import { Lookups } from "../../../../src/store/references/lookups.ts";
import { Proposals } from "../../../../src/store/references/proposals.ts";
import { bugsId, dialects, memoryInProcess, QueryStage } from "../queries/stage.ts";

const { signal } = new AbortController();
const nobodys = 987_654;

for (const dialect of dialects) {
  describe(`proposed references on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let stage: QueryStage;
    let lookups: Lookups;
    let recent: RecentlyOpened;
    let scope: SearchScope;
    let proposals: Proposals;
    let bugs: readonly { readonly id: number; readonly title: string; readonly status: string }[];

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
      const { catalog, pins } = stage.store;
      const memory = memoryInProcess();
      lookups = new Lookups(catalog, Date.now);
      recent = new RecentlyOpened(memory);
      scope = new SearchScope(memory);
      proposals = new Proposals({ catalog, recent, pins, scope, lookups });
      const { client } = await stage.connect();
      const { items } = await client.artifacts(stage.summary(bugsId), { offset: 50 });
      bugs = items.flatMap((item) => {
        const { id, title = "", status = "" } = item.kind === "artifact" ? item : { id: 0 };
        return id > 9 && /^[\w ]{20,}$/.test(title) ? [{ id, title, status }] : [];
      });
    });
    afterEach(async () => {
      lookups.dispose();
      await stage.close();
    });

    const bug = (at: number) => bugs[at] ?? assert.fail("too few bugs");
    const propose = (text: string, activeId?: number) =>
      proposals.for(stage.site, text, { activeId, signal });
    const proposed = async (text: string, activeId?: number) =>
      (await propose(text, activeId)).map(({ artifactId }) => artifactId);
    const note = async (id: number, title?: string) =>
      recent.note(stage.site.api, await stage.catalog.account(), { id, title, tracker: undefined });

    it("are the active one, then those opened last, each once, with title and status", async () => {
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
      assert.equal(await stage.requestsOf(() => propose("", bug(1).id)), 0);
    });

    it("leave out what is gone, and keep what can't be asked for", async () => {
      await note(nobodys, "Gone");
      await note(bug(0).id, "As it was");
      assert.deepEqual(await proposed(""), [bug(0).id]);
      stage.store.catalog.noteWritten(stage.site, bug(0).id, bugsId);
      stage.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 400 } });
      const [kept] = await propose("");
      assert.deepEqual([kept?.artifactId, kept?.title, kept?.status], [bug(0).id, "As it was", undefined]);
    });

    it("are those among them that fit what is typed, then what the chosen trackers have", async () => {
      await scope.choose(stage.site.api, await stage.catalog.account(), [stage.summary(bugsId)]);
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

    it("search no title where no tracker was chosen and no project pinned", async () => {
      assert.equal(await stage.requestsOf(() => propose("rudder")), 0);
    });

    it("are by number alone where digits are typed, the very number first", async () => {
      await scope.choose(stage.site.api, await stage.catalog.account(), [stage.summary(bugsId)]);
      const shorter = Number(`${bug(0).id}`.slice(0, -1));
      await note(bug(0).id);
      const ids = await proposed(String(shorter), bug(0).id);
      assert.ok(ids.includes(bug(0).id), "what begins so, of those that one has to do with");
      assert.deepEqual((await proposed(String(bug(2).id), bug(0).id))[0], bug(2).id);
      assert.deepEqual(await proposed(String(nobodys)), []);
      assert.equal(await stage.requestsOf(() => proposed(String(nobodys))), 0);
    });
  });
}
