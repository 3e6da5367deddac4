// Passes the request of the benchmark to the tests in the extension host, and their figures back in a file.
import { readFileSync, writeFileSync } from "node:fs";
import type { Figures, Scale } from "../scale.ts";
import type { BenchSite } from "../benchSite.ts";

const variable = "ARTIFACTS_BENCH_REQUEST";

export interface BenchRequest {
  readonly scale: Scale;
  /** A server in another process, so that its memory is not counted. */
  readonly site: BenchSite;
  /** File that the figures are written to. */
  readonly file: string;
}

export function createEnvironment(request: BenchRequest): Readonly<Record<string, string>> {
  return { [variable]: JSON.stringify(request) };
}

export function readBenchRequest(): BenchRequest {
  const text = process.env[variable];
  if (text === undefined) throw new Error("Run these tests with: npm run bench -- host");
  return JSON.parse(text) as BenchRequest;
}

/** Adds figures to those in the file. */
export function writeFigures({ file }: BenchRequest, figures: Figures): void {
  writeFileSync(file, JSON.stringify({ ...readFigures(file), ...figures }));
}

export function readFigures(file: string): Figures {
  return JSON.parse(readFileSync(file, "utf8")) as Figures;
}
