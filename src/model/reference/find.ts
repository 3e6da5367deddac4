// The references to artifacts in a text, in all forms, from left to right.
import { dashReferencesIn } from "./dashForm.ts";
import type { Grammar } from "./grammar.ts";
import { hashReferencesIn } from "./hashForm.ts";
import { trackerKeywords } from "./keyword.ts";
import { patternReferencesIn } from "./pattern.ts";
import type { ArtifactReference } from "./reference.ts";

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
    hashReferencesIn(text, trackerKeywords(grammar.trackers)),
  );
}

export function refersTo(text: string, artifactId: number, grammar: Grammar): boolean {
  return findReferences(text, grammar).some((reference) => reference.artifactId === artifactId);
}
