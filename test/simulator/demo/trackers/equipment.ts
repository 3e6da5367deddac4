import {
  automatic,
  computed,
  container,
  date,
  decoration,
  file,
  links,
  list,
  number,
  openList,
  permissions,
  plugin,
  steps,
  string,
  text,
} from "../draftField.ts";
import type { DraftTracker } from "../draftTracker.ts";
import { assignee, attachedFiles, customLink, daysLater, prose, relatedLink, whole } from "../fills.ts";
import { asha, ines, lars, mara, tom } from "../people.ts";
import { openTides } from "../projects.ts";
import type { Row } from "../../state/row.ts";
import type { FieldValue } from "../../state/value.ts";
import { instrumentTitle } from "../titles/serviceTitles.ts";

const conditions = [
  { label: "As new" },
  { label: "Worn", color: "clockwork-orange" },
  { label: "Broken", color: "fiesta-red" },
];
const features = [
  { label: "Heated" },
  { label: "Solar" },
  { label: "Radio" },
  { label: "Wired", hidden: true },
];
const team = assignee([mara, tom, ines, asha, lars]);

/** Untyped links, each sheet to the next one. */
function neighbours({ index, artifactAt }: Row): FieldValue {
  const linkTo = (place: number) => {
    const artifactId = artifactAt("equipment", place);
    return artifactId === undefined ? [] : [{ artifactId, type: "" }];
  };
  return { kind: "links", forward: linkTo(index + 1), reverse: linkTo(index - 1) };
}

/** One field of every type and binding: what a form has to cope with. */
export const equipment: DraftTracker = {
  id: 13,
  project: openTides,
  label: "Equipment",
  itemName: "equipment",
  description: "Instruments on the quays, one sheet each",
  color: "ocean-turquoise",
  size: 24,
  form: [
    decoration("staticrichtext", "notice", "<p>Serial numbers are on the <strong>underside</strong>.</p>"),
    container("fieldset", "sheet", "Sheet", [
      string("designation", "Designation", {
        required: true,
        maxchars: 150,
        description: "Kind, place and number",
        fill: (row) => ({ kind: "string", text: instrumentTitle(row) }),
      }),
      text("notes", "Notes", {
        fill: prose("notes", [
          "Cable replaced **twice**.",
          "Keep away from the crane & its <loads>.",
          "Reads 2 mm high.",
        ]),
      }),
      decoration("linebreak", "break"),
      number("int", "channels", "Channels", { fill: whole("channels", 1, 16) }),
      number("float", "range", "Range (m)", {
        fill: ({ draws }) => ({ kind: "number", number: draws.integer("range", 5, 99) / 4 }),
      }),
      date("installed", "Installed", { fill: daysLater("installed", 1, 90) }),
      date("last_reading", "Last reading", { withTime: true, fill: daysLater("reading", 91, 300) }),
    ]),
    container("fieldset", "choices", "Choices", [
      container("column", "fixed", "Fixed choices", [
        list("sb", "condition", "Condition", conditions, { required: true }),
        list("rb", "power", "Power", [{ label: "Mains" }, { label: "Battery" }]),
        list("msb", "features", "Features", features),
        list("cb", "checks", "Checks passed", [
          { label: "Electrical" },
          { label: "Mechanical" },
          { label: "Calibration" },
        ]),
        openList("tags", "Tags", [{ label: "spare" }, { label: "loan" }], {
          hint: "Type a tag",
          fill: ({ draws, id }) => ({
            kind: "openChoices",
            items: draws.chance("tag", 0.5)
              ? [{ id: `o${id}`, label: draws.pick("tag name", ["winter", "rented"]) }]
              : [],
          }),
        }),
      ]),
      container("column", "people", "People", [
        list("sb", "keeper", "Keeper", "members", { fill: team }),
        list("rb", "buyer", "Bought by", "members", { fill: team }),
        list("msb", "watchers", "Watchers", "registered", { fill: team }),
        list("cb", "trained", "Trained", "members", { fill: team }),
        openList("visitors", "Visitors", "registered", {
          hint: "Who came by",
          fill: () => ({ kind: "openChoices", items: [{ id: String(ines.id), label: ines.realName }] }),
        }),
      ]),
      container("column", "groups", "Groups", [
        list("sb", "owner_group", "Owner", "groups"),
        list("msb", "user_groups", "Users", "groups"),
        list("rb", "buyer_group", "Bought for", "groups"),
        list("cb", "reader_groups", "Readers", "groups"),
        openList("informed_groups", "Informed", "groups", {
          hint: "Groups to inform",
          fill: () => ({ kind: "groups", groups: ["members"] }),
        }),
      ]),
    ]),
    decoration("separator", "rule"),
    container("fieldset", "context", "Context", [
      file("pictures", "Pictures", { fill: attachedFiles }),
      links("neighbours", "Neighbours", {
        types: [relatedLink, customLink],
        fill: neighbours,
      }),
      permissions("visibility", "Visible to"),
      computed("total_hours", "Hours in service", {
        fill: ({ draws }) => ({ kind: "computed", computed: draws.integer("hours", 10, 9000), manual: 42 }),
      }),
      steps("procedure", "Check procedure", {
        fill: ({ id }) => ({
          kind: "steps",
          steps: [{ id: id * 10, description: "Lift the **lid**", expected: "No water inside" }],
        }),
      }),
      plugin("tide_curve", "curve", "Reference curve", {
        fill: ({ id }) => ({ kind: "plugin", value: `M2:${id}` }),
      }),
    ]),
    container("fieldset", "facts", "Facts", [
      automatic("aid", "artifact_id", "Artifact ID"),
      automatic("atid", "per_tracker_id", "Number"),
      automatic("subby", "submitted_by", "Submitted by"),
      automatic("luby", "last_update_by", "Last update by"),
      automatic("subon", "submitted_on", "Submitted on"),
      automatic("lud", "last_update_on", "Last update on"),
      automatic("cross", "references", "References"),
      automatic("priority", "rank", "Rank"),
      automatic("burndown", "burndown", "Burndown"),
      container("fieldset", "empty_set", "Nothing yet", []),
    ]),
  ],
  semantics: {
    title: "designation",
    description: "notes",
    status: { field: "condition", open: ["As new", "Worn"] },
    contributor: "keeper",
    timeframe: { start: "installed", end: "last_reading" },
  },
  restriction: ({ index }) => (index % 8 === 3 ? "members" : undefined),
};
