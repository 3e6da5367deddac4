import { type Counts, noCounts } from "../support/runner/counts.ts";
import { play } from "./play.ts";
import { sceneFolder } from "./sceneFolder.ts";
import { parseSpec } from "./spec.ts";

/** One run, told request by request. */
export async function repeatOne(text: string): Promise<Counts> {
  const { violation, steps } = await play(await sceneFolder(), parseSpec(text));
  for (const [index, step] of steps.entries()) console.log(`${index} ${step}`);
  if (violation === undefined) return { ...noCounts, passed: 1 };
  console.log(`VIOLATION ${violation.rule}: ${violation.stack ?? violation.message}`);
  return { ...noCounts, failed: 1, failures: [`${text}: ${violation.message}`] };
}
