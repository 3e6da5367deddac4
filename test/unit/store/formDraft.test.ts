import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { editDraft, isEmptyDraft, emptyDraft } from "../../../src/model/form/draft.ts";
import { DraftStore } from "../../../src/store/draftStore.ts";
import { FormDraft } from "../../../src/store/formDraft.ts";
import {
  createArtifactSubject,
  DraftFolder,
  getDraftText,
  twoLineBase,
} from "../../support/fixtures/draftFolder.ts";
import { DraftWindow } from "../../support/fixtures/draftWindow.ts";

describe("FormDraft", () => {
  let folder: DraftFolder;
  let here: DraftWindow;
  let there: DraftWindow;

  beforeEach(async () => {
    folder = await DraftFolder.create();
    [here, there] = [new DraftWindow(folder, "a", Date.now), new DraftWindow(folder, "b", Date.now)];
    await here.open();
  });
  afterEach(() => folder.close());

  it("is read-only while another window owns it, and is restored after that releases it", async () => {
    await here.edit(1, "mine");
    await there.open();
    assert.deepEqual(
      [
        there.draft?.ownership,
        getDraftText({ draft: there.draft?.current ?? emptyDraft }),
        await there.edit(1, "theirs"),
      ],
      ["otherWindow", "mine", undefined],
    );
    await here.close();
    await there.close();
    await there.open();
    assert.deepEqual(
      [there.draft?.ownership, await there.edit(1, "theirs")],
      ["ours", { text: "theirs", before: "mine", isOwned: true }],
    );
  });

  it("notices a takeover and accepts no more edits", async () => {
    await here.edit(1, "mine");
    await there.open();
    await there.draft?.takeOver();
    await here.draft?.reload();
    assert.deepEqual(
      [here.draft?.ownership, await here.edit(1, "more"), there.draft?.ownership],
      ["takenOver", undefined, "ours"],
    );
    await there.edit(1, "theirs");
    await here.draft?.takeOver();
    assert.deepEqual(
      [here.draft?.ownership, getDraftText({ draft: here.draft?.current ?? emptyDraft })],
      ["ours", "theirs"],
    );
  });

  it("is written again if its file or the folder disappeared", async () => {
    await here.edit(1, "mine");
    for (const path of [join(folder.path, (await folder.listFileNames())[0] ?? ""), folder.path]) {
      await rm(path, { recursive: true });
      await here.draft?.reload();
      await here.draft?.flush();
      assert.deepEqual(
        [here.draft?.ownership, (await folder.readDrafts()).map(getDraftText)],
        ["ours", ["mine"]],
      );
    }
    await rm(folder.path, { recursive: true });
    await here.edit(1, "more");
    assert.deepEqual((await folder.readDrafts()).map(getDraftText), ["more"]);
  });

  it("can be edited if the folder can't be read, and is stored once it can", async () => {
    const file = join(folder.path, "..", "in-the-way");
    await writeFile(file, "");
    const drafts = new DraftStore({ folder: file, process: 7, isRunning: () => true });
    const formDraft = new FormDraft(
      { drafts, now: Date.now, onChange: () => undefined },
      createArtifactSubject(7),
    );
    assert.equal(await formDraft.claim(), undefined);
    assert.deepEqual([formDraft.ownership, formDraft.saveState.kind], ["ours", "failed"]);
    const typed = (text: string) =>
      editDraft(twoLineBase.form, formDraft.current, {
        target: 1,
        input: { kind: "line", text },
        step: "begin",
      });
    formDraft.update(typed("mine"), twoLineBase);
    await formDraft.flush();
    assert.equal(formDraft.saveState.kind, "failed");
    await rm(file);
    formDraft.update(typed("mine too"), twoLineBase);
    await formDraft.flush();
    assert.deepEqual(
      [formDraft.saveState.kind, (await drafts.list()).map(getDraftText)],
      ["saved", ["mine too"]],
    );
    drafts.dispose();
  });

  it("gives way if another window started first, unless it has edits too", async () => {
    await there.open();
    await here.edit(1, "mine");
    await there.draft?.reload();
    assert.equal(there.draft?.ownership, "otherWindow");
    const third = new DraftWindow(folder, "c", Date.now);
    const fourth = new DraftWindow(folder, "d", Date.now);
    await here.close();
    await folder.openWindow("c").discard(createArtifactSubject(7));
    await third.open();
    await fourth.open();
    await third.edit(1, "third");
    await fourth.edit(1, "fourth");
    await fourth.draft?.reload();
    assert.deepEqual([third.draft?.ownership, fourth.draft?.ownership], ["ours", "ours"]);
  });

  it("is empty if another window saved before the takeover", async () => {
    await here.edit(1, "sent");
    await there.open();
    here.draft?.update(emptyDraft, twoLineBase);
    await here.draft?.flush();
    const stored = await there.draft?.takeOver();
    assert.deepEqual(
      [
        stored,
        there.draft?.ownership,
        isEmptyDraft(there.draft?.current ?? assert.fail()),
        there.draft?.saveState,
      ],
      [undefined, "ours", true, { kind: "idle" }],
    );
  });

  it("is owned again when the other window is done", async () => {
    await here.edit(1, "sent");
    await there.open();
    here.draft?.update(emptyDraft, twoLineBase);
    await here.draft?.flush();
    await there.draft?.reload();
    assert.deepEqual(
      [there.draft?.ownership, isEmptyDraft(there.draft?.current ?? assert.fail())],
      ["ours", true],
    );
  });

  it("moves to the created artifact with all edits made meanwhile, on disk too", async () => {
    const subject = { ...createArtifactSubject(0), kind: "new", trackerId: 5, key: "k" } as const;
    const formDraft = new FormDraft(
      { drafts: folder.openWindow("a"), now: Date.now, onChange: () => undefined },
      subject,
    );
    await formDraft.claim();
    const type = (text: string): void => {
      const input = { kind: "line", text } as const;
      formDraft.update(
        editDraft(twoLineBase.form, formDraft.current, { target: 1, input, step: "begin" }),
        twoLineBase,
      );
    };
    type("before");
    await formDraft.flush();
    const moving = formDraft.moveToSubject(createArtifactSubject(8), twoLineBase);
    type("meanwhile");
    await moving;
    type("after");
    await formDraft.flush();
    const stored = await folder.readDrafts();
    assert.deepEqual(
      [stored.map((each) => [each.subject, getDraftText(each)]), getDraftText({ draft: formDraft.current })],
      [[[createArtifactSubject(8), "after"]], "after"],
    );
  });

  for (const moment of [0, 1, 2, 3, 5, 8, 13]) {
    it(`moves with edits made ${moment} turns later, without further edits`, async () => {
      const subject = { ...createArtifactSubject(0), kind: "new", trackerId: 5, key: "k" } as const;
      const formDraft = new FormDraft(
        { drafts: folder.openWindow("a"), now: Date.now, onChange: () => undefined },
        subject,
      );
      await formDraft.claim();
      const moving = formDraft.moveToSubject(createArtifactSubject(8), twoLineBase);
      for (let turn = 0; turn < moment; turn += 1) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      const input = { kind: "line", text: "meanwhile" } as const;
      formDraft.update(
        editDraft(twoLineBase.form, formDraft.current, { target: 1, input, step: "begin" }),
        twoLineBase,
      );
      await moving;
      await formDraft.flush();
      assert.deepEqual(
        (await folder.readDrafts()).map((each) => [each.subject, getDraftText(each)]),
        [[createArtifactSubject(8), "meanwhile"]],
      );
    });
  }
});
