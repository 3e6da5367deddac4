import assert from "node:assert/strict";
import {
  loadLinkedArtifacts as describeLinked,
  findLinkableArtifacts,
} from "../../../src/store/linkedArtifacts.ts";
import { bugsTrackerId, dialects, QueryFixture } from "./queries/queryFixture.ts";

for (const dialect of dialects) {
  describe(`artifacts to link on the ${dialect} dialect`, () => {
    let fixture: QueryFixture;

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
    });
    afterEach(() => fixture.close());

    async function found(query: string): Promise<readonly number[]> {
      return (await findLinkableArtifacts(fixture.catalog, query, bugsTrackerId)).map(
        ({ artifactId }) => artifactId,
      );
    }

    it("are found by any form of their ID", async () => {
      for (const query of ["12", "#12", " bug #12 ", "bug #opentides:12"]) {
        assert.deepEqual(await found(query), [12], query);
      }
      assert.deepEqual(await found("99999999"), []);
    });

    it("are found by title in the tracker and in loaded lists", async () => {
      const { client } = await fixture.connect();
      const row = await client.artifact(12);
      const [first = ""] = (row.title ?? "").split(" ");
      assert.ok((await found(first)).length > 0);
      assert.deepEqual(await found("/"), []);
      const seen = { ...row, title: "Café au port", tracker: undefined };
      const ending = fixture.catalog.registerArtifactList({
        trackerId: bugsTrackerId,
        rows: () => [seen],
        invalidate: () => undefined,
        invalidateRow: () => undefined,
      });
      assert.deepEqual(await found("PORT cafe"), [12]);
      ending();
      assert.deepEqual(await found("PORT cafe"), []);
    });

    it("are loaded one by one if the server has no batch request", async () => {
      for (const status of [404, 405]) {
        fixture.server.faults.add({
          path: /\/artifacts\?query=/,
          times: 10,
          fault: { kind: "status", status },
        });
        const [reported] = await describeLinked(fixture.catalog, [12]);
        assert.equal(reported?.row?.id, 12, String(status));
        fixture.server.faults.clear();
      }
    });
  });
}
