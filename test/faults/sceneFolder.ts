import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "../support/ending.ts";

/** A folder that costs no disk, where the system has one: what is tested here is not the disk. */
const memory = "/dev/shm";

/** Where runs have their files, until the process ends. */
export async function sceneFolder(): Promise<string> {
  const folder = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), "artifacts-faults-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
