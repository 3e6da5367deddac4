import { automatic, computed, container, file, links, list, number, string, text } from "../draftField.ts";
import type { DraftTracker } from "../draftTracker.ts";
import { assignee, attachedFiles, childLink, prose, whole } from "../fills.ts";
import { between } from "../hierarchy.ts";
import { chloe, dana, ines, mara, tom, wei, yusuf } from "../people.ts";
import { lighthouse } from "../projects.ts";
import { storyTitle } from "../titles/planTitles.ts";

export const stories: DraftTracker = {
  id: 22,
  project: lighthouse,
  label: "User Stories",
  itemName: "story",
  description: "What somebody in a harbour can do afterwards",
  color: "lake-placid-blue",
  parentId: 21,
  size: 340,
  form: [
    string("i_want_to", "I want to", {
      required: true,
      fill: (row) => ({ kind: "string", text: storyTitle(row) }),
    }),
    text("acceptance", "Acceptance criteria", {
      fill: prose("acceptance", [
        "- works with the keyboard alone\n- says *why* when it refuses\n- takes less than two seconds",
        "Shown to a crew and not asked about again.",
        "Same result in both languages of the harbour.",
      ]),
    }),
    container("fieldset", "planning", "Planning", [
      list(
        "sb",
        "status",
        "Status",
        [
          { label: "To do", color: "chrome-silver", weight: 4 },
          { label: "On going", color: "daphne-blue", weight: 3 },
          { label: "Review", color: "neon-green", weight: 1 },
          { label: "Done", color: "army-green", weight: 6 },
        ],
        { required: true },
      ),
      number("float", "story_points", "Story points", { fill: whole("points", 1, 13) }),
      list("msb", "owners", "Owners", "members", {
        fill: assignee([mara, tom, ines, yusuf, chloe, wei, dana]),
      }),
      computed("remaining", "Remaining effort", {
        fill: ({ draws }) => ({
          kind: "computed",
          computed: draws.integer("remaining", 0, 40),
          manual: null,
        }),
      }),
    ]),
    container("fieldset", "around", "Around", [
      file("mockups", "Mock-ups", { fill: attachedFiles }),
      links("tasks", "Tasks", { types: [childLink], fill: between("epic", "story", "task") }),
      automatic("cross", "references", "References"),
      automatic("aid", "artifact_id", "Artifact ID"),
      automatic("subon", "submitted_on", "Submitted on"),
      automatic("subby", "submitted_by", "Submitted by"),
      automatic("lud", "last_update_on", "Last update on"),
    ]),
  ],
  semantics: {
    title: "i_want_to",
    description: "acceptance",
    status: { field: "status", open: ["To do", "On going", "Review"] },
    contributor: "owners",
  },
};
