// The artifacts that commits mention, as a table or board.
import type { Site } from "../../../model/site.ts";
import type { TableSource } from "../../../protocol/commandArguments.ts";
import type { ResolvedReference } from "../../../store/references/referenceCache.ts";

function isReadable(reference: ResolvedReference | undefined): boolean {
  return reference?.kind !== "missing" && reference?.kind !== "unreadable";
}

/**
 * Leaves out artifacts that can't be read, unless there are no others: their tracker isn't known, and fields are shown only
 * if all artifacts are of one tracker.
 */
export function createTableSource(
  { api }: Pick<Site, "api">,
  artifactIds: readonly number[],
  references: ReadonlyMap<number, ResolvedReference>,
): Extract<TableSource, { kind: "selection" }> {
  const readable = artifactIds.filter((id) => isReadable(references.get(id)));
  return {
    kind: "selection",
    siteApi: api,
    artifacts: (readable.length === 0 ? artifactIds : readable).map((artifactId) => {
      const reference = references.get(artifactId);
      return { artifactId, trackerId: reference?.kind === "artifact" ? reference.trackerId : undefined };
    }),
  };
}
