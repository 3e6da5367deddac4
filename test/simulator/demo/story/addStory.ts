// Adds the story of the demo: hand-written artifacts of the last weeks, and the milestones that they are planned in.
import { getStartOfDay } from "../../clock.ts";
import type { Field, StaticChoice } from "../../state/field.ts";
import type { ServerState } from "../../state/serverState.ts";
import type { Tracker } from "../../state/tracker.ts";
import type { FieldValue, FileDescription } from "../../state/value.ts";
import { getDefaultValue } from "../../write/defaultValue.ts";
import { addBoards, requireTracker } from "../boards/boards.ts";
import { bugStory } from "./bugStory.ts";
import { earlierBugStory } from "./earlierBugStory.ts";
import { epicStory } from "./epicStory.ts";
import { requestStory } from "./requestStory.ts";
import { sprintStory } from "./sprintStory.ts";
import type { StoryArtifact, StoryValues } from "./storyArtifact.ts";
import { getStoryId } from "./storyIds.ts";
import { storyPlan } from "./storyPlan.ts";

const day = 24 * 60 * 60 * 1000;

export function addStory(server: ServerState): void {
  const now = server.clock.now();
  const artifacts = [...epicStory, ...sprintStory, ...earlierBugStory, ...bugStory, ...requestStory];
  for (const artifact of artifacts.toSorted((a, b) => getStoryId(a.name) - getStoryId(b.name))) {
    addArtifact(server, artifact, now);
  }
  addBoards(server, storyPlan);
}

function addArtifact(
  server: ServerState,
  { name, trackerId, by, at, values, changes = [] }: StoryArtifact,
  now: number,
): void {
  const tracker = requireTracker(server, trackerId);
  const files: FileDescription[] = [];
  const toFieldValues = (of: StoryValues, author: number): ReadonlyMap<Field, FieldValue> =>
    new Map(
      Object.entries(of).map(([fieldName, value]) => {
        const field = requireField(tracker, fieldName);
        const fieldValue = toFieldValue(server, field, value, { now, author });
        if (fieldValue.kind === "files") files.push(...fieldValue.files);
        return [field, fieldValue] as const;
      }),
    );
  const all = new Map<Field, FieldValue>();
  const given = toFieldValues(values, by.id);
  for (const field of tracker.fields) {
    const value = given.get(field) ?? getDefaultValue(field);
    if (value !== undefined) all.set(field, value);
  }
  let artifact = server.artifacts.create(tracker, { by: by.id, at: at(now), values: all });
  if (artifact.id !== getStoryId(name)) {
    throw new Error(`The artifact "${name}" of the story has the ID ${artifact.id}`);
  }
  for (const change of changes) {
    const { comment } = change;
    artifact = server.artifacts.update(artifact, {
      by: change.by.id,
      at: change.at(now),
      values: toFieldValues(change.values ?? {}, change.by.id),
      ...(comment !== undefined && { comment: { format: "commonmark", body: comment } as const }),
    });
  }
  for (const { id } of files) server.files.attach(id, artifact.id);
}

function requireField(tracker: Tracker, name: string): Field {
  const field = tracker.fields.find((each) => each.name === name);
  if (field === undefined) throw new Error(`Tracker ${tracker.itemName} has no field ${name}`);
  return field;
}

function toFieldValue(
  server: ServerState,
  field: Field,
  value: StoryValues[string],
  { now, author }: { readonly now: number; readonly author: number },
): FieldValue {
  if (typeof value === "string") return toTextOrChoice(field, value);
  if (typeof value === "number") {
    if (field.kind === "date") return { kind: "date", at: getStartOfDay(now + value * day) };
    if (field.kind === "computed") return { kind: "computed", computed: value, manual: null };
    return { kind: "number", number: value };
  }
  if ("links" in value) {
    const { links, type } = value;
    return {
      kind: "links",
      forward: links.map((name) => ({ artifactId: getStoryId(name), type })),
      reverse: [],
    };
  }
  if ("files" in value) {
    const files = value.files.map(({ name, mimeType, description, content }) =>
      server.files.add({
        name,
        mimeType,
        description,
        content,
        size: content.length,
        submittedBy: author,
        isMissingOnDisk: false,
      }),
    );
    return { kind: "files", files };
  }
  return { kind: "choices", ids: "id" in value ? [value.id] : value.map(({ id }) => id) };
}

function toTextOrChoice(field: Field, text: string): FieldValue {
  if (field.kind === "text") return { kind: "text", format: "commonmark", source: text };
  if (field.kind === "list") return { kind: "choices", ids: [requireChoice(field, text).id] };
  return { kind: "string", text };
}

function requireChoice({ name, binding }: Extract<Field, { kind: "list" }>, label: string): StaticChoice {
  const choices = binding.kind === "static" ? binding.choices : [];
  const choice = choices.find((each) => each.label === label);
  if (choice === undefined) throw new Error(`Field ${name} has no value ${label}`);
  return choice;
}
