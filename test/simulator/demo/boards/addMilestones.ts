// Creates milestones with what is planned in them.
import { getStartOfDay } from "../../clock.ts";
import { getStatus } from "../../state/artifact.ts";
import type { Field } from "../../state/field.ts";
import type { ServerState } from "../../state/serverState.ts";
import type { Tracker } from "../../state/tracker.ts";
import type { FieldValue, Link } from "../../state/value.ts";
import { getDefaultValue } from "../../write/defaultValue.ts";
import { childLink } from "../valueGenerators.ts";

const day = 24 * 60 * 60 * 1000;

export interface MilestoneDefinition {
  readonly name: string;
  readonly goal?: string;
  /** None by default. */
  readonly status?: "Planned" | "Current" | "Done";
  /** The first and the last day, relative to the day on which the server starts. */
  readonly days?: readonly [start: number, end: number];
  readonly capacity?: number;
  readonly remaining?: number;
  /** How many items of which status. */
  readonly items?: Readonly<Record<string, number>>;
  /** Items by their ids, before those by status. */
  readonly itemIds?: readonly number[];
  readonly children?: readonly MilestoneDefinition[];
}

/** Takes items by their status, each of them once, and reads no more of them than that needs. */
export class ItemSupply {
  readonly #server: ServerState;
  readonly #tracker: Tracker;
  /** Ids that were read and not taken, by status. */
  readonly #ids = new Map<string, number[]>();
  #position = 0;

  constructor(server: ServerState, tracker: Tracker) {
    this.#server = server;
    this.#tracker = tracker;
  }

  take(label: string, count: number): readonly number[] {
    while (this.#getIds(label).length < count && this.#readNext());
    return this.#getIds(label).splice(0, count);
  }

  #getIds(label: string): number[] {
    const ids = this.#ids.get(label) ?? [];
    this.#ids.set(label, ids);
    return ids;
  }

  /** False after the last one. */
  #readNext(): boolean {
    const artifact = this.#server.artifacts.getAt(this.#tracker, this.#position);
    this.#position += 1;
    if (artifact === undefined) return false;
    const label = getStatus(artifact)?.label ?? "None";
    if (artifact.readableBy.length === 0) this.#getIds(label).push(artifact.id);
    return true;
  }
}

/** A milestone has the items of the milestones below it too. */
export function addMilestone(
  server: ServerState,
  [tracker, ...childTrackers]: readonly [Tracker, ...Tracker[]],
  definition: MilestoneDefinition,
  supply: ItemSupply,
): { readonly id: number; readonly itemIds: readonly number[] } {
  const [childTracker] = childTrackers;
  const children = (definition.children ?? []).flatMap((child) =>
    childTracker === undefined ? [] : [addMilestone(server, [childTracker], child, supply)],
  );
  const ownIds = Object.entries(definition.items ?? {}).flatMap(([label, count]) =>
    supply.take(label, count),
  );
  const itemIds = [...children.flatMap((child) => child.itemIds), ...(definition.itemIds ?? []), ...ownIds];
  const links: readonly Link[] = [
    ...children.map(({ id }) => ({ artifactId: id, type: childLink.shortname })),
    ...itemIds.map((artifactId) => ({ artifactId, type: "" })),
  ];
  const now = server.clock.now();
  const at = now + Math.min(definition.days?.[0] ?? 0, 0) * day - 7 * day;
  const by = server.accounts.admin.id;
  const { id } = server.artifacts.create(tracker, {
    by,
    at,
    values: createValues(tracker, definition, links, now),
  });
  return { id, itemIds };
}

function createValues(
  tracker: Tracker,
  { name, goal = "", status, days, capacity, remaining }: MilestoneDefinition,
  links: readonly Link[],
  now: number,
): ReadonlyMap<Field, FieldValue> {
  const toDate = (offset: number | undefined): FieldValue => ({
    kind: "date",
    at: offset === undefined ? null : getStartOfDay(now + offset * day),
  });
  const values: Readonly<Record<string, FieldValue>> = {
    name: { kind: "string", text: name },
    goal: { kind: "text", format: "commonmark", source: goal },
    start_date: toDate(days?.[0]),
    end_date: toDate(days?.[1]),
    capacity: { kind: "number", number: capacity ?? null },
    remaining_effort: { kind: "computed", computed: remaining ?? null, manual: null },
    links: { kind: "links", forward: links, reverse: [] },
  };
  return createFieldValues(tracker, values, status);
}

/** The values by the names of their fields, and the status by its label; the others have their defaults. */
export function createFieldValues(
  { fields, semantics }: Tracker,
  values: Readonly<Record<string, FieldValue>>,
  status: string | undefined,
): ReadonlyMap<Field, FieldValue> {
  const all = new Map<Field, FieldValue>();
  for (const field of fields) {
    const value = values[field.name] ?? getDefaultValue(field);
    if (value !== undefined) all.set(field, value);
  }
  const statusField = semantics.status?.field;
  if (statusField?.kind === "list" && statusField.binding.kind === "static") {
    const choice = statusField.binding.choices.find(({ label }) => label === status);
    if (choice !== undefined) all.set(statusField, { kind: "choices", ids: [choice.id] });
  }
  return all;
}
