// The test suites, and the jobs (processes) that run them.
import { readFile, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { repositoryRoot } from "../repositoryRoot.ts";
import { findTestFiles, type TestFolder } from "./testFiles.ts";
import { createMochaFilesProcess, type TestProcess } from "./testProcess.ts";

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
  /** How much of a processor it uses on average; 200 for two processors. */
  readonly loadPercent: number;
  /** An estimated duration: longer jobs are started first. */
  readonly seconds: number;
  /** Two jobs with the same lock never run at the same time. */
  readonly lock?: string;
}

export interface Selection {
  /** `main` omits what only continuous integration and a release need. */
  readonly scope: "main" | "all";
  readonly suites: readonly SuiteName[];
  /** Parts of file paths; if no file matches, parts of test titles. */
  readonly words: readonly string[];
}

const mainSuites: readonly SuiteName[] = ["unit", "recordings", "host", "pages", "windows"];

/** The window tests that `npm test` runs. */
const mainWindows: ReadonlySet<string> = new Set(
  ["conflict", "connect", "gettingStarted", "form", "package"].map((name) => `${name}.test.ts`),
);

/** These create the package in the same folder. */
const packagingTests: ReadonlySet<string> = new Set(["gettingStarted.test.ts", "package.test.ts"]);

const unitJobs = 8;

interface FileSelection {
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

async function selectFiles(
  files: readonly string[],
  words: readonly string[],
  by: "path" | "title",
): Promise<FileSelection> {
  if (words.length === 0) return { files };
  if (by === "path") return { files: files.filter((file) => hasWord(relative(repositoryRoot, file), words)) };
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return {
    files: files.filter((_, index) => hasWord(texts[index] ?? "", words)),
    titles: words.map(escapeRegExp).join("|"),
  };
}

/** Splits files into parts of about the same size. */
async function splitBySize(files: readonly string[], parts: number): Promise<readonly (readonly string[])[]> {
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  const result = Array.from({ length: parts }, () => ({ files: [] as string[], size: 0 }));
  for (const { file, size } of sized.toSorted((one, other) => other.size - one.size)) {
    const smallest = result.reduce((one, other) => (other.size < one.size ? other : one));
    smallest.files.push(file);
    smallest.size += size;
  }
  return result.map((part) => part.files.sort()).filter((part) => part.length > 0);
}

function createScriptProcess(path: string, ...args: readonly string[]): TestProcess {
  return { command: process.execPath, args: [join(repositoryRoot, "test", path), ...args] };
}

function createMochaProcess({ files, titles }: FileSelection): TestProcess {
  const grep = titles === undefined ? [] : [`--titles=${titles}`];
  return createMochaFilesProcess(...grep, ...files);
}

function createCheckJobs(): readonly Job[] {
  const tool = (name: string, ...args: readonly string[]): TestProcess => ({
    command: join(repositoryRoot, "node_modules", ".bin", name),
    args,
  });
  const checks = {
    types: tool("tsc", "-b"),
    lint: tool("oxlint"),
    format: tool("prettier", "--check", "."),
    unused: tool("knip"),
    words: createScriptProcess("words/check.ts"),
  };
  return Object.entries(checks).map(([name, check]) => ({
    suite: "check",
    name,
    ...check,
    loadPercent: 100,
    seconds: 15,
  }));
}

async function createUnitJobs(selection: FileSelection): Promise<readonly Job[]> {
  const parts = await splitBySize(selection.files, unitJobs);
  return parts.map((files, index) => ({
    suite: "unit",
    name: String(index + 1),
    ...createMochaProcess({ ...selection, files }),
    loadPercent: 50,
    seconds: 50,
  }));
}

/** Several files share a process and its browser. */
async function createBrowserJobs(
  suite: "pages" | "windows",
  selection: FileSelection,
  { parts, bytesPerSecond }: { readonly parts: number; readonly bytesPerSecond: number },
): Promise<readonly Job[]> {
  const isAlone = (file: string): boolean => packagingTests.has(basename(file));
  const shared = await splitBySize(
    selection.files.filter((file) => !isAlone(file)),
    parts,
  );
  const separateFiles = selection.files.filter(isAlone).map((file) => [file]);
  return Promise.all(
    [...separateFiles, ...shared].map(async (files) => ({
      suite,
      name: files.map((file) => basename(file, ".test.ts")).join(" "),
      ...createMochaProcess({ ...selection, files }),
      loadPercent: 65,
      ...(files.some(isAlone)
        ? // In one job they would take longer than everything else.
          { lock: "package", seconds: 100 }
        : { seconds: (await getTotalSize(files)) / bytesPerSecond }),
    })),
  );
}

async function getTotalSize(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Two windows in parallel, because a single one would take longer than everything else. */
async function createHostJobs(
  suite: "host" | "hostOldest",
  { files, titles }: FileSelection,
): Promise<readonly Job[]> {
  const release = suite === "hostOldest" ? ["--oldest"] : [];
  const grep = titles === undefined ? [] : [`--titles=${titles}`];
  return (await splitBySize(files, 2)).map((part, index) => ({
    suite,
    name: String(index + 1),
    ...createScriptProcess("host/run.ts", ...release, ...grep, ...part),
    loadPercent: 65,
    seconds: 180,
  }));
}

function isPageTest(file: string): boolean {
  return file.includes(join("ui", "page"));
}

/** Suites that can't be filtered by words. */
function createOtherJobs(): readonly Job[] {
  const faults = ["store", "host"].map((part): Job => ({
    suite: "faults",
    name: part,
    ...createScriptProcess("faults/run.ts", "--short", `--part=${part}`),
    loadPercent: part === "store" ? 200 : 100,
    seconds: 120,
  }));
  const hostile = ["plain", "page", "host"].map((part): Job => ({
    suite: "hostile",
    name: part,
    ...createScriptProcess("hostile/run.ts", "--short", `--only=${part}`),
    loadPercent: 100,
    seconds: 120,
  }));
  const bench: Job = {
    suite: "bench",
    name: "sanity",
    ...createScriptProcess("bench/run.ts", "--sanity"),
    loadPercent: 100,
    seconds: 120,
  };
  return [...faults, ...hostile, bench];
}

async function createJobs(selection: Selection, by: "path" | "title"): Promise<readonly Job[]> {
  const { words, scope } = selection;
  const selectedFiles = async (kind: TestFolder): Promise<FileSelection> =>
    selectFiles(await findTestFiles(kind), words, by);
  const [unit, recordings, host, ui] = await Promise.all([
    selectedFiles("unit"),
    selectedFiles("recordings"),
    selectedFiles("host"),
    selectedFiles("ui"),
  ]);
  const isShortened = scope === "main" && words.length === 0;
  const windows = ui.files.filter(
    (file) => !isPageTest(file) && (!isShortened || mainWindows.has(basename(file))),
  );
  return [
    ...(words.length === 0 ? [...createCheckJobs(), ...createOtherJobs()] : []),
    ...(await createUnitJobs(unit)),
    ...(recordings.files.length === 0
      ? []
      : [
          {
            suite: "recordings",
            name: "all",
            ...createScriptProcess("recordings/run.ts", ...recordings.files),
            loadPercent: 100,
            seconds: 30,
          } as const,
        ]),
    ...(await createHostJobs("host", host)),
    ...(await createHostJobs("hostOldest", host)),
    ...(await createBrowserJobs(
      "pages",
      { ...ui, files: ui.files.filter(isPageTest) },
      { parts: 8, bytesPerSecond: 400 },
    )),
    ...(await createBrowserJobs("windows", { ...ui, files: windows }, { parts: 16, bytesPerSecond: 150 })),
  ];
}

/** The jobs of a selection, longest first. */
export async function selectJobs(selection: Selection): Promise<readonly Job[]> {
  const suites =
    selection.suites.length > 0 ? selection.suites : selection.scope === "all" ? suiteNames : mainSuites;
  const filterSuites = (jobs: readonly Job[]): readonly Job[] =>
    jobs.filter(({ suite }) => suites.includes(suite));
  const byPath = filterSuites(await createJobs(selection, "path"));
  const jobs = byPath.length > 0 ? byPath : filterSuites(await createJobs(selection, "title"));
  return jobs.toSorted((one, other) => other.seconds - one.seconds);
}
