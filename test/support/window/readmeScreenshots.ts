import { existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "../repositoryRoot.ts";

/** The screenshots in the README, by the names that window tests give them. */
const readmeScreenshots: Readonly<Record<string, string>> = {
  form: "form-dark",
  conflict: "conflict-product-dark",
  table: "table-product",
  board: "milestone-board-dark",
  commit: "commitBox-completion-product-dark",
  offline: "offline-form-dark",
};

/** Replaces the README's screenshots with those of this run. */
export async function updateReadmeScreenshots(): Promise<void> {
  const folder = join(repositoryRoot, "docs", "pictures");
  await mkdir(folder, { recursive: true });
  for (const [name, screenshot] of Object.entries(readmeScreenshots)) {
    const file = join(repositoryRoot, "out", "screenshots", `${screenshot}.png`);
    if (existsSync(file)) await copyFile(file, join(folder, `${name}.png`));
  }
}
