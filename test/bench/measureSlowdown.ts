import { createInterface } from "node:readline";
import { join } from "node:path";
import { startProcess } from "../support/processes.ts";
import { getUsualTime } from "./statistics.ts";

/** Of the calculation of `speedProbe.ts`, if nothing else uses the machine that the goals are for. */
const referenceMs = 2.6;

/**
 * How many times as long as that a calculation takes during the work. The same processor may run other systems too, for
 * seconds or hours, and nothing else shows it.
 */
export async function measureSlowdown<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly slowdown: number }> {
  const probe = startProcess(process.execPath, [join(import.meta.dirname, "speedProbe.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { stdout } = probe.child;
  if (stdout === null) throw new Error("The calculation has no output.");
  const times: number[] = [];
  const started = new Promise<void>((resolve) => {
    createInterface(stdout).on("line", (line) => {
      times.push(Number(line));
      resolve();
    });
  });
  try {
    await Promise.race([started, probe.ended]);
    const result = await work();
    return { result, slowdown: getUsualTime(times) / referenceMs };
  } finally {
    await probe.stop();
  }
}
