import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Node keeps its collector to itself unless told otherwise, which can also be done while it runs. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

let collect: (() => void) | undefined;

/** Bytes that are left after a collection; the buffers outside of the heap are part of `external`. */
export function liveMemory(): number {
  collect ??= collector();
  // What a first collection finishes off, the next one frees.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
