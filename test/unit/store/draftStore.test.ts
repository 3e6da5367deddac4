import assert from "node:assert/strict";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyDraft } from "../../../src/model/form/draft.ts";
import type { FormSubject } from "../../../src/model/form/formSubject.ts";
import type { DiscardedDraft, DraftFile, DraftStore } from "../../../src/store/draftStore.ts";
import type { StoredDraft } from "../../../src/store/storedDraft.ts";
import {
  createArtifactSubject,
  DraftFolder,
  getDraftText,
  createDraftWithText,
  twoLineBase,
} from "../../support/fixtures/draftFolder.ts";
import { waitUntil } from "../../support/wait.ts";

function draft(text: string, subject: FormSubject, changedAt = 1): Omit<StoredDraft, "window"> {
  return { format: 2, subject, base: twoLineBase, draft: createDraftWithText(text), changedAt };
}

async function claimed(drafts: DraftStore, subject: FormSubject): Promise<DraftFile> {
  const claim = await drafts.claim(subject);
  assert.ok(claim.kind === "ours");
  return claim.file;
}

async function write(
  drafts: DraftStore,
  text: string,
  subject = createArtifactSubject(7),
  changedAt = 1,
): Promise<DraftFile> {
  const file = await claimed(drafts, subject);
  await file.write(drafts.toStoredDraft(file.holder.id, draft(text, subject, changedAt)));
  return file;
}

describe("the drafts folder", () => {
  let folder: DraftFolder;

  beforeEach(async () => {
    folder = await DraftFolder.create();
  });
  afterEach(() => folder.close());

  it("and its files are accessible to the owner only", async function () {
    // Windows has no modes: there the profile's access list protects the folder.
    if (process.platform === "win32") return this.skip();
    const { path } = await write(folder.openWindow("a"), "private");
    const modes = await Promise.all([folder.path, path].map(async (each) => (await stat(each)).mode & 0o777));
    assert.deepEqual(modes, [0o700, 0o600]);
  });

  it("reads files of format 1", async () => {
    const drafts = folder.openWindow("a");
    const file = await claimed(drafts, createArtifactSubject(7));
    const pendingSave = { since: 5, sent: [{ target: 1, input: { kind: "line", text: "sent" } }] } as const;
    const mine = { kind: "line", text: "mine" } as const;
    const before = { kind: "line", text: "before" } as const;
    const change = { fieldId: 1, label: "Title", before, by: "Ada", on: "2026-01-02T03:04:05Z" };
    const current = drafts.toStoredDraft(file.holder.id, {
      ...draft("typed", createArtifactSubject(7)),
      draft: { inputs: [], steps: [], position: 0, droppedSteps: [{ target: 1, steps: 2 }] },
      pendingSave,
      mergeState: {
        merged: [change],
        conflicts: [
          {
            ...change,
            decision: { mine, resolution: "both", result: mine, undoHistoryLength: 1 },
            earlier: [{ before, until: { mine, resolution: "theirs", undoHistoryLength: 0 } }],
            wasDiscarded: true,
          },
        ],
      },
    });
    const { format, pendingSave: _pending, mergeState, window, draft: typed, ...unchanged } = current;
    assert.equal(format, 2);
    assert.ok(mergeState);
    const old = {
      ...unchanged,
      format: 1,
      draft: { inputs: typed.inputs, steps: typed.steps, position: 0, forgotten: typed.droppedSteps },
      ["unsettled"]: pendingSave,
      ["encounter"]: {
        taken: [change],
        contests: [
          {
            ...change,
            decided: { mine, as: "both", became: mine, at: 1 },
            earlier: [{ before, until: { mine, as: "theirs", at: 0 } }],
            wasGivenUp: true,
          },
        ],
      },
      ["holder"]: window,
    };
    await file.write(current);
    await writeFile(file.path, JSON.stringify(old));
    assert.deepEqual(await drafts.list(), [JSON.parse(JSON.stringify(current))]);
  });

  it("reports created and removed drafts, even without the file watcher", async () => {
    const drafts = folder.openWindow("a");
    const file = await claimed(drafts, createArtifactSubject(7));
    await drafts.list();
    // The watcher is closed.
    drafts.dispose();
    let reported = 0;
    drafts.onDidChange.event(() => {
      reported += 1;
    });
    await file.write(drafts.toStoredDraft(file.holder.id, draft("typed", createArtifactSubject(7))));
    assert.equal(reported, 1);
    await file.write(drafts.toStoredDraft(file.holder.id, draft("typed on", createArtifactSubject(7))));
    assert.equal(reported, 1);
    await file.remove();
    assert.equal(reported, 2);
  });

  it("contains complete files only, also while they are written", async () => {
    const drafts = folder.openWindow("a");
    const file = await write(drafts, "0");
    const [name = ""] = await folder.listFileNames();
    const writing = new AbortController();
    const seen = new Set<string | undefined>();
    const loading = (async () => {
      while (!writing.signal.aborted) {
        seen.add(getDraftText(JSON.parse(await folder.readFile(name)) as StoredDraft));
      }
    })();
    for (let round = 1; round <= 200; round += 1) {
      const text = String(round).repeat(round * 50);
      await file.write(drafts.toStoredDraft(file.holder.id, draft(text, createArtifactSubject(7), round)));
    }
    writing.abort();
    await loading;
    assert.ok(seen.size > 1 && !seen.has(undefined), "a reader sees whole drafts, and more than one");
    assert.deepEqual(await folder.listFileNames(), [name], "nothing unfinished is left");
    assert.equal(getDraftText((await folder.readDrafts())[0]), "200".repeat(10_000));
  });

  it("returns what was written, newest first", async () => {
    const drafts = folder.openWindow("a");
    assert.deepEqual(
      [await drafts.list(), await drafts.claim(createArtifactSubject(1)).then(({ stored }) => stored)],
      [[], undefined],
    );
    await write(drafts, "one", createArtifactSubject(1), 10);
    await write(drafts, "two", createArtifactSubject(2), 30);
    await write(drafts, "new", { ...createArtifactSubject(0), kind: "new", trackerId: 5, key: "k" }, 20);
    await write(drafts, "elsewhere", { ...createArtifactSubject(1), accountId: undefined }, 5);
    const { stored } = await folder
      .openWindow("b", { isRunning: () => false })
      .claim(createArtifactSubject(2));
    assert.deepEqual(
      [(await folder.openWindow("c").list()).map(getDraftText), stored?.draft, stored?.base],
      [
        ["two", "new", "one", "elsewhere"],
        ...(JSON.parse(JSON.stringify([createDraftWithText("two"), twoLineBase])) as unknown[]),
      ],
    );
  });

  it("removes a discarded draft, and no other", async () => {
    const drafts = folder.openWindow("a");
    await write(drafts, "one", createArtifactSubject(1));
    await write(drafts, "two", createArtifactSubject(2));
    const other = folder.openWindow("b");
    const discarded: DiscardedDraft[] = [];
    other.onDidDiscard.event((each) => discarded.push(each));
    await other.discard(createArtifactSubject(1));
    assert.deepEqual((await drafts.list()).map(getDraftText), ["two"]);
    assert.deepEqual(
      discarded.map(({ subject, stored }) => [subject, stored.map(getDraftText)]),
      [[createArtifactSubject(1), ["one"]]],
    );
  });

  it("ignores other files", async () => {
    const file = await write(folder.openWindow("a"), "good");
    const [name = ""] = await folder.listFileNames();
    const whole = await folder.readFile(name);
    const prefix = name.slice(0, 40);
    const { format: _format, ...formless } = JSON.parse(whole) as StoredDraft;
    const foreign: Record<string, string> = {
      [`${prefix}.half.json`]: whole.slice(0, whole.length / 2),
      [`${prefix}.empty.json`]: "",
      [`${prefix}.null.json`]: "null",
      [`${prefix}.list.json`]: "[]",
      [`${prefix}.later.json`]: JSON.stringify({ ...formless, format: 3 }),
      [`${prefix}.thin.json`]: JSON.stringify({ format: 2, draft: { inputs: [], steps: [] } }),
      [`${prefix}.formless.json`]: JSON.stringify({ ...formless, format: 2, base: {} }),
      [`${prefix}.aimless.json`]: JSON.stringify({ ...formless, format: 2, subject: null }),
      [`${prefix}.1.1.part`]: whole,
      "notes.txt": "mine",
    };
    for (const [each, text] of Object.entries(foreign)) await writeFile(join(folder.path, each), text);
    await mkdir(join(folder.path, "folder"));
    const other = folder.openWindow("b", { isRunning: () => false });
    const claim = await other.claim(createArtifactSubject(7));
    assert.deepEqual(
      [(await other.list()).map(getDraftText), getDraftText(claim.stored)],
      [["good"], "good"],
    );
    const left = new Set(await folder.listFileNames());
    assert.deepEqual(
      [Object.keys(foreign).filter((each) => !left.has(each)), await file.checkFile()],
      [[], "takenOver"],
    );
  });

  it("reports changes of any window", async () => {
    const [here, there] = [folder.openWindow("a"), folder.openWindow("b")];
    await here.list();
    let reported = 0;
    here.onDidChange.event(() => (reported += 1));
    await write(there, "x");
    await waitUntil("change of another window reported", () => reported > 0);
  });
});

describe("a draft in two windows", () => {
  let folder: DraftFolder;

  beforeEach(async () => {
    folder = await DraftFolder.create();
  });
  afterEach(() => folder.close());

  it("belongs to the first; the second can take it over, which the first notices", async () => {
    const [first, second] = [folder.openWindow("a"), folder.openWindow("b")];
    const file = await write(first, "mine");
    const reported = await second.claim(createArtifactSubject(7));
    assert.deepEqual(
      [
        reported.kind,
        getDraftText(reported.stored),
        await second.isInOtherWindow(createArtifactSubject(7)),
        await first.isInOtherWindow(createArtifactSubject(7)),
      ],
      ["otherWindow", "mine", true, false],
    );
    assert.equal(await file.checkFile(), "present");
    const taken = await second.takeOver(createArtifactSubject(7));
    assert.ok(taken.kind === "ours");
    assert.deepEqual(
      [
        getDraftText(taken.stored),
        await file.checkFile(),
        await taken.file.checkFile(),
        (await folder.listFileNames()).length,
      ],
      ["mine", "takenOver", "present", 1],
    );
    assert.equal((await first.claim(createArtifactSubject(7))).kind, "otherWindow");
  });

  it("is claimed by its former owner, and by any window if it is released", async () => {
    const takers: readonly (readonly [string, DraftStore, string | undefined])[] = [
      ["same process", folder.openWindow("a"), undefined],
      ["dead process", folder.openWindow("b", { isRunning: (process) => process !== 1 }), undefined],
      ["remembered holder", folder.openWindow("c"), "remembered"],
    ];
    const outcomes: unknown[] = [];
    for (const [name, drafts, remembered] of takers) {
      const subject = createArtifactSubject(outcomes.length + 1);
      const { holder } = await write(folder.openWindow("a"), name, subject);
      const claim = await drafts.claim(subject, remembered && holder.id);
      outcomes.push([claim.kind, getDraftText(claim.stored)]);
    }
    const first = folder.openWindow("a");
    const file = await claimed(first, createArtifactSubject(9));
    await file.write({ ...draft("let go", createArtifactSubject(9)), window: undefined });
    const claim = await folder.openWindow("d").claim(createArtifactSubject(9));
    outcomes.push([claim.kind, getDraftText(claim.stored)]);
    assert.deepEqual(outcomes, [
      ["ours", "same process"],
      ["ours", "dead process"],
      ["ours", "remembered holder"],
      ["ours", "let go"],
    ]);
  });

  it("started in both is stored in two files", async () => {
    const [first, second] = [folder.openWindow("a"), folder.openWindow("b")];
    const files = await Promise.all([
      claimed(first, createArtifactSubject(7)),
      claimed(second, createArtifactSubject(7)),
    ]);
    for (const [index, drafts] of [first, second].entries()) {
      const file = files[index] ?? assert.fail();
      await file.write(
        drafts.toStoredDraft(file.holder.id, draft(`of ${index}`, createArtifactSubject(7), index + 1)),
      );
    }
    assert.deepEqual(
      [new Set((await folder.readDrafts()).map(getDraftText)), (await first.list()).map(getDraftText)],
      [new Set(["of 0", "of 1"]), ["of 1"]],
    );
  });

  it("edited in both is continued in each, also after a reload", async () => {
    const windows = [folder.openWindow("a"), folder.openWindow("b")];
    const files = await Promise.all(windows.map((each) => claimed(each, createArtifactSubject(7))));
    for (const [index, file] of files.entries()) {
      const stored = draft(`of ${index}`, createArtifactSubject(7), index + 1);
      await file.write({ ...stored, window: file.holder });
    }
    const reloaded = await folder.openWindow("c").claim(createArtifactSubject(7), files[0]?.holder.id);
    assert.deepEqual([reloaded.kind, getDraftText(reloaded.stored)], ["ours", "of 0"]);
    const third = await folder.openWindow("d").claim(createArtifactSubject(7));
    assert.deepEqual([third.kind, (await folder.readDrafts()).length], ["otherWindow", 2]);
  });

  it("without owner is claimed by exactly one of several windows", async () => {
    for (let round = 0; round < 20; round += 1) {
      const subject = createArtifactSubject(round);
      await write(folder.openWindow("gone", { process: 9 }), "left", subject);
      const windows = ["a", "b", "c"].map((name) =>
        folder.openWindow(name, { isRunning: (process) => process !== 9 }),
      );
      const claims = await Promise.all(windows.map((each) => each.claim(subject)));
      const holders = (await folder.readDrafts()).filter(
        (each) => JSON.stringify(each.subject) === JSON.stringify(subject),
      );
      assert.deepEqual(
        [
          claims.filter(({ kind }) => kind === "ours").length,
          new Set(claims.map(({ stored }) => getDraftText(stored))),
          holders.length,
        ],
        [1, new Set(["left"]), 1],
      );
    }
  });

  it("that was saved meanwhile can't be taken over", async () => {
    const file = await write(folder.openWindow("a"), "sent");
    const second = folder.openWindow("b");
    assert.equal((await second.claim(createArtifactSubject(7))).kind, "otherWindow");
    await file.remove();
    const claim = await second.takeOver(createArtifactSubject(7));
    assert.deepEqual([claim.kind, claim.stored, await file.checkFile()], ["ours", undefined, "present"]);
  });

  it("is empty if nothing was edited", async () => {
    const file = await claimed(folder.openWindow("a"), createArtifactSubject(7));
    await file.write({ ...draft("", createArtifactSubject(7)), draft: emptyDraft, window: undefined });
    assert.deepEqual(
      (await folder.readDrafts()).map((each) => each.draft),
      [emptyDraft],
    );
  });
});
