// Replaces strings in values with hostile ones.

/** Members that define the structure: with other strings in them nothing would be shown. */
const structuralMembers = new Set([
  ..."access action binding descriptionFormat direction expectedFormat format how id inputType key kind".split(
    " ",
  ),
  ..."name readAs resolution resolutions severity shown state step ways withTime".split(" "),
]);

interface HostileStringOptions {
  readonly next: () => string;
  /** Further members that are not replaced. */
  readonly keep?: readonly string[];
  /** Members that are replaced although they are in `structuralMembers`. */
  readonly also?: readonly string[];
}

/** Returns the value with a hostile string in place of every string that a server or another user controls. */
export function withHostileStrings<T>(value: T, { next, keep = [], also = [] }: HostileStringOptions): T {
  const keptMembers = new Set([...structuralMembers, ...keep].filter((name) => !also.includes(name)));
  const visit = (item: unknown, member: string): unknown => {
    if (typeof item === "string") return keptMembers.has(member) ? item : next();
    if (Array.isArray(item)) return item.map((element) => visit(element, member));
    if (typeof item !== "object" || item === null || item instanceof Set) return item;
    return Object.fromEntries(Object.entries(item).map(([name, inner]) => [name, visit(inner, name)]));
  };
  // The result has the shape of the value.
  return visit(value, "") as T;
}
