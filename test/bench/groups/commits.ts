import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findReferences, platformOnly } from "../../../src/model/reference/find.ts";
import type { Repository } from "../../../src/store/commits/git.ts";
import { type FindReferences, KnownMentions, mentionedBetween } from "../../../src/store/commits/mentions.ts";
import { runCommand } from "../../support/processes.ts";
import { median } from "../median.ts";
import { rounded } from "../rounded.ts";
import type { Figures, Scale } from "../scale.ts";
import { type Comparison, sideBySide } from "../sideBySide.ts";

interface Extent {
  readonly commits: number;
  readonly artifacts: number;
  /** One whose digits are rare, and one whose digits are in every date. */
  readonly usual: number;
  readonly small: number;
  /** Of the newest, to see which artifacts they mention. */
  readonly range: number;
  readonly rounds: number;
}

const extents = {
  full: { commits: 100_000, artifacts: 5_000, usual: 1234, small: 7, range: 10_000, rounds: 7 },
  smallest: { commits: 1_000, artifacts: 50, usual: 34, small: 3, range: 100, rounds: 1 },
} as const satisfies Readonly<Record<Scale, Extent>>;

/** All mentions of one artifact in a long history, against git's own search for it; and what else takes time there. */
export async function measure(scale: Scale): Promise<Figures> {
  const extent: Extent = extents[scale];
  const { usual, small, range, rounds } = extent;
  const folder = await mkdtemp(join(tmpdir(), "commits-"));
  try {
    const repository = { program: gitProgram(), folder };
    await makeHistory(repository, extent);
    const scan = await compare(repository, usual, { rounds, isExact: true });
    const smallScan = await compare(repository, small, { rounds: Math.min(rounds, 3), isExact: false });
    return rounded({
      "scan.ratio": scan.ours / scan.theirs,
      "scan.ms": scan.ours * 1000,
      "scan.git.ms": scan.theirs * 1000,
      "scan.smallId.ratio": smallScan.ours / smallScan.theirs,
      "scan.smallId.ms": smallScan.ours * 1000,
      "firstMention.ms": await medianMs(rounds, () => firstMention(repository, usual)),
      "again.ms": await again(repository, usual, rounds),
      "range.10k.ms": await medianMs(rounds, () => newest(repository, range)),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function gitProgram(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const program = folders.map((folder) => join(folder, "git")).find((path) => existsSync(path));
  if (program === undefined) throw new Error("There is no git on the path.");
  return program;
}

async function makeHistory({ program, folder }: Repository, extent: Extent): Promise<void> {
  await runCommand(program, ["init", "--quiet", "--bare", folder]);
  const git = spawn(program, ["-C", folder, "fast-import", "--quiet"], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(git, "close");
  await pipeline(Readable.from(history(extent)), git.stdin);
  const [code] = (await ended) as readonly unknown[];
  if (code !== 0) throw new Error("The history was not made.");
}

/** A main line, from which every tenth commit goes to one of a few side branches. */
function* history({ commits, artifacts }: Extent): Generator<string> {
  let main = 0;
  for (let at = 1; at <= commits; at += 1) {
    const isSide = at % 10 === 9;
    const branch = isSide ? `side-${at % 7}` : "main";
    const from = main === 0 ? "" : `from :${main}\n`;
    const message = messageOf(at, artifacts);
    const person = `Person ${at % 40} <person${at % 40}@example.com> ${1_500_000_000 + at * 600} +0100`;
    const head = `commit refs/heads/${branch}\nmark :${at}\nauthor ${person}\ncommitter ${person}\n`;
    yield `${head}data ${Buffer.byteLength(message)}\n${message}${from}\n`;
    if (!isSide) main = at;
  }
}

/** Every third one mentions an artifact; the others have numbers too. */
function messageOf(at: number, artifacts: number): string {
  const day = `2024-${String(1 + (at % 12)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}`;
  const reference = at % 3 === 0 ? `fix: art #${1 + ((at * 7919) % artifacts)}` : `Build ${at * 31} was red.`;
  return `Change part ${at} of the whole\n\nIt had been slow since ${day}, see the thread.\n\n${reference}\n`;
}

const find: FindReferences = (text) => findReferences(text, platformOnly);

/** First once without a clock, to see that nothing is missing: git takes `art #70` for `art #7`. */
async function compare(
  repository: Repository,
  artifactId: number,
  { rounds, isExact }: { readonly rounds: number; readonly isExact: boolean },
): Promise<Comparison> {
  const [ours, theirs] = [await mentions(repository, artifactId), await plainSearch(repository, artifactId)];
  const isRight = isExact ? ours === theirs : ours < theirs;
  if (!isRight || ours === 0) throw new Error(`We found ${ours}, git found ${theirs}.`);
  return sideBySide(
    rounds,
    async () => void (await mentions(repository, artifactId)),
    async () => void (await plainSearch(repository, artifactId)),
  );
}

async function mentions(
  repository: Repository,
  artifactId: number,
  known = new KnownMentions(),
): Promise<number> {
  let found = 0;
  for await (const step of known.of(repository, artifactId, find)) {
    if (step.kind !== "commit") throw new Error(`It ended with ${step.kind}.`);
    found += 1;
  }
  return found;
}

/** What a person would type. */
async function plainSearch({ program, folder }: Repository, artifactId: number): Promise<number> {
  const args = ["-C", folder, "--no-pager", "log", "--all", "--format=%H", `--grep=art #${artifactId}`];
  const git = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(git, "close");
  let text = "";
  for await (const chunk of git.stdout.setEncoding("utf8")) text += String(chunk);
  await ended;
  return text.split("\n").length - 1;
}

async function firstMention(repository: Repository, artifactId: number): Promise<void> {
  for await (const step of new KnownMentions().of(repository, artifactId, find)) {
    if (step.kind !== "commit") throw new Error(`It ended with ${step.kind}.`);
    return;
  }
  throw new Error("There is none.");
}

async function again(repository: Repository, artifactId: number, rounds: number): Promise<number> {
  const known = new KnownMentions();
  const first = await mentions(repository, artifactId, known);
  return medianMs(rounds, async () => {
    if ((await mentions(repository, artifactId, known)) !== first) throw new Error("These are others.");
  });
}

async function newest(repository: Repository, count: number): Promise<void> {
  const found = await mentionedBetween(repository, { from: `main~${count}`, to: "main" }, find);
  if (found.kind !== "found" || found.commits !== count) throw new Error(`It ended with ${found.kind}.`);
}

async function medianMs(rounds: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return median(times);
}
