import { format } from "node:util";

/**
 * Prefix of each text that tests print with `console.log` inside VS Code, to tell it apart from VS Code's own log in
 * the same output. It is an invisible character, in case it isn't removed.
 */
export const testOutputMark = "\u2063";

export function markTestOutput(): void {
  const print = console.log.bind(console);
  // The extension host's console ignores assignments. Its own errors use `console.error`.
  Object.defineProperty(console, "log", {
    value: (...args: unknown[]): void => print(testOutputMark + format(...args)),
  });
}
