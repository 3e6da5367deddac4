// Which extension host has ended in good order, on disk: what VS Code keeps for us is out of reach when a window goes.
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export class LastEnd {
  readonly #folder: string;

  /** A folder of the workspace's own: the next host there is the one that asks. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async note(process: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#file, String(process));
  }

  wasOf(process: number): boolean {
    try {
      return readFileSync(this.#file, "utf8") === String(process);
    } catch {
      return false;
    }
  }

  get #file(): string {
    return join(this.#folder, "last-end");
  }
}
