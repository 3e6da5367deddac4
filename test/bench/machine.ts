import { availableParallelism, cpus, totalmem, type, release } from "node:os";

/** What figures depend on; nothing that tells whose machine it is. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? "an unknown processor";
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  const system = `${type()} ${release()} (${process.arch})`;
  return `${model}, ${availableParallelism()} cores, ${gibibytes} GiB of memory, Node ${process.versions.node}, ${system}`;
}
