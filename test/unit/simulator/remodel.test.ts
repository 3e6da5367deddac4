import assert from "node:assert/strict";
import { bulkForm, hostileWording } from "../../simulator/bulkForm.ts";
import { list, string } from "../../simulator/demo/draftField.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { ask, problem, rows, tell, withKey } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

interface Told {
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

async function tracker(simulator: Simulator, id: number): Promise<Told> {
  const headers = withKey(simulator.accounts.admin);
  return (await ask(simulator, `/api/trackers/${id}`, { headers })).data as Told;
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: trackers that change (${dialect})`, () => {
    const start = perTest();

    it("an added one is listed, read, filled and written like any other", async () => {
      const simulator = await start({ dialect });
      const added = simulator.addTracker({
        projectId: 102,
        label: "Buoys",
        fields: [
          string("name", "Name", { required: true, fill: () => ({ kind: "string", text: "Red" }) }),
          list("sb", "state", "State", [{ label: "Afloat" }, { label: "Sunk" }]),
        ],
        semantics: { title: "name", status: { field: "state", open: ["Afloat"] } },
        artifacts: 2,
      });
      const headers = withKey(simulator.accounts.member);
      const listed = rows(await ask(simulator, "/api/projects/102/trackers?limit=50", { headers }));
      assert.ok(listed.some(({ id, label }) => id === added.id && label === "Buoys"));
      const artifacts = rows(await ask(simulator, `/api/trackers/${added.id}/artifacts`, { headers }));
      assert.deepEqual(
        artifacts.map(({ id, title }) => [id, title]),
        added.artifactIds.map((id) => [id, "Red"]),
      );
      const id = added.artifactIds[0] ?? 0;
      const values = [
        { field_id: added.fieldId("name"), value: "Green" },
        { field_id: added.fieldId("state"), bind_value_ids: [added.choiceId("state", "Sunk")] },
      ];
      assert.equal((await tell(simulator, "PUT", `/artifacts/${id}`, { values })).status, 200);
      const { artifact } = await artifactAt(simulator, id);
      assert.deepEqual([artifact.title, artifact.status], ["Green", "Sunk"]);
      const created = await tell(simulator, "POST", "/artifacts", { tracker: { id: added.id }, values });
      assert.equal(created.status < 300, true);
    });

    it("one may have hundreds of fields, each with ids of its own", async () => {
      const simulator = await start({ dialect });
      const wide = simulator.addTracker({
        projectId: 102,
        label: "Wide",
        fields: bulkForm({ count: 300, types: ["string", "text", "int", "sb"] }),
        artifacts: 1,
      });
      const other = simulator.addTracker({ projectId: 102, label: "Other", fields: bulkForm({ count: 3 }) });
      const { fields } = await tracker(simulator, wide.id);
      const ids = [...fields, ...(await tracker(simulator, other.id)).fields].map((field) => field.field_id);
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(fields.filter(({ type }) => type !== "fieldset").length, 300);
      const { artifact } = await artifactAt(simulator, wide.artifactIds[0] ?? 0);
      assert.equal(artifact.values.length, 300);
    });

    it("one may be hostile in every word it has", async () => {
      const simulator = await start({ dialect });
      const added = simulator.addTracker({
        projectId: 102,
        label: hostileWording("Traps"),
        description: hostileWording("About traps"),
        // People and groups have names that no form makes.
        fields: bulkForm({
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
          wording: hostileWording,
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
      const { artifact } = await artifactAt(simulator, added.artifactIds[0] ?? 0);
      assert.match(artifact.title ?? "", /<script>/);
    });

    it("a field that is removed is gone from form, artifacts and semantics, and can't be written", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 12);
      const [title, state] = [form.id("subject"), form.id("state")];
      const id = await idIn(simulator, 12);
      simulator.removeField(12, title);
      simulator.removeField(12, state);
      const { fields, semantics, workflow } = await tracker(simulator, 12);
      assert.ok(!fields.some(({ field_id }) => field_id === title || field_id === state));
      if (dialect === "product") {
        assert.deepEqual(Object.keys(semantics ?? {}), ["description", "contributor"]);
        assert.equal(workflow?.["field_id"], 0);
      }
      const { artifact, entry } = await artifactAt(simulator, id);
      assert.deepEqual([artifact.title, artifact.status, entry(title)], [null, "", undefined]);
      const values = [{ field_id: title, value: "x" }];
      assert.deepEqual(problem(await tell(simulator, "PUT", `/artifacts/${id}`, { values }))[0], 400);
    });

    it("a removed choice is offered no more, but stays where it was chosen", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const [field_id, gone] = [form.id("severity"), form.choice("severity", "Major")];
      const id = await idIn(simulator, 11);
      simulator.write(id, { values: [{ field_id, bind_value_ids: [gone] }] });
      simulator.removeChoice(11, field_id, gone);
      const { fields } = await tracker(simulator, 11);
      const labels = fields.find((field) => field.field_id === field_id)?.values?.map(({ label }) => label);
      assert.deepEqual(labels, ["Cosmetic", "Normal", "Critical"]);
      const { entry } = await artifactAt(simulator, id);
      assert.deepEqual(entry(field_id)?.["bind_value_ids"], [gone]);
      assert.match(JSON.stringify(entry(field_id)?.["values"]), /"label":"Major"/);
      const other = await idIn(simulator, 11, 1);
      const values = [{ field_id, bind_value_ids: [gone] }];
      assert.equal((await tell(simulator, "PUT", `/artifacts/${other}`, { values })).status, 400);
    });

    it("an artifact that is removed is gone everywhere", async () => {
      const simulator = await start({ dialect });
      const id = await idIn(simulator, 11);
      simulator.removeArtifact(id);
      assert.equal((await artifactAt(simulator, id)).status, 404);
      assert.notEqual(await idIn(simulator, 11), id);
      assert.equal((await tell(simulator, "PUT", `/artifacts/${id}`, { values: [] })).status, 404);
    });

    it("says so when there is nothing to change", async () => {
      const simulator = await start({ dialect });
      assert.throws(() => simulator.removeField(11, 1));
      assert.throws(() => simulator.removeField(999, 1));
      assert.throws(() => simulator.removeChoice(11, 1101, 1));
      assert.throws(() => simulator.removeArtifact(9_999_999));
      assert.throws(() => simulator.addTracker({ projectId: 1, label: "", fields: [] }));
    });
  });
}
