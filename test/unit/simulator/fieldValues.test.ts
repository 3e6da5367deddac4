import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { startSimulator } from "../../simulator/simulator.ts";
import { problem, tell } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import type { Form } from "./form.ts";
import { perTest } from "./perTest.ts";

/** A write to one field of the tracker with every type, and what is told about the field afterwards. */
type Case = readonly [field: string, written: (form: Form) => object, told: (form: Form) => object];

const choice = (form: Form, field: string, label: string) => ({
  bind_value_ids: [form.choice(field, label)],
});

const accepted: readonly Case[] = [
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
  // Whoever has a burndown is printed in the time of the account: the midnights of the server are hours of the day before.
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
  ["power", (form) => choice(form, "power", "Mains"), (form) => choice(form, "power", "Mains")],
  ["power", () => ({ bind_value_ids: [] }), () => ({ bind_value_ids: [100] })],
  ["features", () => ({ bind_value_ids: [] }), () => ({ bind_value_ids: [], values: [] })],
  [
    "features",
    (form) => ({
      bind_value_ids: [String(form.choice("features", "Heated")), form.choice("features", "Wired")],
    }),
    (form) => ({ bind_value_ids: [form.choice("features", "Heated"), form.choice("features", "Wired")] }),
  ],
  ["features", () => ({ bind_value_ids: [100] }), () => ({ bind_value_ids: [100] })],
  ["keeper", () => ({ bind_value_ids: [104] }), () => ({ bind_value_ids: [104] })],
  ["watchers", () => ({ bind_value_ids: [112, 106] }), () => ({ bind_value_ids: [112, 106] })],
  ["owner_group", () => ({ bind_value_ids: ["102_4"] }), () => ({ bind_value_ids: ["102_4"] })],
  [
    "tags",
    (form) => ({
      value: { bind_value_objects: [{ id: form.choice("tags", "loan") }, { label: "never seen" }] },
    }),
    (form) => ({
      bind_value_objects: [
        { id: `b${form.choice("tags", "loan")}`, label: "loan" },
        { id: "o1000001", label: "never seen" },
      ],
      bind_value_ids: ["loan", "never seen"],
      bind_type: "static",
    }),
  ],
  ["tags", () => ({ bind_value_ids: ["spare"] }), () => ({ bind_value_ids: ["spare"] })],
  // A new value ends at its first comma, without a word.
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

/** A write that is refused, and what its message looks like after `Bad Request: `. */
const refused: readonly (readonly [field: string, written: (form: Form) => object, message: RegExp])[] = [
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
    (form) => ({ bind_value_ids: [form.choice("power", "Mains"), form.choice("power", "Battery")] }),
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

function sourceOf(written: (form: Form) => object): string {
  return written
    .toString()
    .replace(/^\(\w*\) => /, "")
    .replaceAll(/\s+/g, " ");
}

describe("simulator: what each type of field takes (product)", () => {
  const start = perTest();
  let simulator: Simulator;
  let form: Form;
  let id: number;
  before(async () => {
    simulator = await startSimulator({ dialect: "product" });
    form = await formOf(simulator, 13);
    id = await idIn(simulator, 13);
  });
  after(() => simulator.close());

  const write = (field: string, entry: object) =>
    tell(simulator, "PUT", `/artifacts/${id}`, { values: [{ field_id: form.id(field), ...entry }] });

  for (const [field, written, told] of accepted) {
    it(`${field} takes ${sourceOf(written)}`, async () => {
      const reply = await write(field, written(form));
      assert.deepEqual([reply.status, reply.text], [200, ""]);
      const entry = (await artifactAt(simulator, id)).entry(form.id(field));
      assert.partialDeepStrictEqual(entry, told(form));
    });
  }

  for (const [field, written, message] of refused) {
    it(`${field} refuses ${sourceOf(written)}`, async () => {
      const versions = simulator.changesets(id).length;
      const [status, told] = problem(await write(field, written(form)));
      assert.equal(status, 400);
      assert.match(told?.replace("Bad Request: ", "") ?? "", message);
      assert.equal(simulator.changesets(id).length, versions);
    });
  }

  it("passes over an echo of who submitted it and when", async () => {
    for (const field of ["submitted_by", "submitted_on", "last_update_by"]) {
      assert.equal((await write(field, { value: "echo" })).status, 200, field);
    }
    assert.equal((await write("artifact_id", { value: null })).status, 200);
  });

  it("keeps steps in the order of their ranks, each in its format", async () => {
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
    const told = (await artifactAt(simulator, id)).entry(form.id("procedure"))?.["value"];
    assert.partialDeepStrictEqual(told, [
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

  it("hides what is granted to a group from everyone else", async () => {
    const fresh = await start({ dialect: "product" });
    const seen = async () => (await fetch(`${fresh.url}/api/artifacts/${id}`)).status;
    assert.equal(await seen(), 200);
    const values = [{ field_id: form.id("visibility"), value: { granted_groups: ["102_4"] } }];
    await tell(fresh, "PUT", `/artifacts/${id}`, { values });
    assert.equal(await seen(), 403);
  });

  it("offers a value that was typed into an open list from then on", async () => {
    await write("tags", { bind_value_ids: ["typed once"] });
    assert.match(String((await formOf(simulator, 13)).choice("tags", "typed once")), /^o\d+$/);
  });

  it("creates nothing from an id that a list does not have, and says nothing of it", async () => {
    const values = [
      { field_id: form.id("designation"), value: "x" },
      { field_id: form.id("condition"), bind_value_ids: [424242] },
    ];
    const reply = await tell(simulator, "POST", "/artifacts", { tracker: { id: 13 }, values });
    assert.equal(reply.status, 500);
  });
});
