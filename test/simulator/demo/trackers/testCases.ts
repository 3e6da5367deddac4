import {
  automaticField,
  containerField,
  listField,
  stepsField,
  stringField,
  textField,
} from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import { generateText } from "../valueGenerators.ts";
import { qualityOffice } from "../projects.ts";
import { generateTestTitle } from "../titles/supportTitles.ts";
import type { ArtifactSeed } from "../../state/artifactSeed.ts";
import type { FieldValue } from "../../state/value.ts";

const actions = [
  "Start the console",
  "Cut the network",
  "Acknowledge the alarm",
  "Open the handover form",
  "Wait for the next tide",
] as const;
const results = [
  "The list is complete",
  "A notice says what is missing",
  "The alarm turns grey",
  "Nothing is lost",
] as const;

function stepList({ id, random }: ArtifactSeed): FieldValue {
  const count = random.integer("steps", 2, 6);
  return {
    kind: "steps",
    steps: Array.from({ length: count }, (_, place) => ({
      id: id * 10 + place,
      description: random.pick(`action ${place}`, actions),
      expected: random.pick(`result ${place}`, results),
    })),
  };
}

export const testCases: TrackerDefinition = {
  id: 31,
  project: qualityOffice,
  label: "Test Cases",
  itemName: "test_case",
  description: "What is checked before a release",
  color: "neon-green",
  artifactCount: 96,
  fields: [
    containerField("fieldset", "definition", "Definition", [
      stringField("summary", "Summary", {
        required: true,
        generateValue: (artifactSeed) => ({ kind: "string", text: generateTestTitle(artifactSeed) }),
      }),
      textField("purpose", "Purpose", {
        generateValue: generateText("purpose", [
          "Found by a customer once.",
          "Required by the *port authority*.",
        ]),
      }),
      stepsField("steps", "Steps", { generateValue: stepList }),
      listField(
        "sb",
        "status",
        "Status",
        [
          { label: "Draft" },
          { label: "Ready", color: "acid-green", weight: 4 },
          { label: "Obsolete", color: "teddy-brown" },
        ],
        { required: true },
      ),
      listField("sb", "automation", "Automation", [{ label: "Manual" }, { label: "Automated" }]),
    ]),
    automaticField("aid", "artifact_id", "Artifact ID"),
  ],
  semantics: {
    title: "summary",
    description: "purpose",
    status: { field: "status", open: ["Draft", "Ready"] },
  },
};
