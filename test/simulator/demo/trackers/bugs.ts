import {
  automaticField,
  containerField,
  dateField,
  fileField,
  linksField,
  listField,
  stringField,
  textField,
} from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import {
  generateAssignee,
  generateFiles,
  childLink,
  customLink,
  generateLaterDate,
  generateText,
  relatedLink,
} from "../valueGenerators.ts";
import { asha, ines, lars, mara, piotr, tom } from "../users.ts";
import { openTides } from "../projects.ts";
import { generateBugTitle } from "../titles/bugTitles.ts";
import type { ArtifactSeed } from "../../state/artifactSeed.ts";
import type { FieldValue } from "../../state/value.ts";

/** Every fifth bug links to the one three positions before it, so the reverse link can be computed too. */
function generateRelatedLinks({ index, getArtifactId }: ArtifactSeed): FieldValue {
  const forward = index % 5 === 0 ? getArtifactId("bug", index - 3) : undefined;
  const reverse = (index + 3) % 5 === 0 ? getArtifactId("bug", index + 3) : undefined;
  const type = relatedLink.shortname;
  return {
    kind: "links",
    forward: forward === undefined ? [] : [{ artifactId: forward, type }],
    reverse: reverse === undefined ? [] : [{ artifactId: reverse, type }],
  };
}

const steps = [
  "Open the **station list**, pick any harbour on the Atlantic coast and switch to the week view.",
  "1. Start the client with an empty cache\n2. Request a forecast longer than 14 days\n3. Watch the last day",
  "Only seen on production so far. The log says `deadline exceeded` right before it happens.",
  "Happens every time with the Saint-Malo data set, never with Rotterdam.",
  "Compare with the printed tables: the difference is exactly one hour, but only after the last Sunday of March.",
] as const;

/** The largest tracker, readable by everyone; its size is the `artifacts` option. */
export const bugs: TrackerDefinition = {
  id: 11,
  project: openTides,
  label: "Bugs",
  itemName: "bug",
  description: "Defects of the library and of the public service",
  color: "fiesta-red",
  artifactCount: 820,
  fields: [
    containerField("fieldset", "report", "Report", [
      stringField("title", "Title", {
        required: true,
        maxchars: 0,
        generateValue: (artifactSeed) => ({ kind: "string", text: generateBugTitle(artifactSeed) }),
      }),
      textField("details", "Steps to reproduce", { generateValue: generateText("details", steps) }),
      listField("sb", "severity", "Severity", [
        { label: "Cosmetic", weight: 3 },
        { label: "Normal", weight: 6 },
        { label: "Major", weight: 3 },
        { label: "Critical", weight: 1 },
      ]),
      listField("sb", "component", "Component", [
        { label: "Harmonics engine", weight: 3 },
        { label: "Web service", weight: 4 },
        { label: "Station registry", weight: 2 },
        { label: "Command line", weight: 2 },
        { label: "Documentation", weight: 1 },
      ]),
    ]),
    containerField("fieldset", "progress", "Progress", [
      containerField("column", "progress_left", "Left", [
        listField(
          "sb",
          "status",
          "Status",
          [
            { label: "New", color: "lake-placid-blue", weight: 3 },
            { label: "Confirmed", color: "daphne-blue", weight: 3 },
            { label: "In progress", color: "acid-green", weight: 3 },
            { label: "Fixed", color: "army-green", weight: 6 },
            { label: "Won't fix", color: "teddy-brown", weight: 2 },
            { label: "Postponed", color: "", hidden: true, weight: 1 },
          ],
          { required: true },
        ),
      ]),
      containerField("column", "progress_right", "Right", [
        listField("sb", "assigned_to", "Assigned to", "members", {
          generateValue: generateAssignee([mara, tom, ines, piotr, asha, lars]),
        }),
        dateField("close_date", "Closed on", { generateValue: generateLaterDate("closed", 1, 60, 0.4) }),
      ]),
    ]),
    containerField("fieldset", "internal", "Internal", [
      stringField("customer", "Reported by customer", {
        readers: "members",
        generateValue: ({ random }) => ({
          kind: "string",
          text: random.pick("customer", ["", "Port of Ålesund", "Marée & Fils"]),
        }),
      }),
    ]),
    containerField("fieldset", "context", "Attachments and links", [
      fileField("attachment", "Attachments", { generateValue: generateFiles }),
      linksField("related", "Related bugs", {
        types: [relatedLink, childLink, customLink],
        generateValue: generateRelatedLinks,
      }),
      automaticField("cross", "references", "References"),
    ]),
    containerField("fieldset", "history", "History", [
      automaticField("aid", "artifact_id", "Artifact ID"),
      automaticField("subby", "submitted_by", "Submitted by"),
      automaticField("subon", "submitted_on", "Submitted on"),
      automaticField("lud", "last_update_on", "Last update on"),
      automaticField("luby", "last_update_by", "Last update by"),
    ]),
  ],
  semantics: {
    title: "title",
    description: "details",
    status: { field: "status", open: ["New", "Confirmed", "In progress"] },
    contributor: "assigned_to",
  },
  card: { fields: ["severity", "assigned_to"] },
  /** A run of 50 and some scattered bugs are restricted, so that some pages are short and one page of 50 is empty. */
  getReaders: ({ index }) => {
    if (index % 97 === 5) return "administrators";
    return (index >= 100 && index < 150) || index % 23 === 7 ? "members" : undefined;
  },
};
