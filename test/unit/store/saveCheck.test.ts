import assert from "node:assert/strict";
import { ServerError, Unreachable } from "../../../src/model/failure.ts";
import type { DraftInput } from "../../../src/model/form/draft.ts";
import type { FormSubject } from "../../../src/model/form/formSubject.ts";
import { FormSession } from "../../../src/store/formSession.ts";
import { createArtifactSubject, DraftFolder } from "../../support/fixtures/draftFolder.ts";
import { ControlledServer, known, revision } from "./controlledServer.ts";

const signal = new AbortController().signal;

describe("a save that isn't checked yet", () => {
  let folder: DraftFolder;
  let server: ControlledServer;
  const subject: FormSubject = createArtifactSubject(7);
  const mine: DraftInput = { target: 1, input: { kind: "line", text: "mine" } };

  beforeEach(async () => {
    folder = await DraftFolder.create();
    server = new ControlledServer();
  });
  afterEach(() => folder.close());

  const kinds = ({ notices }: FormSession): readonly string[] => notices.map(({ kind }) => kind);

  const changesetsUri = "artifacts/7/changesets";
  const byAna = {
    kind: "changeset",
    id: 2,
    by: { id: 103, label: "Ana" },
    on: undefined,
    comment: undefined,
    values: [],
  } as const;
  const theirs = { fieldId: 2, label: "", before: undefined, after: undefined };
  const entries = [{ changeset: byAna, isCreation: false, changes: [theirs] }];

  /** The check of the save doesn't end, and nothing more is written. */
  async function saveUnchecked(): Promise<FormSession> {
    server.base = { ...known, changesetsUri };
    const host = server.host(folder, "a");
    const never = new Promise<never>(() => undefined);
    const loadBase: typeof host.loadBase = (...request) =>
      server.sent.length === 0 ? host.loadBase(...request) : never;
    const session = new FormSession({ ...host, loadBase, loadConcurrentEntries: () => never }, subject);
    await session.load(undefined, signal);
    session.edit({ ...mine, step: "begin" }, 1);
    const saving = session.save("checked", signal);
    await server.waitForRequest();
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await saving).kind, "saved");
    return session;
  }

  function openNext(found = entries): FormSession {
    const drafts = folder.openWindow("b", { isRunning: () => false });
    const loadConcurrentEntries = (): Promise<typeof entries> => Promise.resolve(found);
    return new FormSession({ ...server.host(folder, "b"), drafts, loadConcurrentEntries }, subject);
  }

  it("is marked on disk, but isn't a draft", async () => {
    const session = await saveUnchecked();
    assert.deepEqual([session.isSaving, session.draft.inputs], [false, []]);
    assert.deepEqual(
      (await folder.readDrafts()).map(({ uncheckedSave, draft }) => [uncheckedSave?.sent, draft.inputs]),
      [[[mine], []]],
    );
    const sameTime = folder.openWindow("c");
    assert.deepEqual(await sameTime.list(), []);
    assert.equal((await sameTime.claim(subject)).kind, "ours");
  });

  it("is checked by the next window, until the user has seen who saved at the same time", async () => {
    await saveUnchecked();
    const found: FormSubject[] = [];
    const drafts = folder.openWindow("b", { isRunning: () => false });
    drafts.onDidFindUncheckedSaves.event((stored) => found.push(...stored.map((each) => each.subject)));
    await drafts.list();
    assert.deepEqual(found, [subject]);
    for (let round = 0; round < 2; round += 1) {
      const next = openNext();
      await next.load(undefined, signal);
      assert.deepEqual(kinds(next), ["concurrentWrites"]);
      await next.close();
    }
    const last = openNext();
    await last.load(undefined, signal);
    last.dismissNotice("concurrentWrites");
    await last.close();
    assert.deepEqual(await folder.readDrafts(), []);
  });

  it("is removed with the data of its account", async () => {
    await saveUnchecked();
    const drafts = folder.openWindow("b");
    await drafts.removeUncheckedSaves(subject.siteApi, "another account");
    assert.equal((await folder.readDrafts()).length, 1);
    await drafts.removeUncheckedSaves(subject.siteApi, subject.accountId);
    assert.equal((await folder.readDrafts()).length, 0);
  });

  it("is forgotten by the next window if nobody else saved", async () => {
    await saveUnchecked();
    const next = openNext([]);
    await next.load(undefined, signal);
    await next.close();
    assert.deepEqual([kinds(next), await folder.readDrafts()], [[], []]);
  });

  it("doesn't keep another window from editing, and isn't claimed again for that", async () => {
    const session = await saveUnchecked();
    const there = new FormSession(server.host(folder, "c"), subject);
    await there.load(undefined, signal);
    assert.equal(there.edit({ ...mine, step: "begin" }, 1), "accepted");
    await there.close();
    const before = (await folder.readDrafts()).map(({ window }) => window?.id);
    await session.reloadDraft();
    assert.deepEqual(
      (await folder.readDrafts()).map(({ window }) => window?.id),
      before,
    );
    assert.equal(session.edit({ ...mine, step: "begin" }, 2), "accepted");
  });

  it("is checked together with a newer draft that another window has left", async () => {
    const session = await saveUnchecked();
    // The other window was open at the same time.
    const there = new FormSession(server.host(folder, "c"), subject);
    await there.load(undefined, signal);
    there.edit({ target: 2, input: { kind: "line", text: "theirs" }, step: "begin" }, 1);
    await there.close();
    await session.close();
    const next = openNext();
    await next.load(undefined, signal);
    assert.deepEqual(
      [kinds(next), next.draft.inputs.length, (await folder.readDrafts()).length],
      [["draftRestored", "concurrentWrites"], 1, 1],
    );
  });

  it("stays on disk if it can't be checked, whatever is dismissed", async () => {
    await saveUnchecked();
    const drafts = folder.openWindow("b", { isRunning: () => false });
    const offline = new Unreachable({ method: "GET", url: "https://a.example" }, "refused", undefined);
    const loadConcurrentEntries = (): Promise<never> => Promise.reject(offline);
    const next = new FormSession({ ...server.host(folder, "b"), drafts, loadConcurrentEntries }, subject);
    await next.load(undefined, signal);
    assert.deepEqual(kinds(next), ["failed"]);
    next.dismissNotice("failed");
    await next.close();
    assert.deepEqual(
      (await folder.readDrafts()).map(({ uncheckedSave }) => uncheckedSave?.sent),
      [[mine]],
    );
  });

  it("stops a save that was started before others were known to have saved at the same time", async () => {
    server.base = { ...known, changesetsUri };
    let finish = (): void => undefined;
    const loading = new Promise<typeof entries>((resolve) => (finish = () => resolve(entries)));
    const session = new FormSession(
      { ...server.host(folder, "a"), loadConcurrentEntries: () => loading },
      subject,
    );
    await session.load(undefined, signal);
    session.edit({ ...mine, step: "begin" }, 1);
    const first = session.save("checked", signal);
    await server.waitForRequest();
    server.answer({ kind: "saved", id: 7, revision });
    await first;
    session.edit({ target: 1, input: { kind: "line", text: "second" }, step: "begin" }, 2);
    const second = session.save("checked", signal);
    finish();
    assert.deepEqual([await second, server.sent.length], [{ kind: "notSaved" }, 1]);
    assert.deepEqual(kinds(session), ["concurrentWrites"]);
    assert.equal(session.draft.inputs.length, 1);
  });

  it("doesn't prevent the next save if the server doesn't return the history", async () => {
    server.base = { ...known, changesetsUri };
    const request = { method: "GET", url: "https://a.example", status: 500 };
    const session = new FormSession(
      {
        ...server.host(folder, "a"),
        loadConcurrentEntries: () => Promise.reject(new ServerError(request)),
      },
      subject,
    );
    await session.load(undefined, signal);
    for (const text of ["first", "second"]) {
      server.sent.length = 0;
      session.edit({ target: 1, input: { kind: "line", text }, step: "begin" }, 1);
      const saving = session.save("checked", signal);
      await server.waitForRequest();
      server.answer({ kind: "saved", id: 7, revision });
      assert.equal((await saving).kind, "saved");
      await session.whenChecked();
    }
  });

  it("is checked before the next save", async () => {
    server.base = { ...known, changesetsUri };
    let finish = (): void => undefined;
    const loading = new Promise<readonly []>((resolve) => (finish = () => resolve([])));
    const session = new FormSession(
      { ...server.host(folder, "a"), loadConcurrentEntries: () => loading },
      subject,
    );
    await session.load(undefined, signal);
    session.edit({ ...mine, step: "begin" }, 1);
    const first = session.save("checked", signal);
    await server.waitForRequest();
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await first).kind, "saved");
    server.sent.length = 0;
    session.edit({ target: 2, input: { kind: "line", text: "second" }, step: "begin" }, 2);
    const second = session.save("checked", signal);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(server.sent.length, 0);
    finish();
    await server.waitForRequest();
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await second).kind, "saved");
  });
});
