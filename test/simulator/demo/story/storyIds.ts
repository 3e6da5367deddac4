/** The artifacts of the story by short names, in the order of their ids. */
const names = [
  "epicHandover",
  "epicAlarms",
  "forecast502",
  "startFromShiftPlan",
  "sortAlarms",
  "chartAtBerth",
  "searchAccents",
  "decimalComma",
  "lorient",
  "windowLayout",
  "removedOption",
  "explainMissing",
  "constituentTwice",
  "utcTimes",
  "cachedRequests",
  "whoAcknowledged",
  "slowRebuild",
  "nightColors",
  "sailingSchool",
  "badge",
  "berthFilter",
  "widgetFlash",
  "carryOver",
  "severalAlarms",
  "roundedHeights",
  "lastReadings",
  "sameCode",
  "galway",
  "clockChange",
  "printHandover",
  "readAloud",
  "diskFull",
  "calendarFeed",
  "revokedKeys",
  "forecastBeside",
  "forecastBesideApi",
  "dateLine",
  "badgeReader",
  "badgeLock",
  "badgePrint",
  "mergeMemory",
  "severalAlarmsBoxes",
  "severalAlarmsRequest",
  "severalAlarmsReason",
  "berthFilterUrl",
  "epicTablet",
  "gloves",
  "closedArea",
  "replay",
  "coastGuard",
  "gdansk",
  "lastColumn",
  "otherHarbour",
  "muteSensor",
  "readerLanguage",
  "exportLog",
  "carryOverStore",
  "carryOverMark",
  "lastReadingsStore",
  "lastReadingsAge",
  "printHandoverA4",
  "surgeMails",
  "compareTides",
  "pinStations",
  "carryOverMigrate",
  "saintMalo",
  "webhook",
  "undoAcknowledgement",
  "moonrise",
  "risingWater",
  "cuxhaven",
  "almanac",
  "balticTiles",
] as const;

export type StoryName = (typeof names)[number];

/** The story follows the generated artifacts, whose number is fixed. */
const firstId = 2025;

const ids: ReadonlyMap<string, number> = new Map(names.map((name, index) => [name, firstId + index]));

export function getStoryId(name: StoryName): number {
  return ids.get(name) ?? firstId;
}

/** As it is written in commit messages and comments. */
export function getStoryReference(name: StoryName): string {
  return `art #${getStoryId(name)}`;
}
