// Reads esbuild's metafile to find what the bundles contain.
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buildBundles } from "./window/stagedExtension.ts";

interface BundleOutput {
  readonly bytes: number;
  readonly entryPoint?: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
}

export interface Bundles {
  /** The files that are loaded together with a file, including itself. */
  readonly getLoadedFiles: (file: string) => readonly string[];
  /** The sources in one or several files. */
  readonly getSources: (...files: readonly string[]) => readonly string[];
  readonly getSize: (files: readonly string[]) => number;
  /** The file that a dynamic import of a source resolves to. */
  readonly getChunk: (source: string) => string;
  readonly files: readonly string[];
}

/** Builds all bundles into a folder, as for packaging. */
export async function buildForPackage(folder: string): Promise<Bundles> {
  await buildBundles(folder, "production");
  return readBundles(folder);
}

export async function readBundles(folder: string): Promise<Bundles> {
  const metafiles = JSON.parse(await readFile(join(folder, "bundles.json"), "utf8")) as readonly {
    readonly outputs: Readonly<Record<string, BundleOutput>>;
  }[];
  const outputs = new Map(
    metafiles.flatMap(({ outputs: all }) =>
      Object.entries(all).map(([path, output]) => [basename(path), output] as const),
    ),
  );
  const outputAt = (file: string): BundleOutput => {
    const output = outputs.get(file);
    if (output === undefined) throw new Error(`There is no bundle ${file}.`);
    return output;
  };
  const getLoadedFiles = (file: string): readonly string[] => {
    const loaded = new Set([file]);
    for (const each of loaded) {
      for (const { path, kind } of outputAt(each).imports) {
        if (kind === "import-statement" && outputs.has(basename(path))) loaded.add(basename(path));
      }
    }
    return [...loaded];
  };
  return {
    getLoadedFiles,
    getSources: (...files) => files.flatMap((file) => Object.keys(outputAt(file).inputs)),
    getSize: (files) => files.reduce((sum, file) => sum + outputAt(file).bytes, 0),
    getChunk: (source) => {
      const file = [...outputs.keys()].find((each) => outputAt(each).entryPoint === `late:${source}`);
      if (file === undefined) throw new Error(`Nothing imports ${source} dynamically.`);
      return file;
    },
    files: [...outputs.keys()],
  };
}
