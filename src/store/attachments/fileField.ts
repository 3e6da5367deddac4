// The files of an artifact's field, changed under the revision that was just read: what others have attached stays.
import type { Client } from "../../api/client.ts";
import type { Artifact } from "../../model/artifact.ts";
import { type Failure, isFailure, NotUnderstood } from "../../model/failure.ts";

export interface FileField {
  readonly client: Pick<Client, "artifact" | "update">;
  readonly artifactId: number;
  readonly fieldId: number;
}

export type FieldOutcome =
  | { readonly kind: "changed" }
  /** Others have been faster, again and again. */
  | { readonly kind: "conflict" }
  /** The server has no name for a state, so it can't be asked to refuse a stale change. */
  | { readonly kind: "noRevision" }
  | { readonly kind: "gone" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly failure: Failure };

const mostTries = 3;

/** A field that can't be read must not be taken for an empty one: what is left out of a change is erased. */
function idsIn({ values }: Artifact, { artifactId, fieldId }: FileField): readonly number[] {
  const entry = values.find((each) => each.kind === "entry" && each.fieldId === fieldId);
  if (entry?.kind === "entry" && entry.value.kind === "files") return entry.value.files.map(({ id }) => id);
  if (entry === undefined && values.every(({ kind }) => kind === "entry")) return [];
  throw new NotUnderstood({ method: "GET", url: `artifacts/${artifactId}` }, "shape");
}

/** The answer was lost, or someone else was faster: worth another look. */
interface Again {
  readonly kind: "again";
  readonly failure: Failure;
}

async function tryOnce(
  field: FileField,
  wanted: (ids: readonly number[]) => readonly number[],
  signal: AbortSignal,
): Promise<FieldOutcome | Again> {
  const { client, artifactId, fieldId } = field;
  const artifact = await client.artifact(artifactId, signal);
  const held = idsIn(artifact, field);
  const ids = wanted(held);
  if (ids.length === held.length) return { kind: "changed" };
  if (artifact.revision === undefined) return { kind: "noRevision" };
  try {
    // Nobody can call it off any more: what is on its way may be carried out all the same.
    const changes = [{ fieldId, edit: { kind: "files", ids } }] as const;
    await client.update(artifactId, { changes }, artifact.revision);
    return { kind: "changed" };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    // If the lost one is carried out after all, it has made the revision of the next one stale, or is stale itself.
    if (failure.kind === "conflict" || failure.kind === "outcomeUnknown") return { kind: "again", failure };
    throw failure;
  }
}

async function tryOften(
  field: FileField,
  wanted: (ids: readonly number[]) => readonly number[],
  signal: AbortSignal,
): Promise<FieldOutcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(field, wanted, signal);
    if (outcome.kind !== "again") return outcome;
    if (tries < mostTries) continue;
    const { failure } = outcome;
    if (failure.kind === "conflict") return { kind: "conflict" };
    const held = idsIn(await field.client.artifact(field.artifactId, signal), field);
    return wanted(held).length === held.length ? { kind: "changed" } : { kind: "failed", failure };
  }
}

/**
 * `wanted` makes of the files that the field holds those that it shall hold, and gives back as many where nothing is to be
 * done. Every try begins with a look, so that a change whose answer was lost is seen there and not made again.
 */
export async function changeFiles(
  field: FileField,
  wanted: (ids: readonly number[]) => readonly number[],
  signal: AbortSignal,
): Promise<FieldOutcome> {
  try {
    return await tryOften(field, wanted, signal);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (signal.aborted) return { kind: "cancelled" };
    return failure.kind === "notFound" ? { kind: "gone" } : { kind: "failed", failure };
  }
}
