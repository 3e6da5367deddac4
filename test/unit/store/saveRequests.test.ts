import assert from "node:assert/strict";
import type { FormSession } from "../../../src/store/formSession.ts";
import {
  FormFixture,
  createLineInput,
  editField,
  getField,
  neverAborted,
  saveForm,
  summarizeNotices,
} from "../../support/fixtures/formFixture.ts";

const bugs = 11;

describe("the requests of a save", () => {
  let fixture: FormFixture;
  let id: number;
  let session: FormSession;

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    id = await fixture.getFirstArtifactId(bugs);
    session = await fixture.open(fixture.createSubject(id), bugs);
  });
  afterEach(() => fixture.close());

  function getRequestsSince(start: number): readonly string[] {
    return fixture.server.requests.slice(start).map(({ method, path }) => {
      const { pathname, searchParams } = new URL(path, fixture.server.url);
      const offset = searchParams.get("offset");
      return `${method} ${pathname.split("/").slice(3).join("/")}${offset === null ? "" : ` from ${offset}`}`;
    });
  }

  /** Edits the title, and waits for what a save prepares. */
  async function edit(text: string): Promise<void> {
    const before = fixture.server.requests.length;
    editField(session, "title", createLineInput(text));
    await session.prepareSave(neverAborted);
    // Not for every key.
    await session.prepareSave(neverAborted);
    assert.deepEqual(getRequestsSince(before), [`GET ${id}/changesets from 0`]);
  }

  async function save(): Promise<readonly string[]> {
    const before = fixture.server.requests.length;
    assert.equal((await saveForm(session)).kind, "saved");
    return getRequestsSince(before);
  }

  async function loadHistoryLength(): Promise<number> {
    const { client } = await fixture.store.connections.connect(fixture.site);
    const page = await client.changesets(`artifacts/${id}/changesets`, { offset: 0, limit: 1 });
    return page.total ?? assert.fail("the server doesn't report it");
  }

  function changeAsOther(name: string, text: string): void {
    const values = [{ field_id: getField(session, name).id, value: text }];
    fixture.server.updateArtifact(id, { values });
  }

  it("are the change alone, then the artifact and the new entries of its history", async () => {
    for (let count = 0; count < 60; count += 1) changeAsOther("title", `Change ${count}`);
    fixture.server.clock.advance(5000);
    await session.checkForChanges(neverAborted);
    await edit("Mine");
    const lengthBefore = await loadHistoryLength();
    const [first, ...later] = await save();
    assert.equal(first, `PUT ${id}`);
    // The last of the known changesets is what the new one is compared with.
    assert.ok(lengthBefore > 60);
    assert.deepEqual(later.toSorted(), [`GET ${id}`, `GET ${id}/changesets from ${lengthBefore - 1}`]);
  });

  it("load the artifact first if another change may have the same version", async () => {
    fixture.server.clock.advance(5000);
    changeAsOther("title", "Theirs");
    fixture.server.clock.advance(1000);
    await session.checkForChanges(neverAborted);
    editField(session, "title", createLineInput("Mine"));
    const requests = await save();
    assert.deepEqual(requests.slice(0, 3), [`GET ${id}/changesets from 0`, `GET ${id}`, `PUT ${id}`]);
    // Loaded again later, the same state is known to have no other change.
    fixture.server.clock.advance(5000);
    await session.checkForChanges(neverAborted);
    await edit("Mine again");
    assert.equal((await save())[0], `PUT ${id}`);
  });

  it("are the same for the next save, after what was saved first is loaded again", async () => {
    fixture.server.clock.advance(5000);
    await session.checkForChanges(neverAborted);
    await edit("Mine");
    await save();
    fixture.server.clock.advance(3000);
    fixture.now = () => Date.now() + 3000;
    const before = fixture.server.requests.length;
    editField(session, "title", createLineInput("Mine again"));
    await session.prepareSave(neverAborted);
    await session.prepareSave(neverAborted);
    assert.deepEqual(getRequestsSince(before), [`GET ${id}`, `GET ${id}/changesets from 0`]);
    const requests = await save();
    assert.deepEqual([requests[0], requests.length], [`PUT ${id}`, 3]);
  });

  it("load no more than the artifact and its new changeset, however long the history is", async () => {
    for (let count = 0; count < 500; count += 1) changeAsOther("title", `Change ${count}`);
    fixture.server.clock.advance(5000);
    await session.checkForChanges(neverAborted);
    await edit("Mine");
    const before = fixture.server.requests.length;
    await save();
    const sizes = fixture.server.requests.slice(before).map(({ responseSize = 0 }) => responseSize);
    const artifact = fixture.server.requests.findLast(
      ({ method, path }) => method === "GET" && path.split("?")[0]?.endsWith(`/artifacts/${id}`),
    );
    const bytes = sizes.reduce((sum, size) => sum + size);
    const artifactBytes = artifact?.responseSize ?? assert.fail("the artifact wasn't loaded");
    assert.ok(bytes <= artifactBytes + 10_000, `${bytes} bytes, the artifact alone ${artifactBytes}`);
  });

  it("are repeated by the next check for changes if the history couldn't be loaded", async () => {
    fixture.server.clock.advance(5000);
    await edit("Mine");
    const fault = { kind: "status", status: 500 } as const;
    const removeFault = fixture.server.faults.add({ path: /changesets/, fault });
    await save();
    assert.deepEqual(
      session.notices.map(({ kind }) => kind),
      ["failed"],
    );
    changeAsOther("title", "Theirs");
    removeFault();
    await session.checkForChanges(neverAborted);
    assert.deepEqual(
      session.notices.map(({ kind }) => kind),
      ["remoteChanges", "concurrentWrites"],
    );
  });

  it("report another user's change once if the form is refreshed during the check", async () => {
    fixture.server.clock.advance(5000);
    await edit("Mine");
    const fault = { kind: "trickle", bytes: 2048, ms: 10 } as const;
    const removeFault = fixture.server.faults.add({ method: "GET", path: /artifacts/, fault });
    assert.equal((await session.save("checked", neverAborted)).kind, "saved");
    changeAsOther("customer", "Theirs");
    await Promise.all([
      session.whenChecked(),
      session.checkForChanges(neverAborted),
      session.refresh(neverAborted),
    ]);
    removeFault();
    await session.refresh(neverAborted);
    const changes = summarizeNotices(session).map((notice) => JSON.stringify(notice));
    assert.equal(changes.filter((text) => text.includes("customer")).length, 1, changes.join("\n"));
  });

  it("merge with another user's change that the server reports by rejecting the first one", async () => {
    fixture.server.clock.advance(5000);
    await edit("Mine");
    changeAsOther("customer", "Theirs");
    fixture.server.clock.advance(5000);
    const requests = await save();
    assert.deepEqual(
      requests.filter((request) => request.startsWith("PUT")),
      [`PUT ${id}`, `PUT ${id}`],
    );
    assert.equal(requests[0], `PUT ${id}`);
    assert.deepEqual(
      ["title", "customer"].map((name) => getField(session, name).base),
      [createLineInput("Mine"), createLineInput("Theirs")],
    );
    assert.deepEqual(summarizeNotices(session), [
      ["merged", [fixture.server.accounts.member.realName], ["Reported by customer"]],
    ]);
  });
});

// Without a history, as in the documented dialect, forms have no comment.
describe("a comment that is sent alone", () => {
  let fixture: FormFixture;
  let id: number;
  let session: FormSession;
  const comment = { kind: "text", source: "Seen again.", format: "commonmark" } as const;

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    id = await fixture.getFirstArtifactId(bugs);
    session = await fixture.open(fixture.createSubject(id), bugs);
    fixture.server.clock.advance(5000);
    await session.checkForChanges(neverAborted);
  });
  afterEach(() => fixture.close());

  async function sendComment(): Promise<void> {
    session.edit({ target: "comment", input: comment, step: "begin" }, 1000);
    assert.equal((await session.save("checked", neverAborted, { part: "comment" })).kind, "saved");
    await session.whenChecked();
  }

  async function loadComments(): Promise<readonly (string | undefined)[]> {
    const base = session.base ?? assert.fail("the form isn't loaded");
    const history = fixture.getForms().createHistory(fixture.site, base);
    await history?.loadNewest();
    return history?.entries.map(({ changeset }) => changeset.comment?.source) ?? [];
  }

  it("leaves other edits in the draft, which can be saved later", async () => {
    editField(session, "title", createLineInput("Mine"));
    await sendComment();
    assert.deepEqual(
      session.draft.inputs.map(({ target }) => target),
      [getField(session, "title").id],
    );
    assert.equal((await loadComments())[0], comment.source);
    const reader = await fixture.openAsReader(id, bugs);
    assert.notDeepEqual(getField(reader, "title").base, createLineInput("Mine"));
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual([getField(session, "title").base, session.draft.inputs], [createLineInput("Mine"), []]);
    assert.equal((await loadComments()).filter((source) => source === comment.source).length, 1);
  });

  it("is sent in spite of a conflict, which stays to be resolved", async () => {
    editField(session, "title", createLineInput("Mine"));
    const values = [{ field_id: getField(session, "title").id, value: "Theirs" }];
    fixture.server.clock.advance(5000);
    fixture.server.updateArtifact(id, { values, comment: { body: "Theirs too", format: "text" } });
    fixture.server.clock.advance(5000);
    await sendComment();
    assert.equal((await loadComments())[0], comment.source);
    assert.deepEqual(
      session.conflicts.map(({ label }) => label),
      [getField(session, "title").label],
    );
    assert.deepEqual(await session.save("checked", neverAborted), { kind: "conflict" });
    assert.deepEqual(
      session.newComments.map(({ changeset }) => changeset.comment?.source),
      ["Theirs too"],
    );
    const reader = await fixture.openAsReader(id, bugs);
    assert.deepEqual(getField(reader, "title").base, createLineInput("Theirs"));
  });

  it("isn't sent if it is empty, and stays in the draft if it can't be sent", async () => {
    editField(session, "title", createLineInput("Mine"));
    assert.deepEqual(await session.save("checked", neverAborted, { part: "comment" }), {
      kind: "nothingToSave",
    });
    const fault = { kind: "status", status: 403 } as const;
    const removeFault = fixture.server.faults.add({ method: "PUT", path: /artifacts/, fault });
    session.edit({ target: "comment", input: comment, step: "begin" }, 1000);
    assert.deepEqual(await session.save("checked", neverAborted, { part: "comment" }), { kind: "notSaved" });
    assert.equal(session.draft.inputs.length, 2);
    removeFault();
    await sendComment();
    assert.equal(session.draft.inputs.length, 1);
  });

  it("is sent once if the connection breaks after the server has received it", async () => {
    editField(session, "title", createLineInput("Mine"));
    session.edit({ target: "comment", input: comment, step: "begin" }, 1000);
    fixture.server.faults.add({
      method: "PUT",
      path: /artifacts/,
      times: 1,
      fault: { kind: "drop", when: "after" },
    });
    await session.save("checked", neverAborted, { part: "comment" });
    await session.whenChecked();
    await session.save("checked", neverAborted, { part: "comment" });
    await session.whenChecked();
    assert.equal((await loadComments()).filter((source) => source === comment.source).length, 1);
    assert.deepEqual(
      session.draft.inputs.map(({ target }) => target),
      [getField(session, "title").id],
    );
  });
});
