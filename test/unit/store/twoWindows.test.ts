import assert from "node:assert/strict";
import fc from "fast-check";
import { DraftFolder } from "../../support/fixtures/draftFolder.ts";
import { DraftWindow, type AppliedEdit } from "../../support/fixtures/draftWindow.ts";

type Act =
  | { readonly kind: "open" | "close" | "takeOver" | "lookAround" }
  | { readonly kind: "edit"; readonly target: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("edit"), target: fc.constantFrom(1, 2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("open") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("close", "takeOver", "lookAround") }) },
);

/** Two windows with one drafts folder, and the invariants that must hold. */
class Race {
  readonly folder: DraftFolder;
  readonly windows: readonly [DraftWindow, DraftWindow];
  readonly #writers = new Map<string, number>();
  readonly #taken: AppliedEdit[] = [];
  #now = 0;

  constructor(folder: DraftFolder) {
    this.folder = folder;
    const clock = (): number => (this.#now += 1);
    this.windows = [new DraftWindow(folder, "a", clock), new DraftWindow(folder, "b", clock)];
  }

  async act(window: DraftWindow, given: Act): Promise<void> {
    switch (given.kind) {
      case "open":
        await window.open();
        break;
      case "close":
        await window.close();
        break;
      case "takeOver":
        await window.draft?.takeOver();
        break;
      case "lookAround":
        await window.draft?.reload();
        break;
      case "edit": {
        const text = `${window.name} ${(this.#now += 1)}`;
        const taken = await window.edit(given.target, text);
        if (taken !== undefined) this.#taken.push(taken);
      }
    }
  }

  /** Each file is written by one window only, which its name contains. */
  async checkWriters(): Promise<void> {
    for (const name of (await this.folder.listFileNames()).filter((each) => each.endsWith(".json"))) {
      const { window } = JSON.parse(await this.folder.readFile(name)) as {
        window?: { id: string; process: number };
      };
      if (window === undefined) continue;
      assert.equal(this.#writers.get(name) ?? window.process, window.process);
      this.#writers.set(name, window.process);
      assert.ok(name.includes(window.id), "the name tells who writes");
    }
  }

  async checkNothingLost(): Promise<void> {
    const texts = (await this.folder.readDrafts()).flatMap(({ draft }) =>
      draft.inputs.map(({ input }) => (input.kind === "line" ? input.text : "")),
    );
    const found = new Set(texts);
    // The content of a file and everything it replaced.
    for (const _ of this.#taken) {
      for (const { text, before, isOwned } of this.#taken) if (isOwned || found.has(text)) found.add(before);
    }
    assert.deepEqual(
      this.#taken.filter(({ text, isOwned }) => isOwned && !found.has(text)),
      [],
      "what was taken is in a file, or something was typed over it",
    );
  }
}

async function inFolder(play: (race: Race) => Promise<void>): Promise<void> {
  const folder = await DraftFolder.create();
  try {
    await play(new Race(folder));
  } finally {
    await folder.close();
  }
}

describe("two windows with one artifact", () => {
  it("never write the same file and lose no edits, in any order", async () => {
    const acts = fc.array(fc.tuple(fc.constantFrom(0, 1), act), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(acts, (given) =>
        inFolder(async (race) => {
          await race.windows[0].open();
          for (const [place, each] of given) {
            await race.act(race.windows[place === 0 ? 0 : 1], each);
            await race.checkWriters();
          }
          await race.checkNothingLost();
        }),
      ),
      { numRuns: 150 },
    );
  });

  it("lose no edits if they act concurrently", async () => {
    const acts = fc.array(act, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(acts, acts, (first, second) =>
        inFolder(async (race) => {
          const play = async (window: DraftWindow, given: readonly Act[]): Promise<void> => {
            await window.open();
            for (const each of given) await race.act(window, each);
          };
          await Promise.all([play(race.windows[0], first), play(race.windows[1], second)]);
          await race.checkWriters();
          await race.checkNothingLost();
        }),
      ),
      { numRuns: 150 },
    );
  });
});
