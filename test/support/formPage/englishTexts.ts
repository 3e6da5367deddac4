import { registerHooks } from "node:module";
import type { PageTexts } from "../../../src/protocol/pageTexts.ts";

/** All that the texts need of VS Code. */
const vscode = "export const l10n = { t: (text) => text };";

let texts: Promise<PageTexts> | undefined;

/** The texts of the extension as they are without a translation, in plain Node. */
export function englishTexts(): Promise<PageTexts> {
  texts ??= load();
  return texts;
}

async function load(): Promise<PageTexts> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "vscode"
        ? { url: `data:text/javascript,${encodeURIComponent(vscode)}`, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    const { pageTexts } = await import("../../../src/form/pageTexts.ts");
    return pageTexts();
  } finally {
    hooks.deregister();
  }
}
