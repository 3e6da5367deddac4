import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Names the places of the sources in the stack of an error from a bundle. Node would do it by itself, but VS
 * Code writes stacks its own way.
 */
export function mapStack(stack: string): string {
  return stack.replaceAll(/((?:\/|[A-Z]:\\)[^\s():]+):(\d+):(\d+)/g, (place, file: string, line, column) => {
    const entry = findSourceMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !("originalSource" in entry)) return place;
    const { originalSource, originalLine, originalColumn } = entry;
    return `${readable(originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

function readable(source: string): string {
  return source.startsWith("file:") ? fileURLToPath(source) : source;
}
