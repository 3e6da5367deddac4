// Values with hostile strings in place of their own.

/** Members that say what a thing is: with anything else in them nothing would be shown at all. */
const structural = new Set([
  ..."access action binding chosen descriptionFormat direction expectedFormat format how id key kind look name offered".split(
    " ",
  ),
  ..."readAs severity shown state step ways withTime".split(" "),
]);

interface PoisonOptions {
  readonly next: () => string;
  /** Members that stay as they are, besides those that always do. */
  readonly keep?: readonly string[];
  /** Members that are poisoned though their names are those of structure elsewhere. */
  readonly also?: readonly string[];
}

/** The same value with another string in every place where a server, or somebody else, has a say. */
export function poisoned<T>(value: T, { next, keep = [], also = [] }: PoisonOptions): T {
  const kept = new Set([...structural, ...keep].filter((name) => !also.includes(name)));
  const visit = (each: unknown, member: string): unknown => {
    if (typeof each === "string") return kept.has(member) ? each : next();
    if (Array.isArray(each)) return each.map((element) => visit(element, member));
    if (typeof each !== "object" || each === null || each instanceof Set) return each;
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, visit(inner, name)]));
  };
  // It has the shape of what it was made from.
  return visit(value, "") as T;
}
