import type { Simulator } from "../../simulator/simulator.ts";
import { ask, rows, withKey } from "./asking.ts";

interface Choice {
  readonly id: number;
  readonly label: string;
}

interface Told {
  readonly field_id: number;
  readonly name: string;
  readonly values: readonly Choice[] | null;
}

/** The fields of a tracker by name, so that tests need not know their numbers. */
export interface Form {
  id(name: string): number;
  choice(name: string, label: string): number;
}

export async function formOf(simulator: Simulator, tracker: number): Promise<Form> {
  const headers = withKey(simulator.accounts.admin);
  const { data } = await ask(simulator, `/api/trackers/${tracker}`, { headers });
  const { fields } = data as { readonly fields: readonly Told[] };
  const named = (name: string): Told => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw new Error(`Tracker ${tracker} has no field ${name}`);
    return field;
  };
  return {
    id: (name) => named(name).field_id,
    choice: (name, label) => {
      const choice = named(name).values?.find((each) => each.label === label);
      if (choice === undefined) throw new Error(`Field ${name} has no value ${label}`);
      return choice.id;
    },
  };
}

export type Entry = Readonly<Record<string, unknown>> & { readonly field_id: number };

export interface ReadArtifact {
  readonly id: number;
  readonly title: string | null;
  readonly status: string;
  readonly values: readonly Entry[];
}

export async function artifactAt(simulator: Simulator, id: number) {
  const headers = withKey(simulator.accounts.admin);
  const reply = await ask(simulator, `/api/artifacts/${id}`, { headers });
  const artifact = reply.data as ReadArtifact;
  return {
    ...reply,
    artifact,
    /** What it tells about one field. */
    entry: (fieldId: number): Entry | undefined => artifact.values.find((each) => each.field_id === fieldId),
  };
}

/** The id of an artifact by its place in its tracker. */
export async function idIn(simulator: Simulator, tracker: number, place = 0): Promise<number> {
  const headers = withKey(simulator.accounts.admin);
  const all = rows(await ask(simulator, `/api/trackers/${tracker}/artifacts`, { headers }));
  return all[place]?.id ?? 0;
}
