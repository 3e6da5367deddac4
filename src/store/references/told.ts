// What a site tells of an artifact that a text refers to.
import type { Artifact } from "../../model/artifact.ts";
import type { Failure } from "../../model/failure.ts";

export interface ToldArtifact {
  readonly kind: "artifact";
  readonly artifactId: number;
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** Undefined where the server does not tell. */
  readonly isOpen: boolean | undefined;
  readonly assignees: readonly string[];
  readonly trackerId: number | undefined;
  readonly trackerLabel: string | undefined;
  /** Address of its web page, where the server tells it. */
  readonly page: string | undefined;
}

/** An answer that holds for a while. `unreadable` is there, but not for this account. */
export type Answer = ToldArtifact | { readonly kind: "missing" | "unreadable"; readonly artifactId: number };

/** `unknown`: the question failed, which says nothing of the artifact. */
export type Told =
  Answer | { readonly kind: "unknown"; readonly artifactId: number; readonly failure: Failure };

export function toldOf(artifact: Artifact): ToldArtifact {
  const { id, title, status, isOpen, assignees, tracker, page } = artifact;
  return {
    kind: "artifact",
    artifactId: id,
    title,
    status,
    isOpen,
    assignees: assignees.map(({ label }) => label),
    trackerId: tracker.id,
    trackerLabel: tracker.label,
    page,
  };
}
