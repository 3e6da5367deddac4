import assert from "node:assert/strict";
import fc from "fast-check";
import { DraftFolder } from "../../support/fixtures/draftFolder.ts";
import { DraftWindow, type Taken } from "../../support/fixtures/draftWindow.ts";

type Act =
  | { readonly kind: "open" | "close" | "takeOver" | "lookAround" }
  | { readonly kind: "edit"; readonly target: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("edit"), target: fc.constantFrom(1, 2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("open") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("close", "takeOver", "lookAround") }) },
);

/** Two windows over one folder, and all that must hold whatever they do. */
class Contest {
  readonly folder: DraftFolder;
  readonly windows: readonly [DraftWindow, DraftWindow];
  readonly #writers = new Map<string, number>();
  readonly #taken: Taken[] = [];
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
        await window.working?.takeOver();
        break;
      case "lookAround":
        await window.working?.lookAround();
        break;
      case "edit": {
        const text = `${window.name} ${(this.#now += 1)}`;
        const taken = await window.edit(given.target, text);
        if (taken !== undefined) this.#taken.push(taken);
      }
    }
  }

  /** A file is only ever written by one window, and its name says by which. */
  async checkWriters(): Promise<void> {
    for (const name of (await this.folder.names()).filter((each) => each.endsWith(".json"))) {
      const { holder } = JSON.parse(await this.folder.text(name)) as {
        holder?: { id: string; process: number };
      };
      if (holder === undefined) continue;
      assert.equal(this.#writers.get(name) ?? holder.process, holder.process);
      this.#writers.set(name, holder.process);
      assert.ok(name.includes(holder.id), "the name tells who writes");
    }
  }

  async checkNothingLost(): Promise<void> {
    const texts = (await this.folder.kept()).flatMap(({ draft }) =>
      draft.inputs.map(({ input }) => (input.kind === "line" ? input.text : "")),
    );
    const found = new Set(texts);
    // What stands in a file, or was typed over by what does, and so on backwards.
    for (const _ of this.#taken) {
      for (const { text, before, isOurs } of this.#taken) if (isOurs || found.has(text)) found.add(before);
    }
    assert.deepEqual(
      this.#taken.filter(({ text, isOurs }) => isOurs && !found.has(text)),
      [],
      "what was taken is in a file, or something was typed over it",
    );
  }
}

async function inFolder(play: (contest: Contest) => Promise<void>): Promise<void> {
  const folder = await DraftFolder.make();
  try {
    await play(new Contest(folder));
  } finally {
    await folder.close();
  }
}

describe("two windows at one artifact", () => {
  it("never write the same file and lose nothing, in whatever order they act", async () => {
    const acts = fc.array(fc.tuple(fc.constantFrom(0, 1), act), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(acts, (given) =>
        inFolder(async (contest) => {
          await contest.windows[0].open();
          for (const [place, each] of given) {
            await contest.act(contest.windows[place === 0 ? 0 : 1], each);
            await contest.checkWriters();
          }
          await contest.checkNothingLost();
        }),
      ),
      { numRuns: 150 },
    );
  });

  it("lose nothing where they act at the same time", async () => {
    const acts = fc.array(act, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(acts, acts, (first, second) =>
        inFolder(async (contest) => {
          const play = async (window: DraftWindow, given: readonly Act[]): Promise<void> => {
            await window.open();
            for (const each of given) await contest.act(window, each);
          };
          await Promise.all([play(contest.windows[0], first), play(contest.windows[1], second)]);
          await contest.checkWriters();
          await contest.checkNothingLost();
        }),
      ),
      { numRuns: 150 },
    );
  });
});
