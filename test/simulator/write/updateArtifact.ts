import type { Json } from "../http/json.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Comment } from "../state/changeset.ts";
import type { User } from "../state/user.ts";
import type { ServerState } from "../state/serverState.ts";
import { parseEntries } from "./parseEntries.ts";
import { checkRules } from "./checkRules.ts";
import { isSameValue } from "./isSameValue.ts";
import { ValidationErrors } from "./writeContext.ts";
import type { WriteRules, WriteContext } from "./writeContext.ts";

export interface ArtifactUpdate {
  readonly values: readonly Json[];
  readonly comment?: Comment | undefined;
}

/** Writes changed values. Without changes and without a comment, no version is created. */
export function updateArtifact(
  server: ServerState,
  user: User,
  artifact: Artifact,
  update: ArtifactUpdate,
  rules: WriteRules,
): Artifact {
  return prepareUpdate(server, user, artifact, update, rules)();
}

/** Validates an update; the result writes it. */
export function prepareUpdate(
  server: ServerState,
  user: User,
  artifact: Artifact,
  { values, comment }: ArtifactUpdate,
  rules: WriteRules,
): () => Artifact {
  const { tracker } = artifact;
  const errors = new ValidationErrors();
  const context: WriteContext = { server, user, tracker, artifact, rules, errors, afterWrite: [] };
  const parsedValues = parseEntries(values, context);
  checkRules(parsedValues, context);
  errors.throwIfAny("update");
  const changed = new Map(
    [...parsedValues].filter(([field, value]) => !isSameValue(artifact.getValue(field), value, field)),
  );
  const hasChanges = changed.size > 0 || comment !== undefined;
  return () => {
    const updated = hasChanges
      ? server.artifacts.update(artifact, { by: user.id, values: changed, comment })
      : artifact;
    for (const run of context.afterWrite) run(updated);
    return server.artifacts.find(artifact.id) ?? updated;
  };
}
