// node loadProbe.ts FILE: prints how many milliseconds it takes to import the file. `vscode` is a stub.
import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** Exports the names of the `vscode` module; any member can be read, called, constructed and extended. */
function createVscodeStub(): string {
  const types = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
  const names = types.matchAll(/^\texport (?:class|enum|namespace|const|function) (\w+)/gm);
  const stub = `const createStub = () => new Proxy(function () {}, {
    get: (target, key) => (key === "prototype" ? target.prototype : createStub()),
    apply: () => createStub(),
    construct: () => ({}),
  });`;
  return [stub, ...[...names].map(([, name]) => `export const ${name} = createStub();`)].join("\n");
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Missing argument FILE.");
const source = createVscodeStub();
registerHooks({
  resolve: (name, context, next) =>
    name === "vscode" ? { url: "stub:vscode", shortCircuit: true } : next(name, context),
  load: (url, context, next) =>
    url === "stub:vscode" ? { format: "module", source, shortCircuit: true } : next(url, context),
});

const before = performance.now();
await import(pathToFileURL(file).href);
console.log(performance.now() - before);
