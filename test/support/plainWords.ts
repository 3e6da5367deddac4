import { registerHooks } from "node:module";

/** All that texts need of VS Code. */
const vscode = `export const l10n = { t: (text) => text }; export const env = { language: "en" };`;

/** Imports what puts texts into words, in plain Node: they come out as they are without a translation. */
export async function withPlainWords<T>(load: () => Promise<T>): Promise<T> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "vscode"
        ? { url: `data:text/javascript,${encodeURIComponent(vscode)}`, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}
