/** Rounds to three significant digits, the precision of the measurements. */
export function roundFigures(figures: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(3))]),
  );
}
