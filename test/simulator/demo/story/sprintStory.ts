import type { User } from "../../state/user.ts";
import { childLink } from "../valueGenerators.ts";
import { chloe, dana, ines, tom, wei, yusuf } from "../users.ts";
import type { StoryArtifact, StoryChange, StoryValues } from "./storyArtifact.ts";
import { getStoryReference } from "./storyIds.ts";
import type { StoryName } from "./storyIds.ts";
import { minutesAgo, workdaysAgo } from "./storyTime.ts";
import type { Moment } from "./storyTime.ts";

interface UserStory {
  readonly title: string;
  readonly acceptance?: string;
  readonly status: "To do" | "On going" | "Review" | "Done";
  readonly points: number;
  readonly remaining?: number;
  readonly owners?: readonly User[];
  readonly tasks?: readonly StoryName[];
  readonly changes?: readonly StoryChange[];
}

/** The product owner writes the stories. */
function createStory(name: StoryName, at: Moment, story: UserStory): StoryArtifact {
  const { title, acceptance = "", status, points, owners, tasks = [], changes = [] } = story;
  const values: StoryValues = {
    i_want_to: title,
    acceptance,
    status,
    story_points: points,
    remaining: story.remaining ?? (status === "Done" ? 0 : points),
    ...(owners && { owners }),
    tasks: { links: tasks, type: childLink.shortname },
  };
  return { name, trackerId: 22, by: chloe, at, values, changes };
}

interface Task {
  readonly summary: string;
  readonly status: "Todo" | "Doing" | "Done";
  readonly assignedTo?: User;
  readonly hours: number;
  /** Days from today. */
  readonly due?: number;
}

function createTask(name: StoryName, by: User, at: Moment, task: Task): StoryArtifact {
  const { summary, status, assignedTo, hours, due } = task;
  const values: StoryValues = {
    summary,
    status,
    hours,
    ...(assignedTo && { assigned_to: assignedTo }),
    ...(due !== undefined && { due }),
  };
  return { name, trackerId: 23, by, at, values };
}

const finishedStories: readonly StoryArtifact[] = [
  createStory("startFromShiftPlan", workdaysAgo(28, "09:15"), {
    title: "Start the handover from the shift plan",
    status: "Done",
    points: 5,
    owners: [tom],
    changes: [
      {
        by: dana,
        at: workdaysAgo(6, "11:20"),
        comment: "Checked with both shift plans of Saltmarsh Quay, also across midnight. Fine.",
      },
    ],
  }),
  createStory("sortAlarms", workdaysAgo(28, "09:40"), {
    title: "Sort alarms by severity, then by age",
    status: "Done",
    points: 3,
    owners: [yusuf],
  }),
  createStory("chartAtBerth", workdaysAgo(27, "10:05"), {
    title: "Open the chart at the berth of an alarm",
    status: "Done",
    points: 3,
    owners: [wei],
  }),
  createStory("windowLayout", workdaysAgo(25, "15:30"), {
    title: "Remember the layout of the windows per workstation",
    status: "Done",
    points: 5,
    owners: [ines],
  }),
  createStory("explainMissing", workdaysAgo(24, "16:10"), {
    title: "Say why a reading is missing",
    status: "Done",
    points: 3,
    owners: [yusuf],
  }),
  createStory("whoAcknowledged", workdaysAgo(19, "11:00"), {
    title: "Show who acknowledged an alarm, and when",
    acceptance: "- name and time beside the alarm\n- also for alarms of the last shift",
    status: "Done",
    points: 5,
    owners: [yusuf],
    changes: [
      {
        by: yusuf,
        at: workdaysAgo(3, "14:05"),
        comment: "Deployed to the training room.",
      },
      {
        by: dana,
        at: workdaysAgo(2, "09:50"),
        comment: "Works, also with two operators on the same alarm.",
      },
    ],
  }),
  createStory("nightColors", workdaysAgo(18, "09:05"), {
    title: "Keep the night colors when the browser is restarted",
    status: "Done",
    points: 2,
    owners: [ines],
  }),
];

const currentStories: readonly StoryArtifact[] = [
  createStory("badge", workdaysAgo(17, "09:30"), {
    title: "Sign the handover with a badge",
    acceptance:
      "- the badge of the **leaving** and of the **arriving** shift leader\n- after both, the handover can't be changed\n- without a reader, the password still works",
    status: "Review",
    points: 8,
    remaining: 2,
    owners: [tom],
    tasks: ["badgeReader", "badgeLock", "badgePrint"],
    changes: [
      {
        by: tom,
        at: workdaysAgo(6, "10:40"),
        comment: "What if somebody forgot the badge at home?",
      },
      {
        by: chloe,
        at: workdaysAgo(6, "11:15"),
        comment: "Then the password, as today. But the log should say so.",
      },
      {
        by: tom,
        at: workdaysAgo(2, "16:45"),
        comment: "Ready for review, on the training server.",
      },
      {
        by: dana,
        at: minutesAgo(180),
        comment: "The second badge is accepted even if it is the first one again. Everything else is fine.",
      },
    ],
  }),
  createTask("badgeReader", tom, workdaysAgo(7, "09:20"), {
    summary: "Read the number of the badge from the card reader",
    status: "Done",
    assignedTo: tom,
    hours: 0,
  }),
  createTask("badgeLock", tom, workdaysAgo(7, "09:22"), {
    summary: "Lock the handover after both signatures",
    status: "Done",
    assignedTo: tom,
    hours: 0,
  }),
  createTask("badgePrint", tom, workdaysAgo(7, "09:24"), {
    summary: "Add the signatures to the printed log",
    status: "Doing",
    assignedTo: tom,
    hours: 2,
    due: 1,
  }),
  createStory("berthFilter", workdaysAgo(16, "10:20"), {
    title: "Filter the alarm list by berth",
    status: "Review",
    points: 3,
    remaining: 1,
    owners: [ines],
    tasks: ["berthFilterUrl"],
  }),
  createTask("berthFilterUrl", ines, workdaysAgo(6, "13:10"), {
    summary: "Keep the selected berths in the URL",
    status: "Done",
    assignedTo: ines,
    hours: 0,
  }),
  createStory("carryOver", workdaysAgo(15, "09:00"), {
    title: "Carry unfinished notes over to the next shift",
    acceptance:
      "- notes that aren't checked off are in the next shift's list\n- they say since when they are open\n- a note is never in two lists",
    status: "On going",
    points: 5,
    remaining: 5,
    owners: [tom, yusuf],
    tasks: ["carryOverStore", "carryOverMark", "carryOverMigrate"],
    changes: [
      {
        by: yusuf,
        at: workdaysAgo(4, "15:25"),
        comment:
          "The notes belong to a user today. If we move them to the shift, what about those of the running one?",
      },
      {
        by: tom,
        at: workdaysAgo(4, "15:50"),
        comment: `I added a task for that, ${getStoryReference("carryOverMigrate")}.`,
      },
      {
        by: yusuf,
        at: minutesAgo(45),
        comment: "I can start with it tomorrow. @tokafor, is the new table already on the training server?",
      },
    ],
  }),
  createTask("carryOverStore", tom, workdaysAgo(5, "11:30"), {
    summary: "Store notes per shift instead of per user",
    status: "Doing",
    assignedTo: tom,
    hours: 6,
    due: 2,
  }),
  createTask("carryOverMark", tom, workdaysAgo(5, "11:32"), {
    summary: "Mark notes that were carried over",
    status: "Todo",
    assignedTo: tom,
    hours: 4,
    due: 5,
  }),
  createTask("carryOverMigrate", tom, workdaysAgo(4, "15:48"), {
    summary: "Move the notes of the running shift",
    status: "Todo",
    assignedTo: yusuf,
    hours: 3,
  }),
  createStory("severalAlarms", workdaysAgo(15, "09:20"), {
    title: "Acknowledge several alarms at once",
    acceptance: "After a storm there are dozens. One reason for all of them is enough.",
    status: "On going",
    points: 5,
    remaining: 4,
    owners: [yusuf],
    tasks: ["severalAlarmsBoxes", "severalAlarmsRequest", "severalAlarmsReason"],
  }),
  createTask("severalAlarmsBoxes", yusuf, workdaysAgo(6, "09:05"), {
    summary: "Add check boxes to the alarm list",
    status: "Done",
    assignedTo: yusuf,
    hours: 0,
  }),
  createTask("severalAlarmsRequest", yusuf, workdaysAgo(6, "09:06"), {
    summary: "Acknowledge all selected alarms in one request",
    status: "Doing",
    assignedTo: yusuf,
    hours: 5,
    due: 2,
  }),
  createTask("severalAlarmsReason", yusuf, workdaysAgo(6, "09:08"), {
    summary: "Explain which alarms can't be acknowledged",
    status: "Todo",
    assignedTo: yusuf,
    hours: 3,
  }),
  createStory("lastReadings", workdaysAgo(14, "10:45"), {
    title: "Show the last readings while the network is down",
    acceptance: "With their age, in minutes. Gray after an hour.",
    status: "On going",
    points: 8,
    remaining: 7,
    owners: [ines],
    tasks: ["lastReadingsStore", "lastReadingsAge"],
  }),
  createTask("lastReadingsStore", ines, workdaysAgo(5, "14:00"), {
    summary: "Keep the last readings in the browser",
    status: "Doing",
    assignedTo: ines,
    hours: 7,
    due: 3,
  }),
  createTask("lastReadingsAge", ines, workdaysAgo(5, "14:02"), {
    summary: "Show the age of a reading",
    status: "Todo",
    assignedTo: ines,
    hours: 3,
  }),
  createStory("printHandover", workdaysAgo(12, "09:50"), {
    title: "Print the handover on one page",
    acceptance: "The port authority still wants paper once a month.",
    status: "To do",
    points: 3,
    owners: [tom],
    tasks: ["printHandoverA4"],
  }),
  createTask("printHandoverA4", tom, workdaysAgo(5, "16:30"), {
    summary: "Fit the table of open alarms to A4",
    status: "Todo",
    assignedTo: tom,
    hours: 4,
    due: 6,
  }),
  createStory("readAloud", workdaysAgo(11, "09:10"), {
    title: "Read critical alarms aloud at night",
    status: "To do",
    points: 5,
    owners: [yusuf],
  }),
  createStory("forecastBeside", workdaysAgo(9, "11:40"), {
    title: "Show the forecast beside the measured level",
    acceptance: `Only after ${getStoryReference("clockChange")} is fixed, or nobody will believe it.`,
    status: "To do",
    points: 3,
    tasks: ["forecastBesideApi"],
  }),
  createTask("forecastBesideApi", wei, workdaysAgo(9, "13:00"), {
    summary: "Request the forecast of the next twelve hours from Open Tides",
    status: "Todo",
    hours: 4,
  }),
];

const plannedStories: readonly StoryArtifact[] = [
  createStory("gloves", workdaysAgo(6, "14:40"), {
    title: "Use the console on a tablet, with gloves on",
    status: "To do",
    points: 8,
  }),
  createStory("closedArea", workdaysAgo(6, "14:45"), {
    title: "Draw a closed area on the map",
    status: "To do",
    points: 13,
  }),
  createStory("replay", workdaysAgo(6, "14:50"), {
    title: "Replay the last 72 hours",
    status: "To do",
    points: 13,
  }),
  createStory("coastGuard", workdaysAgo(6, "14:55"), {
    title: "Give the coast guard access as a guest",
    status: "To do",
    points: 8,
  }),
  createStory("otherHarbour", workdaysAgo(5, "09:40"), {
    title: "Hand over to a shift leader in another harbour",
    status: "To do",
    points: 8,
    owners: [tom],
  }),
  createStory("muteSensor", workdaysAgo(5, "09:45"), {
    title: "Mute a sensor until it is repaired",
    status: "To do",
    points: 5,
  }),
  createStory("readerLanguage", workdaysAgo(5, "09:50"), {
    title: "Show the handover in the language of its reader",
    status: "To do",
    points: 5,
  }),
  createStory("exportLog", workdaysAgo(5, "09:55"), {
    title: "Export the handover log for the port authority",
    status: "To do",
    points: 3,
  }),
  createStory("compareTides", workdaysAgo(4, "10:10"), {
    title: "Compare two tides side by side",
    status: "To do",
    points: 5,
  }),
  createStory("pinStations", workdaysAgo(4, "10:15"), {
    title: "Pin the stations of my berth",
    status: "To do",
    points: 2,
  }),
  createStory("undoAcknowledgement", workdaysAgo(3, "16:20"), {
    title: "Undo the last acknowledgement",
    status: "To do",
    points: 3,
  }),
  createStory("risingWater", workdaysAgo(2, "15:35"), {
    title: "Call the harbour master when the water rises faster than forecast",
    status: "To do",
    points: 8,
  }),
];

/** User stories of the console with their tasks: the last sprint, the current one, and what comes next. */
export const sprintStory: readonly StoryArtifact[] = [
  ...finishedStories,
  ...currentStories,
  ...plannedStories,
];
