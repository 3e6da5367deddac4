// node loadProbe.ts FILE: prints how many milliseconds it takes to require the file. `vscode` is a stand-in,
// put in place the way the extension host does it.
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";

type Load = (request: string, ...rest: unknown[]) => unknown;

const require = createRequire(import.meta.url);

/** Any member of it is again such a thing; it can be called, constructed and extended. */
function standIn(): unknown {
  function anything(): void {
    // It does nothing.
  }
  return new Proxy(anything, {
    get: (target, key) => (key === "prototype" ? (target.prototype as unknown) : standIn()),
    apply: standIn,
    construct: () => ({}),
  });
}

/** Has the names of the real one, as bundles copy them one by one where they import it. */
function vscodeStandIn(): Readonly<Record<string, unknown>> {
  const types = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
  const names = types.matchAll(/^\texport (?:class|enum|namespace|const|function) (\w+)/gm);
  return Object.fromEntries([...names].map(([, name]) => [name, standIn()]));
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Which file?");
const modules = Module as unknown as { _load: Load };
const load = modules._load;
const vscode = vscodeStandIn();
modules._load = function (this: unknown, request, ...rest) {
  return request === "vscode" ? vscode : load.call(this, request, ...rest);
};

const before = performance.now();
require(file);
console.log(performance.now() - before);
