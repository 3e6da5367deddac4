// The references that are shown as such in texts. The platform reads `art #2026-11-15` as 2026 and `art #17.4` as 17; whoever wrote
// them meant a date or a version, so nothing is linked or looked up there.
import { findReferences, type Grammar } from "../../../model/reference/find.ts";
import { type ArtifactReference, isDateOrVersion, isDigit } from "../../../model/reference/reference.ts";

/** The other forms leave out dates and versions by themselves. */
function isMeant(text: string, { form, end }: ArtifactReference): boolean {
  if (form !== "hash") return true;
  let start = end;
  while (isDigit(text.charCodeAt(start - 1))) start -= 1;
  return !isDateOrVersion(text, start, end);
}

export function shownReferences(text: string, grammar: Grammar): readonly ArtifactReference[] {
  return findReferences(text, grammar).filter((reference) => isMeant(text, reference));
}
