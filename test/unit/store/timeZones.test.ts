import assert from "node:assert/strict";
import { inputText } from "../../../src/model/form/input.ts";
import { localTime, typedInstant } from "../../../src/model/localTime.ts";
import { templateArtifact } from "../../../src/store/commits/commitMessage.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { Desk, fieldNamed, save, signal, told, type } from "../../support/fixtures/formFixture.ts";

const equipment = 13;

function shown(editing: Editing, name: string): string {
  const { base } = fieldNamed(editing, name);
  return base === undefined ? "" : inputText(base);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a person west of the server, on the ${dialect} dialect`, () => {
    const zoneBefore = process.env["TZ"];
    let desk: Desk;
    let id: number;

    before(() => {
      process.env["TZ"] = "America/New_York";
    });
    after(() => {
      if (zoneBefore === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zoneBefore;
    });
    beforeEach(async () => {
      desk = await Desk.open(dialect);
      id = await desk.anArtifactOf(equipment);
    });
    afterEach(() => desk.close());

    async function write(name: string, value: string): Promise<void> {
      const editing = await desk.held(id, equipment);
      desk.server.write(id, { values: [{ field_id: fieldNamed(editing, name).id, value }] });
    }

    it("sees the own time of an instant in the form", async () => {
      await write("last_reading", "2025-07-01T12:00:00+02:00");
      const editing = await desk.held(id, equipment);
      assert.equal(shown(editing, "last_reading"), "2025-07-01 06:00");
    });

    it("sees a day as the same day, though the server prints a midnight", async () => {
      await write("installed", "2025-07-01");
      const editing = await desk.held(id, equipment);
      assert.equal(shown(editing, "installed"), "2025-07-01");
    });

    it("sends what was typed as it was meant, and is told of no difference", async () => {
      const editing = await desk.open(desk.subject(id), equipment);
      type(editing, "last_reading", { kind: "date", text: typedInstant("2025-12-01 22:15") });
      await save(editing);
      assert.deepEqual(told(editing), []);
      const stored = desk.server.changesets(id).at(-1)?.changes ?? assert.fail("nothing was written");
      const [value] = [...stored].flatMap(([field, each]) => (field.name === "last_reading" ? each : []));
      assert.deepEqual(value?.after, { kind: "date", at: Date.UTC(2025, 11, 2, 3, 15) });
      assert.equal(shown(await desk.held(id, equipment), "last_reading"), "2025-12-01 22:15");
    });

    it("who types the same time again changes nothing", async () => {
      await write("last_reading", "2025-07-01T12:00:00+02:00");
      const editing = await desk.open(desk.subject(id), equipment);
      type(editing, "last_reading", { kind: "date", text: typedInstant("2025-07-01 06:00") });
      assert.deepEqual(editing.draft.inputs, []);
    });

    it("changes the day of a date to another day, not to an hour of it", async () => {
      const editing = await desk.open(desk.subject(id), equipment);
      type(editing, "installed", { kind: "date", text: "2025-05-04" });
      await save(editing);
      assert.deepEqual(told(editing), []);
      assert.equal(shown(await desk.held(id, equipment), "installed"), "2025-05-04");
    });

    it("gets the own time into a commit message", async () => {
      await write("last_reading", "2025-07-01T12:00:00+02:00");
      await write("installed", "2025-07-01");
      const catalog = desk.store.catalog.of(desk.site);
      const { fields } = await templateArtifact(catalog, id, { trackerId: equipment, signal });
      assert.equal(fields.get("last_reading"), "2025-07-01 06:00");
      assert.equal(fields.get("installed"), "2025-07-01");
    });

    if (dialect === "product") {
      it("sees the same in the form and in the history, which are printed in two zones", async () => {
        await write("last_reading", "2025-07-01T12:00:00+02:00");
        const editing = await desk.held(id, equipment);
        const history = desk.forms().history(desk.site, editing.base ?? assert.fail("not read"));
        await history?.readNewest();
        const changed = history?.entries[0]?.changes.find(({ label }) => label === "Last reading")?.after;
        assert.ok(changed?.kind === "date");
        const { value } = fieldNamed(editing, "last_reading");
        assert.notEqual(
          changed.date,
          value?.kind === "date" ? value.date : undefined,
          "printed in two zones",
        );
        assert.equal(localTime(changed.date ?? ""), shown(editing, "last_reading"));
      });
    }
  });
}
