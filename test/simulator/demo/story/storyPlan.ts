import type { BoardPlan } from "../boards/boards.ts";
import { getStoryId } from "./storyIds.ts";
import type { StoryName } from "./storyIds.ts";

function toIds(...names: readonly StoryName[]): readonly number[] {
  return names.map(getStoryId);
}

/** What is planned in the releases of the console and in the versions of the library. */
export const storyPlan: BoardPlan = {
  releases: [
    {
      name: "Console 5.1",
      status: "Current",
      goal: "Handover without paper, and alarms with a reason",
      days: [-35, 28],
      capacity: 150,
      remaining: 64,
      itemIds: toIds("undoAcknowledgement", "pinStations", "compareTides"),
      children: [
        {
          name: "Sprint 12",
          status: "Done",
          goal: "Start a handover from the shift plan",
          days: [-21, -7],
          capacity: 38,
          remaining: 0,
          itemIds: toIds(
            "startFromShiftPlan",
            "sortAlarms",
            "chartAtBerth",
            "windowLayout",
            "explainMissing",
          ),
        },
        {
          name: "Sprint 13",
          status: "Current",
          goal: "Sign a handover, and acknowledge several alarms at once",
          days: [-7, 7],
          capacity: 42,
          remaining: 27,
          itemIds: toIds(
            "badge",
            "carryOver",
            "severalAlarms",
            "lastReadings",
            "berthFilter",
            "printHandover",
            "readAloud",
            "forecastBeside",
            "whoAcknowledged",
            "nightColors",
          ),
        },
        {
          name: "Sprint 14",
          status: "Planned",
          goal: "Hand over between harbours",
          days: [7, 21],
          capacity: 36,
          itemIds: toIds("otherHarbour", "muteSensor", "readerLanguage", "exportLog"),
        },
      ],
    },
    {
      name: "Console 5.2",
      status: "Planned",
      goal: "The console on a tablet",
      days: [28, 112],
      capacity: 160,
      itemIds: toIds("gloves", "closedArea", "replay", "coastGuard"),
    },
  ],
  versions: [
    {
      name: "2.4",
      status: "Current",
      goal: "Correct forecasts around changes of the clock",
      days: [-30, 21],
      capacity: 60,
      remaining: 22,
      itemIds: toIds(
        "searchAccents",
        "decimalComma",
        "removedOption",
        "constituentTwice",
        "utcTimes",
        "lastColumn",
        "moonrise",
      ),
      children: [
        {
          name: "Iteration 8",
          status: "Current",
          goal: "Everything that makes a forecast wrong",
          days: [-9, 5],
          capacity: 20,
          remaining: 12,
          itemIds: toIds(
            "clockChange",
            "mergeMemory",
            "cachedRequests",
            "dateLine",
            "sameCode",
            "saintMalo",
            "roundedHeights",
            "revokedKeys",
            "widgetFlash",
          ),
        },
        {
          name: "Iteration 9",
          status: "Planned",
          goal: "Imports and warnings",
          days: [5, 21],
          itemIds: toIds("diskFull", "surgeMails"),
        },
      ],
    },
    { name: "3.0", status: "Planned", goal: "Readings in real time", itemIds: toIds("slowRebuild") },
  ],
  versionBacklog: toIds("cuxhaven"),
};
