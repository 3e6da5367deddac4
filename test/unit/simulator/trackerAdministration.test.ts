import assert from "node:assert/strict";
import { generateFields, addHostileMarkup } from "../../simulator/generateFields.ts";
import { listField, stringField } from "../../simulator/demo/fieldDefinition.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError, getItems, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

interface Representation {
  readonly label: string;
  readonly fields: readonly {
    readonly field_id: number;
    readonly label: string;
    readonly description?: string;
    readonly type: string;
    readonly values: readonly { readonly label: string }[] | null;
  }[];
  readonly semantics?: Readonly<Record<string, unknown>>;
  readonly workflow?: Readonly<Record<string, unknown>>;
}

async function tracker(simulator: Simulator, id: number): Promise<Representation> {
  const headers = createKeyHeader(simulator.accounts.admin);
  return (await sendRequest(simulator, `/api/trackers/${id}`, { headers })).data as Representation;
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator tracker administration (${dialect})`, () => {
    const start = useSimulators();

    it("adds a tracker that is listed, read, generated and written like any other", async () => {
      const simulator = await start({ dialect });
      const added = simulator.addTracker({
        projectId: 102,
        label: "Buoys",
        fields: [
          stringField("name", "Name", {
            required: true,
            generateValue: () => ({ kind: "string", text: "Red" }),
          }),
          listField("sb", "state", "State", [{ label: "Afloat" }, { label: "Sunk" }]),
        ],
        semantics: { title: "name", status: { field: "state", open: ["Afloat"] } },
        artifacts: 2,
      });
      const headers = createKeyHeader(simulator.accounts.member);
      const listed = getItems(
        await sendRequest(simulator, "/api/projects/102/trackers?limit=50", { headers }),
      );
      assert.ok(listed.some(({ id, label }) => id === added.id && label === "Buoys"));
      const artifacts = getItems(
        await sendRequest(simulator, `/api/trackers/${added.id}/artifacts`, { headers }),
      );
      assert.deepEqual(
        artifacts.map(({ id, title }) => [id, title]),
        added.artifactIds.map((id) => [id, "Red"]),
      );
      const id = added.artifactIds[0] ?? 0;
      const values = [
        { field_id: added.fieldId("name"), value: "Green" },
        { field_id: added.fieldId("state"), bind_value_ids: [added.choiceId("state", "Sunk")] },
      ];
      assert.equal((await sendJson(simulator, "PUT", `/artifacts/${id}`, { values })).status, 200);
      const { artifact } = await fetchArtifact(simulator, id);
      assert.deepEqual([artifact.title, artifact.status], ["Green", "Sunk"]);
      const created = await sendJson(simulator, "POST", "/artifacts", { tracker: { id: added.id }, values });
      assert.equal(created.status < 300, true);
    });

    it("adds hundreds of fields with unique ids", async () => {
      const simulator = await start({ dialect });
      const largeTracker = simulator.addTracker({
        projectId: 102,
        label: "Wide",
        fields: generateFields({ count: 300, types: ["string", "text", "int", "sb"] }),
        artifacts: 1,
      });
      const other = simulator.addTracker({
        projectId: 102,
        label: "Other",
        fields: generateFields({ count: 3 }),
      });
      const { fields } = await tracker(simulator, largeTracker.id);
      const ids = [...fields, ...(await tracker(simulator, other.id)).fields].map((field) => field.field_id);
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(fields.filter(({ type }) => type !== "fieldset").length, 300);
      const { artifact } = await fetchArtifact(simulator, largeTracker.artifactIds[0] ?? 0);
      assert.equal(artifact.values.length, 300);
    });

    it("adds hostile markup to every text", async () => {
      const simulator = await start({ dialect });
      const added = simulator.addTracker({
        projectId: 102,
        label: addHostileMarkup("Traps"),
        description: addHostileMarkup("About traps"),
        // Names of users and groups are not generated.
        fields: generateFields({
          count: 12,
          types: [
            "string",
            "text",
            "int",
            "date",
            "sb",
            "rb",
            "msb",
            "cb",
            "tbl",
            "file",
            "art_link",
            "perm",
          ],
          transformText: addHostileMarkup,
        }),
        semantics: { title: "field_1" },
        artifacts: 1,
      });
      const { label, fields } = await tracker(simulator, added.id);
      const texts = [
        label,
        ...fields.map((field) => field.label),
        ...fields.flatMap(({ type, values }) =>
          ["sb", "msb", "rb", "cb"].includes(type) && Array.isArray(values)
            ? values.map((value) => value.label)
            : [],
        ),
      ];
      for (const text of texts) assert.match(text, /<script>/);
      const { artifact } = await fetchArtifact(simulator, added.artifactIds[0] ?? 0);
      assert.match(artifact.title ?? "", /<script>/);
    });

    it("removes a field from form, artifacts and semantics, and rejects writes to it", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 12);
      const [title, state] = [trackerFields.getFieldId("subject"), trackerFields.getFieldId("state")];
      const id = await fetchArtifactId(simulator, 12);
      simulator.removeField(12, title);
      simulator.removeField(12, state);
      const { fields, semantics, workflow } = await tracker(simulator, 12);
      assert.ok(!fields.some(({ field_id }) => field_id === title || field_id === state));
      if (dialect === "product") {
        assert.deepEqual(Object.keys(semantics ?? {}), ["description", "contributor"]);
        assert.equal(workflow?.["field_id"], 0);
      }
      const { artifact, entry } = await fetchArtifact(simulator, id);
      assert.deepEqual([artifact.title, artifact.status, entry(title)], [null, "", undefined]);
      const values = [{ field_id: title, value: "x" }];
      assert.deepEqual(getError(await sendJson(simulator, "PUT", `/artifacts/${id}`, { values }))[0], 400);
    });

    it("removes a choice, which artifacts keep", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const [field_id, removedId] = [
        trackerFields.getFieldId("severity"),
        trackerFields.getChoiceId("severity", "Major"),
      ];
      const id = await fetchArtifactId(simulator, 11);
      simulator.updateArtifact(id, { values: [{ field_id, bind_value_ids: [removedId] }] });
      simulator.removeChoice(11, field_id, removedId);
      const { fields } = await tracker(simulator, 11);
      const labels = fields.find((field) => field.field_id === field_id)?.values?.map(({ label }) => label);
      assert.deepEqual(labels, ["Cosmetic", "Normal", "Critical"]);
      const { entry } = await fetchArtifact(simulator, id);
      assert.deepEqual(entry(field_id)?.["bind_value_ids"], [removedId]);
      assert.match(JSON.stringify(entry(field_id)?.["values"]), /"label":"Major"/);
      const other = await fetchArtifactId(simulator, 11, 1);
      const values = [{ field_id, bind_value_ids: [removedId] }];
      assert.equal((await sendJson(simulator, "PUT", `/artifacts/${other}`, { values })).status, 400);
    });

    it("deletes an artifact everywhere", async () => {
      const simulator = await start({ dialect });
      const id = await fetchArtifactId(simulator, 11);
      simulator.deleteArtifact(id);
      assert.equal((await fetchArtifact(simulator, id)).status, 404);
      assert.notEqual(await fetchArtifactId(simulator, 11), id);
      assert.equal((await sendJson(simulator, "PUT", `/artifacts/${id}`, { values: [] })).status, 404);
    });

    it("throws if there is nothing to change", async () => {
      const simulator = await start({ dialect });
      assert.throws(() => simulator.removeField(11, 1));
      assert.throws(() => simulator.removeField(999, 1));
      assert.throws(() => simulator.removeChoice(11, 1101, 1));
      assert.throws(() => simulator.deleteArtifact(9_999_999));
      assert.throws(() => simulator.addTracker({ projectId: 1, label: "", fields: [] }));
    });
  });
}
