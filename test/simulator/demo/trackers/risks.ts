import { automaticField, containerField, listField, numberField, textField } from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import { generateText, generateInteger } from "../valueGenerators.ts";
import { lighthouse } from "../projects.ts";

/** A tracker without semantics, so its artifacts have no title and no status; only administrators can see it. */
export const risks: TrackerDefinition = {
  id: 24,
  project: lighthouse,
  label: "Risks",
  itemName: "risk",
  description: "What could keep a harbour from using the console",
  color: "clockwork-orange",
  readers: "administrators",
  artifactCount: 48,
  fields: [
    containerField("fieldset", "assessment", "Assessment", [
      textField("statement", "Statement", {
        required: true,
        generateValue: generateText("statement", [
          "The radio vendor discontinues the gateway we depend on.",
          "Nobody but one person can renew the certificates.",
          "The map licence ends in the middle of the season.",
          "A harbour refuses updates during the summer.",
        ]),
      }),
      numberField("int", "likelihood", "Likelihood", { generateValue: generateInteger("likelihood", 1, 5) }),
      numberField("int", "impact", "Impact", { generateValue: generateInteger("impact", 1, 5) }),
      listField("cb", "harbours", "Harbours", [{ label: "North" }, { label: "South" }, { label: "Islands" }]),
    ]),
    automaticField("aid", "artifact_id", "Artifact ID"),
    automaticField("atid", "per_tracker_id", "Number"),
  ],
  semantics: {},
};
