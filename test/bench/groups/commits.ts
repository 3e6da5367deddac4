import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findReferences, builtInGrammar } from "../../../src/model/reference/findReferences.ts";
import type { GitPathAndFolder } from "../../../src/store/commits/git.ts";
import {
  type ReferenceFinder,
  MentionCache,
  findArtifactsInCommitRange,
} from "../../../src/store/commits/commitMentions.ts";
import { findGit, importHistory, readGitOutput } from "../gitHistory.ts";
import { getUsualTime } from "../statistics.ts";
import { roundFigures } from "../roundFigures.ts";
import type { Figures, Scale } from "../scale.ts";
import { type Comparison, compareTimes } from "../compareTimes.ts";

interface HistorySize {
  readonly commits: number;
  readonly artifacts: number;
  /** An artifact id with rare digits. */
  readonly usual: number;
  /** An artifact id whose digit is in every date. */
  readonly small: number;
  /** Number of newest commits to list the mentioned artifacts of. */
  readonly range: number;
  readonly rounds: number;
}

const historySizes = {
  full: { commits: 100_000, artifacts: 5_000, usual: 1234, small: 7, range: 10_000, rounds: 7 },
  smallest: { commits: 1_000, artifacts: 50, usual: 34, small: 3, range: 100, rounds: 1 },
} as const satisfies Readonly<Record<Scale, HistorySize>>;

/** Search for mentions of an artifact in a long history, compared with git's own search. */
export async function measure(scale: Scale): Promise<Figures> {
  const historySize: HistorySize = historySizes[scale];
  const { usual, small, range, rounds } = historySize;
  const folder = await mkdtemp(join(tmpdir(), "commits-"));
  try {
    const repository = { gitPath: findGit(), folder };
    await importHistory(repository, generateHistory(historySize));
    const scan = await compareSearch(repository, usual, { rounds, isExact: true });
    const smallScan = await compareSearch(repository, small, { rounds, isExact: false });
    return roundFigures({
      "scan.ratio": scan.ratio,
      "scan.ms": scan.ours * 1000,
      "scan.git.ms": scan.reference * 1000,
      "scan.smallId.ratio": smallScan.ratio,
      "scan.smallId.ms": smallScan.ours * 1000,
      "firstMention.ms": await measureUsualMs(rounds, () => findFirstMention(repository, usual)),
      "again.ms": await measureRepeatedSearch(repository, usual, rounds),
      "range.10k.ms": await measureUsualMs(rounds, () => findNewest(repository, range)),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A main branch; every tenth commit is on one of a few side branches. */
function* generateHistory({ commits, artifacts }: HistorySize): Generator<string> {
  let lastMain = 0;
  for (let index = 1; index <= commits; index += 1) {
    const isSide = index % 10 === 9;
    const branch = isSide ? `side-${index % 7}` : "main";
    const from = lastMain === 0 ? "" : `from :${lastMain}\n`;
    const message = createMessage(index, artifacts);
    const author = `Author ${index % 40} <author${index % 40}@example.com> ${1_500_000_000 + index * 600} +0100`;
    const head = `commit refs/heads/${branch}\nmark :${index}\nauthor ${author}\ncommitter ${author}\n`;
    yield `${head}data ${Buffer.byteLength(message)}\n${message}${from}\n`;
    if (!isSide) lastMain = index;
  }
}

/** Every third message mentions an artifact; the others contain numbers too. */
function createMessage(index: number, artifacts: number): string {
  const date = `2024-${String(1 + (index % 12)).padStart(2, "0")}-${String(1 + (index % 28)).padStart(2, "0")}`;
  const reference =
    index % 3 === 0 ? `fix: art #${1 + ((index * 7919) % artifacts)}` : `Build ${index * 31} was red.`;
  return `Change part ${index} of the whole\n\nIt had been slow since ${date}, see the thread.\n\n${reference}\n`;
}

const find: ReferenceFinder = (text) => findReferences(text, builtInGrammar);

/** Compares the results first; git also matches `art #70` for `art #7`, so its count may be higher. */
async function compareSearch(
  repository: GitPathAndFolder,
  artifactId: number,
  { rounds, isExact }: { readonly rounds: number; readonly isExact: boolean },
): Promise<Comparison> {
  const [ourCount, gitCount] = [
    await countMentions(repository, artifactId),
    await countWithGit(repository, artifactId),
  ];
  const isExpected = isExact ? ourCount === gitCount : ourCount < gitCount;
  if (!isExpected || ourCount === 0) throw new Error(`We found ${ourCount}, git found ${gitCount}.`);
  return compareTimes(
    rounds,
    async () => void (await countMentions(repository, artifactId)),
    async () => void (await countWithGit(repository, artifactId)),
  );
}

async function countMentions(
  repository: GitPathAndFolder,
  artifactId: number,
  cache = new MentionCache(),
): Promise<number> {
  let count = 0;
  for await (const step of cache.find(repository, artifactId, find)) {
    if (step.kind !== "commit") throw new Error(`The search ended with ${step.kind}.`);
    count += 1;
  }
  return count;
}

/** As a user would search in a terminal. */
async function countWithGit(repository: GitPathAndFolder, artifactId: number): Promise<number> {
  const args = ["log", "--all", "--format=%H", `--grep=art #${artifactId}`];
  return (await readGitOutput(repository, args)).split("\n").length - 1;
}

async function findFirstMention(repository: GitPathAndFolder, artifactId: number): Promise<void> {
  for await (const step of new MentionCache().find(repository, artifactId, find)) {
    if (step.kind !== "commit") throw new Error(`The search ended with ${step.kind}.`);
    return;
  }
  throw new Error("No mention was found.");
}

async function measureRepeatedSearch(
  repository: GitPathAndFolder,
  artifactId: number,
  rounds: number,
): Promise<number> {
  const cache = new MentionCache();
  const first = await countMentions(repository, artifactId, cache);
  return measureUsualMs(rounds, async () => {
    if ((await countMentions(repository, artifactId, cache)) !== first) {
      throw new Error("The repeated search found another number of mentions.");
    }
  });
}

async function findNewest(repository: GitPathAndFolder, count: number): Promise<void> {
  const result = await findArtifactsInCommitRange(repository, { from: `main~${count}`, to: "main" }, find);
  if (result.kind !== "found" || result.commits !== count) {
    throw new Error(`The search ended with ${result.kind}.`);
  }
}

async function measureUsualMs(rounds: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return getUsualTime(times);
}
