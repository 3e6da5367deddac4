import { existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../repository.ts";

/** Which pictures of window tests the README shows, by their names there. */
const pictures: Readonly<Record<string, string>> = {
  form: "form-dark",
  conflict: "conflict-product-dark",
  table: "table-product",
  commit: "commitBox-completion-product-dark",
  offline: "offline-form-dark",
};

/** Puts those that were taken into the place of those that the README shows. */
export async function renewReadmePictures(): Promise<void> {
  const folder = join(repository, "docs", "pictures");
  await mkdir(folder, { recursive: true });
  for (const [name, taken] of Object.entries(pictures)) {
    const file = join(repository, "out", "screenshots", `${taken}.png`);
    if (existsSync(file)) await copyFile(file, join(folder, `${name}.png`));
  }
}
