import assert from "node:assert/strict";
import type * as vscode from "vscode";
import {
  usedStateKey,
  watchWhenUsed,
} from "../../../src/features/commits/workspaceReferences/watchWhenUsed.ts";
import type { Services } from "../../../src/services.ts";
import { Emitter } from "../../../src/store/emitter.ts";
import { createMemento } from "./memento.ts";

describe("watchWhenUsed", () => {
  let workspaceState: ReturnType<typeof createMemento>;
  let rowChanges: Emitter<undefined>;
  /** How often the feature was loaded, and how many watches there are. */
  let loadCount: number;
  let watchCount: number;
  let background: unknown[];

  beforeEach(() => {
    workspaceState = createMemento();
    rowChanges = new Emitter();
    [loadCount, watchCount] = [0, 0];
    background = [];
  });

  function watch(): Promise<{ dispose(): void }> {
    const runInBackground = (_: string, action: () => unknown): void => void background.push(action());
    return watchWhenUsed(
      { workspaceState, errorHandler: { runInBackground } } as unknown as Services,
      { event: (listener: () => void) => rowChanges.event(listener) } as vscode.EventEmitter<undefined>,
      async () => {
        loadCount += 1;
        await Promise.resolve();
        watchCount += 1;
        return { dispose: () => void (watchCount -= 1) };
      },
    );
  }

  it("loads at once if files were searched before", async () => {
    await workspaceState.update(usedStateKey, true);
    const watched = await watch();
    assert.deepEqual([loadCount, watchCount], [1, 1]);
    watched.dispose();
    assert.equal(watchCount, 0);
  });

  it("loads nothing until files are searched, and then once", async () => {
    const [first, second] = [await watch(), await watch()];
    assert.equal(loadCount, 0);
    second.dispose();
    rowChanges.fire(undefined);
    rowChanges.fire(undefined);
    await Promise.all(background);
    assert.deepEqual([loadCount, watchCount], [1, 1]);
    first.dispose();
    assert.equal(watchCount, 0);
  });

  it("ends a watch that was disposed while it was loaded", async () => {
    const watched = await watch();
    rowChanges.fire(undefined);
    watched.dispose();
    await Promise.all(background);
    assert.deepEqual([loadCount, watchCount], [1, 0]);
  });
});
