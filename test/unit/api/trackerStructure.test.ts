import assert from "node:assert/strict";
import { readTracker } from "../../../src/api/format/trackerStructure.ts";
import type { FieldChange } from "../../../src/model/revision.ts";
import { bulkForm, hostileWording } from "../../simulator/bulkForm.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { fieldId, World } from "../specification/world.ts";

describe("a form that the client reads", () => {
  let server: Simulator;
  let world: World;

  async function begin(dialect: Dialect): Promise<void> {
    server = await startSimulator({ dialect });
    world = new World(server);
  }
  afterEach(async () => {
    await world.close();
    await server.close();
  });

  it("tells what the state of an artifact takes away, in either format", async () => {
    await begin("product");
    const key = { kind: "accessKey", key: server.accounts.member.accessKey } as const;
    for (const format of ["json", "xml"] as const) {
      const client = world.client(key, { format });
      const tracker = await client.tracker(12);
      const choices = tracker.fields.find(({ name }) => name === "state")?.choices ?? [];
      const state = (label: string) => ({
        field_id: fieldId(tracker, "state"),
        bind_value_ids: choices.filter((choice) => choice.label === label).map(({ id }) => id),
      });
      const text = (name: string): FieldChange => ({
        fieldId: fieldId(tracker, name),
        edit: { kind: "string", text: "x" },
      });
      const { id } = await client.create(12, [text("subject"), text("message")]);
      const structure = async () => (await client.artifactWithStructure(id)).structure;
      const named = async (name: string) => (await structure())?.fields.find((field) => field.name === name);
      assert.deepEqual(
        [(await named("survey"))?.isHidden, (await named("handling"))?.isHidden],
        [true, false],
        format,
      );
      for (const label of ["Accepted", "Answered"]) server.write(id, { values: [state(label)] });
      assert.equal((await named("survey"))?.isHidden, false);
      assert.deepEqual([...((await named("message"))?.permissions ?? [])], ["read", "create"]);
      assert.deepEqual([...((await named("subject"))?.permissions ?? [])], ["read", "update", "create"]);
      // The tracker by itself knows no state.
      assert.ok(tracker.fields.every(({ isHidden }) => !isHidden));
    }
  });

  it("has the text of its decoration, and whether new artifacts are restricted", async () => {
    await begin("product");
    const { fields } = await world.member.tracker(13);
    assert.deepEqual(
      fields.flatMap(({ type, staticText }) => (staticText === undefined ? [] : [[type, staticText]])),
      [["staticrichtext", "<p>Serial numbers are on the <strong>underside</strong>.</p>"]],
    );
    assert.ok(fields.every(({ isRestrictedByDefault }) => !isRestrictedByDefault));
    const values = { is_used_by_default: true, ugroup_representations: [] };
    const perm = { field_id: 1, name: "p", label: "P", type: "perm", values };
    const read = readTracker({ id: 1, uri: "trackers/1", label: "T", fields: [perm], structure: [] });
    assert.equal(read?.fields[0]?.isRestrictedByDefault, true);
  });

  it("names the fields that make no sense, and has all the others", async () => {
    await begin("product");
    const fields = [
      { field_id: 1, name: "a", label: "A", type: "string" },
      { field_id: 2, name: { evil: true }, label: "B", type: "string" },
      { field_id: "3", name: "c", label: ["C"], type: "int" },
      { field_id: "four", name: "d", label: "D", type: "int" },
      "what?",
      null,
      { field_id: 7, name: "g", label: "G", type: "fieldset", is_hidden: "perhaps" },
    ];
    const body = JSON.stringify({ id: 11, uri: "trackers/11", label: "Bugs", fields, structure: [] });
    server.faults.add({ path: "/trackers/11", fault: { kind: "status", status: 200, body } });
    const tracker = await world.member.tracker(11);
    assert.deepEqual(
      [tracker.fields.map(({ id, isHidden }) => [id, isHidden]), tracker.brokenFields],
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
    it(`may have 300 fields, or words that are markup: they stay words (${dialect})`, async () => {
      await begin(dialect);
      const wide = server.addTracker({
        projectId: 102,
        label: hostileWording("Wide"),
        fields: bulkForm({ count: 300, types: ["string", "sb", "text"], wording: hostileWording }),
        artifacts: 1,
      });
      const tracker = await world.member.tracker(wide.id);
      const fields = tracker.fields.filter(({ type }) => type !== "fieldset");
      assert.equal(fields.length, 300);
      assert.equal(tracker.label, hostileWording("Wide"));
      assert.equal(fields.find(({ name }) => name === "field_1")?.label, hostileWording("Field 1 (string)"));
      assert.deepEqual(
        fields.find(({ name }) => name === "field_2")?.choices?.map(({ label }) => label),
        ["First", "Second", "Third"].map(hostileWording),
      );
      assert.deepEqual(tracker.brokenFields, []);
      const artifact = await world.member.artifact(wide.artifactIds[0] ?? 0);
      assert.equal(artifact.values.length, 300);
    });
  }
});
