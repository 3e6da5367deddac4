const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Years and months are those of the calendar on average. */
const units = [
  ["year", 365.25 * day],
  ["month", 30.44 * day],
  ["week", 7 * day],
  ["day", day],
  ["hour", hour],
  ["minute", minute],
] as const;

export type AgeUnit = (typeof units)[number][0];

/** How long ago something was, in the largest unit that fits; undefined within the first minute, and in the future. */
export function ageUnit(
  at: number,
  now: number,
): { readonly unit: AgeUnit; readonly count: number } | undefined {
  const passed = now - at;
  const largest = units.find(([, each]) => passed >= each);
  return largest && { unit: largest[0], count: Math.floor(passed / largest[1]) };
}
