// The extension's own words and its log, in plain Node: with what they need of VS Code and nothing else.
import { registerHooks } from "node:module";
import type { FailedRequest, Failure } from "../../../src/model/failure.ts";

interface Exchange {
  readonly request: FailedRequest;
  readonly milliseconds: number;
  readonly failure?: unknown;
}

export interface Words {
  readonly failureText: (failure: Failure, site: string) => string;
  /** As the extension writes it, of every level. */
  readonly logExchange: (exchange: Exchange) => void;
  readonly logError: (text: string, cause: unknown) => void;
  readonly lines: readonly string[];
}

/** Where the lines of the log go; the source below has no other way to reach it. */
const place = "hostileLogLines";

const vscode = `
const note = (line) => globalThis[${JSON.stringify(place)}].push(line);
export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d+)\\}/g, (_, at) => String(values[at])) };
export const env = { language: "en" };
export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 };
export const window = {
  createOutputChannel: () => ({ logLevel: 1, debug: note, info: note, warn: note, error: note, show() {}, dispose() {} }),
};`;

export async function loadWords(): Promise<Words> {
  const lines: string[] = [];
  Object.assign(globalThis, { [place]: lines });
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "vscode"
        ? { url: `data:text/javascript,${encodeURIComponent(vscode)}`, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    const { failureText } = await import("../../../src/vscode/failureText.ts");
    const { Log } = await import("../../../src/vscode/log.ts");
    const { logExchange } = await import("../../../src/vscode/log.ts");
    const log = new Log("hostile");
    return {
      failureText,
      logExchange: (exchange) => logExchange(log, exchange),
      logError: (text, cause) => log.error(text, cause),
      lines,
    };
  } finally {
    hooks.deregister();
  }
}
