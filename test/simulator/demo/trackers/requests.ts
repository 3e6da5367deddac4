import { automatic, container, date, file, list, string, text } from "../draftField.ts";
import type { DraftTracker } from "../draftTracker.ts";
import { assignee, attachedFiles, daysLater, prose } from "../fills.ts";
import { asha, lars, mara, piotr } from "../people.ts";
import { openTides } from "../projects.ts";
import { requestTitle } from "../titles/serviceTitles.ts";

/** In a public project, but anonymous visitors may not read it. Its status moves only along transitions. */
export const requests: DraftTracker = {
  id: 12,
  project: openTides,
  label: "Requests",
  itemName: "request",
  description: "What users of the service ask for",
  color: "sherwood-green",
  readers: "registered",
  size: 190,
  form: [
    container("fieldset", "request", "Request", [
      string("subject", "Subject", {
        required: true,
        maxchars: 120,
        fill: (row) => ({ kind: "string", text: requestTitle(row) }),
      }),
      text("message", "Message", {
        required: true,
        fill: prose("message", [
          "Good morning, we would need this before the season starts. Thank you!",
          "Bonjour, pourriez-vous nous dire quand ce sera prêt ? Merci d'avance.",
          "See the attached file, page 3.",
        ]),
      }),
      file("documents", "Documents", { fill: attachedFiles }),
    ]),
    container("fieldset", "handling", "Handling", [
      list(
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
      list("sb", "handler", "Handled by", "members", { fill: assignee([mara, piotr, asha, lars]) }),
      date("received_on", "Received on", { fill: ({ submittedOn }) => ({ kind: "date", at: submittedOn }) }),
      date("answer_by", "Answer by", { fill: daysLater("answer by", 3, 21) }),
      automatic("aid", "artifact_id", "Artifact ID"),
      automatic("lud", "last_update_on", "Last update on"),
    ]),
    container("fieldset", "survey", "What they thought of it", [
      list("rb", "satisfaction", "Satisfaction", [{ label: "Pleased" }, { label: "Not pleased" }]),
    ]),
  ],
  semantics: {
    title: "subject",
    description: "message",
    status: { field: "state", open: ["Received", "Accepted", "Waiting for customer"] },
    contributor: "handler",
  },
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
    // Nobody is asked before there is an answer, and what was answered stays as it was.
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
