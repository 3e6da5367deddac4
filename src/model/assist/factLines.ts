function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function compact(value: unknown): string {
  if (!Array.isArray(value) || !value.some(isObject)) return JSON.stringify(value);
  return `[\n${value.map((each) => JSON.stringify(each)).join(",\n")}\n]`;
}

/** Facts as JSON, with a line for each: an answer that is cut loses its end, and none of what is left its shape. */
export function factLines(facts: object): string {
  if (Array.isArray(facts)) return compact(facts);
  const told = Object.entries(facts).filter(([, value]) => value !== undefined);
  return `{\n${told.map(([name, value]) => `${JSON.stringify(name)}: ${compact(value)}`).join(",\n")}\n}`;
}
