// The shape of JSON: member names and types, merged over the elements of a list.
import { toList, toObject } from "./rawJson.ts";

type JsonKind = "null" | "boolean" | "number" | "string" | "array" | "object";

export interface ShapeMember {
  readonly shape: JsonShape;
  /** Whether every object has it. */
  readonly isRequired: boolean;
}

export interface JsonShape {
  readonly kinds: ReadonlySet<JsonKind>;
  readonly members: ReadonlyMap<string, ShapeMember>;
  /** Elements by group: the shape of a field or value depends on its type. */
  readonly elements: ReadonlyMap<string, JsonShape>;
}

function getKind(value: unknown): JsonKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** Users, groups and static values have different members, in lists and in selected values. */
function getBinding(values: unknown): string {
  const [first] = toList(values).map(toObject);
  if (first === undefined) return "";
  if ("username" in first || "user_reference" in first) return "users";
  return "users_uri" in first || "ugroup_reference" in first ? "groups" : "plain";
}

/** Fields and values are grouped by type, lists also by their binding. */
function getElementGroup(element: unknown): string {
  const { type, field_id, values, bind_value_objects: selected } = toObject(element);
  if (typeof type !== "string" || field_id === undefined) return "";
  return `${type}${getBinding(values)}${getBinding(selected)}`;
}

function groupElements(elements: readonly unknown[]): ReadonlyMap<string, JsonShape> {
  const groups = new Map<string, JsonShape>();
  for (const element of elements) {
    const group = getElementGroup(element);
    const shape = groups.get(group);
    groups.set(group, shape === undefined ? getShape(element) : mergeShapes(shape, getShape(element)));
  }
  return groups;
}

/** Members with arbitrary names, compared like elements of a list. */
const dictionaries = new Set(["timeinfo", "values_by_field"]);

export function getShape(value: unknown): JsonShape {
  const kind = getKind(value);
  const members = kind === "object" ? Object.entries(toObject(value)) : [];
  return {
    kinds: new Set([kind]),
    members: new Map(members.map(([name, member]) => [name, getMemberShape(name, member)])),
    elements: groupElements(toList(value)),
  };
}

function getMemberShape(name: string, value: unknown): ShapeMember {
  const isDictionary = dictionaries.has(name) && getKind(value) === "object";
  const shape: JsonShape = isDictionary
    ? {
        kinds: new Set(["object"]),
        members: new Map(),
        elements: groupElements(Object.values(toObject(value))),
      }
    : getShape(value);
  return { shape, isRequired: true };
}

function mergeMaps<T>(
  one: ReadonlyMap<string, T>,
  other: ReadonlyMap<string, T>,
  merge: (left: T | undefined, right: T | undefined) => T | undefined,
): ReadonlyMap<string, T> {
  const names = new Set([...one.keys(), ...other.keys()]);
  return new Map(
    [...names].flatMap((name) => {
      const merged = merge(one.get(name), other.get(name));
      return merged === undefined ? [] : [[name, merged] as const];
    }),
  );
}

export function mergeShapes(one: JsonShape, other: JsonShape): JsonShape {
  const haveMembers = one.kinds.has("object") && other.kinds.has("object");
  return {
    kinds: new Set([...one.kinds, ...other.kinds]),
    members: mergeMaps(one.members, other.members, (left, right) => {
      if (left !== undefined && right !== undefined) {
        return {
          shape: mergeShapes(left.shape, right.shape),
          isRequired: left.isRequired && right.isRequired,
        };
      }
      const single = left ?? right;
      return single === undefined || !haveMembers ? single : { ...single, isRequired: false };
    }),
    elements: mergeMaps(one.elements, other.elements, (left, right) =>
      left !== undefined && right !== undefined ? mergeShapes(left, right) : (left ?? right),
    ),
  };
}
