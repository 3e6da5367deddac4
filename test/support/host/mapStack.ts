import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Maps the stack of an error in a bundle to positions in the sources. Node would do that itself, but VS Code formats
 * stacks in its own way.
 */
export function mapStackToSources(stack: string): string {
  return stack.replaceAll(/((?:\/|[A-Z]:\\)[^\s():]+):(\d+):(\d+)/g, (place, file: string, line, column) => {
    const entry = findSourceMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !("originalSource" in entry)) return place;
    const { originalSource, originalLine, originalColumn } = entry;
    return `${toPath(originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

function toPath(source: string): string {
  return source.startsWith("file:") ? fileURLToPath(source) : source;
}
