import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../support/wait.ts";

const lookMs = 400;
const mostBusy = 0.2;
/** Others may use the machine as well; then it is measured as it is. */
const longestMs = 30_000;

/** Waits until the processors have little to do: what was started before goes on for a while, and would be measured along. */
export async function untilQuiet(): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    const before = spent();
    await pause(lookMs);
    const after = spent();
    return (after.busy - before.busy) / (after.all - before.all) < mostBusy;
  };
  await until("the machine is quiet", isQuiet, longestMs).catch(() => {
    console.error("The machine was not quiet: others use it, too.");
  });
}

function spent(): { readonly busy: number; readonly all: number } {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const used = times.user + times.nice + times.sys + times.irq;
    busy += used;
    all += used + times.idle;
  }
  return { busy, all };
}
