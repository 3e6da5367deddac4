// Finds links and pictures of Markdown files that lead nowhere in the repository. Other sites aren't requested.
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { repositoryRoot } from "../repositoryRoot.ts";
import { listLines, type MarkdownPage, readMarkdownPage } from "./markdown.ts";

const linkPatterns: readonly RegExp[] = [
  // Links and pictures, also nested ones: "](target)" and "](target "title")".
  /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
  // Definitions of references: "[label]: target".
  /^\[[^\]]+\]:\s*(\S+)/g,
  // HTML, which pictures for several themes need.
  /\b(?:href|src|srcset)="([^"\s]+)"/g,
];

/** The anchors that GitHub gives the headings of a page. */
function listAnchors(page: MarkdownPage): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { text } of listLines(page)) {
    const [, heading] = /^#{1,6}\s+(.*?)\s*#*$/.exec(text) ?? [];
    if (heading === undefined) continue;
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    let anchor = name;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${name}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function findTargets(line: string): readonly string[] {
  const withoutCode = line.replaceAll(/`[^`]*`/g, "");
  return linkPatterns.flatMap((pattern) =>
    [...withoutCode.matchAll(pattern)].map(([, target = ""]) => target),
  );
}

async function findProblem({ path }: MarkdownPage, target: string): Promise<string | undefined> {
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) return undefined;
  const [file = "", anchor] = target.split("#");
  const linkedPath = file === "" ? path : posix.join(posix.dirname(path), decodeURIComponent(file));
  if (linkedPath.startsWith("../") || !existsSync(join(repositoryRoot, linkedPath))) {
    return `${linkedPath} doesn't exist`;
  }
  if (anchor === undefined) return undefined;
  if (!linkedPath.endsWith(".md")) return `${linkedPath} has no headings`;
  const anchors = listAnchors(await readMarkdownPage(linkedPath));
  return anchors.has(decodeURIComponent(anchor)) ? undefined : `${linkedPath} has no heading for #${anchor}`;
}

export async function findBrokenLinks(page: MarkdownPage): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { text, place } of listLines(page)) {
    for (const target of findTargets(text)) {
      const problem = await findProblem(page, target);
      if (problem !== undefined) problems.push(`${place} links to ${target}, but ${problem}.`);
    }
  }
  return problems;
}
