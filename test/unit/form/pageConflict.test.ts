import assert from "node:assert/strict";
import { InvalidRequest } from "../../../src/model/failure.ts";
import type { Input } from "../../../src/model/fields/registry.ts";
import type { ConcurrentEdit, FormPageConflicts } from "../../../src/protocol/formProtocol.ts";
import { FormSession } from "../../../src/store/formSession.ts";
import type { FormBackend } from "../../../src/store/formBackend.ts";
import type { SaveOutcome } from "../../../src/store/formBackend.ts";
import { createBase } from "../../support/fixtures/createBase.ts";
import { createArtifactSubject, DraftFolder } from "../../support/fixtures/draftFolder.ts";
import { createEntry, createTestForm } from "../../support/fixtures/formBuilders.ts";
import { withVscodeStub } from "../../support/fixtures/vscodeStub.ts";

const { signal } = new AbortController();
const request = { method: "PUT", url: "https://a.example/api/artifacts/7" } as const;

describe("toPageConflict", () => {
  let folder: DraftFolder;
  let serverText = "";
  let hasField = true;
  let toPageConflicts: (session: FormSession) => FormPageConflicts | undefined;
  let formatChangeAuthors: (toChanges: readonly { readonly by: string | undefined }[]) => string;
  let listConcurrentEdits: (session: FormSession) => readonly ConcurrentEdit[];

  before(async () => {
    ({ toPageConflicts, listConcurrentEdits, formatChangeAuthors } = await withVscodeStub(
      () => import("../../../src/features/form/pageConflicts.ts"),
    ));
  });
  beforeEach(async () => {
    folder = await DraftFolder.create();
  });
  afterEach(() => folder.close());

  const createLineInput = (text: string): Input => ({ kind: "line", text });

  /** Opened with "a"; another user saved "b" after "mine" was typed. */
  async function openWithConflict(outcome: SaveOutcome): Promise<FormSession> {
    serverText = "a";
    hasField = true;
    const backend: FormBackend = {
      drafts: folder.openWindow("here"),
      now: Date.now,
      loadBase: () => {
        const fields = [{ id: 1, type: "string", maxLength: 9 }];
        const values = [createEntry(1, { kind: "string", text: serverText })];
        const form = hasField ? createTestForm(fields, { values }) : createTestForm([], { values: [] });
        return Promise.resolve({ ...createBase(form), revision: { kind: "tag", tag: serverText } });
      },
      save: () => Promise.resolve(outcome),
      checkOutcome: () => Promise.resolve({ kind: "notSaved" }),
      loadEntriesSince: () => Promise.resolve([]),
      loadHistoryLength: () => Promise.resolve(undefined),
      loadConcurrentEntries: () => Promise.resolve([]),
    };
    const session = new FormSession(backend, createArtifactSubject(7));
    await session.load(undefined, signal);
    session.edit({ target: 1, input: createLineInput("mine"), step: "begin" }, 1);
    serverText = "b";
    assert.deepEqual(await session.save("checked", signal), { kind: "conflict" });
    return session;
  }

  const getSummary = (session: FormSession): string => toPageConflicts(session)?.summary ?? "";

  it("reports that all conflicts are resolved only if nothing prevents saving", async () => {
    const failure = new InvalidRequest({ ...request, status: 400, serverMessage: "No." });
    const session = await openWithConflict({ kind: "rejected", failure, fieldId: 1 });
    assert.doesNotMatch(getSummary(session), /All conflicts are resolved/);
    session.resolveConflict(1, "mine");
    assert.match(getSummary(session), /All conflicts are resolved/);
    assert.deepEqual(await session.save("checked", signal), { kind: "notSaved" });
    assert.doesNotMatch(getSummary(session), /All conflicts are resolved/);
    session.edit({ target: 1, input: createLineInput("mine again"), step: "begin" }, 2);
    assert.doesNotMatch(getSummary(session), /All conflicts are resolved/);
    session.edit({ target: 1, input: createLineInput("better"), step: "begin" }, 3);
    assert.match(getSummary(session), /All conflicts are resolved/);
    await session.close();
  });

  it("shows both values and the original one, even after another remote change", async () => {
    const session = await openWithConflict({ kind: "conflict" });
    session.resolveConflict(1, "mine");
    serverText = "c";
    assert.deepEqual(await session.save("checked", signal), { kind: "conflict" });
    const inputs = toPageConflicts(session)?.questions.map((each) => [each.before, each.mine, each.theirs]);
    assert.deepEqual(inputs, [[createLineInput("a"), createLineInput("mine"), createLineInput("c")]]);
    await session.close();
  });

  it("names each user once, or Someone if the server reports no name", () => {
    const toChanges = (...names: readonly (string | undefined)[]) => names.map((by) => ({ by }));
    assert.equal(formatChangeAuthors(toChanges("Ada", undefined, "Ada", "Grace")), "Ada and Grace");
    assert.equal(formatChangeAuthors(toChanges(undefined)), "Someone");
  });

  it("marks the field in the form until the edit is reverted", async () => {
    const session = await openWithConflict({ kind: "conflict" });
    session.setResolving(false);
    assert.equal(toPageConflicts(session), undefined);
    const edits = listConcurrentEdits(session).map((each) => [each.fieldId, each.isConflict, each.text]);
    assert.deepEqual(edits, [[1, true, "Someone changed this field to: b"]]);
    session.edit({ target: 1, input: undefined, step: "begin" }, 2);
    assert.deepEqual(listConcurrentEdits(session), []);
    await session.close();
  });

  it("offers only theirs for a removed field, and explains why", async () => {
    const session = await openWithConflict({ kind: "conflict" });
    hasField = false;
    serverText = "c";
    await session.checkForChanges(signal);
    const [question = assert.fail("there is no conflict")] = toPageConflicts(session)?.questions ?? [];
    assert.deepEqual([question.resolutions, question.mine], [["theirs"], createLineInput("mine")]);
    assert.match(question.obstacle ?? "", /^This field is now read-only, so your change can't be saved/);
    await session.close();
  });
});
