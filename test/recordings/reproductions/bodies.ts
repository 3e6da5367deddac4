// Bodies of writes with the simulator's fields.
import type { SimulatorData } from "../simulatorData.ts";

export interface NewArtifact {
  readonly tracker: { readonly id: number };
  readonly values: readonly Readonly<Record<string, unknown>>[];
}

export function createStoryBody(
  { stories: { id, getFieldId, getValueId } }: SimulatorData,
  title: unknown,
): NewArtifact {
  return {
    tracker: { id },
    values: [
      { field_id: getFieldId("i_want_to"), value: title },
      { field_id: getFieldId("status"), bind_value_ids: [getValueId("status", 0)] },
    ],
  };
}

/** A request in the state with this index; only the first state is initial. */
export function createRequestBody(
  { requests: { id, getFieldId, getValueId } }: SimulatorData,
  state: number,
): NewArtifact {
  return {
    tracker: { id },
    values: [
      { field_id: getFieldId("subject"), value: "Bring back the paper tables" },
      { field_id: getFieldId("message"), value: "Before the season starts" },
      { field_id: getFieldId("state"), bind_value_ids: [getValueId("state", state)] },
    ],
  };
}
