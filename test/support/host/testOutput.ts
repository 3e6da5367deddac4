import { format } from "node:util";

/**
 * Begins each text that tests print inside VS Code with `console.log`. VS Code's own log arrives through the
 * same door and could not be told apart from it otherwise. It is invisible where it isn't taken off.
 */
export const testOutputMark = "\u2063";

export function markTestOutput(): void {
  const print = console.log.bind(console);
  // The extension host's console ignores an assignment. Its own complaints come by `console.error`.
  Object.defineProperty(console, "log", {
    value: (...args: unknown[]): void => print(testOutputMark + format(...args)),
  });
}
