import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { startSimulator } from "../../simulator/simulator.ts";
import { getError, sendJson } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import type { TrackerFields } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

/** A write to one field of the equipment tracker, and the value of the field afterwards. */
type AcceptedWrite = readonly [
  field: string,
  createEntry: (trackerFields: TrackerFields) => object,
  createExpected: (trackerFields: TrackerFields) => object,
];

const choice = (trackerFields: TrackerFields, field: string, label: string) => ({
  bind_value_ids: [trackerFields.getChoiceId(field, label)],
});

const accepted: readonly AcceptedWrite[] = [
  ["designation", () => ({ value: "Mareograph 7" }), () => ({ value: "Mareograph 7" })],
  [
    "notes",
    () => ({ value: "**bold** & <plain>" }),
    () => ({
      value: "<p><strong>bold</strong> &amp; &lt;plain&gt;</p>\n",
      format: "html",
      commonmark: "**bold** & <plain>",
    }),
  ],
  [
    "notes",
    () => ({ value: { content: "<p onclick='x()'>raw</p>", format: "html" } }),
    () => ({ value: "<p onclick='x()'>raw</p>", format: "html" }),
  ],
  ["notes", () => ({ value: { content: "", format: "text" } }), () => ({ value: "", format: "text" })],
  ["channels", () => ({ value: "12" }), () => ({ value: 12 })],
  ["channels", () => ({ value: "" }), () => ({ value: null })],
  ["range", () => ({ value: 1.25 }), () => ({ value: 1.25 })],
  ["range", () => ({ value: "-2.5e1" }), () => ({ value: -25 })],
  // With a burndown, dates are in the account's time zone: midnight on the server is an hour of the previous day.
  ["installed", () => ({ value: "2026-05-04" }), () => ({ value: "2026-05-03T22:00:00+00:00" })],
  [
    "installed",
    () => ({ value: "2026-03-01T23:30:00-05:00" }),
    () => ({ value: "2026-03-01T23:00:00+00:00" }),
  ],
  ["installed", () => ({ value: "2026-02-31" }), () => ({ value: "2026-03-02T23:00:00+00:00" })],
  ["installed", () => ({ value: "05/04/2026" }), () => ({ value: "2026-05-03T22:00:00+00:00" })],
  ["installed", () => ({ value: "tomorrow" }), () => ({ value: "2026-03-02T23:00:00+00:00" })],
  ["installed", () => ({ value: "the day it rained" }), () => ({ value: "1969-12-31T23:00:00+00:00" })],
  ["installed", () => ({ value: null }), () => ({ value: null })],
  [
    "last_reading",
    () => ({ value: "2026-03-01T10:20:30+01:00" }),
    () => ({ value: "2026-03-01T09:20:00+00:00" }),
  ],
  ["last_reading", () => ({ value: "2026-03-01" }), () => ({ value: "2026-02-28T23:00:00+00:00" })],
  ["last_reading", () => ({ value: "2025-07-01T10:20" }), () => ({ value: "2025-07-01T08:20:00+00:00" })],
  [
    "power",
    (trackerFields) => choice(trackerFields, "power", "Mains"),
    (trackerFields) => choice(trackerFields, "power", "Mains"),
  ],
  ["power", () => ({ bind_value_ids: [] }), () => ({ bind_value_ids: [100] })],
  ["features", () => ({ bind_value_ids: [] }), () => ({ bind_value_ids: [], values: [] })],
  [
    "features",
    (trackerFields) => ({
      bind_value_ids: [
        String(trackerFields.getChoiceId("features", "Heated")),
        trackerFields.getChoiceId("features", "Wired"),
      ],
    }),
    (trackerFields) => ({
      bind_value_ids: [
        trackerFields.getChoiceId("features", "Heated"),
        trackerFields.getChoiceId("features", "Wired"),
      ],
    }),
  ],
  ["features", () => ({ bind_value_ids: [100] }), () => ({ bind_value_ids: [100] })],
  ["keeper", () => ({ bind_value_ids: [104] }), () => ({ bind_value_ids: [104] })],
  ["watchers", () => ({ bind_value_ids: [112, 106] }), () => ({ bind_value_ids: [112, 106] })],
  ["owner_group", () => ({ bind_value_ids: ["102_4"] }), () => ({ bind_value_ids: ["102_4"] })],
  [
    "tags",
    (trackerFields) => ({
      value: {
        bind_value_objects: [{ id: trackerFields.getChoiceId("tags", "loan") }, { label: "never seen" }],
      },
    }),
    (trackerFields) => ({
      bind_value_objects: [
        { id: `b${trackerFields.getChoiceId("tags", "loan")}`, label: "loan" },
        { id: "o1000001", label: "never seen" },
      ],
      bind_value_ids: ["loan", "never seen"],
      bind_type: "static",
    }),
  ],
  ["tags", () => ({ bind_value_ids: ["spare"] }), () => ({ bind_value_ids: ["spare"] })],
  // A new value ends at its first comma, without an error.
  [
    "tags",
    () => ({ bind_value_ids: ["a,b; c", 'new "quoted", x'] }),
    () => ({ bind_value_ids: ["a", 'new "quoted"'] }),
  ],
  ["tags", () => ({ bind_value_ids: [] }), () => ({ bind_value_ids: [], bind_value_objects: [] })],
  [
    "visitors",
    () => ({
      value: {
        bind_value_objects: [{ username: "wzhang" }, { id: 106 }, { email: "dcohen@tuleap.example" }],
      },
    }),
    () => ({ bind_value_ids: ["张伟", "Chloé Perrault", "Dana Cohen"], bind_type: "users" }),
  ],
  [
    "informed_groups",
    () => ({ value: { bind_value_objects: [{ short_name: "project_admins" }] } }),
    () => ({ bind_value_ids: ["Project administrators"], bind_type: "ugroups" }),
  ],
  [
    "visibility",
    () => ({ value: { granted_groups: ["102_3"] } }),
    () => ({ granted_groups: ["project_members"], granted_groups_ids: ["102_3"] }),
  ],
  [
    "visibility",
    () => ({ value: { granted_groups: [] } }),
    () => ({ granted_groups: [], granted_groups_ids: [] }),
  ],
  ["total_hours", () => ({ is_autocomputed: true }), () => ({ is_autocomputed: true, manual_value: null })],
  ["total_hours", () => ({ manual_value: 7.5 }), () => ({ is_autocomputed: false, manual_value: 7.5 })],
  ["procedure", () => ({ value: [] }), () => ({ value: [] })],
];

/** A rejected write, and its message after `Bad Request: `. */
const rejected: readonly (readonly [
  field: string,
  createEntry: (trackerFields: TrackerFields) => object,
  message: RegExp,
])[] = [
  ["designation", () => ({ value: 7 }), /^Designation .*\.\n$/],
  ["designation", () => ({ value: "two\nlines" }), /^Designation .*\.\n$/],
  ["designation", () => ({ value: "x".repeat(151) }), /^Designation .*150.*\n$/],
  ["designation", () => ({ value: "" }), /\(designation\).*\n$/],
  ["designation", () => ({ value: null }), /^Field \d+ is written as/],
  ["notes", () => ({ value: "é".repeat(32_768) }), /^Notes .*65535.*\n$/],
  ["notes", () => ({ value: null }), /^Field \d+ is written as/],
  ["channels", () => ({ value: "many" }), /^Channels .*\n$/],
  ["channels", () => ({ value: 1.5 }), /^Channels .*\n$/],
  ["channels", () => ({ value: null }), /^Field \d+ is written as/],
  ["range", () => ({ value: "1,5" }), /^Range .*\n$/],
  ["last_reading", () => ({ value: "xx" }), /^Last reading .*\n$/],
  ["power", () => ({ value: "Mains" }), /^Field \d+ is written as/],
  [
    "power",
    (trackerFields) => ({
      bind_value_ids: [
        trackerFields.getChoiceId("power", "Mains"),
        trackerFields.getChoiceId("power", "Battery"),
      ],
    }),
    /^Field \d+ takes one value only$/,
  ],
  ["power", () => ({ bind_value_ids: [424242] }), /^Some values do not fit their fields$/],
  ["keeper", () => ({ bind_value_ids: [112] }), /^Some values do not fit their fields$/],
  ["owner_group", () => ({ bind_value_ids: ["101_3"] }), /^Some values do not fit their fields$/],
  ["owner_group", () => ({ bind_value_ids: ["1"] }), /^Some values do not fit their fields$/],
  ["condition", () => ({ bind_value_ids: [] }), /\(condition\).*\n$/],
  ["tags", () => ({ value: "spare" }), /^Field \d+ is written as/],
  ["pictures", () => ({ value: "12" }), /^Field \d+ is written as/],
  ["pictures", () => ({ file_descriptions: [] }), /^Field \d+ is written as/],
  ["neighbours", () => ({ value: [12] }), /^Field \d+ is written as/],
  ["visibility", () => ({ value: { granted_groups: ["nobody"] } }), /^Visible to.*\n$/],
  ["total_hours", () => ({ value: 12 }), /^Field \d+ is written as/],
  ["artifact_id", () => ({ value: 12 }), /^Artifact ID .*\n$/],
  ["last_update_on", () => ({ value: "2026-03-01" }), /^Last update on .*\n$/],
  ["curve", () => ({ value: "M2:1" }), /^Reference curve .*\n$/],
  ["sheet", () => ({ value: "x" }), /^Unknown field \d+$/],
];

function getSource(createEntry: (trackerFields: TrackerFields) => object): string {
  return createEntry
    .toString()
    .replace(/^\(\w*\) => /, "")
    .replaceAll(/\s+/g, " ");
}

describe("simulator: writing each field type (product)", () => {
  const start = useSimulators();
  let simulator: Simulator;
  let trackerFields: TrackerFields;
  let id: number;
  before(async () => {
    simulator = await startSimulator({ dialect: "product" });
    trackerFields = await fetchTrackerFields(simulator, 13);
    id = await fetchArtifactId(simulator, 13);
  });
  after(() => simulator.close());

  const write = (field: string, entry: object) =>
    sendJson(simulator, "PUT", `/artifacts/${id}`, {
      values: [{ field_id: trackerFields.getFieldId(field), ...entry }],
    });

  for (const [field, createEntry, createExpected] of accepted) {
    it(`accepts ${getSource(createEntry)} for ${field}`, async () => {
      const response = await write(field, createEntry(trackerFields));
      assert.deepEqual([response.status, response.text], [200, ""]);
      const entry = (await fetchArtifact(simulator, id)).entry(trackerFields.getFieldId(field));
      assert.partialDeepStrictEqual(entry, createExpected(trackerFields));
    });
  }

  for (const [field, createEntry, message] of rejected) {
    it(`rejects ${getSource(createEntry)} for ${field}`, async () => {
      const versionCount = simulator.getChangesets(id).length;
      const [status, actual] = getError(await write(field, createEntry(trackerFields)));
      assert.equal(status, 400);
      assert.match(actual?.replace("Bad Request: ", "") ?? "", message);
      assert.equal(simulator.getChangesets(id).length, versionCount);
    });
  }

  it("ignores unchanged submitter and submission date", async () => {
    for (const field of ["submitted_by", "submitted_on", "last_update_by"]) {
      assert.equal((await write(field, { value: "echo" })).status, 200, field);
    }
    assert.equal((await write("artifact_id", { value: null })).status, 200);
  });

  it("stores steps in the order of their ranks, each with its format", async () => {
    const steps = [
      {
        description: "second",
        description_format: "text",
        expected_results: "b",
        expected_results_format: "text",
        rank: 2,
      },
      {
        description: "*first*",
        description_format: "commonmark",
        expected_results: "a",
        expected_results_format: "html",
        rank: 1,
      },
    ];
    assert.equal((await write("procedure", { value: steps })).status, 200);
    const stored = (await fetchArtifact(simulator, id)).entry(trackerFields.getFieldId("procedure"))?.[
      "value"
    ];
    assert.partialDeepStrictEqual(stored, [
      {
        rank: 1,
        description: "<p><em>first</em></p>\n",
        commonmark_description: "*first*",
        expected_results: "a",
        expected_results_format: "html",
      },
      { rank: 2, description: "second", description_format: "text", expected_results: "b" },
    ]);
  });

  it("hides an artifact that is restricted to a group from other users", async () => {
    const otherSimulator = await start({ dialect: "product" });
    const fetchStatus = async () => (await fetch(`${otherSimulator.url}/api/artifacts/${id}`)).status;
    assert.equal(await fetchStatus(), 200);
    const values = [
      { field_id: trackerFields.getFieldId("visibility"), value: { granted_groups: ["102_4"] } },
    ];
    await sendJson(otherSimulator, "PUT", `/artifacts/${id}`, { values });
    assert.equal(await fetchStatus(), 403);
  });

  it("offers a value typed into an open list afterwards", async () => {
    await write("tags", { bind_value_ids: ["typed once"] });
    assert.match(
      String((await fetchTrackerFields(simulator, 13)).getChoiceId("tags", "typed once")),
      /^o\d+$/,
    );
  });

  it("fails without a message for an id that is not in the list", async () => {
    const values = [
      { field_id: trackerFields.getFieldId("designation"), value: "x" },
      { field_id: trackerFields.getFieldId("condition"), bind_value_ids: [424242] },
    ];
    const response = await sendJson(simulator, "POST", "/artifacts", { tracker: { id: 13 }, values });
    assert.equal(response.status, 500);
  });
});
