// What a row showed, held against what the artifact is now.
import type { ArtifactRow } from "../artifact.ts";

export type Shown = "title" | "status" | "assignees" | "modifiedOn";

function isOtherInstant(shown: string | undefined, now: string | undefined): boolean {
  if (shown === undefined || now === undefined) return false;
  const [one, other] = [Date.parse(shown), Date.parse(now)];
  return Number.isNaN(one) || Number.isNaN(other) ? shown !== now : one !== other;
}

/** Rows of lists have no tags; what was read by itself does, and where there are no times only they tell. */
function isOtherTag({ revision: shown }: ArtifactRow, { revision: now }: ArtifactRow): boolean {
  return shown?.kind === "tag" && now?.kind === "tag" && shown.tag !== now.tag;
}

function isOther(shown: string | undefined, now: string | undefined): boolean {
  return shown !== undefined && shown !== now;
}

function idsOf({ assignees }: ArtifactRow): string {
  return JSON.stringify(assignees.map(({ id }) => String(id)).sort());
}

/** What is another one by now. Rows of some lists tell less than others: what one does not tell is not compared. */
export function changedSince(shown: ArtifactRow, now: ArtifactRow): readonly Shown[] {
  const areOthers = shown.assignees.length > 0 && idsOf(shown) !== idsOf(now);
  const changed: readonly (readonly [Shown, boolean])[] = [
    ["title", isOther(shown.title, now.title)],
    ["status", isOther(shown.status, now.status)],
    ["assignees", areOthers],
    ["modifiedOn", isOtherInstant(shown.modifiedOn, now.modifiedOn) || isOtherTag(shown, now)],
  ];
  return changed.flatMap(([what, isChanged]) => (isChanged ? [what] : []));
}
