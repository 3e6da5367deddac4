import assert from "node:assert/strict";
import { describe as describeLinked, findLinked } from "../../../src/store/linkTargets.ts";
import { bugsId, dialects, QueryStage } from "./queries/stage.ts";

for (const dialect of dialects) {
  describe(`artifacts to link to on the ${dialect} dialect`, () => {
    let stage: QueryStage;

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
    });
    afterEach(() => stage.close());

    async function found(query: string): Promise<readonly number[]> {
      return (await findLinked(stage.catalog, query, bugsId)).map(({ artifactId }) => artifactId);
    }

    it("are found by any way to write their number", async () => {
      for (const query of ["12", "#12", " bug #12 ", "bug #opentides:12"]) {
        assert.deepEqual(await found(query), [12], query);
      }
      assert.deepEqual(await found("99999999"), []);
    });

    it("are found by words of their title, of the tracker and of what was seen", async () => {
      const { client } = await stage.connect();
      const row = await client.artifact(12);
      const [first = ""] = (row.title ?? "").split(" ");
      assert.ok((await found(first)).length > 0);
      assert.deepEqual(await found("/"), []);
      const seen = { ...row, title: "Café au port", tracker: undefined };
      const ending = stage.catalog.show({
        trackerId: bugsId,
        rows: () => [seen],
        invalidate: () => undefined,
        invalidateRow: () => undefined,
      });
      assert.deepEqual(await found("PORT cafe"), [12]);
      ending();
      assert.deepEqual(await found("PORT cafe"), []);
    });

    it("are read one by one where the server takes no batch, whatever it answers then", async () => {
      for (const status of [404, 405]) {
        stage.server.faults.add({
          path: /\/artifacts\?query=/,
          times: 10,
          fault: { kind: "status", status },
        });
        const [told] = await describeLinked(stage.catalog, [12]);
        assert.equal(told?.row?.id, 12, String(status));
        stage.server.faults.clear();
      }
    });
  });
}
