import { relatedLink } from "../valueGenerators.ts";
import { asha, ines, lars, mara, piotr, tom } from "../users.ts";
import type { StoryArtifact } from "./storyArtifact.ts";
import { clockChangeChart, clockChangeReadings, relayLog } from "./storyFiles.ts";
import { getStoryReference } from "./storyIds.ts";
import { minutesAgo, workdaysAgo } from "./storyTime.ts";

const trackerId = 11;
const related = relatedLink.shortname;

/** Bugs of the library and of the public service, of the last weeks. */
export const bugStory: readonly StoryArtifact[] = [
  {
    name: "sameCode",
    trackerId,
    by: asha,
    at: workdaysAgo(13, "11:11"),
    values: {
      title: "Two stations can have the same code",
      details: "PRT is Porto and Port Talbot. The API returns whichever was added last.",
      severity: "Major",
      component: "Station registry",
      status: "Confirmed",
      assigned_to: ines,
    },
  },
  {
    name: "clockChange",
    trackerId,
    by: asha,
    at: workdaysAgo(12, "09:21"),
    values: {
      title: "Forecast is one hour late after the clocks change",
      details: [
        "On the day on which the clocks were set back, high water in Ålesund came **one hour before** the forecast.",
        "",
        "1. Request the forecast of that day: `tides forecast ALE --zone Europe/Oslo`",
        "2. Compare it with the readings (attached)",
        "",
        "Until 03:00 both agree. From then on, every height is an hour late, until midnight.",
      ].join("\n"),
      severity: "Critical",
      component: "Harmonics engine",
      status: "New",
      customer: "Port of Ålesund",
      attachment: { files: [clockChangeReadings, clockChangeChart] },
      related: { links: ["utcTimes"], type: related },
    },
    changes: [
      {
        by: piotr,
        at: workdaysAgo(12, "10:05"),
        values: { status: "Confirmed", assigned_to: tom },
        comment:
          "Reproduced with their readings. It happens in every zone with summer time, on two days a year.",
      },
      {
        by: tom,
        at: workdaysAgo(8, "14:48"),
        comment: `We add 24 hours to midnight, but that day has 25. ${getStoryReference("utcTimes")} had the same cause.`,
      },
      {
        by: lars,
        at: workdaysAgo(7, "08:33"),
        comment:
          "Then the printed tables of that day are wrong too. I told the port to use the gauge, they will manage until the release.",
      },
      { by: tom, at: workdaysAgo(5, "09:12"), values: { status: "In progress" } },
      {
        by: asha,
        at: workdaysAgo(2, "11:36"),
        comment: "The port asks whether 2.4 will have it. Can I tell them yes?",
      },
      {
        by: tom,
        at: workdaysAgo(1, "16:09"),
        comment:
          "Yes. Heights are computed in UTC now, and only the printed times are local. What is left is the command line.",
      },
      {
        by: asha,
        at: minutesAgo(140),
        comment:
          "Told them, they are happy. Could you also check the day in spring, when an hour is missing?",
      },
    ],
  },
  {
    name: "diskFull",
    trackerId,
    by: piotr,
    at: workdaysAgo(11, "12:20"),
    values: {
      title: "`tides import` ends without a message when the disk is full",
      details: "Exit code 0, and the last station has half of its constituents.",
      severity: "Major",
      component: "Command line",
      status: "Confirmed",
      assigned_to: asha,
    },
  },
  {
    name: "revokedKeys",
    trackerId,
    by: mara,
    at: workdaysAgo(9, "08:15"),
    values: {
      title: "API key page lists keys that were revoked",
      details: "They don't work any more, but the page says that they are active.",
      severity: "Critical",
      component: "Web service",
      status: "Confirmed",
      assigned_to: mara,
    },
    changes: [
      {
        by: mara,
        at: workdaysAgo(9, "12:40"),
        values: { status: "Fixed", close_date: -13 },
        comment: "Only the page was wrong: it read a copy that is updated once a day.",
      },
    ],
  },
  {
    name: "dateLine",
    trackerId,
    by: asha,
    at: workdaysAgo(8, "13:05"),
    values: {
      title: "Forecast starts a day early for stations east of the date line",
      details: "Seen in Wellington and Suva, not in Sydney.",
      severity: "Normal",
      component: "Harmonics engine",
      status: "New",
      assigned_to: tom,
      related: { links: ["clockChange"], type: related },
    },
    changes: [
      {
        by: tom,
        at: workdaysAgo(5, "10:50"),
        values: { status: "Confirmed" },
        comment: `Another place where we compute with local days. I'll look at it after ${getStoryReference("clockChange")}.`,
      },
    ],
  },
  {
    name: "mergeMemory",
    trackerId,
    by: piotr,
    at: workdaysAgo(7, "15:30"),
    values: {
      title: "Memory grows with every station that is merged",
      details: "After 40 merges the worker is at 1.9 GB. The old constituents are kept by the undo list.",
      severity: "Major",
      component: "Station registry",
      status: "In progress",
      assigned_to: piotr,
      related: { links: ["slowRebuild"], type: related },
    },
  },
  {
    name: "lastColumn",
    trackerId,
    by: lars,
    at: workdaysAgo(5, "08:27"),
    values: {
      title: "Printed tide table cuts off the last column on A4",
      details: "Landscape is fine. In portrait, the second low water of the day is missing.",
      severity: "Normal",
      component: "Web service",
      status: "New",
      assigned_to: ines,
    },
  },
  {
    name: "surgeMails",
    trackerId,
    by: asha,
    at: workdaysAgo(4, "07:45"),
    values: {
      title: "Surge warnings are sent twice if the mail relay is slow",
      details:
        "After 30 s we try again, although the first message was accepted (log attached). 41 people got two warnings at five in the morning.",
      severity: "Major",
      component: "Web service",
      status: "New",
      attachment: { files: [relayLog] },
    },
    changes: [
      {
        by: mara,
        at: workdaysAgo(4, "09:20"),
        comment: "Please keep the retry. A warning twice is better than none.",
      },
    ],
  },
  {
    name: "saintMalo",
    trackerId,
    by: asha,
    at: workdaysAgo(3, "10:17"),
    values: {
      title: "Station search doesn't find Saint-Malo for “St. Malo”",
      details: "Visitors type it as it is on the road signs.",
      severity: "Normal",
      component: "Station registry",
      status: "New",
      assigned_to: tom,
      related: { links: ["searchAccents"], type: related },
    },
    changes: [
      {
        by: ines,
        at: workdaysAgo(3, "13:55"),
        comment: `The list of names from ${getStoryReference("searchAccents")} is the right place for it.`,
      },
      { by: piotr, at: minutesAgo(205), values: { severity: "Major" } },
    ],
  },
  {
    name: "moonrise",
    trackerId,
    by: ines,
    at: workdaysAgo(2, "14:44"),
    values: {
      title: "Week view leaves a gap on days without a moonrise",
      details: "About once a month there is none. A dash would do.",
      severity: "Cosmetic",
      component: "Web service",
      status: "New",
    },
  },
  {
    name: "cuxhaven",
    trackerId,
    by: lars,
    at: workdaysAgo(1, "09:03"),
    values: {
      title: "Readings of Cuxhaven have a gap every six hours",
      details: "Always ten minutes, since the logger's new firmware.",
      severity: "Major",
      component: "Station registry",
      status: "New",
      assigned_to: lars,
    },
    changes: [
      {
        by: asha,
        at: workdaysAgo(1, "10:28"),
        comment: "Does it restart? Six hours is the interval of its self-test.",
      },
    ],
  },
  {
    name: "balticTiles",
    trackerId,
    by: asha,
    at: minutesAgo(95),
    values: {
      title: "Map of the Baltic stays gray: the certificate of the tile server has expired",
      details: "Since this morning, for everyone. The other maps come from another server.",
      severity: "Critical",
      component: "Web service",
      status: "New",
      assigned_to: tom,
    },
    changes: [
      {
        by: mara,
        at: minutesAgo(70),
        comment:
          "The certificate is ordered. @tokafor, can you switch the map to the second server until it is there?",
      },
    ],
  },
];
