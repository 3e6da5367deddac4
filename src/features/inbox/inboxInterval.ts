// The setting for the interval between two refreshes of the inbox.

const defaultIntervalMinutes = 5;
/** Maximum of the setting; also keeps timers below the limit above which they fire immediately. */
const maxIntervalMinutes = 1440;

/** Minutes between two refreshes, for any value of the setting; 0 to refresh on request only. */
export function toInboxIntervalMinutes(setting: unknown): number {
  if (typeof setting !== "number" || !(setting >= 0)) return defaultIntervalMinutes;
  return setting === 0 ? 0 : Math.min(Math.max(setting, 1), maxIntervalMinutes);
}
