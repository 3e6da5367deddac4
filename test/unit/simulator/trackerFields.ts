import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getItems, createKeyHeader } from "./sendRequest.ts";

interface Choice {
  readonly id: number;
  readonly label: string;
}

interface WireField {
  readonly field_id: number;
  readonly name: string;
  readonly values: readonly Choice[] | null;
}

/** The fields of a tracker by name. */
export interface TrackerFields {
  getFieldId(name: string): number;
  getChoiceId(name: string, label: string): number;
}

export async function fetchTrackerFields(simulator: Simulator, tracker: number): Promise<TrackerFields> {
  const headers = createKeyHeader(simulator.accounts.admin);
  const { data } = await sendRequest(simulator, `/api/trackers/${tracker}`, { headers });
  const { fields } = data as { readonly fields: readonly WireField[] };
  const findField = (name: string): WireField => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw new Error(`Tracker ${tracker} has no field ${name}`);
    return field;
  };
  return {
    getFieldId: (name) => findField(name).field_id,
    getChoiceId: (name, label) => {
      const choice = findField(name).values?.find((each) => each.label === label);
      if (choice === undefined) throw new Error(`Field ${name} has no value ${label}`);
      return choice.id;
    },
  };
}

export type WireEntry = Readonly<Record<string, unknown>> & { readonly field_id: number };

export interface WireArtifact {
  readonly id: number;
  readonly title: string | null;
  readonly status: string;
  readonly values: readonly WireEntry[];
}

export async function fetchArtifact(simulator: Simulator, id: number) {
  const headers = createKeyHeader(simulator.accounts.admin);
  const response = await sendRequest(simulator, `/api/artifacts/${id}`, { headers });
  const artifact = response.data as WireArtifact;
  return {
    ...response,
    artifact,
    /** The value of one field. */
    entry: (fieldId: number): WireEntry | undefined =>
      artifact.values.find((each) => each.field_id === fieldId),
  };
}

/** The id of an artifact by its index in its tracker. */
export async function fetchArtifactId(simulator: Simulator, tracker: number, place = 0): Promise<number> {
  const headers = createKeyHeader(simulator.accounts.admin);
  const all = getItems(await sendRequest(simulator, `/api/trackers/${tracker}/artifacts`, { headers }));
  return all[place]?.id ?? 0;
}
