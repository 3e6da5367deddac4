import assert from "node:assert/strict";
import type { MyArtifactsRole } from "../../../../src/api/artifactLists.ts";
import type { TrackerSummary } from "../../../../src/model/tracker.ts";
import { CurrentUser } from "../../../../src/store/queries/currentUser.ts";
import { MyWork, type MyWorkState } from "../../../../src/store/queries/myWork.ts";
import {
  bugsTrackerId,
  dialects,
  epicsTrackerId,
  createMemento,
  QueryFixture,
  requestsTrackerId,
} from "./queryFixture.ts";

function getRows(work: MyWorkState): Extract<MyWorkState, { kind: "rows" }> {
  return work.kind === "rows" ? work : assert.fail(work.kind);
}

function getSkipped(work: MyWorkState): readonly (readonly [string, number])[] {
  return getRows(work).skippedTrackers.map(({ kind, tracker }) => [kind, tracker.id] as const);
}

for (const dialect of dialects) {
  describe(`MyWork on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let fixture: QueryFixture;
    let currentUser: CurrentUser;
    let trackers: readonly TrackerSummary[];

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
      currentUser = new CurrentUser(createMemento());
      trackers = [bugsTrackerId, requestsTrackerId].map((id) => fixture.createTrackerSummary(id));
    });
    afterEach(() => fixture.close());

    function createWork(
      role: MyArtifactsRole,
      { openOnly }: { openOnly: boolean } = { openOnly: true },
    ): MyWork {
      const loadTracker = (id: number) => fixture.catalog.loadTracker(id);
      return new MyWork(
        { connect: fixture.connect, currentUser, loadTrackers: () => Promise.resolve(trackers), loadTracker },
        { role, openOnly },
      );
    }

    async function selectUser(): Promise<void> {
      const { id, realName, username } = fixture.server.accounts.member;
      await currentUser.select(fixture.site.api, { id: "key", name: "" }, { id, label: realName, username });
    }

    it("sends nothing until it is loaded, and needs a selected user if the server doesn't report one", async () => {
      const work = createWork("assigned");
      assert.deepEqual([work.state, fixture.server.requests.length], [{ kind: "notLoaded" }, 0]);
      await Promise.all([work.load(), work.load()]);
      assert.equal(work.state.kind, isProduct ? "rows" : "currentUserUnknown");
      if (isProduct) return;
      await selectUser();
      work.invalidate();
      await work.load();
      assert.equal(work.state.kind, "rows");
    });

    if (isProduct) {
      it("is empty if the server has nothing", async () => {
        await fixture.signIn({ kind: "accessKey", key: fixture.server.accounts.outsider.accessKey });
        const work = createWork("assigned");
        await work.load();
        assert.deepEqual(getRows(work.state).rows, []);
      });
    }

    it("returns open artifacts assigned to the user, newest first", async () => {
      await selectUser();
      const work = createWork("assigned");
      await work.load();
      const { rows, source, hasMore, size, failure } = getRows(work.state);
      assert.deepEqual([source, failure], [isProduct ? "server" : "trackers", undefined]);
      assert.ok(rows.length > 0 && rows.length <= (size ?? 0));
      const ids = rows.map(({ id }) => id);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => other - one),
      );
      const { client } = await fixture.connect();
      const tracker = await client.tracker(rows[0]?.tracker?.id ?? 0);
      const field = tracker.fields.find(({ name }) => name === "assigned_to" || name === "handler");
      const { values } = await client.artifact(ids[0] ?? 0);
      const value = values.find((entry) => entry.kind === "entry" && entry.fieldId === field?.id);
      const chosen = value?.kind === "entry" && value.value.kind === "choices" ? value.value.chosen : [];
      assert.ok(chosen.some(({ id }) => id === fixture.server.accounts.member.id));
      if (!hasMore) return;
      await work.loadMore();
      assert.ok(getRows(work.state).rows.length > rows.length);
    });

    it("includes closed artifacts on request, without duplicates", async () => {
      await selectUser();
      const open = createWork("assigned");
      await open.loadUntil(() => false);
      const work = createWork("assigned", { openOnly: false });
      await work.loadUntil(() => false);
      const { rows, source, size, skippedTrackers } = getRows(work.state);
      assert.deepEqual([source, skippedTrackers], [isProduct ? "both" : "trackers", []]);
      const ids = rows.map(({ id }) => id);
      assert.deepEqual(
        ids,
        [...new Set(ids)].toSorted((one, other) => other - one),
      );
      assert.deepEqual([work.hasMore, size], [false, isProduct ? undefined : ids.length]);
      const all = new Set(ids);
      const openIds = getRows(open.state).rows.map(({ id }) => id);
      assert.ok(openIds.length > 0 && openIds.every((id) => all.has(id)));
      // Without open states there is no difference.
      assert.equal(ids.length > openIds.length, isProduct);
      if (!isProduct) return;
      const closed = rows.filter(({ id }) => !openIds.includes(id));
      assert.ok(closed.every(({ isOpen, tracker }) => isOpen === false && tracker !== undefined));
      // Open artifacts come from other trackers too.
      assert.ok(rows.some(({ tracker }) => !trackers.some(({ id }) => id === tracker?.id)));
    });

    it("loads more from all sources with closed artifacts", async () => {
      await selectUser();
      const work = createWork("assigned", { openOnly: false });
      await work.load();
      const before = getRows(work.state).rows.length;
      assert.equal(work.hasMore, getRows(work.state).hasMore);
      if (!work.hasMore) return;
      await work.loadMore();
      assert.ok(getRows(work.state).rows.length > before);
    });

    it("reports trackers without a field for the submitter", async () => {
      await selectUser();
      const work = createWork("submitted");
      await work.load();
      const reported = getSkipped(work.state);
      const silent = trackers.map(({ id }) => ["noField", id] as const);
      assert.deepEqual(reported, isProduct ? [] : silent);
    });

    it("keeps rows and reports a failure", async () => {
      await selectUser();
      const work = createWork("assigned");
      await work.load();
      const shown = getRows(work.state).rows.map(({ id }) => id);
      const mend = fixture.server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 403 } });
      work.invalidate();
      await work.load();
      const { rows, failure, skippedTrackers } = getRows(work.state);
      assert.deepEqual(
        rows.map(({ id }) => id),
        shown,
      );
      assert.equal(isProduct ? failure?.kind : skippedTrackers[0]?.kind, isProduct ? "forbidden" : "failed");
      mend();
      work.invalidate();
      await work.load();
      assert.deepEqual([getRows(work.state).failure, getRows(work.state).skippedTrackers], [undefined, []]);
    });

    if (!isProduct) {
      it("uses the currently selected user", async () => {
        await selectUser();
        trackers = [bugsTrackerId, requestsTrackerId].map((id) => fixture.createTrackerSummary(id));
        const work = createWork("assigned");
        await work.load();
        const mine = getRows(work.state).rows.map(({ id }) => id);
        const { id, realName, username } = fixture.server.accounts.admin;
        await currentUser.select(
          fixture.site.api,
          { id: "key", name: "" },
          { id, label: realName, username },
        );
        work.invalidate();
        await work.load();
        const theirs = createWork("assigned");
        await theirs.load();
        assert.deepEqual(
          getRows(work.state).rows.map((row) => row.id),
          getRows(theirs.state).rows.map((row) => row.id),
        );
        assert.notDeepEqual(
          getRows(work.state).rows.map((row) => row.id),
          mine,
        );
      });

      it("keeps rows and reports a failure if a tracker can't be reloaded", async () => {
        await selectUser();
        const work = createWork("assigned");
        await work.load();
        const shown = getRows(work.state).rows.length;
        const mend = fixture.server.faults.add({
          path: /trackers\/\d+$/,
          fault: { kind: "status", status: 403 },
        });
        fixture.catalog.invalidate();
        work.invalidate();
        await work.load();
        assert.deepEqual(
          [getRows(work.state).rows.length, new Set(getSkipped(work.state).map(([, id]) => id))],
          [shown, new Set(trackers.map(({ id }) => id))],
        );
        assert.ok(getSkipped(work.state).every(([kind]) => kind === "failed"));
        mend();
        work.invalidate();
        await work.load();
        assert.deepEqual([getRows(work.state).rows.length, getSkipped(work.state)], [shown, []]);
      });

      it("shows the other trackers if some fail", async () => {
        await selectUser();
        trackers = [bugsTrackerId, 99_999, epicsTrackerId].map((id) => fixture.createTrackerSummary(id));
        const work = createWork("assigned");
        await work.load();
        assert.deepEqual(getSkipped(work.state)[0], ["failed", 99_999]);
        assert.ok(getRows(work.state).rows.length > 0);
        trackers = trackers.slice(0, 1);
        work.invalidate();
        await work.load();
        assert.deepEqual(getSkipped(work.state), []);
      });
    }

    if (!isProduct) {
      it("reports a failure of the list of trackers", async () => {
        await selectUser();
        const { client } = await fixture.connect();
        const loadTracker = (id: number) => fixture.catalog.loadTracker(id);
        const failing = (): Promise<never> => client.project(99_999).then(() => assert.fail());
        const wanted = { role: "assigned", openOnly: true } as const;
        const work = new MyWork(
          { connect: fixture.connect, currentUser, loadTrackers: failing, loadTracker },
          wanted,
        );
        await work.load();
        assert.equal(getRows(work.state).failure?.kind, "notFound");
      });
    }
  });
}
