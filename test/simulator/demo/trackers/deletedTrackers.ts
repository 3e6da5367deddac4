import { stringField } from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import { foghorn, openTides } from "../projects.ts";

/** Inaccessible trackers: one in a suspended project, and a deleted one. */
export const deletedTrackers: readonly TrackerDefinition[] = [
  {
    id: 41,
    project: foghorn,
    label: "Tickets",
    itemName: "ticket",
    description: "",
    color: "inca-silver",
    artifactCount: 6,
    fields: [
      stringField("summary", "Summary", {
        generateValue: ({ index }) => ({ kind: "string", text: `Horn ${index + 1} stays silent in fog` }),
      }),
    ],
    semantics: { title: "summary" },
  },
  {
    id: 14,
    project: openTides,
    label: "Questions",
    itemName: "question",
    description: "",
    color: "inca-silver",
    status: "deleted",
    artifactCount: 4,
    fields: [
      stringField("summary", "Summary", {
        generateValue: ({ index }) => ({ kind: "string", text: `Question ${index + 1}` }),
      }),
    ],
    semantics: { title: "summary" },
  },
];
