import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

interface DraftOnDisk {
  readonly holder?: unknown;
  readonly subject: { readonly kind: string; readonly artifactId?: number };
  readonly draft: {
    readonly inputs: readonly { readonly target: number | "comment"; readonly input: unknown }[];
  };
}

/** What the drafts of a window hold, as anybody could read it who may read the files. */
export async function draftsOnDisk(storage: string): Promise<readonly DraftOnDisk[]> {
  const folder = join(storage, "drafts");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json"));
  return Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as DraftOnDisk),
  );
}
