// Bodies of writes, on the simulator's own fields.
import type { Known } from "../known.ts";

export interface NewArtifact {
  readonly tracker: { readonly id: number };
  readonly values: readonly Readonly<Record<string, unknown>>[];
}

export function newStory({ stories: { id, field, value } }: Known, title: unknown): NewArtifact {
  return {
    tracker: { id },
    values: [
      { field_id: field("i_want_to"), value: title },
      { field_id: field("status"), bind_value_ids: [value("status", 0)] },
    ],
  };
}

/** A request in the state at that place; its first state is the only one it may begin with. */
export function newRequest({ requests: { id, field, value } }: Known, state: number): NewArtifact {
  return {
    tracker: { id },
    values: [
      { field_id: field("subject"), value: "Bring back the paper tables" },
      { field_id: field("message"), value: "Before the season starts" },
      { field_id: field("state"), bind_value_ids: [value("state", state)] },
    ],
  };
}
