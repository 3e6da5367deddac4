// Where an answer of the simulator is not made like the recorded one.
import type { Member, Shape } from "./shape.ts";

/** Members that come and go with the data: how a text was written, and what a tracker was given a meaning for. */
const dependOnData = [/\.commonmark$/, /\.semantics\.\w+$/];

/** Recorded as one of both only, because nothing recorded had the other: no sums, parents, fields outside fieldsets. */
const mayBeNull = [
  /\[computed\]\.(manual_)?value$/,
  /\.tlp_color$/,
  /\.full_status\.color$/,
  /links\[\]\.type$/,
  /\.(parent|full_status|content)$/,
];

function isAmong(path: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(path));
}

const containers = new Set(["array", "object"]);

/** A value may be missing, and an empty object be a list, wherever the real server was seen to do both. */
function kindDifferences(path: string, answered: Shape, recorded: Shape, known: Shape | undefined): string[] {
  if (recorded.kinds.has("null") !== answered.kinds.has("null") && isAmong(path, mayBeNull)) return [];
  const surprising = [...answered.kinds].filter((kind) => !recorded.kinds.has(kind));
  return surprising.flatMap((kind) => {
    // Never a container in place of nothing: whether there is one is what a parameter asks for.
    const isAlike = [...recorded.kinds].every((each) => containers.has(each) === containers.has(kind));
    if (isAlike && known?.kinds.has(kind) === true) return [];
    return [`${path} is ${kind}, recorded as ${[...recorded.kinds].join(" or ")}`];
  });
}

function memberDifferences(path: string, answered: Shape, recorded: Shape): string[] {
  if (!answered.kinds.has("object") || !recorded.kinds.has("object")) return [];
  const missing = [...recorded.members]
    .filter(([name, { isAlways }]) => isAlways && answered.members.get(name)?.isAlways !== true)
    .map(([name]) => `${path}.${name}`)
    .filter((member) => !isAmong(member, dependOnData))
    .map((member) => `${member} is missing`);
  const added = [...answered.members.keys()]
    .filter((name) => !recorded.members.has(name))
    .map((name) => `${path}.${name}`)
    .filter((member) => !isAmong(member, dependOnData))
    .map((member) => `${member} was not recorded`);
  return [...missing, ...added];
}

/** `known` is what the route was ever seen to answer at this place; it tells which values may be null. */
export function shapeDifferences(
  path: string,
  answered: Shape,
  recorded: Shape,
  known: Shape | undefined,
): string[] {
  const found = [
    ...kindDifferences(path, answered, recorded, known),
    ...memberDifferences(path, answered, recorded),
  ];
  for (const [name, { shape }] of answered.members) {
    const other: Member | undefined = recorded.members.get(name);
    if (other === undefined) continue;
    found.push(...shapeDifferences(`${path}.${name}`, shape, other.shape, known?.members.get(name)?.shape));
  }
  for (const [topic, shape] of answered.elements) {
    const other = recorded.elements.get(topic);
    if (other === undefined) continue;
    found.push(...shapeDifferences(`${path}[${topic}]`, shape, other, known?.elements.get(topic)));
  }
  return found;
}
