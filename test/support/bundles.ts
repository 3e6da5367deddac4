// What esbuild says that it has put into the bundles.
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildBundles } from "./window/stagedExtension.ts";

interface Output {
  readonly bytes: number;
  readonly entryPoint?: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
}

export interface Bundles {
  /** The files that are loaded with one, itself among them. */
  readonly loadedWith: (file: string) => readonly string[];
  /** The sources that are in a file, or in several. */
  readonly sourcesOf: (...files: readonly string[]) => readonly string[];
  readonly bytesOf: (files: readonly string[]) => number;
  /** The file that a dynamic import of a source leads to. */
  readonly chunkOf: (source: string) => string;
  readonly files: readonly string[];
}

/** Builds all of them into a folder, as they are packaged. */
export async function buildForPackage(folder: string): Promise<Bundles> {
  await buildBundles(folder, "production");
  return readBundles(folder);
}

export async function readBundles(folder: string): Promise<Bundles> {
  const metafiles = JSON.parse(await readFile(join(folder, "bundles.json"), "utf8")) as readonly {
    readonly outputs: Readonly<Record<string, Output>>;
  }[];
  const outputs = new Map(
    metafiles.flatMap(({ outputs: all }) =>
      Object.entries(all).map(([path, output]) => [basename(path), output] as const),
    ),
  );
  const outputAt = (file: string): Output => {
    const output = outputs.get(file);
    if (output === undefined) throw new Error(`There is no bundle ${file}.`);
    return output;
  };
  const loadedWith = (file: string): readonly string[] => {
    const loaded = new Set([file]);
    for (const each of loaded) {
      for (const { path, kind } of outputAt(each).imports) {
        if (kind === "import-statement" && outputs.has(basename(path))) loaded.add(basename(path));
      }
    }
    return [...loaded];
  };
  return {
    loadedWith,
    sourcesOf: (...files) => files.flatMap((file) => Object.keys(outputAt(file).inputs)),
    bytesOf: (files) => files.reduce((sum, file) => sum + outputAt(file).bytes, 0),
    chunkOf: (source) => {
      const file = [...outputs.keys()].find((each) => outputAt(each).entryPoint === `late:${source}`);
      if (file === undefined) throw new Error(`Nothing imports ${source} dynamically.`);
      return file;
    },
    files: [...outputs.keys()],
  };
}
