import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { mergeText } from "../../../../src/model/merge/text.ts";

interface Texts {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Undefined where git finds a conflict; its exit code is their number. */
function gitMerge(folder: string, names: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    execFile("git", ["merge-file", "-p", ...names], { cwd: folder, encoding: "utf8" }, (error, stdout) => {
      if (error === null) return resolve(stdout);
      return typeof error.code === "number" && error.code < 128 ? resolve(undefined) : reject(error);
    });
  });
}

async function gitMergeAll(folder: string, cases: readonly Texts[]): Promise<(string | undefined)[]> {
  const merged: (string | undefined)[] = [];
  const waiting = cases.entries();
  // All of them share the iterator: each takes the next case when it is done with one.
  const worker = async (number: number): Promise<void> => {
    const names = ["mine", "base", "theirs"] as const;
    const files = names.map((name) => `${name}${number}`);
    for (const [index, texts] of waiting) {
      await Promise.all(names.map((name, at) => writeFile(join(folder, files[at] ?? ""), texts[name])));
      merged[index] = await gitMerge(folder, files);
    }
  };
  await Promise.all(Array.from({ length: 4 }, (_, number) => worker(number)));
  return merged;
}

function textsOf(words: readonly string[]): fc.Arbitrary<Texts> {
  const line = fc
    .tuple(fc.constantFrom(...words), fc.constantFrom("\n", "\n", "\n", "\r\n"))
    .map((parts) => parts.join(""));
  const edits = fc.array(
    fc.record({
      at: fc.nat(40),
      removed: fc.nat(2),
      added: fc.array(line, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  );
  const isCut = fc.constantFrom(false, false, false, true);
  return fc
    .record({
      lines: fc.array(line, { maxLength: 30, size: "max" }),
      mine: edits,
      theirs: edits,
      areCut: fc.tuple(isCut, isCut, isCut),
    })
    .map(({ lines, mine, theirs, areCut }) => {
      const text = (steps: typeof mine, index: number): string => {
        const after = steps.reduce<readonly string[]>(
          (done, { at, removed, added }) => done.toSpliced(at % (done.length + 1), removed, ...added),
          lines,
        );
        return areCut[index] === true ? after.join("").replace(/\r?\n$/, "") : after.join("");
      };
      return { base: text([], 0), mine: text(mine, 1), theirs: text(theirs, 2) };
    });
}

describe("a merge of texts, held against git's", function () {
  // Some hundred processes: seconds, unless the machine is busy.
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "merge-"));
  });
  after(() => rm(folder, { recursive: true }));

  async function compare(
    count: number,
    words: readonly string[],
  ): Promise<{ readonly git: number; readonly both: number; readonly others: readonly unknown[] }> {
    const cases = fc.sample(textsOf(words), count);
    const expected = await gitMergeAll(folder, cases);
    const pairs = cases.flatMap((texts, index) => {
      const git = expected[index];
      return git === undefined ? [] : [{ texts, git, ours: mergeText(texts.base, texts.mine, texts.theirs) }];
    });
    const both = pairs.filter(({ ours }) => ours !== undefined);
    const others = both.filter(({ git, ours }) => git !== ours);
    return { git: pairs.length, both: both.length, others };
  }

  it("finds the same text wherever both merge, and merges nearly all that git merges", async () => {
    const words = ["", ...Array.from({ length: 26 }, (_, index) => `word ${index}`)];
    const { git, both, others } = await compare(600, words);
    assert.deepEqual(others, []);
    assert.ok(git > 60 && both >= 0.95 * git, `git ${git}, both ${both}`);
  });

  it("rarely finds another one where lines are so alike that a change could be in several places", async () => {
    const { git, both, others } = await compare(300, ["a", "b", "c"]);
    assert.ok(
      git > 30 && both >= 0.9 * git && others.length <= 0.05 * both,
      `${git} ${both} ${others.length}`,
    );
  });
});
