import {
  automaticField,
  computedField,
  containerField,
  fileField,
  linksField,
  listField,
  numberField,
  stringField,
  textField,
} from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import {
  generateAssignee,
  generateFiles,
  childLink,
  generateText,
  generateInteger,
} from "../valueGenerators.ts";
import { generateParentAndChildLinks } from "../hierarchy.ts";
import { chloe, dana, ines, mara, tom, wei, yusuf } from "../users.ts";
import { lighthouse } from "../projects.ts";
import { generateStoryTitle } from "../titles/planningTitles.ts";

export const stories: TrackerDefinition = {
  id: 22,
  project: lighthouse,
  label: "User Stories",
  itemName: "story",
  description: "What somebody in a harbour can do afterwards",
  color: "lake-placid-blue",
  parentId: 21,
  artifactCount: 340,
  fields: [
    stringField("i_want_to", "I want to", {
      required: true,
      generateValue: (artifactSeed) => ({ kind: "string", text: generateStoryTitle(artifactSeed) }),
    }),
    textField("acceptance", "Acceptance criteria", {
      generateValue: generateText("acceptance", [
        "- works with the keyboard alone\n- says *why* when it refuses\n- takes less than two seconds",
        "Shown to a crew and not asked about again.",
        "Same result in both languages of the harbour.",
      ]),
    }),
    containerField("fieldset", "planning", "Planning", [
      listField(
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
      numberField("float", "story_points", "Story points", {
        generateValue: generateInteger("points", 1, 13),
      }),
      listField("msb", "owners", "Owners", "members", {
        generateValue: generateAssignee([mara, tom, ines, yusuf, chloe, wei, dana]),
      }),
      computedField("remaining", "Remaining effort", {
        generateValue: ({ random }) => ({
          kind: "computed",
          computed: random.integer("remaining", 0, 40),
          manual: null,
        }),
      }),
    ]),
    containerField("fieldset", "around", "Around", [
      fileField("mockups", "Mock-ups", { generateValue: generateFiles }),
      linksField("tasks", "Tasks", {
        types: [childLink],
        generateValue: generateParentAndChildLinks("epic", "story", "task"),
      }),
      automaticField("cross", "references", "References"),
      automaticField("aid", "artifact_id", "Artifact ID"),
      automaticField("subon", "submitted_on", "Submitted on"),
      automaticField("subby", "submitted_by", "Submitted by"),
      automaticField("lud", "last_update_on", "Last update on"),
    ]),
  ],
  semantics: {
    title: "i_want_to",
    description: "acceptance",
    status: { field: "status", open: ["To do", "On going", "Review"] },
    contributor: "owners",
  },
  card: { fields: ["status", "remaining"], initialEffort: "story_points", remainingEffort: "remaining" },
};
