/** As many as the setting takes. A timer that is set for much longer goes off at once. */
const mostMinutes = 1440;

/** Minutes between two looks at the number at the icon, whatever was written into the settings; 0 for none. */
export function countMinutes(setting: unknown): number {
  if (typeof setting !== "number" || !(setting > 0)) return 0;
  return Math.min(Math.max(setting, 1), mostMinutes);
}
