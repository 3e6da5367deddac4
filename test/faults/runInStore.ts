// All runs in plain Node, in a few processes side by side.
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ExpectedFailure, temporaryFolder } from "../support/ending.ts";
import { startProcess } from "../support/processes.ts";
import { repository } from "../support/repository.ts";
import { planOf, undisturbed } from "./plan.ts";
import { play } from "./play.ts";
import type { Result } from "./result.ts";
import { sceneFolder } from "./sceneFolder.ts";
import { type Spec, specText } from "./spec.ts";

/** Runs wait now and then, for what never answers. */
const processes = availableParallelism() + 1;

/** How many requests each journey takes; without that nothing can go wrong at each of them. */
async function learn(): Promise<ReadonlyMap<string, number>> {
  const folder = await sceneFolder();
  const counts = new Map<string, number>();
  for (const spec of undisturbed) {
    const { violation, steps } = await play(folder, spec);
    const text = specText(spec);
    if (violation !== undefined || steps.length === 0) {
      throw new ExpectedFailure(
        `${text} fails where nothing goes wrong: ${violation?.message ?? "no requests"}`,
      );
    }
    counts.set(text, steps.length);
  }
  return counts;
}

/** A process that came to no end has broken what it was at. */
async function runSome(folder: string, number: number, specs: readonly Spec[]): Promise<Result> {
  const [runs, result] = ["runs", "result"].map((name) => join(folder, `${name}-${number}`));
  if (runs === undefined || result === undefined) throw new Error("no names");
  await writeFile(runs, specs.map(specText).join("\n"));
  const script = join(import.meta.dirname, "runPart.ts");
  const running = startProcess(process.execPath, [script, runs, result], {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit"],
    patienceMs: 20_000,
  });
  await running.ended;
  await running.stop();
  if (running.child.exitCode !== 0) throw new ExpectedFailure(`Process ${number} came to no end.`);
  return JSON.parse(await readFile(result, "utf8")) as Result;
}

export async function runInStore(runs: number, seed: number): Promise<Result> {
  const plan = planOf(await learn(), runs, seed);
  console.log(`${plan.length} runs through the store, by seed ${seed} where by chance.`);
  const folder = temporaryFolder();
  const parts = Array.from({ length: processes }, (_, part) =>
    plan.filter((_spec, index) => index % processes === part),
  );
  const results = await Promise.all(parts.map((part, index) => runSome(folder, index + 1, part)));
  return {
    runs: results.reduce((sum, each) => sum + each.runs, 0),
    broken: results.flatMap(({ broken }) => broken),
  };
}
