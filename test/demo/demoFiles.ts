// The files of the demo's repository: a small program that predicts tides, as it grew.
import { getStoryReference } from "../simulator/demo/story/storyIds.ts";

export const readme = `# Open Tides

Predicts the height of the tide from the harmonic constants of a station.

    node src/main.ts ALE --zone Europe/Oslo
`;

export const harmonics = `/** One regular swing of the sea level at a station. */
export interface Constituent {
  readonly name: string;
  /** Metres. */
  readonly amplitude: number;
  /** Degrees per hour. */
  readonly speed: number;
  /** Degrees, at the start of the epoch. */
  readonly phase: number;
}

export function getHeight({ amplitude, speed, phase }: Constituent, hours: number): number {
  return amplitude * Math.cos(((speed * hours - phase) * Math.PI) / 180);
}
`;

export const stations = `import type { Constituent } from "./harmonics.ts";

export interface Station {
  readonly code: string;
  readonly name: string;
  /** Metres above chart datum. */
  readonly meanLevel: number;
  readonly constituents: readonly Constituent[];
}

export const stations: readonly Station[] = [
  {
    code: "ALE",
    name: "Ålesund",
    meanLevel: 1.2,
    constituents: [
      { name: "M2", amplitude: 0.62, speed: 28.984, phase: 302 },
      { name: "S2", amplitude: 0.23, speed: 30, phase: 341 },
      { name: "N2", amplitude: 0.13, speed: 28.44, phase: 280 },
    ],
  },
  {
    code: "SML",
    name: "Saint-Malo",
    meanLevel: 6.8,
    constituents: [
      { name: "M2", amplitude: 3.73, speed: 28.984, phase: 176 },
      { name: "S2", amplitude: 1.46, speed: 30, phase: 226 },
      { name: "O1", amplitude: 0.08, speed: 13.943, phase: 340 },
    ],
  },
];
`;

export const firstForecast = `import { getHeight } from "./harmonics.ts";
import type { Station } from "./stations.ts";

export interface Forecast {
  readonly at: Date;
  readonly height: number;
}

const hour = 60 * 60 * 1000;

/** The heights of a day, hour by hour. */
export function forecastDay({ meanLevel, constituents }: Station, midnight: Date): readonly Forecast[] {
  return Array.from({ length: 24 }, (_, index) => {
    const at = new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate(), index);
    const hours = at.getTime() / hour;
    return { at, height: constituents.reduce((sum, each) => sum + getHeight(each, hours), meanLevel) };
  });
}
`;

export const batchedForecast = `${firstForecast}
/** One day after the other: long periods would need too much memory at once. */
export function* forecastDays(station: Station, midnight: Date, days: number): Generator<readonly Forecast[]> {
  for (let day = 0; day < days; day += 1) {
    yield forecastDay(station, new Date(midnight.getTime() + day * 24 * hour));
  }
}
`;

export const utcForecast = `import { getHeight } from "./harmonics.ts";
import type { Station } from "./stations.ts";

export interface Forecast {
  readonly at: Date;
  readonly height: number;
}

const hour = 60 * 60 * 1000;

/** The heights between two instants, hour by hour, so that a day can have 23 or 25 hours. */
export function forecast({ meanLevel, constituents }: Station, from: Date, to: Date): readonly Forecast[] {
  const length = Math.round((to.getTime() - from.getTime()) / hour);
  return Array.from({ length }, (_, index) => {
    const at = new Date(from.getTime() + index * hour);
    const hours = at.getTime() / hour;
    return { at, height: constituents.reduce((sum, each) => sum + getHeight(each, hours), meanLevel) };
  });
}
`;

export const search = `import { stations } from "./stations.ts";
import type { Station } from "./stations.ts";

/** Without accents: see ${getStoryReference("searchAccents")}. */
function normalize(name: string): string {
  return name.normalize("NFD").replaceAll(/\\p{Mark}/gu, "").toLowerCase();
}

// TODO: visitors write "St. Malo", as it is on the road signs.
export function findStations(text: string): readonly Station[] {
  return stations.filter(
    ({ code, name }) => code === text.toUpperCase() || normalize(name).includes(normalize(text)),
  );
}
`;

export const exportCsv = `import type { Forecast } from "./forecast.ts";

/** With decimal points, whatever the locale of the server is. */
export function toCsv(forecasts: readonly Forecast[]): string {
  const rows = forecasts.map(({ at, height }) => \`\${at.toISOString()},\${height.toFixed(2)}\`);
  return \`\${["time,height_m", ...rows].join("\\n")}\\n\`;
}
`;

export const importCsv = `import type { Constituent } from "./harmonics.ts";

/** Name, amplitude, speed and phase, separated by commas. */
export function parseConstituents(text: string): readonly Constituent[] {
  const constituents = new Map<string, Constituent>();
  for (const [index, line] of text.trim().split("\\n").slice(1).entries()) {
    const [name = "", amplitude, speed, phase] = line.split(",");
    // A second M2 would double the tide (${getStoryReference("constituentTwice")}).
    if (constituents.has(name)) throw new Error(\`Line \${index + 2}: \${name} is a duplicate.\`);
    constituents.set(name, {
      name,
      amplitude: Number(amplitude),
      speed: Number(speed),
      phase: Number(phase),
    });
  }
  return [...constituents.values()];
}
`;

export const firstMain = `import { forecastDay } from "./forecast.ts";
import { stations } from "./stations.ts";

const [code = "ALE"] = process.argv.slice(2);
const station = stations.find((each) => each.code === code);
if (station === undefined) throw new Error(\`There is no station \${code}.\`);

for (const { at, height } of forecastDay(station, new Date())) {
  console.log(at.toISOString().slice(11, 16), height.toFixed(1), "m");
}
`;

export const zonedMain = `import { parseArgs } from "node:util";
import { forecastDay } from "./forecast.ts";
import { findStations } from "./search.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { zone: { type: "string", default: "UTC" } },
});
const [station] = findStations(positionals[0] ?? "ALE");
if (station === undefined) throw new Error(\`There is no station \${positionals[0]}.\`);

for (const { at, height } of forecastDay(station, new Date())) {
  const time = at.toLocaleTimeString("en-GB", { timeZone: values.zone, timeStyle: "short" });
  console.log(time, height.toFixed(1), "m");
}
`;

export const roundedMain = zonedMain.replace("height.toFixed(1)", "height.toFixed(2)");

export const utcMain = roundedMain.replace("import { forecastDay } from", "import { forecast } from").replace(
  "for (const { at, height } of forecastDay(station, new Date())) {",
  `// Heights are computed in UTC; only the printed times are local (${getStoryReference("clockChange")}).
const now = new Date();
const tomorrow = new Date(now.getTime() + 24 * 60 * 60 * 1000);
for (const { at, height } of forecast(station, now, tomorrow)) {`,
);

export const changelog = `# Changelog

## 2.3.1

- CSV files have decimal points in every locale.
- Forecasts of more than 60 days no longer time out.

## 2.3.0

- The first release with the command line.
`;
