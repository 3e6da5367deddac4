import assert from "node:assert/strict";
import { parseTracker } from "../../../src/api/format/parseTracker.ts";
import type { FieldUpdate } from "../../../src/model/artifactVersion.ts";
import { generateFields, addHostileMarkup } from "../../simulator/generateFields.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { getFieldId, SpecificationContext } from "../specification/specificationContext.ts";

describe("a parsed tracker", () => {
  let server: Simulator;
  let context: SpecificationContext;

  async function start(dialect: Dialect): Promise<void> {
    server = await startSimulator({ dialect });
    context = new SpecificationContext(server);
  }
  afterEach(async () => {
    await context.close();
    await server.close();
  });

  it("has the permissions in the artifact's state, in both formats", async () => {
    await start("product");
    const key = { kind: "accessKey", key: server.accounts.member.accessKey } as const;
    for (const format of ["json", "xml"] as const) {
      const client = context.createClient(key, { format });
      const tracker = await client.tracker(12);
      const choices = tracker.fields.find(({ name }) => name === "state")?.choices ?? [];
      const createStateValue = (label: string) => ({
        field_id: getFieldId(tracker, "state"),
        bind_value_ids: choices.filter((choice) => choice.label === label).map(({ id }) => id),
      });
      const createChange = (name: string): FieldUpdate => ({
        fieldId: getFieldId(tracker, name),
        edit: { kind: "string", text: "x" },
      });
      const { id } = await client.createArtifact(12, [createChange("subject"), createChange("message")]);
      const loadStructure = async () => (await client.artifactWithStructure(id)).structure;
      const findField = async (name: string) =>
        (await loadStructure())?.fields.find((field) => field.name === name);
      assert.deepEqual(
        [(await findField("survey"))?.isHidden, (await findField("handling"))?.isHidden],
        [true, false],
        format,
      );
      for (const label of ["Accepted", "Answered"]) {
        server.updateArtifact(id, { values: [createStateValue(label)] });
      }
      assert.equal((await findField("survey"))?.isHidden, false);
      assert.deepEqual([...((await findField("message"))?.permissions ?? [])], ["read", "create"]);
      assert.deepEqual([...((await findField("subject"))?.permissions ?? [])], ["read", "update", "create"]);
      // The tracker without an artifact has no state.
      assert.ok(tracker.fields.every(({ isHidden }) => !isHidden));
    }
  });

  it("has static texts, and whether new artifacts are restricted by default", async () => {
    await start("product");
    const { fields } = await context.member.tracker(13);
    assert.deepEqual(
      fields.flatMap(({ type, staticText }) => (staticText === undefined ? [] : [[type, staticText]])),
      [["staticrichtext", "<p>Serial numbers are on the <strong>underside</strong>.</p>"]],
    );
    assert.ok(fields.every(({ isRestrictedByDefault }) => !isRestrictedByDefault));
    const values = { is_used_by_default: true, ugroup_representations: [] };
    const perm = { field_id: 1, name: "p", label: "P", type: "perm", values };
    const read = parseTracker({ id: 1, uri: "trackers/1", label: "T", fields: [perm], loadStructure: [] });
    assert.equal(read?.fields[0]?.isRestrictedByDefault, true);
  });

  it("has the IDs of unreadable fields, and all other fields", async () => {
    await start("product");
    const fields = [
      { field_id: 1, name: "a", label: "A", type: "string" },
      { field_id: 2, name: { evil: true }, label: "B", type: "string" },
      { field_id: "3", name: "c", label: ["C"], type: "int" },
      { field_id: "four", name: "d", label: "D", type: "int" },
      "what?",
      null,
      { field_id: 7, name: "g", label: "G", type: "fieldset", is_hidden: "perhaps" },
    ];
    const body = JSON.stringify({ id: 11, uri: "trackers/11", label: "Bugs", fields, loadStructure: [] });
    server.faults.add({ path: "/trackers/11", fault: { kind: "status", status: 200, body } });
    const tracker = await context.member.tracker(11);
    assert.deepEqual(
      [tracker.fields.map(({ id, isHidden }) => [id, isHidden]), tracker.unreadableFieldIds],
      [
        [
          [1, false],
          [7, false],
        ],
        [2, 3],
      ],
    );
  });

  for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
    it(`can have 300 fields and texts with markup (${dialect})`, async () => {
      await start(dialect);
      const wideTracker = server.addTracker({
        projectId: 102,
        label: addHostileMarkup("Wide"),
        fields: generateFields({
          count: 300,
          types: ["string", "sb", "text"],
          transformText: addHostileMarkup,
        }),
        artifacts: 1,
      });
      const tracker = await context.member.tracker(wideTracker.id);
      const fields = tracker.fields.filter(({ type }) => type !== "fieldset");
      assert.equal(fields.length, 300);
      assert.equal(tracker.label, addHostileMarkup("Wide"));
      assert.equal(
        fields.find(({ name }) => name === "field_1")?.label,
        addHostileMarkup("Field 1 (string)"),
      );
      assert.deepEqual(
        fields.find(({ name }) => name === "field_2")?.choices?.map(({ label }) => label),
        ["First", "Second", "Third"].map(addHostileMarkup),
      );
      assert.deepEqual(tracker.unreadableFieldIds, []);
      const artifact = await context.member.artifact(wideTracker.artifactIds[0] ?? 0);
      assert.equal(artifact.values.length, 300);
    });
  }
});
