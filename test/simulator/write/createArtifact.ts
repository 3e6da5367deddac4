import type { Json } from "../http/json.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { User } from "../state/user.ts";
import type { Tracker } from "../state/tracker.ts";
import type { FieldValue } from "../state/value.ts";
import type { ServerState } from "../state/serverState.ts";
import { getDefaultValue } from "./defaultValue.ts";
import { parseEntries } from "./parseEntries.ts";
import { checkRules } from "./checkRules.ts";
import { ValidationErrors } from "./writeContext.ts";
import type { WriteRules, WriteContext } from "./writeContext.ts";

/** Omitted fields get their defaults, so a required field without a default is reported here. */
export function createArtifact(
  server: ServerState,
  user: User,
  tracker: Tracker,
  values: readonly Json[],
  rules: WriteRules,
): Artifact {
  const errors = new ValidationErrors();
  const context: WriteContext = {
    server,
    user,
    tracker,
    artifact: undefined,
    rules,
    errors,
    afterWrite: [],
  };
  const parsedValues = parseEntries(values, context);
  // In form order, so that errors are too.
  const all = new Map<Field, FieldValue>();
  for (const field of tracker.fields) {
    const value = parsedValues.get(field) ?? getDefaultValue(field);
    if (value !== undefined) all.set(field, value);
  }
  checkRules(all, context);
  errors.throwIfAny("create");
  const created = server.artifacts.create(tracker, { by: user.id, values: all });
  for (const run of context.afterWrite) run(created);
  return created;
}
