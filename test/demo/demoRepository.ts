import { mkdir, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { getStoryReference } from "../simulator/demo/story/storyIds.ts";
import { type Moment, workdaysAgo } from "../simulator/demo/story/storyTime.ts";
import { ines, mara, piotr, tom } from "../simulator/demo/users.ts";
import type { User } from "../simulator/state/user.ts";
import { runCommand } from "../support/processes.ts";
import {
  batchedForecast,
  changelog,
  exportCsv,
  firstForecast,
  firstMain,
  harmonics,
  importCsv,
  readme,
  roundedMain,
  search,
  stations,
  utcForecast,
  utcMain,
  zonedMain,
} from "./demoFiles.ts";

interface Commit {
  readonly by: User;
  readonly at: Moment;
  readonly message: string;
  readonly files: Readonly<Record<string, string>>;
  readonly tag?: string;
}

/** The bugs of the demo are fixed here, on the days on which the server says so. */
const commits: readonly Commit[] = [
  {
    by: mara,
    at: workdaysAgo(44, "09:12"),
    message: "Add harmonic constituents",
    files: { "README.md": readme, "src/harmonics.ts": harmonics },
  },
  {
    by: piotr,
    at: workdaysAgo(42, "14:40"),
    message: "Add the stations of the first harbours",
    files: { "src/stations.ts": stations },
  },
  {
    by: tom,
    at: workdaysAgo(37, "16:05"),
    message: "Print the forecast of a day",
    files: { "src/forecast.ts": firstForecast, "src/main.ts": firstMain },
    tag: "v2.3.0",
  },
  {
    by: piotr,
    at: workdaysAgo(26, "10:12"),
    message: `Compute long forecasts day by day

90 days take 1.2 s instead of a timeout.

Fixes ${getStoryReference("forecast502")}`,
    files: { "src/forecast.ts": batchedForecast },
  },
  {
    by: ines,
    at: workdaysAgo(24, "11:36"),
    message: `Find stations without accents

Closes ${getStoryReference("searchAccents")}`,
    files: { "src/search.ts": search },
  },
  {
    by: tom,
    at: workdaysAgo(23, "15:08"),
    message: `Write decimal points in every locale

Fixes ${getStoryReference("decimalComma")}`,
    files: { "src/exportCsv.ts": exportCsv },
  },
  {
    by: piotr,
    at: workdaysAgo(23, "17:30"),
    message: "Release 2.3.1",
    files: { "CHANGELOG.md": changelog },
    tag: "v2.3.1",
  },
  {
    by: tom,
    at: workdaysAgo(21, "16:44"),
    message: `Reject constituents that are in a file twice

The second one doubled the amplitude.

Fixes ${getStoryReference("constituentTwice")}`,
    files: { "src/importCsv.ts": importCsv },
  },
  {
    by: tom,
    at: workdaysAgo(19, "14:11"),
    message: `Print times in the zone of --zone

Fixes ${getStoryReference("utcTimes")}`,
    files: { "src/main.ts": zonedMain },
  },
  {
    by: tom,
    at: workdaysAgo(7, "17:22"),
    message: `Round heights only when they are printed

Fixes ${getStoryReference("roundedHeights")}`,
    files: { "src/main.ts": roundedMain },
  },
  {
    by: tom,
    at: workdaysAgo(1, "15:58"),
    message: `Compute heights in UTC

A day on which the clocks change has 23 or 25 hours.

${getStoryReference("clockChange")}`,
    files: { "src/forecast.ts": utcForecast, "src/main.ts": utcMain },
  },
];

/**
 * Creates a small Git repository of the user who signs in, with a short history, independent of
 * the Git configuration of this machine.
 */
export async function createDemoRepository(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const now = Date.now();
  const git = async (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<void> => {
    await runCommand("git", args, { cwd: folder, env: { ...createGitEnvironment(), ...env } });
  };
  await git({}, "init", "--quiet", "--initial-branch=main", "--template=");
  await git({}, "config", "user.name", tom.realName);
  await git({}, "config", "user.email", getEmail(tom));
  for (const { by, at, message, files, tag } of commits) {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const author = createAuthor(by, at(now));
    await git({}, "add", "--all");
    await git(author, "commit", "--quiet", `--message=${message}`);
    if (tag !== undefined) await git(author, "tag", "--annotate", `--message=${tag}`, tag);
  }
}

function getEmail({ username }: User): string {
  return `${username}@example.com`;
}

function createAuthor(user: User, at: number): NodeJS.ProcessEnv {
  const { realName } = user;
  const email = getEmail(user);
  const date = new Date(at).toISOString();
  return {
    GIT_AUTHOR_NAME: realName,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: realName,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}

function createGitEnvironment(): NodeJS.ProcessEnv {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return { ...Object.fromEntries(environment), GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" };
}
