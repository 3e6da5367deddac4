// The tests of many files, in a few processes side by side: a machine has more than one processor.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { addCounts, type Counts, noCounts, readCounts } from "./counts.ts";
import { temporaryFolder } from "./ending.ts";
import { startProcess } from "./processes.ts";
import { repository } from "./repository.ts";

const processes = 2;

/** Each gets as much as the other, as far as the length of files tells. */
export async function shares(files: readonly string[]): Promise<readonly (readonly string[])[]> {
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  const parts = Array.from({ length: processes }, () => ({ files: [] as string[], size: 0 }));
  for (const { file, size } of sized.toSorted((one, other) => other.size - one.size)) {
    const [least] = parts.toSorted((one, other) => one.size - other.size);
    least?.files.push(file);
    if (least !== undefined) least.size += size;
  }
  return parts.map((part) => part.files.sort());
}

/** A process that came to no end counts as one failure: what it would have run is not known to be sound. */
async function runPart(kind: string, number: number, files: readonly string[]): Promise<Counts> {
  const counts = join(temporaryFolder(), "counts.json");
  const running = startProcess(
    process.execPath,
    [join(import.meta.dirname, "runPart.ts"), kind, counts, ...files],
    // When it is interrupted it has servers and a browser of its own to end.
    { cwd: repository, stdio: ["ignore", "pipe", "pipe"], patienceMs: 20_000 },
  );
  for (const output of [running.child.stdout, running.child.stderr]) {
    if (output !== null) createInterface(output).on("line", (line) => console.log(`${number}| ${line}`));
  }
  await running.ended;
  await running.stop();
  return (await readCounts(counts)) ?? { ...noCounts, failed: 1 };
}

export async function runInParts(
  kind: "ui" | "unit",
  parts: readonly (readonly string[])[],
): Promise<Counts> {
  const some = parts.filter((part) => part.length > 0);
  const counts = await Promise.all(some.map((part, at) => runPart(kind, at + 1, part)));
  return counts.reduce(addCounts, noCounts);
}
