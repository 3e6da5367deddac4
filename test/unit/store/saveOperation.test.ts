import assert from "node:assert/strict";
import type { Input } from "../../../src/model/fields/registry.ts";
import type { DraftInput } from "../../../src/model/form/draft.ts";
import type { FormSubject } from "../../../src/model/form/formSubject.ts";
import { FormSession } from "../../../src/store/formSession.ts";
import type { FormBackend } from "../../../src/store/formBackend.ts";
import type { DraftBase } from "../../../src/store/storedDraft.ts";
import type { OutcomeCheckResult } from "../../../src/store/formBackend.ts";
import { createArtifactSubject, DraftFolder, twoLineBase } from "../../support/fixtures/draftFolder.ts";
import { anas, ControlledServer, known, revision } from "./controlledServer.ts";

const signal = new AbortController().signal;
describe("a save", () => {
  let folder: DraftFolder;
  let server: ControlledServer;
  const subject: FormSubject = createArtifactSubject(7);
  const mine: DraftInput = { target: 1, input: { kind: "line", text: "mine" } };

  beforeEach(async () => {
    folder = await DraftFolder.create();
    server = new ControlledServer();
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

  const kinds = ({ notices }: FormSession): readonly string[] => notices.map(({ kind }) => kind);

  it("is marked on disk before it is sent, until the response", async () => {
    const session = await typed();
    const saving = session.save("checked", signal);
    await server.waitForRequest();
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
      await server.waitForRequest();
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
      server = new ControlledServer();
      const session = await open(text);
      session.edit({ target: 1, input: { kind: "line", text }, step: "begin" }, 1);
      const saving = session.save("checked", signal);
      await server.waitForRequest();
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
      server = new ControlledServer();
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
      await server.waitForRequest();
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

  it("isn't sent again while its outcome is unknown, unless the user confirms", async () => {
    const session = await typed();
    const saving = session.save("checked", signal);
    await server.waitForRequest();
    server.answer({ kind: "unknown", candidates: [] });
    assert.deepEqual([await saving, kinds(session)], [{ kind: "notSaved" }, ["unknown"]]);
    assert.deepEqual(await session.save("checked", signal), { kind: "notSaved" });
    assert.equal(server.sent.length, 1);
    server.sent.length = 0;
    const again = session.save("anyway", signal);
    await server.waitForRequest();
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await again).kind, "saved");
    assert.deepEqual(await folder.readDrafts(), []);
  });

  it("can't be discarded, but edits made meanwhile can be undone", async () => {
    const session = await typed();
    const saving = session.save("checked", signal);
    await server.waitForRequest();
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
    await server.waitForRequest();
    server.answer({ kind: "noVersion" });
    assert.deepEqual([await requestCount, kinds(session)], [{ kind: "notSaved" }, ["noVersion"]]);
    server.sent.length = 0;
    const saving = session.save("overwrite", signal);
    await server.waitForRequest();
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
      ...new ControlledServer().host(folder, "a"),
      loadBase: () => Promise.resolve(reads.shift() ?? known),
      loadEntriesSince: () => {
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
    const server = new ControlledServer();
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
      ...new ControlledServer().host(folder, "a"),
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
