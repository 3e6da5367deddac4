import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Node.js exposes `gc` only with a flag, which can also be set at run time. */
function createGarbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

let collect: (() => void) | undefined;

/** Bytes in use after a forced garbage collection; `external` includes buffers outside of the heap. */
export function measureLiveMemory(): number {
  collect ??= createGarbageCollector();
  // The second collection frees what the first one finalized.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
