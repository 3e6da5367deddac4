import { automaticField, listField, stringField } from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import { lighthouse } from "../projects.ts";

/** Nothing but the title is required, so cards can be added and moved to the backlog. */
export const improvements: TrackerDefinition = {
  id: 27,
  project: lighthouse,
  label: "Improvements",
  itemName: "improvement",
  description: "What would make our own work easier",
  color: "inca-silver",
  artifactCount: 0,
  fields: [
    stringField("summary", "Summary", { required: true }),
    listField("sb", "status", "Status", [
      { label: "To do", color: "chrome-silver" },
      { label: "Doing", color: "daphne-blue" },
      { label: "Review", color: "neon-green" },
      { label: "Done", color: "army-green" },
    ]),
    listField("msb", "assigned_to", "Assigned to", "members"),
    listField("sb", "impediment", "Impediment", [{ label: "Waiting" }, { label: "Blocked" }]),
    automaticField("aid", "artifact_id", "Artifact ID"),
    automaticField("lud", "last_update_on", "Last update on"),
  ],
  semantics: {
    title: "summary",
    status: { field: "status", open: ["To do", "Doing", "Review"] },
    contributor: "assigned_to",
  },
  card: { fields: ["assigned_to", "impediment"] },
};

/** Two may be in progress at a time. */
export const doingLimit = 2;

export const improvementTitles: Readonly<Record<"None" | "To do" | "Doing" | "Review" | "Done", string[]>> = {
  None: [
    "Write down how a station is commissioned",
    "Try the new chart library on one page",
    "Ask the crews about the night colors",
    "Collect the passwords that only one person knows",
    "Look for a smaller tide simulator",
  ],
  "To do": [
    "Run the slow tests at night",
    "Replace the handwritten release notes",
    "Give newcomers a test account",
    "Move the build to the second machine",
  ],
  Doing: [
    "Shorten the build by half",
    "Clean up the alarm fixtures",
    "Describe the on-call rota",
    "Upgrade the map server",
  ],
  Review: ["Check links in the handbook"],
  Done: [
    "Order a second test radio",
    "Close stale branches",
    "Agree on a definition of done",
    "Share the dashboards",
  ],
};
