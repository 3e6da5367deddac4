// Finds differences between the shapes of a simulated and a recorded response.
import type { ShapeMember, JsonShape } from "./jsonShape.ts";

/** Members that depend on the data: the format of a text, and the semantics of a tracker. */
const dependOnData = [/\.commonmark$/, /\.semantics\.\w+$/];

/**
 * Members that are nullable although no recording has both: sums, parents, fields outside fieldsets, directory names,
 * colors, and the effort and days of milestones.
 */
const mayBeNull = [
  /\[computed\]\.(manual_)?value$/,
  /\.tlp_color$/,
  /\.(full_status|values\[\])\.color$/,
  /links\[\]\.type$/,
  /\.(parent|full_status|content|ldap_id)$/,
  /\.(capacity|initial_effort|remaining_effort)$/,
  /\.number_days_(since_start|until_end)$/,
];

function matchesAny(path: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(path));
}

const containers = new Set(["array", "object"]);

/** A value may be null, and an empty object a list, if the real server returned both. */
function findKindDifferences(
  path: string,
  simulated: JsonShape,
  recorded: JsonShape,
  known: JsonShape | undefined,
): string[] {
  if ((recorded.kinds.has("null") || simulated.kinds.has("null")) && matchesAny(path, mayBeNull)) return [];
  const unexpected = [...simulated.kinds].filter((kind) => !recorded.kinds.has(kind));
  return unexpected.flatMap((kind) => {
    // Not for containers: parameters decide whether they are included.
    const isSameCategory = [...recorded.kinds].every((each) => containers.has(each) === containers.has(kind));
    if (isSameCategory && known?.kinds.has(kind) === true) return [];
    return [`${path} is ${kind}, recorded as ${[...recorded.kinds].join(" or ")}`];
  });
}

function findMemberDifferences(path: string, simulated: JsonShape, recorded: JsonShape): string[] {
  if (!simulated.kinds.has("object") || !recorded.kinds.has("object")) return [];
  const missing = [...recorded.members]
    .filter(([name, { isRequired }]) => isRequired && simulated.members.get(name)?.isRequired !== true)
    .map(([name]) => `${path}.${name}`)
    .filter((member) => !matchesAny(member, dependOnData))
    .map((member) => `${member} is missing`);
  const added = [...simulated.members.keys()]
    .filter((name) => !recorded.members.has(name))
    .map((name) => `${path}.${name}`)
    .filter((member) => !matchesAny(member, dependOnData))
    .map((member) => `${member} was not recorded`);
  return [...missing, ...added];
}

/** `known` merges all recorded shapes of the route, which shows which values may be null. */
export function findShapeDifferences(
  path: string,
  simulated: JsonShape,
  recorded: JsonShape,
  known: JsonShape | undefined,
): string[] {
  const found = [
    ...findKindDifferences(path, simulated, recorded, known),
    ...findMemberDifferences(path, simulated, recorded),
  ];
  for (const [name, { shape }] of simulated.members) {
    const recordedShape: ShapeMember | undefined = recorded.members.get(name);
    if (recordedShape === undefined) continue;
    found.push(
      ...findShapeDifferences(`${path}.${name}`, shape, recordedShape.shape, known?.members.get(name)?.shape),
    );
  }
  for (const [group, shape] of simulated.elements) {
    const recordedShape = recorded.elements.get(group);
    if (recordedShape === undefined) continue;
    found.push(
      ...findShapeDifferences(`${path}[${group}]`, shape, recordedShape, known?.elements.get(group)),
    );
  }
  return found;
}
