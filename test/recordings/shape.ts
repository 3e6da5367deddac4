// The shape of JSON: member names and types, with the elements of a list taken together.
import { list, object } from "./raw.ts";

type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

export interface Member {
  readonly shape: Shape;
  /** Whether every object at that place has it. */
  readonly isAlways: boolean;
}

export interface Shape {
  readonly kinds: ReadonlySet<Kind>;
  readonly members: ReadonlyMap<string, Member>;
  /** Elements by what they are about: what a field or a value looks like depends on its type. */
  readonly elements: ReadonlyMap<string, Shape>;
}

function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** People, groups and plain values have members of their own, in lists and in what is chosen from them. */
function bindingOf(values: unknown): string {
  const [first] = list(values).map(object);
  if (first === undefined) return "";
  if ("username" in first || "user_reference" in first) return "users";
  return "users_uri" in first || "ugroup_reference" in first ? "groups" : "plain";
}

/** Fields and their values are told apart by type, lists of choices also by what is chosen. */
function topicOf(element: unknown): string {
  const { type, field_id, values, bind_value_objects: chosen } = object(element);
  if (typeof type !== "string" || field_id === undefined) return "";
  return `${type}${bindingOf(values)}${bindingOf(chosen)}`;
}

function grouped(elements: readonly unknown[]): ReadonlyMap<string, Shape> {
  const topics = new Map<string, Shape>();
  for (const element of elements) {
    const topic = topicOf(element);
    const known = topics.get(topic);
    topics.set(topic, known === undefined ? shapeOf(element) : merged(known, shapeOf(element)));
  }
  return topics;
}

/** Its members are named by people: they are compared like the elements of a list. */
const dictionaries = new Set(["values_by_field"]);

export function shapeOf(value: unknown): Shape {
  const kind = kindOf(value);
  const members = kind === "object" ? Object.entries(object(value)) : [];
  return {
    kinds: new Set([kind]),
    members: new Map(members.map(([name, member]) => [name, memberOf(name, member)])),
    elements: grouped(list(value)),
  };
}

function memberOf(name: string, value: unknown): Member {
  const isDictionary = dictionaries.has(name) && kindOf(value) === "object";
  const shape: Shape = isDictionary
    ? { kinds: new Set(["object"]), members: new Map(), elements: grouped(Object.values(object(value))) }
    : shapeOf(value);
  return { shape, isAlways: true };
}

function mergedMaps<T>(
  one: ReadonlyMap<string, T>,
  other: ReadonlyMap<string, T>,
  merge: (left: T | undefined, right: T | undefined) => T | undefined,
): ReadonlyMap<string, T> {
  const names = new Set([...one.keys(), ...other.keys()]);
  return new Map(
    [...names].flatMap((name) => {
      const both = merge(one.get(name), other.get(name));
      return both === undefined ? [] : [[name, both] as const];
    }),
  );
}

export function merged(one: Shape, other: Shape): Shape {
  const haveMembers = one.kinds.has("object") && other.kinds.has("object");
  return {
    kinds: new Set([...one.kinds, ...other.kinds]),
    members: mergedMaps(one.members, other.members, (left, right) => {
      if (left !== undefined && right !== undefined) {
        return { shape: merged(left.shape, right.shape), isAlways: left.isAlways && right.isAlways };
      }
      const only = left ?? right;
      return only === undefined || !haveMembers ? only : { ...only, isAlways: false };
    }),
    elements: mergedMaps(one.elements, other.elements, (left, right) =>
      left !== undefined && right !== undefined ? merged(left, right) : (left ?? right),
    ),
  };
}
