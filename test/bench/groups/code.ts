import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mayContainReference } from "../../../src/features/commits/references/mayContainReference.ts";
import { builtInGrammar, findReferences } from "../../../src/model/reference/findReferences.ts";
import { blameFile } from "../../../src/store/commits/blame.ts";
import type { GitPathAndFolder } from "../../../src/store/commits/git.ts";
import { findArtifactsOfPath, type SearchedPath } from "../../../src/store/commits/pathArtifacts.ts";
import { mapConcurrent } from "../../../src/store/concurrency.ts";
import { indexFiles, readIndexedFile, ReferenceIndex } from "../../../src/store/references/referenceIndex.ts";
import { withServer } from "../benchSite.ts";
import { type Comparison, compareTimes } from "../compareTimes.ts";
import { findGit, importHistory, readGitOutput } from "../gitHistory.ts";
import { HistoryWindow } from "../historyWindow.ts";
import { measureLiveMemory } from "../measureLiveMemory.ts";
import { roundFigures } from "../roundFigures.ts";
import type { Figures, Scale } from "../scale.ts";

interface CodeSize {
  readonly commits: number;
  /** Files in the folder; each commit changes one of them. */
  readonly files: number;
  readonly blamedLines: number;
  readonly blamedCommits: number;
  readonly indexedFiles: number;
  readonly rounds: number;
}

const codeSizes = {
  full: {
    commits: 100_000,
    files: 50,
    blamedLines: 50_000,
    blamedCommits: 40,
    indexedFiles: 10_000,
    rounds: 5,
  },
  smallest: { commits: 500, files: 5, blamedLines: 500, blamedCommits: 4, indexedFiles: 50, rounds: 1 },
} as const satisfies Readonly<Record<Scale, CodeSize>>;

const blamedPath = "data/tides.csv";
const measuredFile = 1;

/** The artifacts of a file, of a folder and of lines, compared with git alone. */
export async function measure(scale: Scale): Promise<Figures> {
  const size: CodeSize = codeSizes[scale];
  const folder = await mkdtemp(join(tmpdir(), "code-"));
  try {
    const repository = { gitPath: findGit(), folder };
    await importHistory(repository, generateHistory(size));
    const all = await comparePath(repository, { path: "src", isFile: false }, size);
    const blame = await compareBlame(repository, size);
    const index = await compareIndex(join(folder, "files"), size);
    const searchedFile = { path: getPath(measuredFile), isFile: true };
    const file = await comparePath(repository, searchedFile, size);
    const list = await compareLists(repository, searchedFile, size);
    return roundFigures({
      "file.ratio": file.ratio,
      "file.ms": file.ours * 1000,
      "file.git.ms": file.reference * 1000,
      "file.window.ratio": list.ratio,
      "file.window.ms": list.ours * 1000,
      "file.window.plain.ms": list.reference * 1000,
      "folder.ratio": all.ratio,
      "folder.ms": all.ours * 1000,
      "folder.git.ms": all.reference * 1000,
      "blame.ratio": blame.ratio,
      "blame.ms": blame.ours * 1000,
      "blame.git.ms": blame.reference * 1000,
      "index.10kFiles.seconds": index.ours,
      "index.10kFiles.read.seconds": index.reference,
      "index.10kFiles.mb": index.mib,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function getPath(index: number): string {
  return `src/file-${index}.txt`;
}

function createCommit(index: number, message: string, path: string, content: string): string {
  const author = `Author ${index % 40} <author${index % 40}@example.com> ${1_500_000_000 + index * 600} +0100`;
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const head = `commit refs/heads/main\nauthor ${author}\ncommitter ${author}\n`;
  return `${head}${data(message)}M 100644 inline ${path}\n${data(content)}`;
}

/**
 * First a file whose lines are of many commits, then commits of one file each; every third and all of the measured file
 * mention an artifact. That file has as many artifacts as commits.
 */
function* generateHistory({ commits, files, blamedLines, blamedCommits }: CodeSize): Generator<string> {
  const lines = Array.from({ length: blamedLines }, (_, line) => `${line};${line * 37};high water`);
  for (let index = 0; index < blamedCommits; index += 1) {
    for (let line = index; line < blamedLines; line += blamedCommits * 3) lines[line] += `;${index}`;
    yield createCommit(index, `Tides of day ${index}\n\nart #${1 + index}\n`, blamedPath, lines.join("\n"));
  }
  for (let index = blamedCommits; index < blamedCommits + commits; index += 1) {
    const hasReference = index % 3 === 0 || index % files === measuredFile;
    const reference = hasReference ? `fix: art #${1 + Math.floor(index / files)}` : `Build ${index} was red.`;
    yield createCommit(
      index,
      `Change part ${index} of the whole\n\nIt had been slow, see the thread.\n\n${reference}\n`,
      getPath(index % files),
      `Text of commit ${index}.\n`.repeat(5),
    );
  }
}

async function comparePath(
  repository: GitPathAndFolder,
  searched: SearchedPath,
  { rounds }: CodeSize,
): Promise<Comparison> {
  await checkCounts(repository, searched);
  return compareTimes(
    rounds,
    async () => void (await countCommits(repository, searched)),
    async () => void (await countWithGit(repository, searched)),
  );
}

async function checkCounts(repository: GitPathAndFolder, searched: SearchedPath): Promise<void> {
  const counts = [await countCommits(repository, searched), await countWithGit(repository, searched)];
  if (counts[0] === 0 || counts[0] !== counts[1]) throw new Error(`Ours and git's: ${counts.join(", ")}.`);
}

/** From the command until the list is complete, in a window. */
async function compareLists(
  repository: GitPathAndFolder,
  { path }: SearchedPath,
  { rounds }: CodeSize,
): Promise<Comparison> {
  const simulator = join(import.meta.dirname, "..", "..", "simulator", "cli.ts");
  return withServer([simulator, "--json"], async ({ api }) => {
    const window = await HistoryWindow.open(repository, path, api.replace(/\/api$/, ""));
    try {
      return await compareTimes(
        rounds,
        () => window.listArtifacts(),
        () => window.listCommits(),
      );
    } finally {
      await window.close();
    }
  });
}

async function countCommits(repository: GitPathAndFolder, searched: SearchedPath): Promise<number> {
  let count = 0;
  const find = (text: string): ReturnType<typeof findReferences> => findReferences(text, builtInGrammar);
  for await (const step of findArtifactsOfPath(repository, searched, find)) {
    if (step.kind !== "artifacts") throw new Error(`The search ended with ${step.kind}.`);
    count = step.commitCount;
  }
  return count;
}

/** With its messages, because they are what is searched. */
async function countWithGit(repository: GitPathAndFolder, { path }: SearchedPath): Promise<number> {
  const output = await readGitOutput(repository, ["log", "main", "--", path]);
  return output.match(/^commit /gmu)?.length ?? 0;
}

async function compareBlame(
  repository: GitPathAndFolder,
  { rounds, blamedLines }: CodeSize,
): Promise<Comparison> {
  return compareTimes(
    rounds,
    async () => {
      const blame = await blameFile(repository, "main", blamedPath);
      if (blame.kind !== "blame" || blame.hashes.length !== blamedLines) {
        throw new Error("Lines are missing.");
      }
    },
    async () => {
      const output = await readGitOutput(repository, ["blame", "main", "--", blamedPath]);
      if (output.split("\n").length !== blamedLines + 1) throw new Error("Lines of git blame are missing.");
    },
  );
}

const readsAtOnce = 16;

/** The index of references in the files of a workspace, compared with only reading them; 4 kB each, every tenth with references. */
async function compareIndex(
  folder: string,
  { rounds, indexedFiles }: CodeSize,
): Promise<Comparison & { readonly mib: number }> {
  await mkdir(folder);
  const paths = Array.from({ length: indexedFiles }, (_, index) => join(folder, `part-${index}.ts`));
  const code =
    "export function findHighWater(tides) {\n  return tides.filter(({ height }) => height > 3);\n}\n";
  await mapConcurrent(paths, readsAtOnce, (path, index) =>
    writeFile(
      path,
      `${code.repeat(43)}${index % 10 === 0 ? `// TODO art #${index + 1}: the datum\n`.repeat(2) : ""}`,
    ),
  );
  const build = async (): Promise<ReferenceIndex> => {
    const index = new ReferenceIndex();
    const files = paths.map((path) => ({
      file: path,
      siteApi: "https://tuleap.example.com/api",
      find: (text: string) => (mayContainReference(text) ? findReferences(text, builtInGrammar) : []),
      read: () => readIndexedFile(path),
    }));
    await indexFiles(index, files, new AbortController().signal);
    const expected = Math.ceil(indexedFiles / 10) * 2;
    if (index.size !== expected) throw new Error(`The index has ${index.size} of ${expected} references.`);
    return index;
  };
  const times = await compareTimes(
    rounds,
    async () => void (await build()),
    async () => void (await mapConcurrent(paths, readsAtOnce, (path) => readIndexedFile(path))),
  );
  const before = measureLiveMemory();
  const index = await build();
  const mib = (measureLiveMemory() - before) / 1024 ** 2;
  if (index.listArtifacts().length === 0) throw new Error("The index is empty.");
  return { ...times, mib };
}
