import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { mergeText } from "../../../../src/model/merge/mergeText.ts";

interface Texts {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Runs all merges in one shell, because a process for each would take minutes. */
const mergeEach = `!for at in *.base; do
  at=\${at%.base}
  git merge-file -p $at.mine $at.base $at.theirs > $at.merged 2> $at.told
  echo $at $?
done; :`;

/** Undefined for a conflict; git's exit code is the number of conflicts. */
async function gitMerges(cases: readonly Texts[]): Promise<readonly (string | undefined)[]> {
  const folder = await mkdtemp(join(tmpdir(), "merge-"));
  try {
    await Promise.all(
      cases.flatMap((texts, at) =>
        (["base", "mine", "theirs"] as const).map((name) =>
          writeFile(join(folder, `${at}.${name}`), texts[name]),
        ),
      ),
    );
    const options = { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: folder } };
    const run = promisify(execFile);
    const { stdout } = await run("git", ["-c", `alias.merge-each=${mergeEach}`, "merge-each"], options);
    const codes = new Map(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.split(" ") as [string, string]),
    );
    return await Promise.all(
      cases.map(async (_, at) => {
        const code = Number(codes.get(String(at)) ?? assert.fail(`no exit code for ${at}`));
        assert.ok(code < 128, `git fails with ${code}`);
        return code === 0 ? readFile(join(folder, `${at}.merged`), "utf8") : undefined;
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
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

interface Compared {
  readonly texts: Texts;
  readonly git: string | undefined;
  readonly ours: string | undefined;
}

async function compared(cases: readonly Texts[]): Promise<readonly Compared[]> {
  const expected = await gitMerges(cases);
  return cases.map((texts, at) => ({
    texts,
    git: expected[at],
    ours: mergeText(texts.base, texts.mine, texts.theirs),
  }));
}

interface Counts {
  readonly git: number;
  readonly both: number;
  /** Cases that differ from git, or where git has a conflict. */
  readonly differences: readonly Compared[];
}

async function compare(cases: readonly Texts[]): Promise<Counts> {
  const all = await compared(cases);
  const [gitMerged, oursMerged] = [
    all.filter((each) => each.git !== undefined),
    all.filter((each) => each.ours !== undefined),
  ];
  return {
    git: gitMerged.length,
    both: gitMerged.filter((each) => each.ours !== undefined).length,
    differences: oursMerged.filter((each) => each.git !== each.ours),
  };
}

describe("mergeText compared with git", function () {
  // Hundreds of processes take seconds, more on a busy machine.

  it("returns the same text, and merges nearly everything that git merges", async () => {
    const words = ["", ...Array.from({ length: 26 }, (_, index) => `word ${index}`)];
    const { git, both, differences } = await compare(fc.sample(textsOf(words), 600));
    assert.deepEqual(differences, []);
    assert.ok(git > 60 && both >= 0.95 * git, `git ${git}, both ${both}`);
  });

  it("rarely differs if similar lines allow a change in several places", async () => {
    const { git, both, differences } = await compare(fc.sample(textsOf(["a", "b", "c"]), 300));
    assert.ok(
      git > 30 && both >= 0.9 * git && differences.length <= 0.05 * both,
      `${git} ${both} ${differences.length}`,
    );
  });

  it("returns the same merges and conflicts for other line endings, a missing last one and empty texts", async () => {
    const [starts, ends] = [
      ["", "a\n", "b\r\n"],
      ["", "y", "y\n", "z\r\n"],
    ];
    const texts = ["", ...starts.flatMap((start) => ends.map((end) => `${start}middle\n${end}`))];
    const bases = ["", "middle\n", "a\nmiddle\ny", "a\nmiddle\ny\n", "b\r\nmiddle\nz\r\n"];
    const cases = bases.flatMap((base) =>
      texts.flatMap((mine, at) => texts.slice(at + 1).map((theirs) => ({ base, mine, theirs }))),
    );
    const all = await compared(cases.filter(({ base, mine, theirs }) => base !== mine && base !== theirs));
    assert.deepEqual(
      all.filter(({ git, ours }) => git !== ours),
      [],
    );
    const merges = all.filter(({ git }) => git !== undefined).length;
    assert.ok(merges > 50 && all.length - merges > 50, `${merges} of ${all.length}`);
  });
});
