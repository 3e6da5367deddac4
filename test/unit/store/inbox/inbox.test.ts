import assert from "node:assert/strict";
import { isPersonal, type InboxEntry } from "../../../../src/model/inbox.ts";
import { countIdleInboxRequests } from "../../../bench/measureInbox.ts";
import { createSavedChange } from "../../../../src/store/triage/savedChanges.ts";
import { addInboxTracker } from "../../../support/fixtures/inboxTracker.ts";
import { waitUntil } from "../../../support/wait.ts";
import { InboxFixture } from "./inboxFixture.ts";

const dayMs = 86_400_000;

function getIds(entries: readonly InboxEntry[]): readonly number[] {
  return entries.map(({ artifactId }) => artifactId);
}

describe("inbox", () => {
  let fixture: InboxFixture;

  beforeEach(async () => {
    fixture = await InboxFixture.create("product");
  });
  afterEach(() => fixture.close());

  it("lists what others changed on artifacts that concern the user, newest first", async () => {
    const { member } = fixture.server.accounts;
    const inbox = fixture.openWindow();
    const [assigned, opened, commented, followed, other] = [0, 1, 2, 3, 4].map((index) =>
      fixture.getArtifact(index),
    ) as [number, number, number, number, number];
    await fixture.recentlyOpened.add(
      fixture.site.api,
      { id: String(member.id), name: "" },
      { id: opened, title: undefined, tracker: undefined },
    );
    await fixture.savedChanges.put(
      createSavedChange(fixture.site.api, String(member.id), [
        {
          id: commented,
          title: undefined,
          trackerId: undefined,
          fields: [],
          hasComment: true,
          base: undefined,
          revision: undefined,
        },
      ]),
    );
    await inbox.setFollow([{ siteApi: fixture.site.api, artifactId: followed }], "following");
    fixture.change(assigned, { assignee: member.id });
    for (const id of [opened, commented, followed, other]) fixture.change(id, { place: "Dock" });
    const result = await fixture.refresh(inbox);
    assert.equal(result?.state.kind, "loaded");
    const entries = await fixture.loadEntries(inbox);
    assert.deepEqual(getIds(entries).slice(0, 4), [followed, commented, opened, assigned]);
    assert.ok(!getIds(entries).includes(other));
    assert.equal(entries[0]?.title, "Pier lamp");
    assert.equal(entries[0].tracker, "Lamps");
    assert.equal(entries[0].isFollowed, true);
  });

  it("says what was done, without the user's own changes before and after", async () => {
    const { member } = fixture.server.accounts;
    const inbox = fixture.openWindow();
    const id = fixture.getArtifact(0);
    fixture.change(id, { assignee: member.id });
    fixture.change(id, { by: member, title: "My title" });
    fixture.change(id, { status: "Review", comment: `Please look at it, @${member.username}.` });
    fixture.change(id, { by: member, place: "Dock" });
    const result = await fixture.refresh(inbox);
    const [entry] = await fixture.loadEntries(inbox);
    assert.deepEqual(
      entry?.unread.map(({ actions }) => actions),
      [[{ kind: "moved", status: "Review" }, { kind: "mentioned" }], [{ kind: "assigned" }]],
    );
    assert.equal(entry.unread[0]?.author, fixture.server.accounts.admin.realName);
    assert.equal(result?.newChanges.filter(isPersonal).length, 2);
    assert.equal(entry.title, "My title");
  });

  it("ignores changes of more than a day before its first use", async () => {
    const inbox = fixture.openWindow();
    const id = fixture.getArtifact(0);
    fixture.change(id, { assignee: fixture.server.accounts.member.id });
    fixture.server.clock.advance(dayMs + 1000);
    await fixture.refresh(inbox);
    assert.deepEqual(await fixture.loadEntries(inbox), []);
    fixture.change(id, { place: "Dock" });
    await fixture.refresh(inbox);
    const [entry] = await fixture.loadEntries(inbox);
    assert.deepEqual(
      entry?.changes.map(({ actions }) => actions),
      [[{ kind: "changed", fields: ["Place"] }]],
    );
  });

  it("sends one request while nothing changes, and a second one per changed artifact", async () => {
    const inbox = fixture.openWindow();
    const id = fixture.getArtifact(0);
    fixture.change(id, { assignee: fixture.server.accounts.member.id });
    await fixture.refresh(inbox);
    fixture.server.clock.advance(5 * 60_000);
    const countRequests = async (): Promise<number> => {
      const before = fixture.server.requests.length;
      await fixture.refresh(inbox);
      return fixture.server.requests.length - before;
    };
    assert.ok((await countRequests()) <= 2);
    assert.equal(await countRequests(), 1);
    fixture.change(id, { place: "Dock" });
    fixture.change(fixture.getArtifact(1), { place: "Dock" });
    assert.equal(await countRequests(), 2);
  });

  it("sends one request while nothing changes, also after many changes at once", async () => {
    assert.equal(await countIdleInboxRequests(), 1);
  });

  it("finds a second change within the same second", async () => {
    const inbox = fixture.openWindow();
    const id = fixture.getArtifact(0);
    fixture.change(id, { assignee: fixture.server.accounts.member.id });
    await fixture.refresh(inbox);
    fixture.server.updateArtifact(id, {
      by: fixture.server.accounts.admin,
      values: [],
      comment: { body: "Same second", format: "text" },
    });
    fixture.server.clock.advance(60_000);
    await fixture.refresh(inbox);
    const [entry] = await fixture.loadEntries(inbox);
    assert.deepEqual(
      entry?.changes.map(({ actions }) => actions),
      [[{ kind: "commented" }], [{ kind: "assigned" }]],
    );
  });

  it("keeps in all windows what is read, snoozed and no longer followed", async () => {
    const [one, other] = [fixture.openWindow(), fixture.openWindow()];
    const ids = [0, 1, 2].map((index) => fixture.getArtifact(index));
    for (const id of ids) fixture.change(id, { assignee: fixture.server.accounts.member.id });
    await fixture.refresh(one);
    const entries = (await fixture.loadEntries(other)).filter(({ artifactId }) => ids.includes(artifactId));
    const [stopped, snoozed, read] = entries;
    assert.ok(stopped && snoozed && read);
    await other.markRead([read]);
    await other.snooze([snoozed], fixture.server.clock.now() + dayMs);
    await one.setFollow([stopped], "stopped");
    for (const window of [one, other]) {
      const shown = (await fixture.loadEntries(window)).filter(({ artifactId }) => ids.includes(artifactId));
      assert.deepEqual(getIds(shown), [read.artifactId]);
      assert.deepEqual(shown[0]?.unread, []);
    }
    for (const { artifactId } of [read, snoozed, stopped]) fixture.change(artifactId, { place: "Dock" });
    await fixture.refresh(other);
    const shown = (await fixture.loadEntries(one)).filter(({ artifactId }) => ids.includes(artifactId));
    assert.deepEqual(getIds(shown), [read.artifactId]);
    assert.equal(shown[0]?.unread.length, 1);
    fixture.server.clock.advance(dayMs);
    const nextDay = (await fixture.loadEntries(one)).filter(({ artifactId }) => ids.includes(artifactId));
    assert.deepEqual(getIds(nextDay), [snoozed.artifactId, read.artifactId]);
    assert.equal(nextDay[0]?.unread.length, 2);
  });

  it("has no unread change that the form has shown, also if it is loaded later, but any that follows", async () => {
    const inbox = fixture.openWindow();
    const id = fixture.getArtifact(0);
    const artifact = { siteApi: fixture.site.api, artifactId: id };
    await fixture.refresh(inbox);
    fixture.change(id, { assignee: fixture.server.accounts.member.id });
    fixture.change(fixture.getArtifact(1), { assignee: fixture.server.accounts.member.id });
    const shownAt = fixture.server.clock.now() - 60_000;
    await inbox.markSeen(artifact, { seenUntil: shownAt });
    await fixture.refresh(inbox);
    assert.deepEqual((await fixture.loadEntry(inbox, id))?.unread, []);
    assert.equal((await fixture.loadEntry(inbox, fixture.getArtifact(1)))?.unread.length, 1);
    fixture.change(id, { place: "Dock" });
    await fixture.refresh(inbox);
    assert.equal((await fixture.loadEntry(inbox, id))?.unread.length, 1);
    // A window that knows less marks nothing as unread.
    await inbox.markSeen(artifact, { seenUntil: fixture.server.clock.now() });
    await fixture.openWindow().markSeen(artifact, { seenUntil: shownAt });
    assert.deepEqual((await fixture.loadEntry(inbox, id))?.unread, []);
  });

  it("has a snoozed entry as read if the form has shown it meanwhile", async () => {
    const inbox = fixture.openWindow();
    const id = fixture.getArtifact(0);
    fixture.change(id, { assignee: fixture.server.accounts.member.id });
    await fixture.refresh(inbox);
    const entry = await fixture.loadEntry(inbox, id);
    assert.ok(entry);
    await inbox.snooze([entry], fixture.server.clock.now() + dayMs);
    await inbox.markSeen(entry, { seenUntil: fixture.server.clock.now() });
    fixture.server.clock.advance(dayMs);
    assert.deepEqual((await fixture.loadEntry(inbox, id))?.unread, []);
  });

  it("stores what a form shows once, and only for recent changes on sites that have been refreshed", async () => {
    const inbox = fixture.openWindow();
    const artifact = { siteApi: fixture.site.api, artifactId: fixture.getArtifact(0) };
    const seenUntil = fixture.server.clock.now();
    let changeCount = 0;
    const subscription = inbox.onDidChange.event(() => (changeCount += 1));
    await inbox.markSeen(artifact, { seenUntil });
    subscription.dispose();
    await fixture.refresh(inbox);
    inbox.onDidChange.event(() => (changeCount += 1));
    await inbox.markSeen(artifact, { seenUntil: seenUntil - 15 * dayMs });
    assert.equal(changeCount, 0);
    for (let round = 0; round < 2; round += 1) await inbox.markSeen(artifact, { seenUntil });
    assert.equal(changeCount, 1);
  });

  it("reports a change as new in one of several windows that refresh at the same time", async () => {
    const windows = [fixture.openWindow(), fixture.openWindow(), fixture.openWindow()];
    const ids = [0, 1, 2, 3].map((index) => fixture.getArtifact(index));
    for (const id of ids) fixture.change(id, { assignee: fixture.server.accounts.member.id });
    const results = await Promise.all(windows.map((window) => fixture.refresh(window)));
    const newIds = results.flatMap((result) => result?.newChanges ?? []).map(({ artifactId }) => artifactId);
    for (const id of ids) assert.equal(newIds.filter((each) => each === id).length, 1);
  });

  it("continues after a canceled refresh", async () => {
    const inbox = fixture.openWindow();
    const id = fixture.getArtifact(0);
    fixture.change(id, { assignee: fixture.server.accounts.member.id });
    const controller = new AbortController();
    fixture.server.faults.add({
      path: "/crosstracker_query/content",
      times: 1,
      fault: { kind: "hang" },
    });
    const canceled = fixture.refresh(inbox, controller.signal);
    await waitUntil("the query", () =>
      fixture.server.requests.some(({ path }) => path.includes("/crosstracker_query/content")),
    );
    controller.abort();
    assert.equal(await canceled, undefined);
    assert.equal(inbox.getState(fixture.site.api), undefined);
    await fixture.refresh(inbox);
    assert.ok(getIds(await fixture.loadEntries(inbox)).includes(id));
  });

  it("loads only the histories of the last 14 days after a long absence", async () => {
    const inbox = fixture.openWindow();
    const [old, both, recent] = [0, 1, 2].map((index) => fixture.getArtifact(index)) as [
      number,
      number,
      number,
    ];
    const { member } = fixture.server.accounts;
    await fixture.refresh(inbox);
    for (const id of [old, both]) fixture.change(id, { assignee: member.id });
    fixture.server.clock.advance(30 * dayMs);
    for (const id of [both, recent]) fixture.change(id, { assignee: member.id, place: "Dock" });
    fixture.server.clock.advance(dayMs);
    await fixture.refresh(inbox);
    assert.equal(fixture.countHistoryRequests(old), 0);
    assert.deepEqual(getIds(await fixture.loadEntries(inbox)), [recent, both]);
    assert.equal((await fixture.loadEntry(inbox, both))?.changes.length, 1);
  });

  it("knows which followed artifacts it can find", async () => {
    const inbox = fixture.openWindow();
    const { signal } = new AbortController();
    const [foreign = 0] = addInboxTracker(fixture.server, 103).artifactIds;
    assert.equal(await inbox.isSearched(fixture.site, fixture.getArtifact(0), signal), true);
    assert.equal(await inbox.isSearched(fixture.site, foreign, signal), false);
    const artifact = { siteApi: fixture.site.api, artifactId: fixture.getArtifact(0) };
    await inbox.setFollow([artifact], "following");
    assert.deepEqual((await inbox.load([fixture.site])).followed, [artifact]);
    await inbox.setFollow([artifact], "stopped");
    assert.deepEqual((await inbox.load([fixture.site])).followed, []);
  });

  it("repeats what a failed refresh has missed", async () => {
    const inbox = fixture.openWindow();
    const id = fixture.getArtifact(0);
    await fixture.refresh(inbox);
    fixture.change(id, { assignee: fixture.server.accounts.member.id });
    fixture.server.faults.add({
      path: `/artifacts/${id}/changesets`,
      times: 1,
      fault: { kind: "status", status: 400 },
    });
    const failed = await fixture.refresh(inbox);
    assert.equal(failed?.state.kind, "failed");
    assert.equal(inbox.getState(fixture.site.api)?.kind, "failed");
    const repeated = await fixture.refresh(inbox);
    assert.equal(repeated?.state.kind, "loaded");
    assert.ok(getIds(await fixture.loadEntries(inbox)).includes(id));
  });

  it("lists the other artifacts if the history of one can't be loaded, and skips that one in the end", async () => {
    const inbox = fixture.openWindow();
    const [broken, other] = [fixture.getArtifact(0), fixture.getArtifact(1)];
    await fixture.refresh(inbox);
    for (const id of [broken, other]) fixture.change(id, { assignee: fixture.server.accounts.member.id });
    fixture.server.faults.add({
      path: `/artifacts/${broken}/changesets`,
      times: 3,
      fault: { kind: "status", status: 400 },
    });
    const states: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      fixture.server.clock.advance(5 * 60_000);
      states.push((await fixture.refresh(inbox))?.state.kind);
      const ids = getIds(await fixture.loadEntries(inbox));
      assert.ok(ids.includes(other) && !ids.includes(broken));
    }
    assert.deepEqual(states, ["failed", "failed", "failed", "loaded"]);
    fixture.change(broken, { place: "Dock" });
    await fixture.refresh(inbox);
    assert.ok(getIds(await fixture.loadEntries(inbox)).includes(broken));
  });

  it("removes changes after 14 days, also if there are no later ones", async () => {
    const inbox = fixture.openWindow();
    fixture.change(fixture.getArtifact(0), { assignee: fixture.server.accounts.member.id });
    await fixture.refresh(inbox);
    assert.notDeepEqual(await fixture.loadEntries(inbox), []);
    // Only then the change can't be reported again.
    fixture.server.clock.advance(5 * 60_000);
    await fixture.refresh(inbox);
    fixture.server.clock.advance(15 * dayMs);
    await fixture.refresh(inbox);
    assert.deepEqual(await fixture.loadEntries(inbox), []);
  });

  it("asks a server that has answered 404 again after an hour", async () => {
    const inbox = fixture.openWindow();
    fixture.server.faults.add({
      path: "/crosstracker_query/content",
      times: 1,
      fault: { kind: "status", status: 404 },
    });
    const states: unknown[] = [];
    for (const minutes of [0, 50, 20]) {
      fixture.server.clock.advance(minutes * 60_000);
      states.push((await fixture.refresh(inbox))?.state.kind);
    }
    assert.deepEqual(states, ["unsupported", "unsupported", "loaded"]);
  });

  it("belongs to an account, and is removed when it signs out", async () => {
    const inbox = fixture.openWindow();
    const { accounts } = fixture.store;
    fixture.change(fixture.getArtifact(0), { assignee: fixture.server.accounts.member.id });
    await fixture.refresh(inbox);
    assert.notDeepEqual(await fixture.loadEntries(inbox), []);
    await accounts.clearCurrent(fixture.site.api);
    assert.deepEqual(await fixture.loadEntries(inbox), []);
  });
});

describe("inbox of a server without queries over several trackers", () => {
  let fixture: InboxFixture;

  before(async () => {
    fixture = await InboxFixture.create("documented");
  });
  after(() => fixture.close());

  it("reports that changes are unsupported, and doesn't ask again", async () => {
    const inbox = fixture.openWindow();
    assert.deepEqual(await fixture.refresh(inbox), { state: { kind: "unsupported" }, newChanges: [] });
    assert.deepEqual(inbox.getState(fixture.site.api), { kind: "unsupported" });
    const before = fixture.server.requests.length;
    await fixture.refresh(inbox);
    assert.equal(fixture.server.requests.length, before);
  });

  it("finds no followed artifact", async () => {
    const inbox = fixture.openWindow();
    const { signal } = new AbortController();
    assert.equal(await inbox.isSearched(fixture.site, fixture.getArtifact(0), signal), "unsupported");
  });
});
