// node loadProbe.ts FILE: prints how many milliseconds it takes to import the file. `vscode` is a stand-in.
import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** Has the names of the real one; any member of each can be read, called, constructed and extended. */
function vscodeStandIn(): string {
  const types = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
  const names = types.matchAll(/^\texport (?:class|enum|namespace|const|function) (\w+)/gm);
  const standIn = `const standIn = () => new Proxy(function () {}, {
    get: (target, key) => (key === "prototype" ? target.prototype : standIn()),
    apply: () => standIn(),
    construct: () => ({}),
  });`;
  return [standIn, ...[...names].map(([, name]) => `export const ${name} = standIn();`)].join("\n");
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Which file?");
const source = vscodeStandIn();
registerHooks({
  resolve: (name, context, next) =>
    name === "vscode" ? { url: "stand-in:vscode", shortCircuit: true } : next(name, context),
  load: (url, context, next) =>
    url === "stand-in:vscode" ? { format: "module", source, shortCircuit: true } : next(url, context),
});

const before = performance.now();
await import(pathToFileURL(file).href);
console.log(performance.now() - before);
