import type { Json } from "../http/json.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { Person } from "../state/people.ts";
import type { Tracker } from "../state/tracker.ts";
import type { FieldValue } from "../state/value.ts";
import type { World } from "../state/world.ts";
import { defaultValue } from "./defaults.ts";
import { readEntries } from "./entries.ts";
import { checkRules } from "./rules.ts";
import { Complaints } from "./writing.ts";
import type { Manners, Writing } from "./writing.ts";

/** Fields left out get what the tracker offers them; so a required one without a default is missed here. */
export function createArtifact(
  world: World,
  writer: Person,
  tracker: Tracker,
  values: readonly Json[],
  manners: Manners,
): Artifact {
  const complaints = new Complaints();
  const writing: Writing = {
    world,
    writer,
    tracker,
    artifact: undefined,
    manners,
    complaints,
    afterwards: [],
  };
  const read = readEntries(values, writing);
  // In the order of the form, so that complaints are too.
  const all = new Map<Field, FieldValue>();
  for (const field of tracker.fields) {
    const value = read.get(field) ?? defaultValue(field);
    if (value !== undefined) all.set(field, value);
  }
  checkRules(all, writing);
  complaints.check("create");
  const created = world.artifacts.create(tracker, { by: writer.id, values: all });
  for (const act of writing.afterwards) act(created);
  return created;
}
