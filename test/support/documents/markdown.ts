import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "../repositoryRoot.ts";

/** A Markdown file of the repository. */
export interface MarkdownPage {
  /** Relative to the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

export async function readMarkdownPage(path: string): Promise<MarkdownPage> {
  return { path, text: await readFile(join(repositoryRoot, path), "utf8") };
}

export interface MarkdownLine {
  readonly text: string;
  /** Path and line number. */
  readonly place: string;
}

/** Lines outside of fenced code blocks, with their numbers. */
export function listLines({ path, text }: MarkdownPage): readonly MarkdownLine[] {
  let fence: string | undefined;
  return text.split("\n").flatMap((line, index): readonly MarkdownLine[] => {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (fence === mark) fence = undefined;
      return [];
    }
    return fence === undefined ? [{ text: line, place: `${path}:${index + 1}` }] : [];
  });
}
