// Builds the bundles of the extension into dist/, or into the folder that --outdir names:
//   extension.cjs  entry: what VS Code loads at activation; small, no REST client
//   features.cjs   what is behind every feature (the feature.ts of each folder); loaded on first need
//   late.cjs       the REST client and the check of messages, with zod and undici; loaded on first need
//   page.js        what runs inside the webview of a form
//   table.js       what runs inside the webview of a table
//   codicon.css    VS Code's icons for both, with their font
// and beside them bundles.json, which says what went into each, and the notices of what is not ours.
// Flags: --production (minified, no source maps), --watch, --outdir.
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import esbuild from "esbuild";

const { values: flags } = parseArgs({
  options: {
    production: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
    outdir: { type: "string", default: "dist" },
  },
});

// What is loaded later is named by a dynamic import of its source, which plain Node runs as it is. In a bundle
// that import stays a require of the file next door, so that nothing of it is loaded early.
const lateBundles = {
  name: "late-bundles",
  setup(build) {
    build.onResolve({ filter: /\/(late|features)\.ts$/ }, ({ kind, path }) =>
      kind === "dynamic-import"
        ? { path: `./${path.replace(/^.*\/(\w+)\.ts$/, "$1")}.cjs`, external: true }
        : undefined,
    );
  },
};

// Every file that imports vscode as a namespace would copy its several hundred names at load. Going through
// one module of our own, they are copied once.
const oneCopyOfVscode = {
  name: "one-copy-of-vscode",
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === "vscode" ? { path: "vscode", external: true } : { path: "vscode", namespace: "vscode" },
    );
    build.onLoad({ filter: /./, namespace: "vscode" }, () => ({ contents: `export * from "vscode";` }));
  },
};

// Templates of Lit carry the indentation of their source into the bundle, where it means nothing: in HTML one line break
// says the same, and style sheets are minified as any. Code is minified anyway.
async function smallStyles(source) {
  const sheets = /(?<=css `)[^`$\\]*(?=`)/g;
  const small = await Promise.all(
    Array.from(source.matchAll(sheets), ([sheet]) =>
      esbuild.transform(sheet, { loader: "css", minify: true, charset: "utf8" }),
    ),
  );
  return source.replaceAll(sheets, () => small.shift().code.trim());
}

const smallTemplates = {
  name: "small-templates",
  setup(build) {
    build.onLoad(
      { filter: /(@vscode-elements\/elements\/.*\.js|src\/webview\/.*\.ts)$/ },
      async ({ path }) => ({
        contents: await smallStyles((await readFile(path, "utf8")).replaceAll(/\n[ \t]+/g, "\n")),
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

const host = { ...shared, platform: "node", target: "node22", format: "cjs", external: ["vscode"] };

const page = {
  ...shared,
  platform: "browser",
  target: "chrome130",
  format: "iife",
  plugins: flags.production ? [smallTemplates] : [],
};

const bundles = [
  {
    ...host,
    entryPoints: ["src/extension.ts"],
    outfile: join(flags.outdir, "extension.cjs"),
    plugins: [lateBundles, oneCopyOfVscode],
  },
  {
    ...host,
    entryPoints: ["src/features.ts"],
    outfile: join(flags.outdir, "features.cjs"),
    plugins: [lateBundles, oneCopyOfVscode],
  },
  { ...host, entryPoints: ["src/late.ts"], outfile: join(flags.outdir, "late.cjs") },
  { ...page, entryPoints: ["src/webview/page.ts"], outfile: join(flags.outdir, "page.js") },
  { ...page, entryPoints: ["src/webview/table/page.ts"], outfile: join(flags.outdir, "table.js") },
  {
    ...shared,
    sourcemap: false,
    loader: { ".ttf": "file" },
    assetNames: "[name]",
    entryPoints: ["node_modules/@vscode/codicons/dist/codicon.css"],
    outfile: join(flags.outdir, "codicon.css"),
  },
];

/** The npm packages whose code ended up in a bundle, read from what esbuild says it put there. */
function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap((metafile) =>
    Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  const names = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
}

async function notice(name) {
  const folder = join("node_modules", name);
  const { version, license, author } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  if (typeof license !== "string") throw new Error(`${name} is bundled but names no licence.`);
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  // Some packages name their licence and leave its text out.
  const holder = typeof author === "string" ? author : (author?.name ?? "its authors");
  const text =
    file === undefined ? `Copyright ${holder}` : (await readFile(join(folder, file), "utf8")).trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}

async function writeNotices(metafiles) {
  const notices = await Promise.all(bundledPackages(metafiles).map(notice));
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
