// The messages and the log of the extension in Node.js, with a stub of `vscode`.
import { registerHooks } from "node:module";
import type { RequestInfo, Failure } from "../../../src/model/failure.ts";

interface LoggedExchange {
  readonly request: RequestInfo;
  readonly milliseconds: number;
  readonly failure?: unknown;
}

export interface ExtensionTexts {
  readonly failureText: (failure: Failure, site: string) => string;
  /** Logs an exchange as the extension does, at every log level. */
  readonly logExchange: (exchange: LoggedExchange) => void;
  readonly logError: (text: string, cause: unknown) => void;
  readonly lines: readonly string[];
}

/** Global variable that collects the log lines: the source of the stub can only access globals. */
const logLinesGlobal = "hostileLogLines";

const vscodeStub = `
const record = (line) => globalThis[${JSON.stringify(logLinesGlobal)}].push(line);
export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d+)\\}/g, (_, index) => String(values[index])) };
export const env = { language: "en" };
export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 };
export const window = {
  createOutputChannel: () => ({ logLevel: 1, debug: record, info: record, warn: record, error: record, show() {}, dispose() {} }),
};`;

export async function loadExtensionTexts(): Promise<ExtensionTexts> {
  const lines: string[] = [];
  Object.assign(globalThis, { [logLinesGlobal]: lines });
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "vscode"
        ? { url: `data:text/javascript,${encodeURIComponent(vscodeStub)}`, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    const { failureText } = await import("../../../src/vscode/failureText.ts");
    const { Log } = await import("../../../src/vscode/log.ts");
    const { logRequest } = await import("../../../src/vscode/log.ts");
    const log = new Log("hostile");
    return {
      failureText,
      logExchange: (exchange) => logRequest(log, exchange),
      logError: (text, cause) => log.error(text, cause),
      lines,
    };
  } finally {
    hooks.deregister();
  }
}
