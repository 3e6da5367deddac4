import assert from "node:assert/strict";
import type { Input } from "../../../src/model/fields/registry.ts";
import { toFormAfterSave } from "../../../src/model/form/fieldChanges.ts";
import type { Draft, DraftInput } from "../../../src/model/form/draft.ts";
import { ServerError, Unreachable } from "../../../src/model/failure.ts";
import type { FormSubject } from "../../../src/model/form/formSubject.ts";
import { FormSession } from "../../../src/store/formSession.ts";
import type { FormBackend } from "../../../src/store/formBackend.ts";
import type { DraftBase } from "../../../src/store/storedDraft.ts";
import type { SaveOutcome, SaveRequest, OutcomeCheckResult } from "../../../src/store/formBackend.ts";
import { createArtifactSubject, DraftFolder, twoLineBase } from "../../support/fixtures/draftFolder.ts";

const signal = new AbortController().signal;
const revision = { kind: "tag", tag: "1" } as const;
const anas = [{ by: "Ana", on: undefined, fieldIds: [1] }];
const known: DraftBase = { ...twoLineBase, revision };

/** A fake backend whose responses are controlled by the test. */
class Server {
  readonly sent: SaveRequest[] = [];
  readonly judged: SaveRequest[] = [];
  base = known;
  verdict: OutcomeCheckResult = { kind: "unknown", candidates: [] };
  #answer: (outcome: SaveOutcome) => void = () => undefined;

  host(folder: DraftFolder, window: string): FormBackend {
    return {
      drafts: folder.openWindow(window),
      now: Date.now,
      loadBase: () => Promise.resolve(this.base),
      save: (sending) => {
        this.sent.push(sending);
        return new Promise((resolve) => {
          this.#answer = resolve;
        });
      },
      checkOutcome: (sending) => {
        this.judged.push(sending);
        return Promise.resolve(this.verdict);
      },
      loadAuthorshipSince: () => Promise.resolve(anas),
      loadHistoryLength: () => Promise.resolve(undefined),
      loadConcurrentEntries: () => Promise.resolve([]),
    };
  }

  answer(outcome: SaveOutcome): void {
    if (outcome.kind === "saved") this.store();
    this.resolve(outcome);
  }

  resolve(outcome: SaveOutcome): void {
    this.#answer(outcome);
  }

  /** Stores what was sent last, or another text in the first line. */
  store(first?: string): void {
    const { draft } = this.sent.at(-1) ?? assert.fail("nothing was sent");
    const other: Draft = { ...draft, inputs: [{ target: 1, input: { kind: "line", text: first ?? "" } }] };
    this.base = { ...this.base, form: toFormAfterSave(this.base.form, first === undefined ? draft : other) };
  }
}

describe("a save", () => {
  let folder: DraftFolder;
  let server: Server;
  const subject: FormSubject = createArtifactSubject(7);
  const mine: DraftInput = { target: 1, input: { kind: "line", text: "mine" } };

  beforeEach(async () => {
    folder = await DraftFolder.create();
    server = new Server();
  });
  afterEach(() => folder.close());

  async function open(window = "a"): Promise<FormSession> {
    const session = new FormSession(server.host(folder, window), subject);
    await session.load(undefined, signal);
    return session;
  }

  async function typed(): Promise<FormSession> {
    const session = await open();
    session.edit({ ...mine, step: "begin" }, 1);
    return session;
  }

  /** Waits until a save request is in flight. */
  async function waitForRequest(): Promise<void> {
    while (server.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  const kinds = ({ notices }: FormSession): readonly string[] => notices.map(({ kind }) => kind);

  it("is marked on disk before it is sent, until the response", async () => {
    const session = await typed();
    const saving = session.save("checked", signal);
    await waitForRequest();
    assert.deepEqual(
      (await folder.readDrafts()).map(({ pendingSave }) => pendingSave?.sent),
      [[mine]],
    );
    server.answer({ kind: "gone" });
    assert.deepEqual(await saving, { kind: "notSaved" });
    assert.deepEqual(
      (await folder.readDrafts()).map(({ pendingSave, draft }) => [pendingSave, draft.inputs]),
      [[undefined, [mine]]],
    );
  });

  const verdicts: readonly (readonly [OutcomeCheckResult, readonly string[], number])[] = [
    [{ kind: "saved", id: 7, revision }, [], 0],
    [{ kind: "notSaved" }, ["draftRestored"], 1],
    [{ kind: "unknown", candidates: [] }, ["draftRestored", "unknown"], 1],
  ];
  for (const [checkResult, notices, left] of verdicts) {
    it(`whose window was closed is checked by the next one: ${checkResult.kind}`, async () => {
      const first = await typed();
      void first.save("checked", signal);
      await waitForRequest();
      server.verdict = checkResult;
      if (checkResult.kind === "saved") server.store();
      const next = new FormSession(
        { ...server.host(folder, "b"), drafts: folder.openWindow("b", { isRunning: () => false }) },
        subject,
      );
      await next.load(undefined, signal);
      assert.deepEqual(
        [server.judged.map(({ draft }) => draft.inputs), kinds(next), next.draft.inputs.length],
        [[[mine]], notices, left],
      );
    });
  }

  it("reports fields the server stored differently, except for whitespace", async () => {
    const summarize = async (text: string, stored: string): Promise<unknown> => {
      server = new Server();
      const session = await open(text);
      session.edit({ target: 1, input: { kind: "line", text }, step: "begin" }, 1);
      const saving = session.save("checked", signal);
      await waitForRequest();
      server.store(stored);
      server.resolve({ kind: "saved", id: 7, revision });
      assert.equal((await saving).kind, "saved");
      await session.whenChecked();
      assert.deepEqual(session.base?.form.fields[0]?.base, { kind: "line", text: stored });
      await session.close();
      return session.notices.map((notice) =>
        notice.kind === "storedDifferently" ? notice.differences : notice.kind,
      );
    };
    const line = (text: string): Input => ({ kind: "line", text });
    const difference = { fieldId: 1, label: "Field 1", sent: line("a,b"), stored: line("a") };
    assert.deepEqual(await summarize("a,b", "a"), [[difference]]);
    assert.deepEqual(await summarize(" a ", "a"), []);
  });

  it("distinguishes normalized values from remote changes by the history", async () => {
    const by = { id: 103, label: "Ana" };
    const changeset = {
      kind: "changeset",
      id: 2,
      by,
      on: undefined,
      comment: undefined,
      values: [],
    } as const;
    const value = { before: undefined, after: undefined };
    const summarize = async (history: "available" | "none", changed: readonly number[]): Promise<unknown> => {
      server = new Server();
      if (history === "available") server.base = { ...known, changesetsUri: "artifacts/7/changesets" };
      const changes = changed.map((fieldId) => ({ fieldId, label: "", ...value }));
      const entries = changes.length === 0 ? [] : [{ changeset, isCreation: false, changes }];
      const host: FormBackend = {
        ...server.host(folder, history + changed.join()),
        loadConcurrentEntries: () => Promise.resolve(entries),
      };
      const session = new FormSession(host, subject);
      await session.load(undefined, signal);
      session.edit({ ...mine, step: "begin" }, 1);
      const saving = session.save("checked", signal);
      await waitForRequest();
      server.store("cut");
      server.base = { ...server.base, revision: { kind: "tag", tag: "2" } };
      server.resolve({ kind: "saved", id: 7, revision });
      await saving;
      await session.whenChecked();
      await session.close();
      return kinds(session);
    };
    assert.deepEqual(await summarize("none", []), ["remoteChanges"]);
    assert.deepEqual(await summarize("available", [1]), ["remoteChanges", "concurrentWrites"]);
    assert.deepEqual(await summarize("available", [2]), ["concurrentWrites", "storedDifferently"]);
  });

  describe("that is saved but not yet checked", () => {
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

    /** The check of the save doesn't end. */
    async function saveUnchecked(): Promise<FormSession> {
      server.base = { ...known, changesetsUri };
      const host = server.host(folder, "a");
      const session = new FormSession(
        { ...host, loadConcurrentEntries: () => new Promise(() => undefined) },
        subject,
      );
      await session.load(undefined, signal);
      session.edit({ ...mine, step: "begin" }, 1);
      const saving = session.save("checked", signal);
      await waitForRequest();
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
      await waitForRequest();
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
        await waitForRequest();
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
      await waitForRequest();
      server.answer({ kind: "saved", id: 7, revision });
      assert.equal((await first).kind, "saved");
      server.sent.length = 0;
      session.edit({ target: 2, input: { kind: "line", text: "second" }, step: "begin" }, 2);
      const second = session.save("checked", signal);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(server.sent.length, 0);
      finish();
      await waitForRequest();
      server.answer({ kind: "saved", id: 7, revision });
      assert.equal((await second).kind, "saved");
    });
  });

  it("isn't sent again while its outcome is unknown, unless the user confirms", async () => {
    const session = await typed();
    const saving = session.save("checked", signal);
    await waitForRequest();
    server.answer({ kind: "unknown", candidates: [] });
    assert.deepEqual([await saving, kinds(session)], [{ kind: "notSaved" }, ["unknown"]]);
    assert.deepEqual(await session.save("checked", signal), { kind: "notSaved" });
    assert.equal(server.sent.length, 1);
    server.sent.length = 0;
    const again = session.save("anyway", signal);
    await waitForRequest();
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await again).kind, "saved");
    assert.deepEqual(await folder.readDrafts(), []);
  });

  it("can't be discarded, but edits made meanwhile can be undone", async () => {
    const session = await typed();
    const saving = session.save("checked", signal);
    await waitForRequest();
    await session.discard();
    assert.deepEqual(session.draft.inputs, [mine]);
    session.edit({ target: 2, input: { kind: "line", text: "later" }, step: "begin" }, 2);
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await saving).kind, "saved");
    assert.deepEqual(session.draft.inputs, [{ target: 2, input: { kind: "line", text: "later" } }]);
    assert.equal(session.undoOrRedo("undo"), 2);
    assert.deepEqual(session.draft.inputs, []);
  });

  it("needs confirmation if the server reports no version", async () => {
    server.base = { ...known, revision: undefined };
    const session = await typed();
    const requestCount = session.save("checked", signal);
    await waitForRequest();
    server.answer({ kind: "noRevision" });
    assert.deepEqual([await requestCount, kinds(session)], [{ kind: "notSaved" }, ["noRevision"]]);
    server.sent.length = 0;
    const saving = session.save("overwrite", signal);
    await waitForRequest();
    assert.equal(server.sent[0]?.mode, "overwrite");
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await saving).kind, "saved");
  });

  it("of a draft made before sign-in belongs to the new account", async () => {
    const anonymous = { ...subject, accountId: undefined } as FormSubject;
    const session = new FormSession(server.host(folder, "a"), anonymous);
    await session.load(undefined, signal);
    session.edit({ ...mine, step: "begin" }, 1);
    await session.assignToAccount("102");
    await session.close();
    assert.deepEqual(
      (await folder.readDrafts()).map((stored) => [stored.subject, stored.draft.inputs]),
      [[subject, [mine]]],
    );
  });
});

describe("a form that is loaded during other operations", () => {
  let folder: DraftFolder;

  beforeEach(async () => {
    folder = await DraftFolder.create();
  });
  afterEach(() => folder.close());

  function saying(text: string): DraftBase {
    const fields = twoLineBase.form.fields.map((field) =>
      field.id === 1 ? { ...field, base: { kind: "line", text } as const } : field,
    );
    return { ...twoLineBase, form: { ...twoLineBase.form, fields }, revision: { kind: "tag", tag: text } };
  }

  it("doesn't apply a remote change to a field that was edited while its author was loaded", async () => {
    let type = (): void => undefined;
    const reads = [known, saying("theirs"), saying("theirs")];
    const host: FormBackend = {
      ...new Server().host(folder, "a"),
      loadBase: () => Promise.resolve(reads.shift() ?? known),
      loadAuthorshipSince: () => {
        type();
        return Promise.resolve(anas);
      },
    };
    const session = new FormSession(host, createArtifactSubject(7));
    await session.load(undefined, signal);
    session.edit({ target: 2, input: { kind: "line", text: "something" }, step: "begin" }, 1);
    type = () => {
      session.edit({ target: 1, input: { kind: "line", text: "mine" }, step: "begin" }, 2);
    };
    await session.refresh(signal);
    assert.deepEqual(
      [
        session.notices.map(({ kind }) => kind),
        session.conflicts.map(({ fieldId, by }) => [fieldId, by]),
        session.draft.inputs.length,
      ],
      [["remoteChanges"], [[1, "Ana"]], 2],
    );
  });

  it("isn't saved if another window has taken the draft over", async () => {
    const server = new Server();
    let createResponse: (base: DraftBase) => void = () => undefined;
    const reads = [Promise.resolve(known), new Promise<DraftBase>((resolve) => (createResponse = resolve))];
    const host: FormBackend = {
      ...server.host(folder, "a"),
      loadBase: () => reads.shift() ?? Promise.resolve(known),
    };
    const session = new FormSession(host, createArtifactSubject(7));
    await session.load(undefined, signal);
    session.edit({ target: 1, input: { kind: "line", text: "mine" }, step: "begin" }, 1);
    const saving = session.save("checked", signal);
    while (reads.length > 0) await new Promise((resolve) => setImmediate(resolve));
    const there = new FormSession(server.host(folder, "b"), createArtifactSubject(7));
    await there.load(undefined, signal);
    await there.takeOver();
    createResponse(known);
    assert.deepEqual([await saving, server.sent.length], [{ kind: "notSaved" }, 0]);
  });

  it("keeps the newer of two concurrent loads", async () => {
    const answers: ((base: DraftBase) => void)[] = [];
    const host: FormBackend = {
      ...new Server().host(folder, "a"),
      loadBase: () => new Promise((resolve) => answers.push(resolve)),
    };
    const session = new FormSession(host, createArtifactSubject(7));
    const loading = session.load(undefined, signal);
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    answers.shift()?.(known);
    await loading;
    const both = [session.refresh(signal), session.refresh(signal)];
    while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve));
    answers[1]?.(saying("new"));
    answers[0]?.(saying("old"));
    await Promise.all(both);
    assert.deepEqual(session.base?.revision, { kind: "tag", tag: "new" });
  });
});
