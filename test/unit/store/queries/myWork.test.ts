import assert from "node:assert/strict";
import type { Concern } from "../../../../src/api/artifactLists.ts";
import type { TrackerSummary } from "../../../../src/model/tracker.ts";
import { Me } from "../../../../src/store/queries/currentUser.ts";
import { MyWork, type Work } from "../../../../src/store/queries/myWork.ts";
import { bugsId, dialects, epicsId, memoryInProcess, QueryStage, requestsId } from "./stage.ts";

function rowsOf(work: Work): Extract<Work, { kind: "rows" }> {
  return work.kind === "rows" ? work : assert.fail(work.kind);
}

function silencesOf(work: Work): readonly (readonly [string, number])[] {
  return rowsOf(work).silences.map(({ kind, tracker }) => [kind, tracker.id] as const);
}

for (const dialect of dialects) {
  describe(`my work on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let stage: QueryStage;
    let me: Me;
    let trackers: readonly TrackerSummary[];

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
      me = new Me(memoryInProcess());
      trackers = [bugsId, requestsId].map((id) => stage.summary(id));
    });
    afterEach(() => stage.close());

    function workOf(concern: Concern, { openOnly }: { openOnly: boolean } = { openOnly: true }): MyWork {
      const structure = (id: number) => stage.catalog.tracker(id);
      return new MyWork(
        { connect: stage.connect, me, trackers: () => Promise.resolve(trackers), structure },
        { concern, openOnly },
      );
    }

    async function saidWho(): Promise<void> {
      const { id, realName, username } = stage.server.accounts.member;
      await me.say(stage.site.api, { id: "key", name: "" }, { id, label: realName, username });
    }

    it("asks nothing by itself, and the person who they are where nobody can tell", async () => {
      const work = workOf("assigned");
      assert.deepEqual([work.work, stage.server.requests.length], [{ kind: "unread" }, 0]);
      await Promise.all([work.load(), work.load()]);
      assert.equal(work.work.kind, isProduct ? "rows" : "nobodyIsMe");
      if (isProduct) return;
      await saidWho();
      work.invalidate();
      await work.load();
      assert.equal(work.work.kind, "rows");
    });

    if (isProduct) {
      it("is nothing for whom the server has nothing", async () => {
        await stage.signIn({ kind: "accessKey", key: stage.server.accounts.outsider.accessKey });
        const work = workOf("assigned");
        await work.load();
        assert.deepEqual(rowsOf(work.work).rows, []);
      });
    }

    it("is what is assigned to me and open, newest first", async () => {
      await saidWho();
      const work = workOf("assigned");
      await work.load();
      const { rows, from, hasMore, size, failure } = rowsOf(work.work);
      assert.deepEqual([from, failure], [isProduct ? "server" : "trackers", undefined]);
      assert.ok(rows.length > 0 && rows.length <= (size ?? 0));
      const ids = rows.map(({ id }) => id);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => other - one),
      );
      const { client } = await stage.connect();
      const tracker = await client.tracker(rows[0]?.tracker?.id ?? 0);
      const field = tracker.fields.find(({ name }) => name === "assigned_to" || name === "handler");
      const { values } = await client.artifact(ids[0] ?? 0);
      const value = values.find((entry) => entry.kind === "entry" && entry.fieldId === field?.id);
      const chosen = value?.kind === "entry" && value.value.kind === "choices" ? value.value.chosen : [];
      assert.ok(chosen.some(({ id }) => id === stage.server.accounts.member.id));
      if (!hasMore) return;
      await work.more();
      assert.ok(rowsOf(work.work).rows.length > rows.length);
    });

    it("is what is closed too where that is wanted, each once, from where servers can tell", async () => {
      await saidWho();
      const open = workOf("assigned");
      await open.loadUntil(() => false);
      const work = workOf("assigned", { openOnly: false });
      await work.loadUntil(() => false);
      const { rows, from, size, silences } = rowsOf(work.work);
      assert.deepEqual([from, silences], [isProduct ? "both" : "trackers", []]);
      const ids = rows.map(({ id }) => id);
      assert.deepEqual(
        ids,
        [...new Set(ids)].toSorted((one, other) => other - one),
      );
      assert.deepEqual([work.hasMore, size], [false, isProduct ? undefined : ids.length]);
      const all = new Set(ids);
      const openIds = rowsOf(open.work).rows.map(({ id }) => id);
      assert.ok(openIds.length > 0 && openIds.every((id) => all.has(id)));
      // Where nothing tells what is open there is no difference.
      assert.equal(ids.length > openIds.length, isProduct);
      if (!isProduct) return;
      const closed = rows.filter(({ id }) => !openIds.includes(id));
      assert.ok(closed.every(({ isOpen, tracker }) => isOpen === false && tracker !== undefined));
      // What is open is told of other trackers than those, too.
      assert.ok(rows.some(({ tracker }) => !trackers.some(({ id }) => id === tracker?.id)));
    });

    it("reads on in all of what it was asked of where closed ones are wanted", async () => {
      await saidWho();
      const work = workOf("assigned", { openOnly: false });
      await work.load();
      const before = rowsOf(work.work).rows.length;
      assert.equal(work.hasMore, rowsOf(work.work).hasMore);
      if (!work.hasMore) return;
      await work.more();
      assert.ok(rowsOf(work.work).rows.length > before);
    });

    it("says which trackers can't tell who submitted what", async () => {
      await saidWho();
      const work = workOf("submitted");
      await work.load();
      const told = silencesOf(work.work);
      const silent = trackers.map(({ id }) => ["noField", id] as const);
      assert.deepEqual(told, isProduct ? [] : silent);
    });

    it("keeps what was shown when the server is in trouble, and says so", async () => {
      await saidWho();
      const work = workOf("assigned");
      await work.load();
      const shown = rowsOf(work.work).rows.map(({ id }) => id);
      const mend = stage.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 403 } });
      work.invalidate();
      await work.load();
      const { rows, failure, silences } = rowsOf(work.work);
      assert.deepEqual(
        rows.map(({ id }) => id),
        shown,
      );
      assert.equal(isProduct ? failure?.kind : silences[0]?.kind, isProduct ? "forbidden" : "failed");
      mend();
      work.invalidate();
      await work.load();
      assert.deepEqual([rowsOf(work.work).failure, rowsOf(work.work).silences], [undefined, []]);
    });

    if (!isProduct) {
      it("is of whoever one says to be by then", async () => {
        await saidWho();
        trackers = [bugsId, requestsId].map((id) => stage.summary(id));
        const work = workOf("assigned");
        await work.load();
        const mine = rowsOf(work.work).rows.map(({ id }) => id);
        const { id, realName, username } = stage.server.accounts.admin;
        await me.say(stage.site.api, { id: "key", name: "" }, { id, label: realName, username });
        work.invalidate();
        await work.load();
        const theirs = workOf("assigned");
        await theirs.load();
        assert.deepEqual(
          rowsOf(work.work).rows.map((row) => row.id),
          rowsOf(theirs.work).rows.map((row) => row.id),
        );
        assert.notDeepEqual(
          rowsOf(work.work).rows.map((row) => row.id),
          mine,
        );
      });

      it("stays where the structure of a tracker can't be had again, and says so", async () => {
        await saidWho();
        const work = workOf("assigned");
        await work.load();
        const shown = rowsOf(work.work).rows.length;
        const mend = stage.server.faults.add({
          path: /trackers\/\d+$/,
          fault: { kind: "status", status: 403 },
        });
        stage.catalog.invalidate();
        work.invalidate();
        await work.load();
        assert.deepEqual(
          [rowsOf(work.work).rows.length, new Set(silencesOf(work.work).map(([, id]) => id))],
          [shown, new Set(trackers.map(({ id }) => id))],
        );
        assert.ok(silencesOf(work.work).every(([kind]) => kind === "failed"));
        mend();
        work.invalidate();
        await work.load();
        assert.deepEqual([rowsOf(work.work).rows.length, silencesOf(work.work)], [shown, []]);
      });

      it("of some trackers that fail, the others are shown", async () => {
        await saidWho();
        trackers = [bugsId, 99_999, epicsId].map((id) => stage.summary(id));
        const work = workOf("assigned");
        await work.load();
        assert.deepEqual(silencesOf(work.work)[0], ["failed", 99_999]);
        assert.ok(rowsOf(work.work).rows.length > 0);
        trackers = trackers.slice(0, 1);
        work.invalidate();
        await work.load();
        assert.deepEqual(silencesOf(work.work), []);
      });
    }

    if (!isProduct) {
      it("says when the list of trackers can't be had", async () => {
        await saidWho();
        const { client } = await stage.connect();
        const structure = (id: number) => stage.catalog.tracker(id);
        const failing = (): Promise<never> => client.project(99_999).then(() => assert.fail());
        const wanted = { concern: "assigned", openOnly: true } as const;
        const work = new MyWork({ connect: stage.connect, me, trackers: failing, structure }, wanted);
        await work.load();
        assert.equal(rowsOf(work.work).failure?.kind, "notFound");
      });
    }
  });
}
