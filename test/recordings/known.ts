// What the table needs to know of the simulator's data, asked from the simulator: same seed, same data.
import type { Simulator } from "../simulator/simulator.ts";
import { ask } from "./asking.ts";
import { list, object } from "./raw.ts";

interface KnownTracker {
  readonly id: number;
  /** By name. */
  readonly field: (name: string) => number;
  /** The id of a value of a list, by its place. */
  readonly value: (field: string, place: number) => number | string;
  readonly artifact: (place: number) => number;
  readonly title: (place: number) => string;
  /** Its tag and its time before anything was written. */
  readonly tag: (place: number) => string;
  readonly date: (place: number) => string;
}

const trackers = {
  bugs: 11,
  requests: 12,
  equipment: 13,
  epics: 21,
  stories: 22,
  tasks: 23,
  risks: 24,
  tests: 31,
} as const;

export type Known = Readonly<Record<keyof typeof trackers, KnownTracker>>;

function at(elements: readonly unknown[], place: number): Readonly<Record<string, unknown>> {
  if (place >= elements.length) throw new Error(`There is no place ${place}.`);
  return object(elements[place]);
}

async function readTracker(simulator: Simulator, id: number): Promise<KnownTracker> {
  const headers = { "X-Auth-AccessKey": simulator.accounts.admin.accessKey };
  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await ask(simulator, { path, headers })).text);
  const fields = list(object(await read(`/trackers/${id}`))["fields"]).map(object);
  const artifacts = list(await read(`/trackers/${id}/artifacts?limit=40`));
  const named = (name: string): Readonly<Record<string, unknown>> => {
    const field = fields.find((each) => each["name"] === name);
    if (field === undefined) throw new Error(`Tracker ${id} has no field ${name}.`);
    return field;
  };
  const modified = (place: number): number => Date.parse(String(at(artifacts, place)["last_modified_date"]));
  return {
    id,
    field: (name) => Number(named(name)["field_id"]),
    value: (name, place) => at(list(named(name)["values"]), place)["id"] as number | string,
    artifact: (place) => Number(at(artifacts, place)["id"]),
    title: (place) => String(at(artifacts, place)["title"]),
    tag: (place) => String(modified(place) / 1000),
    date: (place) => new Date(modified(place)).toUTCString(),
  };
}

export async function knownOf(simulator: Simulator): Promise<Known> {
  const read = await Promise.all(
    Object.entries(trackers).map(async ([name, id]) => [name, await readTracker(simulator, id)] as const),
  );
  return Object.fromEntries(read) as Known;
}
