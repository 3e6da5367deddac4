import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { CommittedLines } from "../../../../src/model/lineMapping.ts";
import { type BlamedLines, blameFile, splitBlame } from "../../../../src/store/commits/blame.ts";
import { GitFixture } from "../../store/commits/gitFixture.ts";

const lineCount = 50_000;

/** Unlike lines, and some that occur often, as in code. */
function createLine(index: number): string {
  return index % 5 === 0
    ? ""
    : index % 7 === 0
      ? "  }"
      : `  const level${index} = measure(${index * 31}, "tide");`;
}

/** The shortest of several runs, because the machine may do something else. */
function measure(run: () => unknown): number {
  const durations = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...durations);
}

/** Durations are compared with that of `git blame` in the same run, so a slow machine makes no difference. */
describe("a document of 50,000 lines", () => {
  let fixture: GitFixture;
  let blame: BlamedLines;
  let gitMs: number;
  /** The longest time that nothing else could run while it was blamed; the shortest of several runs. */
  let blockedMs: number;

  before(async () => {
    fixture = await GitFixture.open();
    const repository = fixture.createRepository("long");
    const lines = Array.from({ length: lineCount }, (_, index) => createLine(index));
    await repository.commitFile("long.ts", lines.join("\n"), "First");
    for (const step of [1, 2, 3]) {
      for (let index = step; index < lineCount; index += 97 * step) lines[index] = `// ${step} ${index}`;
      await repository.commitFile("long.ts", lines.join("\n"), `Step ${step}`);
    }
    const head = repository.runGit(["rev-parse", "HEAD"]);
    const { gitPath, folder } = repository.repository;
    const args = ["-C", folder, "blame", "--porcelain", head, "--", "long.ts"];
    gitMs = measure(() => spawnSync(gitPath, args, { stdio: "ignore" }));
    blockedMs = Infinity;
    for (let round = 0; round < 5; round += 1) {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const result = await blameFile(repository.repository, head, "long.ts");
      assert.ok(result.kind === "blame");
      blame = await splitBlame(result, "utf8", () => assert.fail("it is UTF-8"));
      // The delay is recorded when the next timer fires.
      await setTimeout(0);
      delay.disable();
      blockedMs = Math.min(blockedMs, delay.max / 1e6);
    }
  });
  after(() => fixture.close());

  function assertFast(current: readonly string[], factor: number): readonly number[] {
    const committed = new CommittedLines(blame.lines);
    const duration = measure(() => committed.mapLines(current));
    assert.ok(duration < factor * gitMs, `${duration} ms, git blame took ${gitMs} ms`);
    return [...committed.mapLines(current)];
  }

  it("has a commit for each line", () => {
    assert.equal(blame.lines.length, lineCount);
    assert.equal(new Set(blame.hashes).size, 4);
    assert.ok(blockedMs < 2 * gitMs, `blocked for ${blockedMs} ms, git blame took ${gitMs} ms`);
    const duration = measure(() => new CommittedLines(blame.lines));
    assert.ok(duration < gitMs, `${duration} ms, git blame took ${gitMs} ms`);
  });

  it("is mapped in about the time of git, after a few edits and after many", () => {
    assert.equal(assertFast(blame.lines, 2)[lineCount - 1], lineCount - 1);
    const typed = blame.lines.toSpliced(40_000, 1, "typed", "typed");
    assert.deepEqual(assertFast(typed, 2).slice(39_999, 40_003), [39_999, -1, -1, 40_001]);
    const edited = blame.lines
      .map((line, index) => (index % 100 === 0 ? `${line} edited` : line))
      .toSpliced(30_000, 2_000)
      .toSpliced(10, 0, ...Array.from({ length: 1_000 }, (_, index) => `new ${index}`));
    const mapped = assertFast(edited, 2);
    assert.deepEqual(mapped.slice(1_009, 1_012), [-1, 10, 11]);
    assert.equal(mapped.at(-1), lineCount - 1);
    assert.ok(mapped.filter((line) => line === -1).length < 1_600);
  });

  it("is mapped in a bounded time if all lines are somewhere else", () => {
    const reversed = blame.lines.toReversed();
    assertFast(reversed, 4);
    const shuffled = blame.lines.toSorted(
      (one, other) => one.length - other.length || one.localeCompare(other),
    );
    assertFast(shuffled, 4);
    assertFast(
      Array.from({ length: lineCount }, () => ""),
      4,
    );
    assertFast(
      Array.from({ length: lineCount }, (_, index) => `other ${index}`),
      4,
    );
  });
});
