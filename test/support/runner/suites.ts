// The suites of tests, and the jobs (processes) that each is run in.
import { readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { repository } from "../repository.ts";
import { testFiles, type TestKind } from "./testFiles.ts";
import { mochaProcess, type TestProcess } from "./testProcess.ts";

export const suiteNames = [
  "check",
  "unit",
  "recordings",
  "host",
  "hostOldest",
  "pages",
  "windows",
  "faults",
  "hostile",
  "bench",
] as const;

export type SuiteName = (typeof suiteNames)[number];

export interface Job extends TestProcess {
  readonly suite: SuiteName;
  readonly name: string;
  /** How many processors it keeps busy on average. */
  readonly load: number;
  /** A rough duration: longer jobs are started first. */
  readonly seconds: number;
  /** Two jobs with the same lock never run at the same time. */
  readonly lock?: string;
}

export interface Selection {
  /** `main` leaves out what only continuous integration and a release need. */
  readonly extent: "main" | "all";
  readonly suites: readonly SuiteName[];
  /** Parts of file paths; if no file has any of them, parts of titles of tests. */
  readonly words: readonly string[];
}

const mainSuites: readonly SuiteName[] = ["check", "unit", "recordings", "host", "pages", "windows"];

/** The journeys that `npm test` drives through windows. */
const mainWindows: ReadonlySet<string> = new Set(
  ["conflict", "connect", "firstChange", "form", "package"].map((name) => `${name}.test.ts`),
);

/** These make the package, in the same place. */
const packaging: ReadonlySet<string> = new Set(["firstChange.test.ts", "package.test.ts"]);

const unitJobs = 8;

interface Choice {
  readonly files: readonly string[];
  readonly titles?: string;
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function hasWord(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word.toLowerCase()));
}

async function choose(
  files: readonly string[],
  words: readonly string[],
  by: "path" | "title",
): Promise<Choice> {
  if (words.length === 0) return { files };
  if (by === "path") return { files: files.filter((file) => hasWord(relative(repository, file), words)) };
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return {
    files: files.filter((_, index) => hasWord(texts[index] ?? "", words)),
    titles: words.map(escapeRegExp).join("|"),
  };
}

/** Parts of about the same size. */
async function split(files: readonly string[], parts: number): Promise<readonly (readonly string[])[]> {
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  const result = Array.from({ length: parts }, () => ({ files: [] as string[], size: 0 }));
  for (const { file, size } of sized.toSorted((one, other) => other.size - one.size)) {
    const smallest = result.reduce((one, other) => (other.size < one.size ? other : one));
    smallest.files.push(file);
    smallest.size += size;
  }
  return result.map((part) => part.files.sort()).filter((part) => part.length > 0);
}

function script(path: string, ...args: readonly string[]): TestProcess {
  return { command: process.execPath, args: [join(repository, "test", path), ...args] };
}

function mocha({ files, titles }: Choice): TestProcess {
  const grep = titles === undefined ? [] : [`--titles=${titles}`];
  return mochaProcess(...grep, ...files);
}

function checkJobs(): readonly Job[] {
  const tools = [
    ["types", "tsc", "-b"],
    ["lint", "oxlint"],
    ["format", "prettier", "--check", "."],
    ["unused", "knip"],
  ] as const;
  return tools.map(([name, tool, ...args]) => ({
    suite: "check",
    name,
    command: join(repository, "node_modules", ".bin", tool),
    args,
    load: 1,
    seconds: 15,
  }));
}

async function unitJobsFor(choice: Choice): Promise<readonly Job[]> {
  const parts = await split(choice.files, unitJobs);
  return parts.map((files, index) => ({
    suite: "unit",
    name: String(index + 1),
    ...mocha({ ...choice, files }),
    load: 0.65,
    seconds: 50,
  }));
}

/** Several files share a process and its browser. */
async function browserJobs(
  suite: "pages" | "windows",
  choice: Choice,
  { parts, bytesPerSecond }: { readonly parts: number; readonly bytesPerSecond: number },
): Promise<readonly Job[]> {
  const isAlone = (file: string): boolean => packaging.has(basename(file));
  const shared = await split(
    choice.files.filter((file) => !isAlone(file)),
    parts,
  );
  const alone = choice.files.filter(isAlone).map((file) => [file]);
  return Promise.all(
    [...alone, ...shared].map(async (files) => ({
      suite,
      name: files.map((file) => basename(file, ".test.ts")).join(" "),
      ...mocha({ ...choice, files }),
      load: 0.65,
      ...(files.some(isAlone)
        ? // One after the other, they would be what everything waits for at the end.
          { lock: "package", seconds: 100 }
        : { seconds: (await sizeOf(files)) / bytesPerSecond }),
    })),
  );
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function hostJob(suite: "host" | "hostOldest", { files, titles }: Choice): readonly Job[] {
  if (files.length === 0) return [];
  const age = suite === "hostOldest" ? ["--oldest"] : [];
  const grep = titles === undefined ? [] : [`--titles=${titles}`];
  return [
    { suite, name: "all", ...script("host/run.ts", ...age, ...grep, ...files), load: 0.5, seconds: 180 },
  ];
}

function isPage(file: string): boolean {
  return file.includes(join("ui", "page"));
}

/** Suites that can't be narrowed down by words. */
function otherJobs(): readonly Job[] {
  const faults = ["store", "host"].map((part): Job => ({
    suite: "faults",
    name: part,
    ...script("faults/run.ts", "--short", `--part=${part}`),
    load: part === "store" ? 2 : 1,
    seconds: 120,
  }));
  const hostile = ["plain", "page", "host"].map((part): Job => ({
    suite: "hostile",
    name: part,
    ...script("hostile/run.ts", "--short", `--only=${part}`),
    load: 1,
    seconds: 120,
  }));
  const bench: Job = {
    suite: "bench",
    name: "sanity",
    ...script("bench/run.ts", "--sanity"),
    load: 1,
    seconds: 120,
  };
  return [...faults, ...hostile, bench];
}

async function jobsBy(selection: Selection, by: "path" | "title"): Promise<readonly Job[]> {
  const { words, extent } = selection;
  const chosen = async (kind: TestKind): Promise<Choice> => choose(await testFiles(kind), words, by);
  const [unit, recordings, host, ui] = await Promise.all([
    chosen("unit"),
    chosen("recordings"),
    chosen("host"),
    chosen("ui"),
  ]);
  const isShortened = extent === "main" && words.length === 0;
  const windows = ui.files.filter(
    (file) => !isPage(file) && (!isShortened || mainWindows.has(basename(file))),
  );
  return [
    ...(words.length === 0 ? [...checkJobs(), ...otherJobs()] : []),
    ...(await unitJobsFor(unit)),
    ...(recordings.files.length === 0
      ? []
      : [
          {
            suite: "recordings",
            name: "all",
            ...script("recordings/run.ts", ...recordings.files),
            load: 1,
            seconds: 30,
          } as const,
        ]),
    ...hostJob("host", host),
    ...hostJob("hostOldest", host),
    ...(await browserJobs(
      "pages",
      { ...ui, files: ui.files.filter(isPage) },
      { parts: 8, bytesPerSecond: 400 },
    )),
    ...(await browserJobs("windows", { ...ui, files: windows }, { parts: 16, bytesPerSecond: 150 })),
  ];
}

/** The jobs of a selection, longest first. */
export async function selectJobs(selection: Selection): Promise<readonly Job[]> {
  const suites =
    selection.suites.length > 0 ? selection.suites : selection.extent === "all" ? suiteNames : mainSuites;
  const ofSuites = (jobs: readonly Job[]): readonly Job[] =>
    jobs.filter(({ suite }) => suites.includes(suite));
  const byPath = ofSuites(await jobsBy(selection, "path"));
  const jobs = byPath.length > 0 ? byPath : ofSuites(await jobsBy(selection, "title"));
  return jobs.toSorted((one, other) => other.seconds - one.seconds);
}
