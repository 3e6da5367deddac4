// The artifact that a branch is about, by its name: `tuleap-12-title` is the platform's own form, with anything before it.
import { isDateOrVersion } from "./dateOrVersion.ts";
import { type Pattern, patternReferencesIn } from "./pattern.ts";
import { artifactIdIn } from "./reference.ts";

const platformForm = /(?<![\p{L}\p{N}])tuleap-(\d+)(?![\p{L}\p{N}])/giu;

function byPlatformForm(name: string): number | undefined {
  for (const { index, 0: whole, 1: digits = "" } of name.matchAll(platformForm)) {
    const end = index + whole.length;
    const artifactId = artifactIdIn(digits);
    if (artifactId !== undefined && !isDateOrVersion(name, end - digits.length, end)) return artifactId;
  }
  return undefined;
}

/** Patterns of settings go first, in their order: who writes one knows the branches better than we do. */
export function artifactOfBranch(name: string, patterns: readonly Pattern[]): number | undefined {
  for (const pattern of patterns) {
    const [found] = patternReferencesIn(name, pattern);
    if (found !== undefined) return found.artifactId;
  }
  return byPlatformForm(name);
}
