import assert from "node:assert/strict";
import { loadArtifactForTemplate } from "../../../../src/store/commits/commitMessage.ts";
import { FormFixture } from "../../../support/fixtures/formFixture.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const) {
  describe(`loadTemplateArtifact on the ${dialect} dialect`, () => {
    let fixture: FormFixture;
    before(async () => {
      fixture = await FormFixture.open(dialect);
    });
    after(() => fixture.close());

    it("returns title, status and all fields by name", async () => {
      const catalog = fixture.store.catalog.getSite(fixture.site);
      const id = await fixture.getFirstArtifactId(bugs);
      const { client } = await fixture.store.connections.connect(fixture.site);
      const tracker = await client.tracker(bugs);
      const seen = await loadArtifactForTemplate(catalog, id, { trackerId: bugs });
      assert.equal(seen.id, id);
      assert.ok(seen.title, "no title");
      assert.ok(seen.status, "no status");
      assert.equal(seen.tracker, tracker.itemName ?? tracker.label);
      assert.deepEqual([...seen.fields.keys()].sort(), tracker.fields.map(({ name }) => name).sort());
      assert.equal(seen.fields.get("title"), seen.title);
      assert.equal(seen.fields.get("status"), seen.status);
    });

    it("returns the project's short name from the server, or from a loaded list", async () => {
      const catalog = fixture.store.catalog.getSite(fixture.site);
      const id = await fixture.getFirstArtifactId(bugs);
      const project = async (): Promise<string | undefined> =>
        (await loadArtifactForTemplate(catalog, id, { trackerId: bugs })).project;
      assert.equal(await project(), dialect === "product" ? "open-tides" : undefined);
      const requestCount = fixture.countRequests("GET", /projects\/102$/);
      await catalog.allProjects.loadUntil(() => false);
      for (const each of catalog.loadedProjects) await catalog.trackers(each).load();
      assert.equal(await project(), "open-tides");
      assert.equal(
        fixture.countRequests("GET", /projects\/102$/),
        requestCount,
        "a known project isn't requested again",
      );
    });

    it("returns the tracker's short name if the server reports it", async () => {
      const catalog = fixture.store.catalog.getSite(fixture.site);
      await loadArtifactForTemplate(catalog, await fixture.getFirstArtifactId(bugs), { trackerId: bugs });
      assert.deepEqual(catalog.trackerShortNames, dialect === "product" ? ["bug"] : []);
    });
  });
}
