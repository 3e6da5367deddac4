// The references to artifacts in a text, in all forms, from left to right.
import { dashReferencesIn } from "./dashForm.ts";
import type { Grammar } from "./grammar.ts";
import { mentionsIn } from "./hashForm.ts";
import { meaningOf, trackerKeywords } from "./keyword.ts";
import { patternReferencesIn } from "./pattern.ts";
import { artifactIdIn, type ArtifactReference } from "./reference.ts";

function hashReferencesIn(text: string, shortNames: readonly string[]): readonly ArtifactReference[] {
  const trackers = trackerKeywords(shortNames);
  return mentionsIn(text).flatMap(({ value, ...mention }) => {
    const artifactId = artifactIdIn(value);
    const isArtifact = artifactId !== undefined && meaningOf(mention.keyword, trackers) === "artifact";
    return isArtifact ? [{ ...mention, artifactId, form: "hash" as const }] : [];
  });
}

/** Of two that share a place, the one that was read first counts: the platform's own forms before those of settings. */
function withoutOverlaps(
  first: readonly ArtifactReference[],
  second: readonly ArtifactReference[],
): readonly ArtifactReference[] {
  const kept: ArtifactReference[] = [];
  let next = 0;
  let end = 0;
  for (const each of second) {
    for (let own = first[next]; own !== undefined && own.start < each.end; own = first[next]) {
      kept.push(own);
      end = own.end;
      next += 1;
    }
    if (each.start >= end) kept.push(each);
  }
  return [...kept, ...first.slice(next)];
}

export function findReferences(text: string, grammar: Grammar): readonly ArtifactReference[] {
  const further = grammar.patterns.map((pattern) => patternReferencesIn(text, pattern));
  return [dashReferencesIn(text), ...further].reduce(
    withoutOverlaps,
    hashReferencesIn(text, grammar.trackers),
  );
}

export function refersTo(text: string, artifactId: number, grammar: Grammar): boolean {
  return findReferences(text, grammar).some((reference) => reference.artifactId === artifactId);
}
