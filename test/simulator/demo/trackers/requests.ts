import {
  automaticField,
  containerField,
  dateField,
  fileField,
  listField,
  stringField,
  textField,
} from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import { generateAssignee, generateFiles, generateLaterDate, generateText } from "../valueGenerators.ts";
import { asha, lars, mara, piotr } from "../users.ts";
import { openTides } from "../projects.ts";
import { generateRequestTitle } from "../titles/supportTitles.ts";

/** In a public project, but not readable by anonymous users. Its status is restricted to workflow transitions. */
export const requests: TrackerDefinition = {
  id: 12,
  project: openTides,
  label: "Requests",
  itemName: "request",
  description: "What users of the service ask for",
  color: "sherwood-green",
  readers: "registered",
  artifactCount: 190,
  fields: [
    containerField("fieldset", "request", "Request", [
      stringField("subject", "Subject", {
        required: true,
        maxchars: 120,
        generateValue: (artifactSeed) => ({ kind: "string", text: generateRequestTitle(artifactSeed) }),
      }),
      textField("message", "Message", {
        required: true,
        generateValue: generateText("message", [
          "Good morning, we would need this before the season starts. Thank you!",
          "Bonjour, pourriez-vous nous dire quand ce sera prêt ? Merci d'avance.",
          "See the attached file, page 3.",
        ]),
      }),
      fileField("documents", "Documents", { generateValue: generateFiles }),
    ]),
    containerField("fieldset", "handling", "Handling", [
      listField(
        "sb",
        "state",
        "State",
        [
          { label: "Received", color: "chrome-silver", weight: 3 },
          { label: "Accepted", color: "daphne-blue", weight: 2 },
          { label: "Waiting for customer", color: "clockwork-orange", weight: 2 },
          { label: "Answered", color: "army-green", weight: 5 },
          { label: "Refused", color: "fiesta-red" },
        ],
        { required: true },
      ),
      listField("sb", "handler", "Handled by", "members", {
        generateValue: generateAssignee([mara, piotr, asha, lars]),
      }),
      dateField("received_on", "Received on", {
        generateValue: ({ submittedOn }) => ({ kind: "date", at: submittedOn }),
      }),
      dateField("answer_by", "Answer by", { generateValue: generateLaterDate("answer by", 3, 21) }),
      automaticField("aid", "artifact_id", "Artifact ID"),
      automaticField("lud", "last_update_on", "Last update on"),
    ]),
    containerField("fieldset", "survey", "What they thought of it", [
      listField("rb", "satisfaction", "Satisfaction", [{ label: "Pleased" }, { label: "Not pleased" }]),
    ]),
  ],
  semantics: {
    title: "subject",
    description: "message",
    status: { field: "state", open: ["Received", "Accepted", "Waiting for customer"] },
    contributor: "handler",
  },
  card: { fields: ["handler", "answer_by"] },
  workflow: {
    field: "state",
    isAdvanced: true,
    transitions: [
      [null, "Received"],
      ["Received", "Accepted"],
      ["Received", "Refused"],
      ["Accepted", "Waiting for customer"],
      ["Waiting for customer", "Accepted"],
      ["Accepted", "Answered"],
      ["Answered", "Accepted"],
    ],
    // The rating is hidden before there is an answer, and the answer is read-only afterwards.
    states: [
      { value: "Received", hidden: ["survey"] },
      { value: "Accepted", hidden: ["survey"] },
      { value: "Waiting for customer", hidden: ["survey"] },
      { value: "Answered", frozen: ["message", "received_on"] },
      { value: "Refused", frozen: ["message"], hidden: ["survey"] },
    ],
    dateRules: [{ source: "received_on", target: "answer_by", comparator: "<" }],
  },
};
