import assert from "node:assert/strict";
import type { SavedCondition } from "../../../../src/model/query/savedQuery.ts";
import { resolveQuery } from "../../../../src/model/query/resolve.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import { sourceOf } from "../../../../src/store/queries/sources.ts";
import { bugsId, dialects, QueryStage } from "./stage.ts";

for (const dialect of dialects) {
  describe(`what a server answers to criteria that rows don't show, on the ${dialect} dialect`, () => {
    let stage: QueryStage;

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
    });
    afterEach(() => stage.close());

    async function asking(...where: readonly SavedCondition[]): Promise<RowList> {
      const tracker = await stage.catalog.tracker(bugsId);
      const query = { where, openOnly: false, text: undefined, report: undefined };
      const resolved = resolveQuery(tracker, query, { me: undefined, today: "2026-03-01" });
      assert.ok(resolved.kind === "criteria");
      return new RowList(sourceOf(stage.connect, tracker, resolved));
    }

    const conditions: readonly SavedCondition[] = [
      { field: "severity", operator: "is", values: ["Critical"] },
      { field: "component", operator: "is", values: ["Documentation", "Command line"] },
      { field: "customer", operator: "contains", values: ["Port of"] },
      { field: "close_date", operator: "between", values: ["2025-01-01", "2025-03-31"] },
    ];

    for (const condition of conditions) {
      it(`is believed once some rows were looked into: ${condition.field}`, async () => {
        const found = await asking(condition);
        const requests = await stage.requestsOf(() => found.load());
        assert.equal(found.trouble, undefined);
        assert.ok(found.items.length > 0);
        assert.equal(found.credibility, "checked");
        const again = await stage.requestsOf(() => found.more());
        assert.ok(again < requests, `${again} requests for more, ${requests} before`);
      });

      it(`is no result if they are something else: ${condition.field}`, async () => {
        const { client } = await stage.connect();
        await client.artifacts(stage.summary(bugsId), { offset: 0 });
        stage.server.faults.add({ path: /trackers\/\d+\/artifacts/, times: 9, fault: { kind: "stale" } });
        const found = await asking(condition);
        await found.load();
        assert.equal(found.credibility, "contradicted");
        assert.deepEqual(found.items, []);
      });
    }

    it("is left as it is where they can't be read", async () => {
      const found = await asking(conditions[0] ?? assert.fail());
      stage.server.faults.add({
        path: /\/api(?:\/v1)?\/artifacts[/?]/,
        fault: { kind: "status", status: 403, body: "no" },
      });
      await found.load();
      assert.equal(found.credibility, "unchecked");
      assert.ok(found.items.length > 0);
    });
  });
}
