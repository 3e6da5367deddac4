import assert from "node:assert/strict";
import { templateArtifact } from "../../../../src/store/commits/commitMessage.ts";
import { Desk } from "../../../support/fixtures/formFixture.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const) {
  describe(`an artifact for templates (${dialect})`, () => {
    let desk: Desk;
    before(async () => {
      desk = await Desk.open(dialect);
    });
    after(() => desk.close());

    it("has title, status and every field by its name", async () => {
      const catalog = desk.store.catalog.of(desk.site);
      const id = await desk.anArtifactOf(bugs);
      const { client } = await desk.store.connections.to(desk.site);
      const tracker = await client.tracker(bugs);
      const seen = await templateArtifact(catalog, id, { trackerId: bugs });
      assert.equal(seen.id, id);
      assert.ok(seen.title, "no title");
      assert.ok(seen.status, "no status");
      assert.equal(seen.tracker, tracker.itemName ?? tracker.label);
      assert.deepEqual([...seen.fields.keys()].sort(), tracker.fields.map(({ name }) => name).sort());
      assert.equal(seen.fields.get("title"), seen.title);
      assert.equal(seen.fields.get("status"), seen.status);
    });

    it("has its project's short name: as the server tells it, else by a list that was seen", async () => {
      const catalog = desk.store.catalog.of(desk.site);
      const id = await desk.anArtifactOf(bugs);
      const project = async (): Promise<string | undefined> =>
        (await templateArtifact(catalog, id, { trackerId: bugs })).project;
      assert.equal(await project(), dialect === "product" ? "open-tides" : undefined);
      const asked = desk.asked("GET", /projects\/102$/);
      await catalog.allProjects.loadUntil(() => false);
      for (const each of catalog.seenProjects) await catalog.trackers(each).load();
      assert.equal(await project(), "open-tides");
      assert.equal(desk.asked("GET", /projects\/102$/), asked, "what is known is not asked for again");
    });

    it("makes its tracker known by its short name, where the server tells one", async () => {
      const catalog = desk.store.catalog.of(desk.site);
      await templateArtifact(catalog, await desk.anArtifactOf(bugs), { trackerId: bugs });
      assert.deepEqual(catalog.shortNames, dialect === "product" ? ["bug"] : []);
    });
  });
}
