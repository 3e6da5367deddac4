import assert from "node:assert/strict";
import type { Dialect } from "../../../simulator/simulator.ts";
import {
  FormFixture,
  createLineInput,
  saveForm,
  neverAborted,
  editField,
} from "../../../support/fixtures/formFixture.ts";
import { waitUntil } from "../../../support/wait.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a form that was opened before, offline, on the ${dialect} dialect`, () => {
    let fixture: FormFixture;

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
    });

    afterEach(() => fixture.close());

    it("opens from the cache, keeps edits, and isn't saved before it is reloaded", async () => {
      const id = await fixture.getFirstArtifactId(bugs);
      const first = await fixture.open(fixture.createSubject(id), bugs);
      const title = first.base?.title;
      await fixture.getForms().closeAll();
      await fixture.server.close();

      const offlineSession = await fixture.open(fixture.createSubject(id), bugs, "later");
      assert.equal(offlineSession.base?.title, title);
      assert.ok(offlineSession.base?.asOf !== undefined && offlineSession.base.asOf <= Date.now());
      editField(offlineSession, "title", createLineInput("Typed on a train"));
      const result = await saveForm(offlineSession);
      assert.notEqual(result, "saved");
      assert.deepEqual(
        offlineSession.notices.map((notice) => (notice.kind === "failed" ? notice.action : notice.kind)),
        ["save"],
      );
      assert.equal(offlineSession.formDraft.hasEdits, true);
    });

    it("opens for a new artifact too, and reloads its fields before saving", async () => {
      const before = await fixture.open(fixture.createNewSubject(bugs));
      assert.equal(before.base?.asOf, undefined);
      await fixture.getForms().closeAll();
      await fixture.store.catalog.forgetSite(fixture.site.api);
      await fixture.server.close();
      const offlineSession = await fixture.open(fixture.createNewSubject(bugs, "b"), undefined, "later");
      assert.ok(offlineSession.base?.asOf !== undefined);
      editField(offlineSession, "title", createLineInput("Typed on a ferry"));
      assert.notEqual(await saveForm(offlineSession), "saved");
      await fixture.restartServer();
      fixture.store.connections.connectivity.allowNextRequest(fixture.site.api);
      await saveForm(offlineSession);
      const requestCount = fixture.server.requests.map(
        ({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`,
      );
      const structure = requestCount.indexOf(`GET /api/trackers/${bugs}`);
      const creation = requestCount.indexOf("POST /api/artifacts");
      // One dialect has more required fields.
      const isSent = dialect === "product";
      assert.equal(creation !== -1, isSent);
      assert.ok(structure !== -1 && (!isSent || structure < creation), requestCount.join("\n"));
      assert.equal(offlineSession.formDraft.hasEdits, !isSent);
    });

    it("shows when it was loaded, also after the site went offline", async () => {
      const id = await fixture.getFirstArtifactId(bugs);
      const before = Date.now();
      const session = await fixture.open(fixture.createSubject(id), bugs);
      const read = session.asOf ?? assert.fail("nobody knows");
      assert.ok(read >= before && read <= Date.now());
      assert.equal(session.base?.asOf, undefined);
      await waitUntil("the clock has moved on", () => Date.now() > read);
      await session.checkForChanges(neverAborted);
      const looked = session.asOf ?? assert.fail("nobody knows");
      assert.ok(looked > read, "a look that finds nothing new makes it of now");
      await fixture.server.close();
      await session.checkForChanges(neverAborted);
      await session.refresh(neverAborted);
      assert.equal(session.asOf, looked);
    });

    it("is up to date after the next check, with remote changes", async () => {
      const id = await fixture.getFirstArtifactId(bugs);
      await fixture.open(fixture.createSubject(id), bugs);
      await fixture.getForms().closeAll();
      await fixture.server.close();
      const offlineSession = await fixture.open(fixture.createSubject(id), bugs, "later");
      const asOf = (): number | undefined => offlineSession.base?.asOf;
      assert.notEqual(asOf(), undefined);
      await fixture.restartServer();
      fixture.store.connections.connectivity.allowNextRequest(fixture.site.api);
      await offlineSession.checkForChanges(neverAborted);
      assert.equal(asOf(), undefined);
    });
  });
}
