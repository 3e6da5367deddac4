import assert from "node:assert/strict";
import type { Input } from "../../../src/model/fields/registry.ts";
import { settled } from "../../../src/model/form/changes.ts";
import type { Draft, Typed } from "../../../src/model/form/draft.ts";
import type { Subject } from "../../../src/model/subject.ts";
import { Editing } from "../../../src/store/editing.ts";
import type { FormBackend } from "../../../src/store/formBackend.ts";
import type { Base } from "../../../src/store/keptDraft.ts";
import type { SaveOutcome, Sending, Verdict } from "../../../src/store/formBackend.ts";
import { artifact, DraftFolder, twoLines } from "../../support/fixtures/draftFolder.ts";

const signal = new AbortController().signal;
const revision = { kind: "tag", tag: "1" } as const;
const anas = [{ by: "Ana", on: undefined, fieldIds: [1] }];
const known: Base = { ...twoLines, revision };

/** A server as far as a form sees it, whose answers the test gives one by one. */
class Server {
  readonly sent: Sending[] = [];
  readonly judged: Sending[] = [];
  base = known;
  verdict: Verdict = { kind: "unknown", candidates: [] };
  #answer: (outcome: SaveOutcome) => void = () => undefined;

  host(folder: DraftFolder, window: string): FormBackend {
    return {
      drafts: folder.window(window),
      now: Date.now,
      read: () => Promise.resolve(this.base),
      send: (sending) => {
        this.sent.push(sending);
        return new Promise((resolve) => {
          this.#answer = resolve;
        });
      },
      judge: (sending) => {
        this.judged.push(sending);
        return Promise.resolve(this.verdict);
      },
      writingsSince: () => Promise.resolve(anas),
      historyLength: () => Promise.resolve(undefined),
      writtenBeside: () => Promise.resolve([]),
    };
  }

  answer(outcome: SaveOutcome): void {
    if (outcome.kind === "saved") this.store();
    this.resolve(outcome);
  }

  resolve(outcome: SaveOutcome): void {
    this.#answer(outcome);
  }

  /** Holds what was sent last, or something else in its first line. */
  store(first?: string): void {
    const { draft } = this.sent.at(-1) ?? assert.fail("nothing was sent");
    const other: Draft = { ...draft, inputs: [{ target: 1, input: { kind: "line", text: first ?? "" } }] };
    this.base = { ...this.base, form: settled(this.base.form, first === undefined ? draft : other) };
  }
}

describe("a save", () => {
  let folder: DraftFolder;
  let server: Server;
  const subject: Subject = artifact(7);
  const mine: Typed = { target: 1, input: { kind: "line", text: "mine" } };

  beforeEach(async () => {
    folder = await DraftFolder.make();
    server = new Server();
  });
  afterEach(() => folder.close());

  async function open(window = "a"): Promise<Editing> {
    const editing = new Editing(server.host(folder, window), subject);
    await editing.load(undefined, signal);
    return editing;
  }

  async function typed(): Promise<Editing> {
    const editing = await open();
    editing.edit({ ...mine, step: "begin" }, 1);
    return editing;
  }

  /** Waits until something is on its way to the server. */
  async function underWay(): Promise<void> {
    while (server.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  const kinds = ({ notices }: Editing): readonly string[] => notices.map(({ kind }) => kind);

  it("is marked on disk before it is sent, and the mark goes with the answer", async () => {
    const editing = await typed();
    const saving = editing.save("checked", signal);
    await underWay();
    assert.deepEqual(
      (await folder.kept()).map(({ unsettled }) => unsettled?.sent),
      [[mine]],
    );
    server.answer({ kind: "gone" });
    assert.deepEqual(await saving, { kind: "notSaved" });
    assert.deepEqual(
      (await folder.kept()).map(({ unsettled, draft }) => [unsettled, draft.inputs]),
      [[undefined, [mine]]],
    );
  });

  const verdicts: readonly (readonly [Verdict, readonly string[], number])[] = [
    [{ kind: "saved", id: 7, revision }, [], 0],
    [{ kind: "notSaved" }, ["restored"], 1],
    [{ kind: "unknown", candidates: [] }, ["restored", "unknown"], 1],
  ];
  for (const [verdict, notices, left] of verdicts) {
    it(`whose window has gone is looked into by the next one: ${verdict.kind}`, async () => {
      const first = await typed();
      void first.save("checked", signal);
      await underWay();
      server.verdict = verdict;
      if (verdict.kind === "saved") server.store();
      const next = new Editing(
        { ...server.host(folder, "b"), drafts: folder.window("b", { isRunning: () => false }) },
        subject,
      );
      await next.load(undefined, signal);
      assert.deepEqual(
        [server.judged.map(({ draft }) => draft.inputs), kinds(next), next.draft.inputs.length],
        [[[mine]], notices, left],
      );
    });
  }

  it("tells what the server has made of it, field by field, and is silent about blanks", async () => {
    const told = async (text: string, stored: string): Promise<unknown> => {
      server = new Server();
      const editing = await open(text);
      editing.edit({ target: 1, input: { kind: "line", text }, step: "begin" }, 1);
      const saving = editing.save("checked", signal);
      await underWay();
      server.store(stored);
      server.resolve({ kind: "saved", id: 7, revision });
      assert.equal((await saving).kind, "saved");
      assert.deepEqual(editing.base?.form.fields[0]?.base, { kind: "line", text: stored });
      await editing.close();
      return editing.notices.map((notice) => (notice.kind === "altered" ? notice.differences : notice.kind));
    };
    const line = (text: string): Input => ({ kind: "line", text });
    const difference = { fieldId: 1, label: "Field 1", sent: line("a,b"), stored: line("a") };
    assert.deepEqual(await told("a,b", "a"), [[difference]]);
    assert.deepEqual(await told(" a ", "a"), []);
  });

  it("tells apart what the server has made of it and what others have changed since, by the history", async () => {
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
    const told = async (history: "kept" | "none", changed: readonly number[]): Promise<unknown> => {
      server = new Server();
      if (history === "kept") server.base = { ...known, changesetsUri: "artifacts/7/changesets" };
      const changes = changed.map((fieldId) => ({ fieldId, label: "", ...value }));
      const entries = changes.length === 0 ? [] : [{ changeset, isCreation: false, changes }];
      const host: FormBackend = {
        ...server.host(folder, history + changed.join()),
        writtenBeside: () => Promise.resolve(entries),
      };
      const editing = new Editing(host, subject);
      await editing.load(undefined, signal);
      editing.edit({ ...mine, step: "begin" }, 1);
      const saving = editing.save("checked", signal);
      await underWay();
      server.store("cut");
      server.base = { ...server.base, revision: { kind: "tag", tag: "2" } };
      server.resolve({ kind: "saved", id: 7, revision });
      await saving;
      await editing.close();
      return kinds(editing);
    };
    assert.deepEqual(await told("none", []), ["news"]);
    assert.deepEqual(await told("kept", [1]), ["news", "beside"]);
    assert.deepEqual(await told("kept", [2]), ["beside", "altered"]);
  });

  it("is not sent again as long as nobody knows what became of it, unless the person insists", async () => {
    const editing = await typed();
    const saving = editing.save("checked", signal);
    await underWay();
    server.answer({ kind: "unknown", candidates: [] });
    assert.deepEqual([await saving, kinds(editing)], [{ kind: "notSaved" }, ["unknown"]]);
    assert.deepEqual(await editing.save("checked", signal), { kind: "notSaved" });
    assert.equal(server.sent.length, 1);
    server.sent.length = 0;
    const again = editing.save("anyway", signal);
    await underWay();
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await again).kind, "saved");
    assert.deepEqual(await folder.kept(), []);
  });

  it("can't be taken back by a discard, and what is typed meanwhile can be undone", async () => {
    const editing = await typed();
    const saving = editing.save("checked", signal);
    await underWay();
    await editing.discard();
    assert.deepEqual(editing.draft.inputs, [mine]);
    editing.edit({ target: 2, input: { kind: "line", text: "later" }, step: "begin" }, 2);
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await saving).kind, "saved");
    assert.deepEqual(editing.draft.inputs, [{ target: 2, input: { kind: "line", text: "later" } }]);
    assert.equal(editing.step("undo"), 2);
    assert.deepEqual(editing.draft.inputs, []);
  });

  it("asks before it overwrites where the server has no name for a state", async () => {
    server.base = { ...known, revision: undefined };
    const editing = await typed();
    const asked = editing.save("checked", signal);
    await underWay();
    server.answer({ kind: "noRevision" });
    assert.deepEqual([await asked, kinds(editing)], [{ kind: "notSaved" }, ["noRevision"]]);
    server.sent.length = 0;
    const saving = editing.save("overwrite", signal);
    await underWay();
    assert.equal(server.sent[0]?.how, "overwrite");
    server.answer({ kind: "saved", id: 7, revision });
    assert.equal((await saving).kind, "saved");
  });

  it("that was typed before signing in belongs to the one who has signed in since", async () => {
    const anonymous = { ...subject, accountId: undefined } as Subject;
    const editing = new Editing(server.host(folder, "a"), anonymous);
    await editing.load(undefined, signal);
    editing.edit({ ...mine, step: "begin" }, 1);
    await editing.adoptBy("102");
    await editing.close();
    assert.deepEqual(
      (await folder.kept()).map((kept) => [kept.subject, kept.draft.inputs]),
      [[subject, [mine]]],
    );
  });
});

describe("a form that is read while something else happens", () => {
  let folder: DraftFolder;

  beforeEach(async () => {
    folder = await DraftFolder.make();
  });
  afterEach(() => folder.close());

  function saying(text: string): Base {
    const fields = twoLines.form.fields.map((field) =>
      field.id === 1 ? { ...field, base: { kind: "line", text } as const } : field,
    );
    return { ...twoLines, form: { ...twoLines.form, fields }, revision: { kind: "tag", tag: text } };
  }

  it("does not take a change into a field that was typed in while it was found out who made it", async () => {
    let type = (): void => undefined;
    const reads = [known, saying("theirs"), saying("theirs")];
    const host: FormBackend = {
      ...new Server().host(folder, "a"),
      read: () => Promise.resolve(reads.shift() ?? known),
      writingsSince: () => {
        type();
        return Promise.resolve(anas);
      },
    };
    const editing = new Editing(host, artifact(7));
    await editing.load(undefined, signal);
    editing.edit({ target: 2, input: { kind: "line", text: "something" }, step: "begin" }, 1);
    type = () => {
      editing.edit({ target: 1, input: { kind: "line", text: "mine" }, step: "begin" }, 2);
    };
    await editing.refresh(signal);
    assert.deepEqual(
      [
        editing.notices.map(({ kind }) => kind),
        editing.collisions.map(({ fieldId, by }) => [fieldId, by]),
        editing.draft.inputs.length,
      ],
      [["news"], [[1, "Ana"]], 2],
    );
  });

  it("is not sent where another window has taken the draft meanwhile", async () => {
    const server = new Server();
    let answer: (base: Base) => void = () => undefined;
    const reads = [Promise.resolve(known), new Promise<Base>((resolve) => (answer = resolve))];
    const host: FormBackend = {
      ...server.host(folder, "a"),
      read: () => reads.shift() ?? Promise.resolve(known),
    };
    const editing = new Editing(host, artifact(7));
    await editing.load(undefined, signal);
    editing.edit({ target: 1, input: { kind: "line", text: "mine" }, step: "begin" }, 1);
    const saving = editing.save("checked", signal);
    while (reads.length > 0) await new Promise((resolve) => setImmediate(resolve));
    const there = new Editing(server.host(folder, "b"), artifact(7));
    await there.load(undefined, signal);
    await there.takeOver();
    answer(known);
    assert.deepEqual([await saving, server.sent.length], [{ kind: "notSaved" }, 0]);
  });

  it("keeps the newer of two states that are read at once, whichever comes first", async () => {
    const answers: ((base: Base) => void)[] = [];
    const host: FormBackend = {
      ...new Server().host(folder, "a"),
      read: () => new Promise((resolve) => answers.push(resolve)),
    };
    const editing = new Editing(host, artifact(7));
    const loading = editing.load(undefined, signal);
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    answers.shift()?.(known);
    await loading;
    const both = [editing.refresh(signal), editing.refresh(signal)];
    while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve));
    answers[1]?.(saying("new"));
    answers[0]?.(saying("old"));
    await Promise.all(both);
    assert.deepEqual(editing.base?.revision, { kind: "tag", tag: "new" });
  });
});
