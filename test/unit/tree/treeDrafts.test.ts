import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRedrawScope, DraftWatcher, DraftCache } from "../../../src/features/tree/treeDrafts.ts";
import { DraftStore } from "../../../src/store/draftStore.ts";
import type { StoredDraft } from "../../../src/store/storedDraft.ts";
import { createSubject, createTypedLine, createStoredDraft } from "./storedDrafts.ts";

const api = "https://a.example/api";
const firstDraft = createStoredDraft(createSubject(api, 1));
const secondDraft = createStoredDraft(createSubject(api, 2));

describe("getRedrawScope", () => {
  it("returns all for a new or removed draft, drafts for an edited one, else none", () => {
    const editedDraft = { ...firstDraft, changedAt: 5 };
    const longerDraft = createStoredDraft(createSubject(api, 1), {
      inputs: [createTypedLine(1, "x"), createTypedLine("comment", "y")],
    });
    assert.equal(getRedrawScope([], []), "none");
    assert.equal(
      getRedrawScope([firstDraft, secondDraft], [createStoredDraft(createSubject(api, 1)), secondDraft]),
      "none",
    );
    assert.equal(getRedrawScope([], [firstDraft]), "all");
    assert.equal(getRedrawScope([firstDraft, secondDraft], [secondDraft]), "all");
    assert.equal(getRedrawScope([firstDraft], [secondDraft]), "all");
    assert.equal(getRedrawScope([firstDraft], [editedDraft]), "drafts");
    assert.equal(getRedrawScope([firstDraft], [longerDraft]), "drafts");
    assert.equal(getRedrawScope([firstDraft, secondDraft], [secondDraft, firstDraft]), "drafts");
  });
});

describe("DraftWatcher", () => {
  let drafts: readonly StoredDraft[];
  let readCount: number;
  let updateCount: number;
  let redraws: string[];
  let watcher: DraftWatcher;
  let onEvent: () => void;

  /** Resolves when the condition is met after some event. */
  function until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      onEvent = () => {
        if (condition()) resolve();
      };
      onEvent();
    });
  }

  /** Runs an action that schedules an update, and waits for the update. */
  async function runAndWaitForUpdate(action: () => void): Promise<void> {
    const before = updateCount;
    action();
    await until(() => updateCount > before);
  }

  function createWatcher(read: () => Promise<readonly StoredDraft[]>, ageIntervalMs = 60_000): DraftWatcher {
    return new DraftWatcher({
      draftCache: new DraftCache(read),
      delayMs: 20,
      ageIntervalMs,
      redraw: (scope) => {
        redraws.push(scope);
        onEvent();
      },
      onDidLoad: () => Promise.resolve(),
      runInBackground: (action) =>
        void action().then(() => {
          updateCount += 1;
          onEvent();
        }),
    });
  }

  beforeEach(() => {
    drafts = [];
    readCount = 0;
    updateCount = 0;
    redraws = [];
    onEvent = () => undefined;
    watcher = createWatcher(() => {
      readCount += 1;
      return Promise.resolve(drafts);
    });
  });
  afterEach(() => watcher.dispose());

  it("never lets an older update overwrite a newer one", async () => {
    let badge = 0;
    let resolveAccount = (): void => undefined;
    const accountLookup = new Promise<void>((resolve) => {
      resolveAccount = resolve;
    });
    watcher.dispose();
    watcher = new DraftWatcher({
      draftCache: new DraftCache(() => Promise.resolve(drafts)),
      delayMs: 20,
      ageIntervalMs: 60_000,
      redraw: () => undefined,
      // If there are drafts, the account lookup takes a while.
      onDidLoad: async (storedDrafts) => {
        if (storedDrafts.length > 0) await accountLookup;
        badge = storedDrafts.length;
      },
      runInBackground: (action) => {
        void action().then(() => {
          updateCount += 1;
          onEvent();
        });
        // By then the newer update is finished if it doesn't wait for the older one.
        setImmediate(resolveAccount);
      },
    });
    drafts = [firstDraft];
    const olderUpdate = watcher.update();
    drafts = [];
    watcher.scheduleUpdate();
    await olderUpdate;
    await until(() => updateCount === 1);
    assert.equal(badge, 0);
  });

  it("redraws once for several changes, and not at all without changes", async () => {
    await watcher.update();
    assert.deepEqual(redraws, []);
    drafts = [firstDraft];
    await runAndWaitForUpdate(() => {
      for (let i = 0; i < 5; i += 1) watcher.scheduleUpdate();
    });
    assert.deepEqual([redraws, readCount], [["all"], 2]);
    await runAndWaitForUpdate(() => watcher.scheduleUpdate());
    assert.deepEqual([redraws, readCount], [["all"], 3]);
    drafts = [{ ...firstDraft, changedAt: 7 }];
    await runAndWaitForUpdate(() => watcher.scheduleUpdate());
    assert.deepEqual(redraws, ["all", "drafts"]);
  });

  it("redraws everything after an artifact was written, even if no draft has changed", async () => {
    await watcher.update();
    await runAndWaitForUpdate(() => {
      watcher.scheduleUpdate("all");
      watcher.scheduleUpdate();
    });
    assert.deepEqual(redraws, ["all"]);
  });

  it("updates relative times while drafts are visible", async () => {
    watcher.dispose();
    watcher = createWatcher(() => Promise.resolve(drafts), 5);
    watcher.setVisible(true);
    await watcher.update();
    assert.deepEqual(redraws, []);
    drafts = [firstDraft];
    watcher.scheduleUpdate();
    await until(() => redraws.length >= 3);
    assert.deepEqual(redraws.slice(0, 3), ["all", "drafts", "drafts"]);
    watcher.setVisible(false);
    redraws.length = 0;
    watcher.setVisible(true);
    assert.deepEqual(redraws, ["drafts"]);
    watcher.dispose();
    watcher.scheduleUpdate("all");
    redraws.length = 0;
    watcher.setVisible(true);
    assert.deepEqual(redraws, []);
  });

  it("notices drafts of other windows", async () => {
    const folder = await mkdtemp(join(tmpdir(), "artifacts-drafts-"));
    const createStore = (process: number): DraftStore =>
      new DraftStore({ folder, process, isRunning: () => true });
    const [ownStore, otherStore] = [createStore(1), createStore(2)];
    watcher.dispose();
    watcher = createWatcher(() => ownStore.list());
    const listener = ownStore.onDidChange.event(() => watcher.scheduleUpdate());
    try {
      await watcher.update();
      const claim = await otherStore.claim(firstDraft.subject);
      assert.ok(claim.kind === "ours");
      await claim.file.write({ ...firstDraft, window: claim.file.holder });
      await until(() => redraws.length > 0);
      assert.deepEqual(redraws, ["all"]);
      await ownStore.discard(firstDraft.subject);
      await until(() => redraws.length > 1);
      assert.deepEqual(redraws, ["all", "all"]);
    } finally {
      listener.dispose();
      watcher.dispose();
      ownStore.dispose();
      otherStore.dispose();
      await rm(folder, { recursive: true });
    }
  });
});
