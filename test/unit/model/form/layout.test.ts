import assert from "node:assert/strict";
import { createForm } from "../../../../src/model/form/createForm.ts";
import type { LayoutBlock } from "../../../../src/model/form/form.ts";
import type { StructureNode } from "../../../../src/model/tracker.ts";
import { startSimulator } from "../../../simulator/simulator.ts";
import { type FieldParts, createTracker } from "../../../support/fixtures/formBuilders.ts";
import { SpecificationContext } from "../../specification/specificationContext.ts";

function place(fieldId: number, ...content: readonly StructureNode[]): StructureNode {
  return { fieldId, content };
}

function fieldBlock(fieldId: number): LayoutBlock {
  return { kind: "field", fieldId };
}

function layout(
  fields: readonly FieldParts[],
  structure: readonly StructureNode[],
  unreadableFieldIds: readonly number[] = [],
): readonly LayoutBlock[] {
  return createForm(createTracker(fields, { structure, unreadableFieldIds }), []).layout;
}

const [one, two, three] = [1, 2, 3].map((id) => ({ id, type: "int" })) as [
  FieldParts,
  FieldParts,
  FieldParts,
];
const column = (id: number): FieldParts => ({ id, type: "column" });
const set = (id: number, parts: Partial<FieldParts> = {}): FieldParts => ({
  id,
  type: "fieldset",
  label: `Set ${id}`,
  ...parts,
});

describe("createLayout", () => {
  it("keeps the tracker's sections and puts consecutive columns side by side", () => {
    const blocks = layout(
      [set(10), column(11), column(12), column(13), { id: 14, type: "separator" }, one, two, three],
      [place(10, place(11, place(1)), place(12, place(2)), place(14), place(13, place(3)))],
    );
    assert.deepEqual(blocks, [
      {
        kind: "section",
        id: 10,
        label: "Set 10",
        content: [
          { kind: "columns", columns: [[fieldBlock(1)], [fieldBlock(2)]] },
          { kind: "separator" },
          { kind: "columns", columns: [[fieldBlock(3)]] },
        ],
      },
    ]);
  });

  it("appends fields missing from the structure once, including unreadable ones", () => {
    const blocks = layout([one, two, three], [place(2), place(2), place(99, place(3)), place(9)], [9]);
    assert.deepEqual(blocks, [fieldBlock(2), fieldBlock(3), fieldBlock(9), fieldBlock(1)]);
  });

  it("omits hidden fieldsets with their content, and empty ones", () => {
    const blocks = layout(
      [set(10, { isHidden: true }), set(11), set(12), { id: 13, type: "separator" }, column(14), one, two],
      [place(10, place(1), place(11, place(2))), place(12, place(13), place(14))],
    );
    assert.deepEqual(blocks, []);
  });

  it("shows static texts, but no empty ones and no line breaks", () => {
    const blocks = layout(
      [
        { id: 20, type: "staticrichtext", staticText: "<b>Read</b>" },
        { id: 21, type: "staticrichtext" },
        { id: 22, type: "linebreak" },
        set(23),
        one,
      ],
      [place(23, place(20), place(21), place(22)), place(1)],
    );
    assert.deepEqual(blocks, [
      { kind: "section", id: 23, label: "Set 23", content: [{ kind: "richText", html: "<b>Read</b>" }] },
      fieldBlock(1),
    ]);
  });

  it("leaves out heading, link and file fields", () => {
    const form = createForm(
      createTracker(
        [
          { id: 1, type: "string" },
          { id: 2, type: "art_link" },
          { id: 3, type: "file" },
          { id: 4, type: "int" },
        ],
        {
          structure: [place(1, place(4)), place(2), place(3)],
          semantics: { titleFieldId: 1 },
        },
      ),
      [],
    );
    assert.deepEqual(
      [form.promoted.title, form.linkFields, form.fileFields, form.layout],
      [1, [2], [3], [fieldBlock(4)]],
    );
  });

  it("hides the survey of a pending request, and lists all fields without a structure", async () => {
    const server = await startSimulator({ dialect: "product" });
    const context = new SpecificationContext(server);
    try {
      const client = context.admin;
      const requests = await client.tracker(12);
      const labels = async (state: string): Promise<unknown> => {
        const { items } = await client.artifacts(requests, { offset: 0, limit: 100 });
        const row = items.find((each) => each.kind === "artifact" && each.status === state);
        assert.ok(row?.kind === "artifact", `no request is ${state}`);
        const { structure, values } = await client.artifactWithStructure(row.id);
        assert.ok(structure);
        const { fields, layout: blocks } = createForm(structure, values);
        const frozen = fields.filter(({ access, control }) => access === "read" && control.kind !== "shown");
        return [
          blocks.map((block) => (block.kind === "section" ? block.label : block.kind)),
          frozen.map(({ name }) => name),
        ];
      };
      assert.deepEqual(
        [await labels("Accepted"), await labels("Answered")],
        [
          [["Request", "Handling"], ["documents"]],
          [
            ["Request", "Handling", "What they thought of it"],
            ["message", "documents", "received_on"],
          ],
        ],
      );
    } finally {
      await context.close();
      await server.close();
    }
  });
});
