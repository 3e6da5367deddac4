/** When an access key ends, in milliseconds. */
export type KeyExpiry = number | "never";

const day = 86_400_000;
/** Long enough to get another one without haste. */
const noticeDays = 7;

/** How many days are left, where they are few enough to say so; undefined where they are not. */
export function daysToTell(expiry: KeyExpiry | undefined, now: number): number | undefined {
  if (expiry === undefined || expiry === "never") return undefined;
  const left = Math.floor((expiry - now) / day);
  return left < noticeDays ? Math.max(left, 0) : undefined;
}
