import { asha, ines, lars, mara, piotr, tom } from "../users.ts";
import type { StoryArtifact } from "./storyArtifact.ts";
import { importSample, rebuildLog } from "./storyFiles.ts";
import { getStoryReference } from "./storyIds.ts";
import { workdaysAgo } from "./storyTime.ts";

const trackerId = 11;

/** Bugs of the weeks before the current iteration, most of them fixed. */
export const earlierBugStory: readonly StoryArtifact[] = [
  {
    name: "forecast502",
    trackerId,
    by: asha,
    at: workdaysAgo(29, "08:52"),
    values: {
      title: "Forecast API returns 502 for periods of more than 60 days",
      details:
        "`GET /v2/forecast?station=ALE&days=90` runs into the timeout of the proxy. With `days=60` it takes 24 s.",
      severity: "Major",
      component: "Web service",
      status: "Confirmed",
      assigned_to: piotr,
      customer: "Port of Ålesund",
    },
    changes: [
      {
        by: piotr,
        at: workdaysAgo(27, "17:04"),
        comment: "Heights are computed one by one. In batches of a day, 90 days take 1.2 s.",
      },
      {
        by: piotr,
        at: workdaysAgo(26, "10:31"),
        values: { status: "Fixed", close_date: -36 },
        comment: "On production since this morning.",
      },
    ],
  },
  {
    name: "searchAccents",
    trackerId,
    by: asha,
    at: workdaysAgo(27, "14:15"),
    values: {
      title: "Station search finds nothing for “Alesund” without the accent",
      details: "Search for `Alesund`: no station. `Ålesund` finds two.",
      severity: "Normal",
      component: "Station registry",
      status: "New",
      assigned_to: ines,
      customer: "Port of Ålesund",
    },
    changes: [
      {
        by: ines,
        at: workdaysAgo(24, "11:50"),
        values: { status: "Fixed", close_date: -34 },
        comment: "Names are compared without accents now, in both directions.",
      },
    ],
  },
  {
    name: "decimalComma",
    trackerId,
    by: lars,
    at: workdaysAgo(26, "09:33"),
    values: {
      title: "CSV export writes decimal commas if the server runs in a French locale",
      details: "The file then has one column more than its header, and spreadsheets shift everything.",
      severity: "Major",
      component: "Web service",
      status: "Confirmed",
      assigned_to: tom,
      customer: "Marée & Fils",
    },
    changes: [
      {
        by: tom,
        at: workdaysAgo(23, "15:20"),
        values: { status: "Fixed", close_date: -31 },
        comment: "`toFixed` instead of the locale's format, in the export and in the API.",
      },
    ],
  },
  {
    name: "removedOption",
    trackerId,
    by: piotr,
    at: workdaysAgo(24, "10:08"),
    values: {
      title: "Documentation of `tides forecast` uses an option that 2.3 removed",
      details: "`--datum` is `--reference` since 2.3. Both examples on the first page fail.",
      severity: "Cosmetic",
      component: "Documentation",
      status: "Fixed",
      assigned_to: asha,
      close_date: -30,
    },
  },
  {
    name: "constituentTwice",
    trackerId,
    by: lars,
    at: workdaysAgo(23, "13:41"),
    values: {
      title: "Harmonics import accepts a constituent twice and doubles its amplitude",
      details:
        "1. Import the attached file\n2. Request the forecast of Rotterdam\n\nHigh water is 0.79 m too high: M2 counts twice.",
      severity: "Major",
      component: "Harmonics engine",
      status: "New",
      assigned_to: tom,
      attachment: { files: [importSample] },
    },
    changes: [
      {
        by: tom,
        at: workdaysAgo(22, "09:15"),
        values: { status: "In progress" },
        comment: "Should the second one win, or should the import fail?",
      },
      {
        by: lars,
        at: workdaysAgo(22, "09:40"),
        comment: "Fail, please, with the line. The file is always wrong in that case.",
      },
      {
        by: tom,
        at: workdaysAgo(21, "16:55"),
        values: { status: "Fixed", close_date: -29 },
        comment: "It fails with name and line now.",
      },
    ],
  },
  {
    name: "utcTimes",
    trackerId,
    by: piotr,
    at: workdaysAgo(22, "15:02"),
    values: {
      title: "Command line prints UTC although --zone is given",
      details: "`tides forecast ALE --zone Europe/Oslo` prints the same times as without the option.",
      severity: "Normal",
      component: "Command line",
      status: "Confirmed",
      assigned_to: tom,
    },
    changes: [
      {
        by: tom,
        at: workdaysAgo(19, "14:26"),
        values: { status: "Fixed", close_date: -27 },
        comment: "The option was read and never passed on.",
      },
    ],
  },
  {
    name: "cachedRequests",
    trackerId,
    by: piotr,
    at: workdaysAgo(19, "10:44"),
    values: {
      title: "Rate limit counts requests that are answered from the cache",
      details: "The limit is there to protect the engine. A cached answer costs nothing and shouldn't count.",
      severity: "Normal",
      component: "Web service",
      status: "Confirmed",
      assigned_to: piotr,
    },
    changes: [
      {
        by: asha,
        at: workdaysAgo(18, "10:02"),
        comment: `The sailing school in Porto runs into this every morning (${getStoryReference("sailingSchool")}).`,
      },
      { by: piotr, at: workdaysAgo(4, "09:30"), values: { status: "In progress" } },
    ],
  },
  {
    name: "slowRebuild",
    trackerId,
    by: mara,
    at: workdaysAgo(18, "07:58"),
    values: {
      title: "Rebuilding the cache at night takes longer than the night",
      details:
        "Since the stations of the Baltic were added, the rebuild is stopped at six with 800 stations to go.",
      severity: "Major",
      component: "Web service",
      status: "Confirmed",
      assigned_to: piotr,
      attachment: { files: [rebuildLog] },
    },
    changes: [
      {
        by: piotr,
        at: workdaysAgo(6, "11:25"),
        comment: `Worker 3 restarts at its heap limit. That is probably ${getStoryReference("mergeMemory")}; let's fix that one first.`,
      },
    ],
  },
  {
    name: "widgetFlash",
    trackerId,
    by: ines,
    at: workdaysAgo(16, "16:12"),
    values: {
      title: "Embedded widget shows the previous station for a moment",
      details: "Only on slow connections, for about half a second.",
      severity: "Cosmetic",
      component: "Web service",
      status: "New",
    },
    changes: [
      {
        by: mara,
        at: workdaysAgo(9, "10:10"),
        values: { status: "Won't fix", close_date: -13 },
        comment: "The new widget in 3.0 replaces it. Until then it is better than an empty box.",
      },
    ],
  },
  {
    name: "roundedHeights",
    trackerId,
    by: lars,
    at: workdaysAgo(14, "08:40"),
    values: {
      title: "Heights below chart datum are rounded toward zero",
      details: "-0.04 m is printed as `-0.0`, and -0.06 m as `-0.0` too.",
      severity: "Normal",
      component: "Harmonics engine",
      status: "Confirmed",
      assigned_to: tom,
    },
    changes: [
      {
        by: tom,
        at: workdaysAgo(7, "17:31"),
        values: { status: "Fixed", close_date: -9 },
        comment: "Rounded once, when it is printed.",
      },
    ],
  },
];
