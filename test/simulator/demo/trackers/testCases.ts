import { automatic, container, list, steps, string, text } from "../draftField.ts";
import type { DraftTracker } from "../draftTracker.ts";
import { prose } from "../fills.ts";
import { qualityOffice } from "../projects.ts";
import { testTitle } from "../titles/serviceTitles.ts";
import type { Row } from "../../state/row.ts";
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

function stepList({ id, draws }: Row): FieldValue {
  const count = draws.integer("steps", 2, 6);
  return {
    kind: "steps",
    steps: Array.from({ length: count }, (_, place) => ({
      id: id * 10 + place,
      description: draws.pick(`action ${place}`, actions),
      expected: draws.pick(`result ${place}`, results),
    })),
  };
}

export const testCases: DraftTracker = {
  id: 31,
  project: qualityOffice,
  label: "Test Cases",
  itemName: "test_case",
  description: "What is checked before a release",
  color: "neon-green",
  size: 96,
  form: [
    container("fieldset", "definition", "Definition", [
      string("summary", "Summary", {
        required: true,
        fill: (row) => ({ kind: "string", text: testTitle(row) }),
      }),
      text("purpose", "Purpose", {
        fill: prose("purpose", ["Found by a customer once.", "Required by the *port authority*."]),
      }),
      steps("steps", "Steps", { fill: stepList }),
      list(
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
      list("sb", "automation", "Automation", [{ label: "Manual" }, { label: "Automated" }]),
    ]),
    automatic("aid", "artifact_id", "Artifact ID"),
  ],
  semantics: {
    title: "summary",
    description: "purpose",
    status: { field: "status", open: ["Draft", "Ready"] },
  },
};
