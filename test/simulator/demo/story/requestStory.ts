import { asha, lars, mara, piotr } from "../users.ts";
import type { StoryArtifact } from "./storyArtifact.ts";
import { getStoryReference } from "./storyIds.ts";
import { workdaysAgo } from "./storyTime.ts";

const trackerId = 12;

/** What users of the public service ask for. */
export const requestStory: readonly StoryArtifact[] = [
  {
    name: "lorient",
    trackerId,
    by: asha,
    at: workdaysAgo(25, "11:02"),
    values: {
      subject: "Add the station Lorient to the public list",
      message:
        "Bonjour, la station de Lorient est en service depuis le printemps. Pouvez-vous l'ajouter à la liste publique ?",
      state: "Answered",
      handler: lars,
      received_on: -35,
      answer_by: -25,
      satisfaction: "Pleased",
    },
    changes: [
      {
        by: lars,
        at: workdaysAgo(22, "16:30"),
        comment: "Gauge checked on site, 90 days of readings imported. It is on the public list now.",
      },
    ],
  },
  {
    name: "sailingSchool",
    trackerId,
    by: asha,
    at: workdaysAgo(18, "09:48"),
    values: {
      subject: "Higher quota for the sailing school in Porto",
      message:
        "We show the forecast on 40 tablets, and at nine in the morning half of them get no answer. Can we have more requests per minute?",
      state: "Answered",
      handler: piotr,
      received_on: -26,
      answer_by: -16,
      satisfaction: "Pleased",
    },
    changes: [
      {
        by: piotr,
        at: workdaysAgo(17, "10:15"),
        comment: `Raised to 120 per minute. Half of their requests came from the cache anyway, see ${getStoryReference("cachedRequests")}.`,
      },
    ],
  },
  {
    name: "galway",
    trackerId,
    by: asha,
    at: workdaysAgo(13, "13:37"),
    values: {
      subject: "All readings of Galway since 2019",
      message:
        "For a thesis about storm surges I need the raw readings of Galway, every ten minutes, with gaps marked.",
      state: "Accepted",
      handler: asha,
      received_on: -19,
      answer_by: 4,
    },
    changes: [
      {
        by: asha,
        at: workdaysAgo(12, "09:05"),
        comment:
          "There are three gaps in 2021, when the logger was replaced. @lvisser, do you still have its memory card?",
      },
      {
        by: lars,
        at: workdaysAgo(11, "17:20"),
        comment: "In the drawer in the workshop. I'll read it out on Thursday.",
      },
    ],
  },
  {
    name: "calendarFeed",
    trackerId,
    by: asha,
    at: workdaysAgo(10, "10:26"),
    values: {
      subject: "Tide tables as a calendar feed",
      message:
        "Our members would like to subscribe to high and low water of their harbour in their calendar.",
      state: "Waiting for customer",
      handler: mara,
      received_on: -14,
      answer_by: 9,
    },
    changes: [
      {
        by: mara,
        at: workdaysAgo(8, "15:12"),
        comment: "Asked which calendars they use, and whether one year ahead is enough.",
      },
    ],
  },
  {
    name: "gdansk",
    trackerId,
    by: asha,
    at: workdaysAgo(6, "15:44"),
    values: {
      subject: "Correct the coordinates of Gdańsk, North Port",
      message: "On the map the station is on land, about 400 m south of the pier.",
      state: "Accepted",
      handler: lars,
      received_on: -8,
      answer_by: 6,
    },
  },
  {
    name: "webhook",
    trackerId,
    by: asha,
    at: workdaysAgo(3, "11:18"),
    values: {
      subject: "Webhook when the water rises above a threshold",
      message:
        "We close the flood gate by hand today. A call to our controller would give us twenty minutes more.",
      state: "Received",
      received_on: -3,
      answer_by: 11,
    },
  },
  {
    name: "almanac",
    trackerId,
    by: asha,
    at: workdaysAgo(1, "15:05"),
    values: {
      subject: "License of the tide tables for a printed almanac",
      message: "May we print the tables of six harbours in our almanac, with your name below them?",
      state: "Received",
      handler: mara,
      received_on: -1,
      answer_by: 14,
    },
  },
];
