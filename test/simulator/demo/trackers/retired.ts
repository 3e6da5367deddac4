import { string } from "../draftField.ts";
import type { DraftTracker } from "../draftTracker.ts";
import { foghorn, openTides } from "../projects.ts";

/** What nobody can reach any more: the tracker of a suspended project, and a deleted one. */
export const retired: readonly DraftTracker[] = [
  {
    id: 41,
    project: foghorn,
    label: "Tickets",
    itemName: "ticket",
    description: "",
    color: "inca-silver",
    size: 6,
    form: [
      string("summary", "Summary", {
        fill: ({ index }) => ({ kind: "string", text: `Horn ${index + 1} stays silent in fog` }),
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
    size: 4,
    form: [
      string("summary", "Summary", {
        fill: ({ index }) => ({ kind: "string", text: `Question ${index + 1}` }),
      }),
    ],
    semantics: { title: "summary" },
  },
];
