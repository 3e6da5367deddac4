import type { Json } from "../http/json.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Comment } from "../state/changeset.ts";
import type { Person } from "../state/people.ts";
import type { World } from "../state/world.ts";
import { readEntries } from "./entries.ts";
import { checkRules } from "./rules.ts";
import { isSameValue } from "./sameValue.ts";
import { Complaints } from "./writing.ts";
import type { Manners, Writing } from "./writing.ts";

export interface Update {
  readonly values: readonly Json[];
  readonly comment?: Comment | undefined;
}

/** Writes what differs. When nothing does, and nothing is said either, there is no new version. */
export function updateArtifact(
  world: World,
  writer: Person,
  artifact: Artifact,
  { values, comment }: Update,
  manners: Manners,
): Artifact {
  const { tracker } = artifact;
  const complaints = new Complaints();
  const writing: Writing = { world, writer, tracker, artifact, manners, complaints, afterwards: [] };
  const read = readEntries(values, writing);
  checkRules(read, writing);
  complaints.check("update");
  const changed = new Map(
    [...read].filter(([field, value]) => !isSameValue(artifact.valueOf(field), value, field)),
  );
  const isNew = changed.size > 0 || comment !== undefined;
  const written = isNew
    ? world.artifacts.change(artifact, { by: writer.id, values: changed, comment })
    : artifact;
  for (const act of writing.afterwards) act(written);
  return world.artifacts.byId(artifact.id) ?? written;
}
