import {
  automaticField,
  computedField,
  containerField,
  dateField,
  linksField,
  listField,
  stringField,
  textField,
} from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import { childLink, generateLaterDate, generateText } from "../valueGenerators.ts";
import { generateChildLinks } from "../hierarchy.ts";
import { lighthouse } from "../projects.ts";
import { generateEpicTitle } from "../titles/planningTitles.ts";

/** The top of the hierarchy: children are stories, and the effort is the sum of theirs. */
export const epics: TrackerDefinition = {
  id: 21,
  project: lighthouse,
  label: "Epics",
  itemName: "epic",
  description: "What we promise to a harbour",
  color: "plum-crazy",
  artifactCount: 36,
  fields: [
    containerField("fieldset", "epic_summary", "Summary", [
      stringField("name", "Name", {
        required: true,
        generateValue: (artifactSeed) => ({ kind: "string", text: generateEpicTitle(artifactSeed) }),
      }),
      textField("vision", "Vision", {
        generateValue: generateText("vision", [
          "An operator should be able to leave after eight hours with *nothing* left to tell.",
          "We know it works when the paper log stays closed for a month.",
          "Ask the crews of two harbours before and after.",
        ]),
      }),
      listField(
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
    containerField("fieldset", "epic_plan", "Plan", [
      dateField("start_date", "Start", { generateValue: generateLaterDate("start", 5, 40) }),
      dateField("end_date", "End", { generateValue: generateLaterDate("end", 60, 200) }),
      computedField("points", "Points", {
        generateValue: ({ random }) => ({
          kind: "computed",
          computed: random.chance("no points", 0.2) ? null : random.integer("points", 8, 120),
          manual: null,
        }),
      }),
      linksField("content", "Stories", {
        types: [childLink],
        generateValue: generateChildLinks("epic", "story"),
      }),
      automaticField("cross", "references", "References"),
      automaticField("priority", "rank", "Rank"),
    ]),
  ],
  semantics: {
    title: "name",
    description: "vision",
    status: { field: "stage", open: ["Idea", "Committed"] },
    timeframe: { start: "start_date", end: "end_date" },
  },
};
