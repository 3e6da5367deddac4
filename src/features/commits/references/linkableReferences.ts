// The references that get links and hovers. Tuleap reads `art #2026-11-15` as 2026 and `art #17.4` as 17, but a date or a
// version is meant, so these are excluded.
import { findReferences, type ReferenceGrammar } from "../../../model/reference/findReferences.ts";
import {
  type ArtifactReference,
  isDateOrVersion,
  isDigit,
} from "../../../model/reference/artifactReference.ts";

/** The other forms already exclude dates and versions. */
function isLinkable(text: string, { form, end }: ArtifactReference): boolean {
  if (form !== "hash") return true;
  let start = end;
  while (isDigit(text.charCodeAt(start - 1))) start -= 1;
  return !isDateOrVersion(text, start, end);
}

export function findLinkableReferences(
  text: string,
  grammar: ReferenceGrammar,
): readonly ArtifactReference[] {
  return findReferences(text, grammar).filter((reference) => isLinkable(text, reference));
}
