import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onExit } from "../support/cleanup.ts";

/** In memory where the system supports it, because writes to disk are slow. */
const memoryFolder = "/dev/shm";

/** A temporary folder for runs, deleted when the process exits. */
export async function createScenarioFolder(): Promise<string> {
  const folder = await mkdtemp(join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), "artifacts-faults-"));
  onExit(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
