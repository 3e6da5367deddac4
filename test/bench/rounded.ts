/** Three digits say all that a measurement knows. */
export function rounded(figures: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(3))]),
  );
}
