import assert from "node:assert/strict";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import type { DraftFile, Drafts } from "../../../src/store/drafts.ts";
import type { KeptDraft } from "../../../src/store/keptDraft.ts";
import { DraftKeeper, type KeepState } from "../../../src/store/workingDraft.ts";
import { artifact, DraftFolder, said, saying, twoLines } from "../../support/fixtures/draftFolder.ts";

describe("a draft on its way to disk", () => {
  let folder: DraftFolder;
  let drafts: Drafts;
  let file: DraftFile;
  let keeper: DraftKeeper;
  let states: KeepState[];
  let taken: number;

  beforeEach(async () => {
    folder = await DraftFolder.make();
    drafts = folder.window("a");
    const claim = await drafts.claim(artifact(7));
    assert.ok(claim.kind === "ours");
    ({ file } = claim);
    states = [];
    taken = 0;
    keeper = new DraftKeeper({
      file,
      now: () => performance.now(),
      onState: (state) => states.push(state),
      onTaken: () => (taken += 1),
    });
  });
  afterEach(() => folder.close());

  function kept(text: string): KeptDraft {
    return drafts.keptBy(file.holder.id, {
      format: 1,
      subject: artifact(7),
      base: twoLines,
      draft: saying(text),
      changedAt: 1,
    });
  }

  async function texts(): Promise<unknown> {
    return (await folder.kept()).map(said);
  }

  it("is written 100 ms after the first change that waits, although it is typed on", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const writes = (): number => states.filter(({ kind }) => kind === "kept").length;
    // Time stands still for timers, but not for the disk.
    const written = async (count: number): Promise<void> => {
      const end = performance.now() + 10_000;
      while (writes() < count && performance.now() < end) await new Promise(setImmediate);
      assert.equal(writes(), count);
    };
    // Someone types on: a key every few milliseconds must not put it off.
    const typeFor = async (ms: number, word: string): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 10) {
        keeper.keep(kept(`${word} ${passed}`));
        mock.timers.tick(10);
      }
      await new Promise(setImmediate);
    };
    try {
      await typeFor(90, "early");
      assert.deepEqual([writes(), await folder.names()], [0, []]);
      await typeFor(10, "first");
      await written(1);
      assert.deepEqual(await texts(), ["first 0"]);
      keeper.keep(kept("last"));
      mock.timers.tick(100);
      await written(2);
      assert.deepEqual(await texts(), ["last"]);
    } finally {
      mock.timers.reset();
    }
  });

  it("is written once for many changes, at once if told so, and not again for nothing", async () => {
    for (const text of ["a", "b", "c"]) keeper.keep(kept(text));
    await keeper.flush();
    await keeper.flush();
    assert.deepEqual(
      [await texts(), states.map(({ kind }) => kind)],
      [["c"], ["keeping", "keeping", "keeping", "kept"]],
    );
  });

  it("is not called kept while something newer waits to be written", async () => {
    keeper.keep(kept("old"));
    const writing = keeper.flush();
    await Promise.resolve();
    keeper.keep(kept("new"));
    await writing;
    assert.deepEqual(
      states.map(({ kind }) => kind),
      ["keeping", "keeping"],
    );
    await keeper.flush();
    assert.deepEqual([await texts(), states.at(-1)?.kind], [["new"], "kept"]);
  });

  it("ends as nothing where nothing is left of it, and can begin again", async () => {
    keeper.keep(kept("a"));
    await keeper.flush();
    keeper.keep("nothing");
    await keeper.flush();
    assert.deepEqual([await folder.names(), states.at(-1)], [[], { kind: "idle" }]);
    keeper.keep(kept("b"));
    await keeper.flush();
    assert.deepEqual([await texts(), taken], [["b"], 0]);
  });

  it("is never written again once another window has it", async () => {
    keeper.keep(kept("mine"));
    await keeper.flush();
    const claim = await folder.window("b").takeOver(artifact(7));
    // Not before: a slow machine could write it while it is taken over, which keeps it.
    keeper.keep(kept("late"));
    await keeper.flush();
    keeper.keep(kept("later"));
    await keeper.flush();
    await keeper.check();
    assert.deepEqual(
      [await texts(), claim.kind, taken, states.map(({ kind }) => kind)],
      [["mine"], "ours", 1, ["keeping", "kept", "keeping"]],
    );
  });

  it("is not taken for lost when it is looked for while we put it away", async () => {
    for (let round = 0; round < 100; round += 1) {
      keeper.keep(kept(String(round)));
      await keeper.flush();
      keeper.keep("nothing");
      await Promise.all([keeper.check(), keeper.flush(), keeper.check()]);
    }
    assert.equal(taken, 0);
  });

  it("that is gone from the disk is written as it is now, not as it was", async () => {
    keeper.keep(kept("old"));
    await keeper.flush();
    await Promise.all((await folder.names()).map((name) => rm(join(folder.path, name))));
    keeper.keep(kept("new"));
    await Promise.all([keeper.flush(), keeper.check()]);
    await keeper.flush();
    assert.deepEqual([await texts(), states.at(-1)?.kind], [["new"], "kept"]);
  });

  it("that can't be written says so, and the next change tries again", async () => {
    keeper.keep(kept("a"));
    await keeper.flush();
    // Something else stands where the folder was, for whoever it is that runs this.
    const aside = `${folder.path}.aside`;
    await rename(folder.path, aside);
    await writeFile(folder.path, "");
    keeper.keep(kept("b"));
    await keeper.flush();
    assert.deepEqual([states.at(-1)?.kind, taken], ["notKept", 0]);
    await rm(folder.path);
    await rename(aside, folder.path);
    assert.deepEqual(await texts(), ["a"], "the old state is whole");
    keeper.keep(kept("c"));
    await keeper.flush();
    assert.deepEqual([states.at(-1)?.kind, await texts(), (await folder.names()).length], ["kept", ["c"], 1]);
  });

  it("that was not written waits for the next try even if nothing more is typed", async () => {
    await rename(folder.path, `${folder.path}.aside`);
    await writeFile(folder.path, "");
    keeper.keep(kept("b"));
    await keeper.flush();
    await rm(folder.path);
    await rename(`${folder.path}.aside`, folder.path);
    await keeper.flush();
    assert.deepEqual(
      [states.map(({ kind }) => kind), await texts()],
      [["keeping", "notKept", "kept"], ["b"]],
    );
  });
});
