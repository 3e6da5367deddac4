import assert from "node:assert/strict";
import { fileField, stringField } from "../../simulator/demo/fieldDefinition.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { FormFixture, getField, neverAborted } from "../../support/fixtures/formFixture.ts";
import { waitUntil } from "../../support/wait.ts";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`checking a form while a file is attached on the ${dialect} dialect`, () => {
    it("checks again, and shows the file without reporting a remote change", async () => {
      const fixture = await FormFixture.open(dialect);
      const tracker = fixture.server.addTracker({
        projectId: 102,
        label: "Reports",
        fields: [
          stringField("name", "Name", { generateValue: () => ({ kind: "string", text: "Leak" }) }),
          fileField("files", "Attachments", { generateValue: () => ({ kind: "files", files: [] }) }),
        ],
        artifacts: 1,
      });
      const artifactId = tracker.artifactIds[0] ?? assert.fail("no artifact");
      const session = await fixture.open(fixture.createSubject(artifactId), tracker.id);
      const attach = (): void => {
        fixture.server.clock.advance(5000);
        fixture.server.addFile({ artifactId, name: "mine.txt", type: "text/plain", size: 3 });
        session.noteOwnChanges([tracker.fieldId("files")]);
      };
      const countRequests = (): number =>
        fixture.server.requests.filter(({ path }) => /artifacts/.test(path)).length;
      const before = countRequests();
      fixture.server.faults.add({
        method: "GET",
        path: /artifacts\/\d+/,
        times: 1,
        fault: { kind: "trickle", bytes: 256, ms: 10 },
      });
      const first = session.checkForChanges(neverAborted);
      // The response is created but delayed.
      await waitUntil("request sent", () => countRequests() > before);
      attach();
      await Promise.all([first, session.checkForChanges(neverAborted)]);
      const { value } = getField(session, "files");
      assert.deepEqual(value?.kind === "files" ? value.files.map(({ name }) => name) : value, ["mine.txt"]);
      assert.deepEqual(
        session.notices.map(({ kind }) => kind),
        [],
      );
      await fixture.close();
    });
  });

  describe(`a quick edit while the form is open on the ${dialect} dialect`, () => {
    it("shows in the form, also within the second of the previous version", async () => {
      const fixture = await FormFixture.open(dialect);
      const tracker = fixture.server.addTracker({
        projectId: 102,
        label: "Reports",
        fields: [stringField("name", "Name", { generateValue: () => ({ kind: "string", text: "Leak" }) })],
        artifacts: 1,
      });
      const artifactId = tracker.artifactIds[0] ?? assert.fail("no artifact");
      const session = await fixture.open(fixture.createSubject(artifactId), tracker.id);
      const name = tracker.fieldId("name");
      fixture.server.updateArtifact(artifactId, { values: [{ field_id: name, value: "Flood" }] });
      session.noteOwnChanges([name]);
      await session.checkForChanges(neverAborted);
      assert.deepEqual(getField(session, "name").base, { kind: "line", text: "Flood" });
      assert.deepEqual(session.notices, []);
      await fixture.close();
    });
  });
}
