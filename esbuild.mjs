// Builds the bundles of the extension into dist/, or into the folder that --outdir names:
//   extension.js   entry: loaded at activation, with the chunks that it imports
//   *-….js         a chunk for each dynamic import, and for modules that several of them share
//   page.js        the page of a form
//   table.js       the page of a table
//   board.js       the page of a board
//   codicon.css    VS Code's icons for all, with their font
// and next to them bundles.json with the contents of each, and third-party notices.
// Flags: --production (minified, no source maps), --watch, --outdir.
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import esbuild from "esbuild";

const { values: flags } = parseArgs({
  options: {
    production: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
    outdir: { type: "string", default: "dist" },
  },
});

// Lit templates contain the indentation of their source: in HTML a single line break is equivalent, and style
// sheets can be minified.
async function minifyStyles(source) {
  // A constant may stand for a value or for rules.
  const sheets = /(?<=css `|createStyleSheet\(`)(?:[^`$\\]|\$\{\w+\})*(?=`)/g;
  const minified = await Promise.all(
    Array.from(source.matchAll(sheets), ([sheet]) =>
      esbuild.transform(sheet.replaceAll(/\$\{(\w+)\}/g, "constant-$1"), {
        loader: "css",
        minify: true,
        charset: "utf8",
      }),
    ),
  );
  return source.replaceAll(sheets, () =>
    minified
      .shift()
      .code.trim()
      .replaceAll(/constant-(\w+)/g, "${$1}"),
  );
}

// Each file of vscode-elements has its own copy of this helper of TypeScript; the bundle gets one.
const decorateHelper = /^var __decorate = [^]*?^};\n/m;
let decorate = "";

const minifyTemplates = {
  name: "minify-templates",
  setup(build) {
    build.onResolve({ filter: /^decorate$/ }, () => ({ path: "decorate", namespace: "decorate" }));
    build.onLoad({ filter: /./, namespace: "decorate" }, () => ({ contents: `export ${decorate}` }));
    build.onLoad(
      { filter: /(@vscode-elements\/elements\/.*\.js|src\/webview\/.*\.ts)$/ },
      async ({ path }) => ({
        contents: await minifyStyles(
          (await readFile(path, "utf8"))
            .replace(decorateHelper, (helper) => {
              decorate = helper;
              return 'import { __decorate } from "decorate";\n';
            })
            // Prettier breaks lines before the end of a tag.
            .replaceAll(/\n[ \t]+(?=>)/g, "")
            .replaceAll(/\n[ \t]+/g, "\n"),
        ),
        loader: path.endsWith(".ts") ? "ts" : "js",
      }),
    );
  },
};

const shared = {
  bundle: true,
  minify: flags.production,
  sourcemap: flags.production ? false : "linked",
  metafile: true,
  logLevel: "warning",
  legalComments: "none",
};

// esbuild groups modules by the dynamic imports that lead to them, and would spread what is loaded at
// activation over two dozen files. Importing the entry from every dynamic import keeps it in one chunk.
const entry = "./src/extension.ts";
const oneChunkAtActivation = {
  name: "one-chunk-at-activation",
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import"
        ? { path: relative("", resolve(resolveDir, path)), namespace: "late" }
        : undefined,
    );
    build.onLoad({ filter: /./, namespace: "late" }, ({ path }) => ({
      contents: `import "${entry}"; export * from "./${path}";`,
      resolveDir: resolve(""),
    }));
  },
};

// The entry of undici loads all its parts, such as fetch and WebSocket; without them it loads in less than half the time.
const onlyDispatchers = {
  name: "only-dispatchers",
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: "undici", namespace: "dispatchers" }));
    build.onLoad({ filter: /./, namespace: "dispatchers" }, () => ({
      contents: `import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
        import request from "undici/lib/api/api-request.js";
        // The entry adds this method and others.
        Dispatcher.prototype.request = request;
        export { default as Agent } from "undici/lib/dispatcher/agent.js";
        export { default as ProxyAgent } from "undici/lib/dispatcher/proxy-agent.js";`,
      resolveDir: resolve(""),
    }));
  },
};

const host = {
  ...shared,
  platform: "node",
  target: "node22",
  format: "esm",
  splitting: true,
  external: ["vscode"],
  // undici is a CommonJS module and requires Node modules.
  banner: {
    js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
  },
};

const page = {
  ...shared,
  platform: "browser",
  target: "chrome130",
  format: "iife",
  plugins: flags.production ? [minifyTemplates] : [],
};

const bundles = [
  {
    ...host,
    entryPoints: [entry],
    outdir: flags.outdir,
    plugins: [oneChunkAtActivation, onlyDispatchers],
  },
  { ...page, entryPoints: ["src/webview/form/main.ts"], outfile: join(flags.outdir, "page.js") },
  { ...page, entryPoints: ["src/webview/table/main.ts"], outfile: join(flags.outdir, "table.js") },
  { ...page, entryPoints: ["src/webview/board/main.ts"], outfile: join(flags.outdir, "board.js") },
  {
    ...shared,
    sourcemap: false,
    loader: { ".ttf": "file" },
    assetNames: "[name]",
    entryPoints: ["node_modules/@vscode/codicons/dist/codicon.css"],
    outfile: join(flags.outdir, "codicon.css"),
  },
];

/** The npm packages whose code is in a bundle. */
function listBundledPackages(metafiles) {
  const inputs = metafiles.flatMap((metafile) =>
    Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  const names = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
}

async function createNotice(name) {
  const folder = join("node_modules", name);
  const { version, license, author } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  if (typeof license !== "string") throw new Error(`${name} is bundled but has no license field.`);
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  // Some packages have a license field but no license file.
  const holder = typeof author === "string" ? author : (author?.name ?? "its authors");
  const text =
    file === undefined ? `Copyright ${holder}` : (await readFile(join(folder, file), "utf8")).trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}

async function writeNotices(metafiles) {
  const notices = await Promise.all(listBundledPackages(metafiles).map(createNotice));
  const rule = `\n${"-".repeat(80)}\n\n`;
  const intro = "Artifacts for Tuleap contains code of the following packages.\n";
  await writeFile(join(flags.outdir, "THIRD-PARTY-NOTICES.txt"), [intro, ...notices].join(rule));
}

if (flags.watch) {
  await Promise.all(bundles.map(async (options) => (await esbuild.context(options)).watch()));
  console.log("watching");
} else {
  await rm(flags.outdir, { recursive: true, force: true });
  const metafiles = (await Promise.all(bundles.map((options) => esbuild.build(options)))).map(
    (result) => result.metafile,
  );
  await writeNotices(metafiles);
  await writeFile(join(flags.outdir, "bundles.json"), JSON.stringify(metafiles));
}
