import assert from "node:assert/strict";
import { Invalid } from "../../../src/model/failure.ts";
import type { Input } from "../../../src/model/fields/registry.ts";
import type { ContestedField, PageConflict } from "../../../src/protocol/page.ts";
import { Editing } from "../../../src/store/editing.ts";
import type { FormBackend } from "../../../src/store/formBackend.ts";
import type { SaveOutcome } from "../../../src/store/formBackend.ts";
import { baseOf } from "../../support/fixtures/bases.ts";
import { artifact, DraftFolder } from "../../support/fixtures/draftFolder.ts";
import { entry, formWith } from "../../support/fixtures/formParts.ts";
import { withPlainWords } from "../../support/fixtures/plainWords.ts";

const { signal } = new AbortController();
const request = { method: "PUT", url: "https://a.example/api/artifacts/7" } as const;

describe("a conflict, as its page shows it", () => {
  let folder: DraftFolder;
  let theirs = "";
  let hasField = true;
  let pageConflict: (editing: Editing) => PageConflict | undefined;
  let namesOf: (writers: readonly { readonly by: string | undefined }[]) => string;
  let contestedFields: (editing: Editing) => readonly ContestedField[];

  before(async () => {
    ({ pageConflict, contestedFields, namesOf } = await withPlainWords(
      () => import("../../../src/features/form/pageConflict.ts"),
    ));
  });
  beforeEach(async () => {
    folder = await DraftFolder.make();
  });
  afterEach(() => folder.close());

  const line = (text: string): Input => ({ kind: "line", text });

  /** Opened with "a"; others have saved "b" since "mine" was typed. */
  async function conflict(outcome: SaveOutcome): Promise<Editing> {
    theirs = "a";
    hasField = true;
    const host: FormBackend = {
      drafts: folder.window("here"),
      now: Date.now,
      read: () => {
        const fields = [{ id: 1, type: "string", maxLength: 9 }];
        const values = [entry(1, { kind: "string", text: theirs })];
        const form = hasField ? formWith(fields, { values }) : formWith([], { values: [] });
        return Promise.resolve({ ...baseOf(form), revision: { kind: "tag", tag: theirs } });
      },
      send: () => Promise.resolve(outcome),
      judge: () => Promise.resolve({ kind: "notSaved" }),
      writingsSince: () => Promise.resolve([]),
      historyLength: () => Promise.resolve(undefined),
      writtenBeside: () => Promise.resolve([]),
    };
    const editing = new Editing(host, artifact(7));
    await editing.load(undefined, signal);
    editing.edit({ target: 1, input: line("mine"), step: "begin" }, 1);
    theirs = "b";
    assert.deepEqual(await editing.save("checked", signal), { kind: "collision" });
    return editing;
  }

  const summary = (editing: Editing): string => pageConflict(editing)?.summary ?? "";

  it("says that all is decided only where nothing keeps it from being saved", async () => {
    const failure = new Invalid({ ...request, status: 400, said: "No." });
    const editing = await conflict({ kind: "rejected", failure, fieldId: 1 });
    assert.doesNotMatch(summary(editing), /All is decided/);
    editing.choose(1, "mine");
    assert.match(summary(editing), /All is decided/);
    assert.deepEqual(await editing.save("checked", signal), { kind: "notSaved" });
    assert.doesNotMatch(summary(editing), /All is decided/);
    editing.edit({ target: 1, input: line("mine again"), step: "begin" }, 2);
    assert.doesNotMatch(summary(editing), /All is decided/);
    editing.edit({ target: 1, input: line("better"), step: "begin" }, 3);
    assert.match(summary(editing), /All is decided/);
    await editing.close();
  });

  it("shows both sides beside what was opened, also when others go on", async () => {
    const editing = await conflict({ kind: "conflict" });
    editing.choose(1, "mine");
    theirs = "c";
    assert.deepEqual(await editing.save("checked", signal), { kind: "collision" });
    const sides = pageConflict(editing)?.questions.map((each) => [each.before, each.mine, each.theirs]);
    assert.deepEqual(sides, [[line("a"), line("mine"), line("c")]]);
    await editing.close();
  });

  it("names each of the others once, and calls them someone where the server names nobody", () => {
    const writers = (...names: readonly (string | undefined)[]) => names.map((by) => ({ by }));
    assert.equal(namesOf(writers("Ada", undefined, "Ada", "Grace")), "Ada and Grace");
    assert.equal(namesOf(writers(undefined)), "Someone");
  });

  it("marks the field in the form too, until it is put back", async () => {
    const editing = await conflict({ kind: "conflict" });
    editing.resolve(false);
    assert.equal(pageConflict(editing), undefined);
    const marks = contestedFields(editing).map((each) => [each.fieldId, each.isCollision, each.text]);
    assert.deepEqual(marks, [[1, true, "Someone changed this to: b"]]);
    editing.edit({ target: 1, input: undefined, step: "begin" }, 2);
    assert.deepEqual(contestedFields(editing), []);
    await editing.close();
  });

  it("says of a field that is gone that yours can't be saved, and offers theirs alone", async () => {
    const editing = await conflict({ kind: "conflict" });
    hasField = false;
    theirs = "c";
    await editing.look(signal);
    const [question = assert.fail("nothing is asked")] = pageConflict(editing)?.questions ?? [];
    assert.deepEqual([question.offered, question.mine], [["theirs"], line("mine")]);
    assert.match(question.obstacle ?? "", /^It can't be changed any more, so yours can't be saved/);
    await editing.close();
  });
});
