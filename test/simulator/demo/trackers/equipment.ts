import {
  automaticField,
  computedField,
  containerField,
  dateField,
  decorationField,
  fileField,
  linksField,
  listField,
  numberField,
  openListField,
  permissionsField,
  pluginField,
  stepsField,
  stringField,
  textField,
} from "../fieldDefinition.ts";
import type { TrackerDefinition } from "../trackerDefinition.ts";
import {
  generateAssignee,
  generateFiles,
  customLink,
  generateLaterDate,
  generateText,
  relatedLink,
  generateInteger,
} from "../valueGenerators.ts";
import { asha, ines, lars, mara, tom } from "../users.ts";
import { openTides } from "../projects.ts";
import type { ArtifactSeed } from "../../state/artifactSeed.ts";
import type { FieldValue } from "../../state/value.ts";
import { generateInstrumentTitle } from "../titles/supportTitles.ts";

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
const team = generateAssignee([mara, tom, ines, asha, lars]);

/** Untyped links from each artifact to the next one. */
function generateNeighborLinks({ index, getArtifactId }: ArtifactSeed): FieldValue {
  const linkTo = (targetIndex: number) => {
    const artifactId = getArtifactId("equipment", targetIndex);
    return artifactId === undefined ? [] : [{ artifactId, type: "" }];
  };
  return { kind: "links", forward: linkTo(index + 1), reverse: linkTo(index - 1) };
}

/** One field of every type and binding. */
export const equipment: TrackerDefinition = {
  id: 13,
  project: openTides,
  label: "Equipment",
  itemName: "equipment",
  description: "Instruments on the quays, one sheet each",
  color: "ocean-turquoise",
  artifactCount: 24,
  fields: [
    decorationField(
      "staticrichtext",
      "notice",
      "<p>Serial numbers are on the <strong>underside</strong>.</p>",
    ),
    containerField("fieldset", "sheet", "Sheet", [
      stringField("designation", "Designation", {
        required: true,
        maxchars: 150,
        description: "Kind, place and number",
        generateValue: (artifactSeed) => ({ kind: "string", text: generateInstrumentTitle(artifactSeed) }),
      }),
      textField("notes", "Notes", {
        generateValue: generateText("notes", [
          "Cable replaced **twice**.",
          "Keep away from the crane & its <loads>.",
          "Reads 2 mm high.",
        ]),
      }),
      decorationField("linebreak", "break"),
      numberField("int", "channels", "Channels", { generateValue: generateInteger("channels", 1, 16) }),
      numberField("float", "range", "Range (m)", {
        generateValue: ({ random }) => ({ kind: "number", number: random.integer("range", 5, 99) / 4 }),
      }),
      dateField("installed", "Installed", { generateValue: generateLaterDate("installed", 1, 90) }),
      dateField("last_reading", "Last reading", {
        withTime: true,
        generateValue: generateLaterDate("reading", 91, 300),
      }),
    ]),
    containerField("fieldset", "choices", "Choices", [
      containerField("column", "fixed", "Fixed choices", [
        listField("sb", "condition", "Condition", conditions, { required: true }),
        listField("rb", "power", "Power", [{ label: "Mains" }, { label: "Battery" }]),
        listField("msb", "features", "Features", features),
        listField("cb", "checks", "Checks passed", [
          { label: "Electrical" },
          { label: "Mechanical" },
          { label: "Calibration" },
        ]),
        openListField("tags", "Tags", [{ label: "spare" }, { label: "loan" }], {
          hint: "Type a tag",
          generateValue: ({ random, id }) => ({
            kind: "openChoices",
            items: random.chance("tag", 0.5)
              ? [{ id: `o${id}`, label: random.pick("tag name", ["winter", "rented"]) }]
              : [],
          }),
        }),
      ]),
      containerField("column", "people", "People", [
        listField("sb", "keeper", "Keeper", "members", { generateValue: team }),
        listField("rb", "buyer", "Bought by", "members", { generateValue: team }),
        listField("msb", "watchers", "Watchers", "registered", { generateValue: team }),
        listField("cb", "trained", "Trained", "members", { generateValue: team }),
        openListField("visitors", "Visitors", "registered", {
          hint: "Who came by",
          generateValue: () => ({
            kind: "openChoices",
            items: [{ id: String(ines.id), label: ines.realName }],
          }),
        }),
      ]),
      containerField("column", "groups", "Groups", [
        listField("sb", "owner_group", "Owner", "groups"),
        listField("msb", "user_groups", "Users", "groups"),
        listField("rb", "buyer_group", "Bought for", "groups"),
        listField("cb", "reader_groups", "Readers", "groups"),
        openListField("informed_groups", "Informed", "groups", {
          hint: "Groups to inform",
          generateValue: () => ({ kind: "groups", groups: ["members"] }),
        }),
      ]),
    ]),
    decorationField("separator", "rule"),
    containerField("fieldset", "context", "Context", [
      fileField("pictures", "Pictures", { generateValue: generateFiles }),
      linksField("neighbours", "Neighbours", {
        types: [relatedLink, customLink],
        generateValue: generateNeighborLinks,
      }),
      permissionsField("visibility", "Visible to"),
      computedField("total_hours", "Hours in service", {
        generateValue: ({ random }) => ({
          kind: "computed",
          computed: random.integer("hours", 10, 9000),
          manual: 42,
        }),
      }),
      stepsField("procedure", "Check procedure", {
        generateValue: ({ id }) => ({
          kind: "steps",
          steps: [{ id: id * 10, description: "Lift the **lid**", expected: "No water inside" }],
        }),
      }),
      pluginField("tide_curve", "curve", "Reference curve", {
        generateValue: ({ id }) => ({ kind: "plugin", value: `M2:${id}` }),
      }),
    ]),
    containerField("fieldset", "facts", "Facts", [
      automaticField("aid", "artifact_id", "Artifact ID"),
      automaticField("atid", "per_tracker_id", "Number"),
      automaticField("subby", "submitted_by", "Submitted by"),
      automaticField("luby", "last_update_by", "Last update by"),
      automaticField("subon", "submitted_on", "Submitted on"),
      automaticField("lud", "last_update_on", "Last update on"),
      automaticField("cross", "references", "References"),
      automaticField("priority", "rank", "Rank"),
      automaticField("burndown", "burndown", "Burndown"),
      containerField("fieldset", "empty_set", "Nothing yet", []),
    ]),
  ],
  semantics: {
    title: "designation",
    description: "notes",
    status: { field: "condition", open: ["As new", "Worn"] },
    contributor: "keeper",
    timeframe: { start: "installed", end: "last_reading" },
  },
  getReaders: ({ index }) => (index % 8 === 3 ? "members" : undefined),
};
