import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { waitUntil } from "../support/wait.ts";

const sampleMs = 400;
const maxLoad = 0.2;
/** After that the measurement starts even if other processes use the machine. */
const maxWaitMs = 30_000;

/** Waits until the processors are nearly idle, so that earlier background work is not measured. */
export async function waitForIdleMachine(): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    const before = getCpuTimes();
    await pause(sampleMs);
    const after = getCpuTimes();
    return (after.busy - before.busy) / (after.all - before.all) < maxLoad;
  };
  await waitUntil("the machine is idle", isIdle, maxWaitMs).catch(() => {
    console.error("The machine was not idle; other processes use it.");
  });
}

function getCpuTimes(): { readonly busy: number; readonly all: number } {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const used = times.user + times.nice + times.sys + times.irq;
    busy += used;
    all += used + times.idle;
  }
  return { busy, all };
}
