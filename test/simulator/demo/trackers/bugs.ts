import { automatic, container, date, file, links, list, string, text } from "../draftField.ts";
import type { DraftTracker } from "../draftTracker.ts";
import { assignee, attachedFiles, childLink, customLink, daysLater, prose, relatedLink } from "../fills.ts";
import { asha, ines, lars, mara, piotr, tom } from "../people.ts";
import { openTides } from "../projects.ts";
import { bugTitle } from "../titles/bugTitles.ts";
import type { Row } from "../../state/row.ts";
import type { FieldValue } from "../../state/value.ts";

/** Every fifth bug relates to the one three places before it; so the other end can be computed as well. */
function related({ index, artifactAt }: Row): FieldValue {
  const forward = index % 5 === 0 ? artifactAt("bug", index - 3) : undefined;
  const reverse = (index + 3) % 5 === 0 ? artifactAt("bug", index + 3) : undefined;
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

/** The largest tracker, readable by anyone; its size is the `artifacts` option. */
export const bugs: DraftTracker = {
  id: 11,
  project: openTides,
  label: "Bugs",
  itemName: "bug",
  description: "Defects of the library and of the public service",
  color: "fiesta-red",
  size: 820,
  form: [
    container("fieldset", "report", "Report", [
      string("title", "Title", {
        required: true,
        maxchars: 0,
        fill: (row) => ({ kind: "string", text: bugTitle(row) }),
      }),
      text("details", "Steps to reproduce", { fill: prose("details", steps) }),
      list("sb", "severity", "Severity", [
        { label: "Cosmetic", weight: 3 },
        { label: "Normal", weight: 6 },
        { label: "Major", weight: 3 },
        { label: "Critical", weight: 1 },
      ]),
      list("sb", "component", "Component", [
        { label: "Harmonics engine", weight: 3 },
        { label: "Web service", weight: 4 },
        { label: "Station registry", weight: 2 },
        { label: "Command line", weight: 2 },
        { label: "Documentation", weight: 1 },
      ]),
    ]),
    container("fieldset", "progress", "Progress", [
      container("column", "progress_left", "Left", [
        list(
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
      container("column", "progress_right", "Right", [
        list("sb", "assigned_to", "Assigned to", "members", {
          fill: assignee([mara, tom, ines, piotr, asha, lars]),
        }),
        date("close_date", "Closed on", { fill: daysLater("closed", 1, 60, 0.4) }),
      ]),
    ]),
    container("fieldset", "internal", "Internal", [
      string("customer", "Reported by customer", {
        readers: "members",
        fill: ({ draws }) => ({
          kind: "string",
          text: draws.pick("customer", ["", "Port of Ålesund", "Marée & Fils"]),
        }),
      }),
    ]),
    container("fieldset", "context", "Attachments and links", [
      file("attachment", "Attachments", { fill: attachedFiles }),
      links("related", "Related bugs", { types: [relatedLink, childLink, customLink], fill: related }),
      automatic("cross", "references", "References"),
    ]),
    container("fieldset", "history", "History", [
      automatic("aid", "artifact_id", "Artifact ID"),
      automatic("subby", "submitted_by", "Submitted by"),
      automatic("subon", "submitted_on", "Submitted on"),
      automatic("lud", "last_update_on", "Last update on"),
      automatic("luby", "last_update_by", "Last update by"),
    ]),
  ],
  semantics: {
    title: "title",
    description: "details",
    status: { field: "status", open: ["New", "Confirmed", "In progress"] },
    contributor: "assigned_to",
  },
  /** A run of 50 and a sprinkling: what makes pages short, and one page of 50 empty. */
  restriction: ({ index }) => {
    if (index % 97 === 5) return "administrators";
    return (index >= 100 && index < 150) || index % 23 === 7 ? "members" : undefined;
  },
};
