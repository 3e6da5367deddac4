import { mkdir, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "../support/processes.ts";

interface Commit {
  readonly message: string;
  readonly date: string;
  readonly files: Readonly<Record<string, string>>;
}

const readme = `# Open Tides

Predicts the height of the tide from the harmonic constants of a station.

    node src/main.ts
`;

const harmonics = `/** One regular swing of the sea level at a station. */
export interface Constituent {
  readonly name: string;
  /** Metres. */
  readonly amplitude: number;
  /** Degrees per hour. */
  readonly speed: number;
  /** Degrees, at the start of the epoch. */
  readonly phase: number;
}

export function heightOf({ amplitude, speed, phase }: Constituent, hours: number): number {
  return amplitude * Math.cos(((speed * hours - phase) * Math.PI) / 180);
}
`;

const stations = `import type { Constituent } from "./harmonics.ts";

export interface Station {
  readonly name: string;
  readonly meanLevel: number;
  readonly constituents: readonly Constituent[];
}

export const saltmarsh: Station = {
  name: "Saltmarsh Quay",
  meanLevel: 2.1,
  constituents: [
    { name: "M2", amplitude: 1.62, speed: 28.984, phase: 104 },
    { name: "S2", amplitude: 0.55, speed: 30, phase: 151 },
    { name: "O1", amplitude: 0.12, speed: 13.943, phase: 330 },
  ],
};
`;

const forecast = `import { heightOf } from "./harmonics.ts";
import type { Station } from "./stations.ts";

export function forecast({ meanLevel, constituents }: Station, hours: number): number {
  return constituents.reduce((level, constituent) => level + heightOf(constituent, hours), meanLevel);
}
`;

const main = `import { forecast } from "./forecast.ts";
import { saltmarsh } from "./stations.ts";

for (let hour = 0; hour <= 24; hour++) {
  // Which of them are high and which low water is not said yet.
  console.log(String(hour).padStart(2, "0"), forecast(saltmarsh, hour).toFixed(2), "m");
}
`;

const commits: readonly Commit[] = [
  {
    message: "Add harmonic constituents",
    date: "2026-03-02T09:12:00Z",
    files: { "README.md": readme, "src/harmonics.ts": harmonics },
  },
  {
    message: "Add the station at Saltmarsh Quay",
    date: "2026-03-04T14:40:00Z",
    files: { "src/stations.ts": stations },
  },
  {
    message: "Print a forecast for the next day",
    date: "2026-03-09T08:05:00Z",
    files: { "src/forecast.ts": forecast, "src/main.ts": main },
  },
];

/** Creates a small Git repository with a short history, independent of the Git configuration of this machine. */
export async function createDemoRepository(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const git = async (date: string, ...args: readonly string[]): Promise<void> => {
    await runCommand("git", args, { cwd: folder, env: createGitEnvironment(date) });
  };
  await git("", "init", "--quiet", "--initial-branch=main", "--template=");
  for (const { message, date, files } of commits) {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await git(date, "add", "--all");
    await git(date, "commit", "--quiet", `--message=${message}`);
  }
}

function createGitEnvironment(date: string): NodeJS.ProcessEnv {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(environment),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Tom Okafor",
    GIT_AUTHOR_EMAIL: "tom.okafor@example.com",
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: "Tom Okafor",
    GIT_COMMITTER_EMAIL: "tom.okafor@example.com",
    GIT_COMMITTER_DATE: date,
  };
}
