import { automatic, computed, container, date, links, list, string, text } from "../draftField.ts";
import type { DraftTracker } from "../draftTracker.ts";
import { childLink, daysLater, prose } from "../fills.ts";
import { children } from "../hierarchy.ts";
import { lighthouse } from "../projects.ts";
import { epicTitle } from "../titles/planTitles.ts";

/** The top of the hierarchy: its children are stories, its effort the sum of theirs. */
export const epics: DraftTracker = {
  id: 21,
  project: lighthouse,
  label: "Epics",
  itemName: "epic",
  description: "What we promise to a harbour",
  color: "plum-crazy",
  size: 36,
  form: [
    container("fieldset", "epic_summary", "Summary", [
      string("name", "Name", { required: true, fill: (row) => ({ kind: "string", text: epicTitle(row) }) }),
      text("vision", "Vision", {
        fill: prose("vision", [
          "An operator should be able to leave after eight hours with *nothing* left to tell.",
          "We know it works when the paper log stays closed for a month.",
          "Ask the crews of two harbours before and after.",
        ]),
      }),
      list(
        "sb",
        "stage",
        "Stage",
        [
          { label: "Idea", color: "chrome-silver", weight: 2 },
          { label: "Committed", color: "acid-green", weight: 3 },
          { label: "Delivered", color: "army-green", weight: 3 },
          { label: "Dropped", color: "teddy-brown" },
        ],
        { required: true },
      ),
    ]),
    container("fieldset", "epic_plan", "Plan", [
      date("start_date", "Start", { fill: daysLater("start", 5, 40) }),
      date("end_date", "End", { fill: daysLater("end", 60, 200) }),
      computed("points", "Points", {
        fill: ({ draws }) => ({
          kind: "computed",
          computed: draws.chance("no points", 0.2) ? null : draws.integer("points", 8, 120),
          manual: null,
        }),
      }),
      links("content", "Stories", { types: [childLink], fill: children("epic", "story") }),
      automatic("cross", "references", "References"),
      automatic("priority", "rank", "Rank"),
    ]),
  ],
  semantics: {
    title: "name",
    description: "vision",
    status: { field: "stage", open: ["Idea", "Committed"] },
    timeframe: { start: "start_date", end: "end_date" },
  },
};
