import {
  automaticField,
  dateField,
  linksField,
  listField,
  numberField,
  stringField,
} from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import { generateAssignee, childLink, generateLaterDate } from "../valueGenerators.ts";
import { generateParentLink } from "../hierarchy.ts";
import { chloe, dana, ines, mara, tom, wei, yusuf } from "../users.ts";
import { lighthouse } from "../projects.ts";
import { generateTaskTitle } from "../titles/planningTitles.ts";

/** A flat form without containers. */
export const tasks: TrackerDefinition = {
  id: 23,
  project: lighthouse,
  label: "Tasks",
  itemName: "task",
  description: "",
  color: "acid-green",
  parentId: 22,
  artifactCount: 460,
  fields: [
    stringField("summary", "Summary", {
      required: true,
      generateValue: (artifactSeed) => ({ kind: "string", text: generateTaskTitle(artifactSeed) }),
    }),
    listField(
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
    listField("sb", "assigned_to", "Assigned to", "members", {
      generateValue: generateAssignee([mara, tom, ines, yusuf, chloe, wei, dana]),
    }),
    numberField("float", "hours", "Hours left", {
      generateValue: ({ random }) => ({ kind: "number", number: random.integer("hours", 0, 31) / 2 }),
    }),
    dateField("due", "Due", { generateValue: generateLaterDate("due", 2, 30, 0.5) }),
    linksField("parents", "Links", { types: [childLink], generateValue: generateParentLink("story") }),
    automaticField("aid", "artifact_id", "Artifact ID"),
    automaticField("subon", "submitted_on", "Submitted on"),
  ],
  semantics: {
    title: "summary",
    status: { field: "status", open: ["Todo", "Doing"] },
    contributor: "assigned_to",
  },
  card: { fields: ["assigned_to", "hours"], remainingEffort: "hours" },
};
