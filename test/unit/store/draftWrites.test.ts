import assert from "node:assert/strict";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import type { DraftFile, DraftStore } from "../../../src/store/draftStore.ts";
import type { StoredDraft } from "../../../src/store/storedDraft.ts";
import { DraftWriter, type DraftSaveState } from "../../../src/store/formDraft.ts";
import {
  createArtifactSubject,
  DraftFolder,
  getDraftText,
  createDraftWithText,
  twoLineBase,
} from "../../support/fixtures/draftFolder.ts";

describe("DraftWriter", () => {
  let folder: DraftFolder;
  let drafts: DraftStore;
  let file: DraftFile;
  let keeper: DraftWriter;
  let states: DraftSaveState[];
  let taken: number;

  beforeEach(async () => {
    folder = await DraftFolder.create();
    drafts = folder.openWindow("a");
    const claim = await drafts.claim(createArtifactSubject(7));
    assert.ok(claim.kind === "ours");
    ({ file } = claim);
    states = [];
    taken = 0;
    keeper = new DraftWriter({
      file,
      now: () => performance.now(),
      onStateChange: (state) => states.push(state),
      onTakenOver: () => (taken += 1),
    });
  });
  afterEach(() => folder.close());

  function getStored(text: string): StoredDraft {
    return drafts.toStoredDraft(file.holder.id, {
      format: 2,
      subject: createArtifactSubject(7),
      base: twoLineBase,
      draft: createDraftWithText(text),
      changedAt: 1,
    });
  }

  async function texts(): Promise<unknown> {
    return (await folder.readDrafts()).map(getDraftText);
  }

  it("writes 100 ms after the first change, although typing continues", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const writes = (): number => states.filter(({ kind }) => kind === "saved").length;
    // Timers are mocked, but the disk isn't.
    const written = async (count: number): Promise<void> => {
      const end = performance.now() + 10_000;
      while (writes() < count && performance.now() < end) await new Promise(setImmediate);
      assert.equal(writes(), count);
    };
    // Continuous typing must not delay the write.
    const typeFor = async (ms: number, word: string): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 10) {
        keeper.schedule(getStored(`${word} ${passed}`));
        mock.timers.tick(10);
      }
      await new Promise(setImmediate);
    };
    try {
      await typeFor(90, "early");
      assert.deepEqual([writes(), await folder.listFileNames()], [0, []]);
      await typeFor(10, "first");
      await written(1);
      assert.deepEqual(await texts(), ["first 0"]);
      keeper.schedule(getStored("last"));
      mock.timers.tick(100);
      await written(2);
      assert.deepEqual(await texts(), ["last"]);
    } finally {
      mock.timers.reset();
    }
  });

  it("writes once for many changes, immediately on flush, and not again without changes", async () => {
    for (const text of ["a", "b", "c"]) keeper.schedule(getStored(text));
    await keeper.flush();
    await keeper.flush();
    assert.deepEqual(
      [await texts(), states.map(({ kind }) => kind)],
      [["c"], ["saving", "saving", "saving", "saved"]],
    );
  });

  it('doesn\'t report "saved" while a newer change is pending', async () => {
    keeper.schedule(getStored("old"));
    const writing = keeper.flush();
    await Promise.resolve();
    keeper.schedule(getStored("new"));
    await writing;
    assert.deepEqual(
      states.map(({ kind }) => kind),
      ["saving", "saving"],
    );
    await keeper.flush();
    assert.deepEqual([await texts(), states.at(-1)?.kind], [["new"], "saved"]);
  });

  it("removes the file of an empty draft, and can write it again", async () => {
    keeper.schedule(getStored("a"));
    await keeper.flush();
    keeper.schedule("empty");
    await keeper.flush();
    assert.deepEqual([await folder.listFileNames(), states.at(-1)], [[], { kind: "idle" }]);
    keeper.schedule(getStored("b"));
    await keeper.flush();
    assert.deepEqual([await texts(), taken], [["b"], 0]);
  });

  it("never writes again after another window has taken the draft over", async () => {
    keeper.schedule(getStored("mine"));
    await keeper.flush();
    const claim = await folder.openWindow("b").takeOver(createArtifactSubject(7));
    // Only now: a slow machine could write during the takeover, which keeps the file.
    keeper.schedule(getStored("late"));
    await keeper.flush();
    keeper.schedule(getStored("later"));
    await keeper.flush();
    await keeper.checkOwnership();
    assert.deepEqual(
      [await texts(), claim.kind, taken, states.map(({ kind }) => kind)],
      [["mine"], "ours", 1, ["saving", "saved", "saving"]],
    );
  });

  it("doesn't consider a file missing while it is removed here", async () => {
    for (let round = 0; round < 100; round += 1) {
      keeper.schedule(getStored(String(round)));
      await keeper.flush();
      keeper.schedule("empty");
      await Promise.all([keeper.checkOwnership(), keeper.flush(), keeper.checkOwnership()]);
    }
    assert.equal(taken, 0);
  });

  it("writes the current draft if the file disappeared", async () => {
    keeper.schedule(getStored("old"));
    await keeper.flush();
    await Promise.all((await folder.listFileNames()).map((name) => rm(join(folder.path, name))));
    keeper.schedule(getStored("new"));
    await Promise.all([keeper.flush(), keeper.checkOwnership()]);
    await keeper.flush();
    assert.deepEqual([await texts(), states.at(-1)?.kind], [["new"], "saved"]);
  });

  it("reports a failed write, and retries with the next change", async () => {
    keeper.schedule(getStored("a"));
    await keeper.flush();
    // A file in place of the folder fails for any user.
    const aside = `${folder.path}.aside`;
    await rename(folder.path, aside);
    await writeFile(folder.path, "");
    keeper.schedule(getStored("b"));
    await keeper.flush();
    assert.deepEqual([states.at(-1)?.kind, taken], ["failed", 0]);
    await rm(folder.path);
    await rename(aside, folder.path);
    assert.deepEqual(await texts(), ["a"], "the old state is whole");
    keeper.schedule(getStored("c"));
    await keeper.flush();
    assert.deepEqual(
      [states.at(-1)?.kind, await texts(), (await folder.listFileNames()).length],
      ["saved", ["c"], 1],
    );
  });

  it("retries a failed write with the next flush", async () => {
    await rename(folder.path, `${folder.path}.aside`);
    await writeFile(folder.path, "");
    keeper.schedule(getStored("b"));
    await keeper.flush();
    await rm(folder.path);
    await rename(`${folder.path}.aside`, folder.path);
    await keeper.flush();
    assert.deepEqual([states.map(({ kind }) => kind), await texts()], [["saving", "failed", "saved"], ["b"]]);
  });
});
