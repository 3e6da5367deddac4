import { truncateToSecond } from "../clock.ts";
import type { Artifact } from "./artifact.ts";
import type { Changeset, Comment, HistoryEntry, ValueChange } from "./changeset.ts";
import type { Field } from "./field.ts";
import { generateEdits } from "./generateEdits.ts";
import type { GeneratedEdit } from "./generateEdits.ts";
import type { SeededRandom } from "./seededRandom.ts";
import type { FieldValue } from "./value.ts";

/** Number of changeset ids reserved for each generated artifact. */
export const changesetIdsPerArtifact = 5;

export interface GeneratedHistoryOptions {
  /** Number of changes after the submission. */
  readonly editCount: number;
  readonly random: SeededRandom;
  readonly authors: readonly [number, ...number[]];
  readonly comments: readonly [Comment, ...Comment[]];
}

/** The history of a generated artifact, generated on demand; ends with the current state of the artifact. */
export function generateHistory(
  artifact: Artifact,
  options: GeneratedHistoryOptions,
): readonly HistoryEntry[] {
  const { tracker } = artifact;
  const getCurrentValue = (field: Field): FieldValue | undefined => artifact.getValue(field);
  const edits = generateEdits(options.editCount, tracker, options.random, getCurrentValue);
  const getValueAt = (position: number, field: Field): FieldValue | undefined => {
    const laterEdit = edits.find((edit, index) => index >= position && edit?.field === field);
    return laterEdit?.before ?? getCurrentValue(field);
  };
  const positions = Array.from({ length: options.editCount + 1 }, (_, position) => position);
  return positions.map((position) => {
    const artifactThen: Artifact = { ...artifact, getValue: (field) => getValueAt(position, field) };
    const edit = position === 0 ? undefined : edits[position - 1];
    const changeset =
      position === 0
        ? createSubmission(artifactThen)
        : createEditChangeset(artifact, position, edit, options);
    return { changeset, artifact: artifactThen };
  });
}

function createSubmission(artifact: Artifact): Changeset {
  const { id, submittedBy, submittedOn, tracker } = artifact;
  const changes = tracker.fields.flatMap((field): readonly (readonly [Field, ValueChange])[] => {
    const after = artifact.getValue(field);
    return after === undefined ? [] : [[field, { before: undefined, after }]];
  });
  return {
    id: id * changesetIdsPerArtifact,
    submittedBy,
    submittedOn,
    comment: undefined,
    changes: new Map(changes),
  };
}

function createEditChangeset(
  { id, submittedOn, updatedOn, updatedBy }: Artifact,
  position: number,
  edit: GeneratedEdit | undefined,
  { editCount, random, authors, comments }: GeneratedHistoryOptions,
): Changeset {
  const isLast = position === editCount;
  const hasComment = edit === undefined || random.chance(`says something ${position}`, 0.5);
  return {
    id: id * changesetIdsPerArtifact + position,
    submittedBy: isLast ? updatedBy : random.pick(`changed by ${position}`, authors),
    submittedOn: isLast
      ? updatedOn
      : truncateToSecond(submittedOn + ((updatedOn - submittedOn) * position) / editCount),
    comment: hasComment ? pickComment(position, random, comments) : undefined,
    changes: new Map(edit && [[edit.field, { before: edit.before, after: edit.after }]]),
  };
}

function pickComment(
  position: number,
  random: SeededRandom,
  comments: GeneratedHistoryOptions["comments"],
): Comment {
  const comment = random.pick(`remark ${position}`, comments);
  if (!random.chance(`private ${position}`, 0.12)) return comment;
  return { ...comment, visibleTo: [random.pick(`private to ${position}`, ["members", "administrators"])] };
}
