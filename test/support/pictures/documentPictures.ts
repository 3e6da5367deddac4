// The pictures of the README and the user guide, which window tests take from the demo.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "../repositoryRoot.ts";

const variable = "ARTIFACTS_DOCUMENT_PICTURES";

/** Whether this run replaces the pictures; otherwise the tests only go through the steps that they show. */
export function arePicturesUpdated(): boolean {
  return process.env[variable] === "1";
}

/** For this process and its child processes. */
export function enablePictures(): void {
  process.env[variable] = "1";
}

export const picturesFolder = join(repositoryRoot, "docs", "pictures");

export async function writePicture(name: string, content: Uint8Array): Promise<void> {
  await mkdir(picturesFolder, { recursive: true });
  await writeFile(join(picturesFolder, `${name}.png`), content);
}
