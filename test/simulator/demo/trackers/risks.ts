import { automatic, container, list, number, text } from "../draftField.ts";
import type { DraftTracker } from "../draftTracker.ts";
import { prose, whole } from "../fills.ts";
import { lighthouse } from "../projects.ts";

/** Has no semantics at all, so its artifacts have no title and no status; and only administrators know it exists. */
export const risks: DraftTracker = {
  id: 24,
  project: lighthouse,
  label: "Risks",
  itemName: "risk",
  description: "What could keep a harbour from using the console",
  color: "clockwork-orange",
  readers: "administrators",
  size: 48,
  form: [
    container("fieldset", "assessment", "Assessment", [
      text("statement", "Statement", {
        required: true,
        fill: prose("statement", [
          "The radio vendor discontinues the gateway we depend on.",
          "Nobody but one person can renew the certificates.",
          "The map licence ends in the middle of the season.",
          "A harbour refuses updates during the summer.",
        ]),
      }),
      number("int", "likelihood", "Likelihood", { fill: whole("likelihood", 1, 5) }),
      number("int", "impact", "Impact", { fill: whole("impact", 1, 5) }),
      list("cb", "harbours", "Harbours", [{ label: "North" }, { label: "South" }, { label: "Islands" }]),
    ]),
    automatic("aid", "artifact_id", "Artifact ID"),
    automatic("atid", "per_tracker_id", "Number"),
  ],
  semantics: {},
};
