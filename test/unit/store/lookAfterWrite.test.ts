import assert from "node:assert/strict";
import { file, string } from "../../simulator/demo/draftField.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { Desk, fieldNamed, signal } from "../../support/fixtures/formFixture.ts";
import { until } from "../../support/wait.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a look at a form that began before a file was attached, on the ${dialect} dialect`, () => {
    it("is followed by another one, which shows it and is no news", async () => {
      const desk = await Desk.open(dialect);
      const tracker = desk.server.addTracker({
        projectId: 102,
        label: "Reports",
        fields: [
          string("name", "Name", { fill: () => ({ kind: "string", text: "Leak" }) }),
          file("files", "Attachments", { fill: () => ({ kind: "files", files: [] }) }),
        ],
        artifacts: 1,
      });
      const artifactId = tracker.artifactIds[0] ?? assert.fail("no artifact");
      const editing = await desk.open(desk.subject(artifactId), tracker.id);
      const attach = (): void => {
        desk.server.clock.advance(5000);
        desk.server.addFile({ artifactId, name: "mine.txt", type: "text/plain", size: 3 });
        editing.noteOwn([tracker.fieldId("files")]);
      };
      const asked = (): number => desk.server.requests.filter(({ path }) => /artifacts/.test(path)).length;
      const before = asked();
      desk.server.faults.add({
        method: "GET",
        path: /artifacts\/\d+/,
        times: 1,
        fault: { kind: "trickle", bytes: 256, ms: 10 },
      });
      const first = editing.look(signal);
      // The server has made its answer, and takes its time to send it.
      await until("the server is asked", () => asked() > before);
      attach();
      await Promise.all([first, editing.look(signal)]);
      const { value } = fieldNamed(editing, "files");
      assert.deepEqual(value?.kind === "files" ? value.files.map(({ name }) => name) : value, ["mine.txt"]);
      assert.deepEqual(
        editing.notices.map(({ kind }) => kind),
        [],
      );
      await desk.close();
    });
  });

  describe(`a decision made beside an open form, on the ${dialect} dialect`, () => {
    it("shows there, also when it falls into the second that names the state before", async () => {
      const desk = await Desk.open(dialect);
      const tracker = desk.server.addTracker({
        projectId: 102,
        label: "Reports",
        fields: [string("name", "Name", { fill: () => ({ kind: "string", text: "Leak" }) })],
        artifacts: 1,
      });
      const artifactId = tracker.artifactIds[0] ?? assert.fail("no artifact");
      const editing = await desk.open(desk.subject(artifactId), tracker.id);
      const name = tracker.fieldId("name");
      desk.server.write(artifactId, { values: [{ field_id: name, value: "Flood" }] });
      editing.noteOwn([name]);
      await editing.look(signal);
      assert.deepEqual(fieldNamed(editing, "name").base, { kind: "line", text: "Flood" });
      assert.deepEqual(editing.notices, []);
      await desk.close();
    });
  });
}
