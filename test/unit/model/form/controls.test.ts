import assert from "node:assert/strict";
import { createControl } from "../../../../src/model/fields/hostRegistry.ts";
import type { Control } from "../../../../src/model/fields/registry.ts";
import { createForm, createNewForm } from "../../../../src/model/form/createForm.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import { createField, createTestForm, createTracker } from "../../../support/fixtures/formBuilders.ts";
import { SpecificationContext } from "../../specification/specificationContext.ts";

/** One-line summary of a control. */
function summarize(control: Control): string {
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
    case "newFiles":
    case "shown":
    case "broken":
      return control.kind;
  }
}

function byName({ fields }: Form): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, access, control }) => [name, `${access} ${summarize(control)}`]),
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
    // The server doesn't report times, but the values have one.
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

/** Non-empty defaults of a new artifact. */
const defaults: Record<Dialect, Record<string, unknown>> = {
  product: { state: { kind: "choices", chosen: [{ id: 1207, label: "Received" }] } },
  documented: {},
};

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form on the ${dialect} dialect`, () => {
    let server: Simulator;
    let context: SpecificationContext;

    before(async () => {
      server = await startSimulator({ dialect });
      context = new SpecificationContext(server);
    });
    after(async () => {
      await context.close();
      await server.close();
    });

    async function existing(trackerId: number): Promise<Form> {
      const { admin } = context;
      const structure = await admin.tracker(trackerId);
      const [row] = (await admin.artifacts(structure, { offset: 0 })).items;
      assert.ok(row?.kind === "artifact");
      const artifact = await admin.artifactWithStructure(row.id);
      return createForm(artifact.structure ?? structure, artifact.values);
    }

    it("has a control for every field type", async () => {
      assert.deepEqual(byName(await existing(13)), everyType[dialect]);
    });

    it("starts with the server's values and uses the semantics for its heading", async () => {
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

    it("uses default field names without semantics", async () => {
      const { promoted, fields } = await existing(11);
      const named = Object.values(promoted).map((id) => fields.find((each) => each.id === id)?.name);
      assert.deepEqual(named, ["title", "status", "assigned_to"]);
    });

    it("for a new artifact has editable fields with defaults, and file fields", async () => {
      const form = createNewForm(await context.admin.tracker(12));
      const nonEmpty = form.fields.filter(
        ({ base }) =>
          base !== undefined && Object.values(base).some((each) => Array.isArray(each) && each.length > 0),
      );
      assert.deepEqual(
        [
          form.isNew,
          form.fields.map(({ name }) => name).toSorted(),
          Object.fromEntries(nonEmpty.map(({ name, base }) => [name, base])),
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
      it("has the steps of a test", async () => {
        const { steps } = Object.fromEntries((await existing(31)).fields.map((each) => [each.name, each]));
        assert.deepEqual([steps?.control, steps?.base?.kind], [{ kind: "steps" }, "steps"]);
      });
    }
  });
}

describe("a file field", () => {
  it("is editable only with permission to read and update, because unknown files would be removed", () => {
    const all = ["read", "create", "update"] as const;
    const isEditableWith = (...permissions: readonly (typeof all)[number][]): unknown => {
      const control = createControl(createField({ id: 1, type: "file", permissions: new Set(permissions) }));
      return control.kind === "files" && control.isOpen;
    };
    assert.deepEqual(
      [
        isEditableWith(...all),
        isEditableWith("read", "update"),
        isEditableWith("update"),
        isEditableWith("create", "update"),
      ],
      [true, true, false, false],
    );
    assert.ok(!isEditableWith("read", "create"));
  });
});

describe("the heading of a form", () => {
  const lines = [
    { id: 1, type: "string", name: "title" },
    { id: 2, type: "sb", name: "status", choices: [] },
    { id: 3, type: "msb", name: "assigned_to", binding: "users" },
    { id: 4, type: "text", name: "summary" },
  ] as const;
  const nothing = { title: undefined, status: undefined, assignee: undefined };

  it("uses the semantics, or else default field names, if the control fits", () => {
    const promoted = [
      createTracker(lines),
      createTracker(lines, { semantics: { titleFieldId: 1 } }),
      // A server that reports one semantic would report the others.
      createTracker(lines, { semantics: { status: { fieldId: 2, openIds: [] } } }),
      createTracker(lines, { semantics: { titleFieldId: 4, assigneeFieldId: 3 } }),
      createTracker(lines.map((each) => ({ ...each, type: "text" }))),
    ].map((each) => createForm(each, []).promoted);
    assert.deepEqual(promoted, [
      { title: 1, status: 2, assignee: 3 },
      { ...nothing, title: 1 },
      { ...nothing, status: 2 },
      { ...nothing, assignee: 3 },
      nothing,
    ]);
  });
});

describe("the access of a field", () => {
  it("depends on update permissions for an artifact and create permissions for a new one", () => {
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
      [access(createTestForm(fields, { values: [] })), access(createTestForm(fields))],
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

  it("is read-only if the value or description is unreadable", () => {
    const form = createForm({ ...createTracker([{ id: 1, type: "string" }]), unreadableFieldIds: [9] }, [
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
