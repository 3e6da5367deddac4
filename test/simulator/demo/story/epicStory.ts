import { childLink } from "../valueGenerators.ts";
import { chloe, mara } from "../users.ts";
import type { StoryArtifact } from "./storyArtifact.ts";
import { workdaysAgo } from "./storyTime.ts";

const trackerId = 21;

/** What the team of the console works on. */
export const epicStory: readonly StoryArtifact[] = [
  {
    name: "epicHandover",
    trackerId,
    by: chloe,
    at: workdaysAgo(30, "09:10"),
    values: {
      name: "Paperless handover in every harbour",
      vision:
        "A shift leader signs off in the console, and the next one starts with everything that is still open. " +
        "We know it works when the paper log of Saltmarsh Quay stays closed for a month.",
      stage: "Committed",
      start_date: -42,
      end_date: 35,
      points: 61,
      content: {
        links: [
          "startFromShiftPlan",
          "badge",
          "carryOver",
          "printHandover",
          "otherHarbour",
          "readerLanguage",
          "exportLog",
        ],
        type: childLink.shortname,
      },
    },
  },
  {
    name: "epicAlarms",
    trackerId,
    by: chloe,
    at: workdaysAgo(30, "09:25"),
    values: {
      name: "Alarms that people trust",
      vision:
        "Operators mute alarms that are wrong, and then miss those that are right. Show **why** there is an alarm, " +
        "who looks after it, and what is still missing.",
      stage: "Committed",
      start_date: -42,
      end_date: 35,
      points: 48,
      content: {
        links: [
          "sortAlarms",
          "chartAtBerth",
          "explainMissing",
          "whoAcknowledged",
          "berthFilter",
          "severalAlarms",
          "lastReadings",
          "readAloud",
          "forecastBeside",
          "muteSensor",
          "undoAcknowledgement",
        ],
        type: childLink.shortname,
      },
    },
  },
  {
    name: "epicTablet",
    trackerId,
    by: mara,
    at: workdaysAgo(6, "14:20"),
    values: {
      name: "The console on a tablet",
      vision: "Pilots and berth crews see the same alarms as the control room, outside and with gloves on.",
      stage: "Idea",
      start_date: 36,
      end_date: 120,
      content: { links: ["gloves", "closedArea"], type: childLink.shortname },
    },
  },
];
