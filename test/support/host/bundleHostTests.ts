import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "esbuild";
import { repositoryRoot } from "../repositoryRoot.ts";

/** Node only loads source maps of files that are loaded after this is enabled. */
const runnerSource = `
process.setSourceMapsEnabled(true);
exports.run = () => require("./tests.cjs").run();
`;

/**
 * Bundles host tests into one file, so that they share one copy of each module, and returns the path of another file
 * that exports `run()`. Mocha isn't bundled, because it finds its own parts by path.
 */
export async function bundleHostTests(folder: string, files: readonly string[]): Promise<string> {
  const entries = files.map((file) => {
    const path = JSON.stringify(file);
    return `[${path}, () => import(${path})]`;
  });
  await build({
    stdin: {
      contents: [
        `import { runInHost } from "./mochaInHost.ts";`,
        `export const run = () => runInHost([${entries.join(",")}]);`,
      ].join("\n"),
      resolveDir: import.meta.dirname,
      loader: "ts",
    },
    outfile: join(folder, "tests.cjs"),
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    external: ["vscode"],
    plugins: [installedMocha],
    sourcemap: "inline",
    sourcesContent: false,
    sourceRoot: join(repositoryRoot, "/"),
    logLevel: "warning",
  });
  const runner = join(folder, "run.cjs");
  await writeFile(runner, runnerSource);
  return runner;
}

/**
 * The bundle is outside the repository, where `mocha` can't be resolved by name. Node 22 and 24 return different things
 * when an ES module is required, so this is its CommonJS file.
 */
const installedMocha: Plugin = {
  name: "installed-mocha",
  setup({ onResolve }) {
    const path = fileURLToPath(new URL("lib/mocha.cjs", import.meta.resolve("mocha")));
    onResolve({ filter: /^mocha$/ }, () => ({ path, external: true }));
  },
};
