import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "esbuild";
import { repository } from "../repository.ts";

/** Node remembers the maps of only those files that it loads after it was told so. */
const runnerSource = `
process.setSourceMapsEnabled(true);
exports.run = () => require("./tests.cjs").run();
`;

/**
 * Bundles host tests into one file, so that they share one copy of each module, and gives the path of
 * another file that exports `run()`. Mocha stays outside, as it finds parts of itself by path.
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
    sourceRoot: join(repository, "/"),
    logLevel: "warning",
  });
  const runner = join(folder, "run.cjs");
  await writeFile(runner, runnerSource);
  return runner;
}

/**
 * The bundle lies outside the repository, where `mocha` could not be found by its name. Node 22 and 24 see
 * different things when an ES module is required, hence its CommonJS file.
 */
const installedMocha: Plugin = {
  name: "installed-mocha",
  setup({ onResolve }) {
    const path = fileURLToPath(new URL("lib/mocha.cjs", import.meta.resolve("mocha")));
    onResolve({ filter: /^mocha$/ }, () => ({ path, external: true }));
  },
};
