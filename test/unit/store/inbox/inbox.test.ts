import assert from "node:assert/strict";
import { isPersonal, type InboxEntry } from "../../../../src/model/inbox.ts";
import { countIdleInboxRequests } from "../../../bench/measureInbox.ts";
import { createSavedChange } from "../../../../src/store/triage/savedChanges.ts";
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
});
