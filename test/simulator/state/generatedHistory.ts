import { wholeSecond } from "../clock.ts";
import type { Artifact } from "./artifact.ts";
import type { Changeset, Comment, Moment, ValueChange } from "./changeset.ts";
import type { Field } from "./field.ts";
import { pastEdits } from "./pastEdits.ts";
import type { PastEdit } from "./pastEdits.ts";
import type { Draws } from "./random.ts";
import type { FieldValue } from "./value.ts";

/** Ids of changesets that are kept free for each generated artifact. */
export const changesetsEach = 5;

export interface PastOptions {
  /** How often it was changed after it had been submitted. */
  readonly edits: number;
  readonly draws: Draws;
  readonly authors: readonly [number, ...number[]];
  readonly remarks: readonly [Comment, ...Comment[]];
}

/** The history of a demo artifact: made when asked for, ending with the artifact as it is. */
export function generatedHistory(artifact: Artifact, options: PastOptions): readonly Moment[] {
  const { tracker } = artifact;
  const present = (field: Field): FieldValue | undefined => artifact.valueOf(field);
  const edits = pastEdits(options.edits, tracker, options.draws, present);
  const valueAt = (place: number, field: Field): FieldValue | undefined => {
    const undone = edits.find((edit, index) => index >= place && edit?.field === field);
    return undone?.before ?? present(field);
  };
  const places = Array.from({ length: options.edits + 1 }, (_, place) => place);
  return places.map((place) => {
    const then: Artifact = { ...artifact, valueOf: (field) => valueAt(place, field) };
    const edit = place === 0 ? undefined : edits[place - 1];
    const changeset = place === 0 ? submission(then) : later(artifact, place, edit, options);
    return { changeset, artifact: then };
  });
}

function submission(artifact: Artifact): Changeset {
  const { id, submittedBy, submittedOn, tracker } = artifact;
  const changes = tracker.fields.flatMap((field): readonly (readonly [Field, ValueChange])[] => {
    const after = artifact.valueOf(field);
    return after === undefined ? [] : [[field, { before: undefined, after }]];
  });
  return {
    id: id * changesetsEach,
    submittedBy,
    submittedOn,
    comment: undefined,
    changes: new Map(changes),
  };
}

function later(
  { id, submittedOn, updatedOn, updatedBy }: Artifact,
  place: number,
  edit: PastEdit | undefined,
  { edits, draws, authors, remarks }: PastOptions,
): Changeset {
  const isLast = place === edits;
  const said = edit === undefined || draws.chance(`says something ${place}`, 0.5);
  return {
    id: id * changesetsEach + place,
    submittedBy: isLast ? updatedBy : draws.pick(`changed by ${place}`, authors),
    submittedOn: isLast ? updatedOn : wholeSecond(submittedOn + ((updatedOn - submittedOn) * place) / edits),
    comment: said ? remark(place, draws, remarks) : undefined,
    changes: new Map(edit && [[edit.field, { before: edit.before, after: edit.after }]]),
  };
}

function remark(place: number, draws: Draws, remarks: PastOptions["remarks"]): Comment {
  const comment = draws.pick(`remark ${place}`, remarks);
  if (!draws.chance(`private ${place}`, 0.12)) return comment;
  return { ...comment, onlyFor: [draws.pick(`private to ${place}`, ["members", "administrators"])] };
}
