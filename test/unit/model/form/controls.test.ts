import assert from "node:assert/strict";
import { controlOf } from "../../../../src/model/fields/hostRegistry.ts";
import type { Control } from "../../../../src/model/fields/registry.ts";
import { formOf, newForm } from "../../../../src/model/form/build.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import { field, formWith, tracker } from "../../../support/fixtures/formParts.ts";
import { World } from "../../specification/world.ts";

/** A control in one line: what it is, and what there is to choose. */
function inShort(control: Control): string {
  switch (control.kind) {
    case "line":
      return `line up to ${control.maxLength ?? "any length"}`;
    case "number":
      return control.isWhole ? "whole number" : "number";
    case "date":
      return control.withTime ? "date with time" : "day";
    case "choice":
      return `${control.look} of ${control.choices.length}`;
    case "people":
      return `${control.takes} of all people`;
    case "openList":
      return `open list of ${control.of}, ${control.choices.length} known`;
    case "links":
      return `links of ${control.types.length} types`;
    case "permissions":
      return `permissions for ${control.groups.length}`;
    case "text":
    case "computed":
    case "steps":
    case "notifications":
    case "files":
    case "shown":
    case "broken":
      return control.kind;
  }
}

function byName({ fields }: Form): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, access, control }) => [name, `${access} ${inShort(control)}`]),
  );
}

const everyType: Record<Dialect, Record<string, string>> = {
  product: {
    designation: "edit line up to 150",
    notes: "edit text",
    channels: "edit whole number",
    range: "edit number",
    installed: "edit day",
    last_reading: "edit date with time",
    condition: "edit select of 3",
    power: "edit radio of 2",
    features: "edit multiSelect of 4",
    checks: "edit checkboxes of 3",
    tags: "edit open list of texts, 2 known",
    keeper: "edit select of 6",
    buyer: "edit radio of 6",
    watchers: "edit many of all people",
    trained: "edit checkboxes of 6",
    visitors: "edit open list of people, 0 known",
    owner_group: "edit select of 4",
    user_groups: "edit multiSelect of 4",
    buyer_group: "edit radio of 4",
    reader_groups: "edit checkboxes of 4",
    informed_groups: "edit open list of groups, 4 known",
    pictures: "read files",
    neighbours: "edit links of 2 types",
    visibility: "edit permissions for 5",
    total_hours: "edit computed",
    procedure: "edit steps",
    curve: "read shown",
    artifact_id: "read shown",
    per_tracker_id: "read shown",
    submitted_by: "read shown",
    last_update_by: "read shown",
    submitted_on: "read shown",
    last_update_on: "read shown",
    references: "read shown",
    rank: "read shown",
    burndown: "read shown",
  },
  documented: {
    designation: "edit line up to any length",
    notes: "edit text",
    channels: "edit whole number",
    range: "edit number",
    // Nothing is told of times of day, but the values have one.
    installed: "edit date with time",
    last_reading: "edit date with time",
    condition: "edit select of 3",
    features: "edit multiSelect of 4",
    keeper: "edit select of 6",
    watchers: "edit multiSelect of 6",
    owner_group: "edit select of 4",
    user_groups: "edit multiSelect of 4",
    pictures: "read files",
    neighbours: "edit links of 0 types",
  },
};

/** What a new artifact starts with, of what is not empty. */
const defaults: Record<Dialect, Record<string, unknown>> = {
  product: { state: { kind: "choices", chosen: [{ id: 1207, label: "Received" }] } },
  documented: {},
};

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form made on the ${dialect} dialect`, () => {
    let server: Simulator;
    let world: World;

    before(async () => {
      server = await startSimulator({ dialect });
      world = new World(server);
    });
    after(async () => {
      await world.close();
      await server.close();
    });

    async function existing(trackerId: number): Promise<Form> {
      const { admin } = world;
      const structure = await admin.tracker(trackerId);
      const [row] = (await admin.artifacts(structure, { offset: 0 })).items;
      assert.ok(row?.kind === "artifact");
      const artifact = await admin.artifactWithStructure(row.id);
      return formOf(artifact.structure ?? structure, artifact.values);
    }

    it("has a control for every type of field", async () => {
      assert.deepEqual(byName(await existing(13)), everyType[dialect]);
    });

    it("starts from what the server holds, and promotes what its meaning says", async () => {
      const form = await existing(12);
      const { subject, state, message } = Object.fromEntries(form.fields.map((each) => [each.name, each]));
      assert.deepEqual(
        [subject?.base?.kind, state?.base?.kind, message?.base?.kind, subject?.isRequired, form.isNew],
        ["line", "choices", "text", true, false],
      );
      const promoted = Object.values(form.promoted).map(
        (id) => form.fields.find((each) => each.id === id)?.name,
      );
      assert.deepEqual(
        promoted,
        dialect === "product" ? ["subject", "state", "handler"] : [undefined, undefined, undefined],
      );
    });

    it("takes the usual names where no meaning is told", async () => {
      const { promoted, fields } = await existing(11);
      const named = Object.values(promoted).map((id) => fields.find((each) => each.id === id)?.name);
      assert.deepEqual(named, ["title", "status", "assigned_to"]);
    });

    it("of a new artifact has what can be filled in, with defaults, and where files will hang", async () => {
      const form = newForm(await world.admin.tracker(12));
      const filled = form.fields.filter(
        ({ base }) =>
          base !== undefined && Object.values(base).some((each) => Array.isArray(each) && each.length > 0),
      );
      assert.deepEqual(
        [
          form.isNew,
          form.fields.map(({ name }) => name).toSorted(),
          Object.fromEntries(filled.map(({ name, base }) => [name, base])),
        ],
        [
          true,
          [
            "answer_by",
            "documents",
            "handler",
            "message",
            "received_on",
            "satisfaction",
            "state",
            "subject",
          ].filter((name) => dialect === "product" || name !== "satisfaction"),
          defaults[dialect],
        ],
      );
    });

    if (dialect === "product") {
      it("knows the steps of a test", async () => {
        const { steps } = Object.fromEntries((await existing(31)).fields.map((each) => [each.name, each]));
        assert.deepEqual([steps?.control, steps?.base?.kind], [{ kind: "steps" }, "steps"]);
      });
    }
  });
}

describe("a field for files", () => {
  it("is open to those who may both read and change it: who sees nothing there would erase what is", () => {
    const all = ["read", "create", "update"] as const;
    const isOpenWith = (...given: readonly (typeof all)[number][]): unknown => {
      const control = controlOf(field({ id: 1, type: "file", permissions: new Set(given) }));
      return control.kind === "files" && control.isOpen;
    };
    assert.deepEqual(
      [
        isOpenWith(...all),
        isOpenWith("read", "update"),
        isOpenWith("update"),
        isOpenWith("create", "update"),
      ],
      [true, true, false, false],
    );
    assert.ok(!isOpenWith("read", "create"));
  });
});

describe("what is promoted", () => {
  const lines = [
    { id: 1, type: "string", name: "title" },
    { id: 2, type: "sb", name: "status", choices: [] },
    { id: 3, type: "msb", name: "assigned_to", binding: "users" },
    { id: 4, type: "text", name: "summary" },
  ] as const;
  const nothing = { title: undefined, status: undefined, assignee: undefined };

  it("is what the tracker means, else what has the usual name, and only what a heading has room for", () => {
    const promoted = [
      tracker(lines),
      tracker(lines, { semantics: { titleFieldId: 1 } }),
      // A server that says one thing would have said the others.
      tracker(lines, { semantics: { status: { fieldId: 2, openIds: [] } } }),
      tracker(lines, { semantics: { titleFieldId: 4, assigneeFieldId: 3 } }),
      tracker(lines.map((each) => ({ ...each, type: "text" }))),
    ].map((each) => formOf(each, []).promoted);
    assert.deepEqual(promoted, [
      { title: 1, status: 2, assignee: 3 },
      { ...nothing, title: 1 },
      { ...nothing, status: 2 },
      { ...nothing, assignee: 3 },
      nothing,
    ]);
  });
});

describe("what may be changed", () => {
  it("is told by the permissions: of an artifact by those to update, of a new one by those to create", () => {
    const fields = [
      { id: 1, type: "string", permissions: new Set(["read", "create"] as const) },
      { id: 2, type: "string", permissions: new Set(["read", "update"] as const) },
      { id: 3, type: "aid" },
      { id: 4, type: "no such type" },
      { id: 5, type: "toString" },
    ];
    const access = (form: Form): unknown =>
      form.fields.map(({ id, access, control }) => [id, access, control.kind]);
    assert.deepEqual(
      [access(formWith(fields, { values: [] })), access(formWith(fields))],
      [
        [
          [1, "read", "line"],
          [2, "edit", "line"],
          [3, "read", "shown"],
          [4, "read", "shown"],
          [5, "read", "shown"],
        ],
        [[1, "edit", "line"]],
      ],
    );
  });

  it("leaves fields alone whose value or description makes no sense", () => {
    const form = formOf({ ...tracker([{ id: 1, type: "string" }]), brokenFields: [9] }, [
      { kind: "unreadable", position: 0, id: 1 },
    ]);
    assert.deepEqual(
      form.fields.map(({ id, access, control, base }) => [id, access, control.kind, base]),
      [
        [1, "read", "broken", undefined],
        [9, "read", "broken", undefined],
      ],
    );
  });
});
