// IDs and values of the simulator's data, which is the same for every start.
import type { Simulator } from "../simulator/simulator.ts";
import { sendRequest } from "./sendRequest.ts";
import { toList, toObject } from "./rawJson.ts";

interface TrackerData {
  readonly id: number;
  readonly getFieldId: (name: string) => number;
  /** The ID of a list value, by its index. */
  readonly getValueId: (field: string, index: number) => number | string;
  readonly getArtifactId: (index: number) => number;
  readonly getTitle: (index: number) => string;
  /** ETag and time before any change. */
  readonly getEtag: (index: number) => string;
  readonly getLastModified: (index: number) => string;
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

export type SimulatorData = Readonly<Record<keyof typeof trackers, TrackerData>>;

function requireElement(elements: readonly unknown[], index: number): Readonly<Record<string, unknown>> {
  if (index >= elements.length) throw new Error(`There is no place ${index}.`);
  return toObject(elements[index]);
}

async function readTracker(simulator: Simulator, id: number): Promise<TrackerData> {
  const headers = { "X-Auth-AccessKey": simulator.accounts.admin.accessKey };
  const load = async (path: string): Promise<unknown> =>
    JSON.parse((await sendRequest(simulator, { path, headers })).text);
  const fields = toList(toObject(await load(`/trackers/${id}`))["fields"]).map(toObject);
  const artifacts = toList(await load(`/trackers/${id}/artifacts?limit=40`));
  const findField = (name: string): Readonly<Record<string, unknown>> => {
    const field = fields.find((each) => each["name"] === name);
    if (field === undefined) throw new Error(`Tracker ${id} has no field ${name}.`);
    return field;
  };
  const getModifiedTime = (index: number): number =>
    Date.parse(String(requireElement(artifacts, index)["last_modified_date"]));
  return {
    id,
    getFieldId: (name) => Number(findField(name)["field_id"]),
    getValueId: (name, index) =>
      requireElement(toList(findField(name)["values"]), index)["id"] as number | string,
    getArtifactId: (index) => Number(requireElement(artifacts, index)["id"]),
    getTitle: (index) => String(requireElement(artifacts, index)["title"]),
    getEtag: (index) => String(getModifiedTime(index) / 1000),
    getLastModified: (index) => new Date(getModifiedTime(index)).toUTCString(),
  };
}

export async function loadSimulatorData(simulator: Simulator): Promise<SimulatorData> {
  const load = await Promise.all(
    Object.entries(trackers).map(async ([name, id]) => [name, await readTracker(simulator, id)] as const),
  );
  return Object.fromEntries(load) as SimulatorData;
}
