import { availableParallelism, cpus, totalmem, type, release } from "node:os";

/** Properties that figures depend on, without anything that identifies the machine. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? "an unknown processor";
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  const system = `${type()} ${release()} (${process.arch})`;
  return `${model}, ${availableParallelism()} cores, ${gibibytes} GiB of memory, Node ${process.versions.node}, ${system}`;
}
