// `TULEAP-12`: what the platform reads in commits, merge requests and tags that are kept elsewhere, in any case. It does
// so too where letters follow the number. It would take the version in `Tuleap-17.4` for an artifact; we don't.
import { isBlank } from "./characters.ts";
import { closingBeforeDash } from "./closing.ts";
import { isDateOrVersion } from "./dateOrVersion.ts";
import { artifactIdIn, type ArtifactReference } from "./reference.ts";

const dashed = /tuleap-(\d+)/gi;
const marks: ReadonlySet<string> = new Set(".,;:[](){}|'\"");

function mayFollow(text: string, at: number): boolean {
  return at === 0 || isBlank(text.charCodeAt(at - 1)) || marks.has(text.charAt(at - 1));
}

export function dashReferencesIn(text: string): readonly ArtifactReference[] {
  const found: ArtifactReference[] = [];
  for (const { index: start, 0: whole, 1: digits = "" } of text.matchAll(dashed)) {
    const end = start + whole.length;
    const artifactId = artifactIdIn(digits);
    if (artifactId === undefined || !mayFollow(text, start)) continue;
    if (isDateOrVersion(text, end - digits.length, end)) continue;
    const keyword = text.slice(start, end - digits.length - 1);
    const closing = closingBeforeDash(text, start);
    found.push({ start, end, artifactId, form: "dash", keyword, project: undefined, closing });
  }
  return found;
}
