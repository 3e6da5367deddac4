import { automatic, date, links, list, number, string } from "../draftField.ts";
import type { DraftTracker } from "../draftTracker.ts";
import { assignee, childLink, daysLater } from "../fills.ts";
import { parent } from "../hierarchy.ts";
import { chloe, dana, ines, mara, tom, wei, yusuf } from "../people.ts";
import { lighthouse } from "../projects.ts";
import { taskTitle } from "../titles/planTitles.ts";

/** A flat form without any container. */
export const tasks: DraftTracker = {
  id: 23,
  project: lighthouse,
  label: "Tasks",
  itemName: "task",
  description: "",
  color: "acid-green",
  parentId: 22,
  size: 460,
  form: [
    string("summary", "Summary", {
      required: true,
      fill: (row) => ({ kind: "string", text: taskTitle(row) }),
    }),
    list(
      "sb",
      "status",
      "Status",
      [
        { label: "Todo", weight: 4 },
        { label: "Doing", weight: 2 },
        { label: "Done", weight: 6 },
      ],
      { required: true },
    ),
    list("sb", "assigned_to", "Assigned to", "members", {
      fill: assignee([mara, tom, ines, yusuf, chloe, wei, dana]),
    }),
    number("float", "hours", "Hours left", {
      fill: ({ draws }) => ({ kind: "number", number: draws.integer("hours", 0, 31) / 2 }),
    }),
    date("due", "Due", { fill: daysLater("due", 2, 30, 0.5) }),
    links("parents", "Links", { types: [childLink], fill: parent("story") }),
    automatic("aid", "artifact_id", "Artifact ID"),
    automatic("subon", "submitted_on", "Submitted on"),
  ],
  semantics: {
    title: "summary",
    status: { field: "status", open: ["Todo", "Doing"] },
    contributor: "assigned_to",
  },
};
