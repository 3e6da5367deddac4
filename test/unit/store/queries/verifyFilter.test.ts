import assert from "node:assert/strict";
import type { SavedCondition } from "../../../../src/model/query/savedQuery.ts";
import { resolveQuery } from "../../../../src/model/query/resolveQuery.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import { createQuerySource } from "../../../../src/store/queries/rowSources.ts";
import { bugsTrackerId, dialects, QueryFixture } from "./queryFixture.ts";

for (const dialect of dialects) {
  describe(`verifying criteria that rows don't show on the ${dialect} dialect`, () => {
    let fixture: QueryFixture;

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
    });
    afterEach(() => fixture.close());

    async function asking(...where: readonly SavedCondition[]): Promise<RowList> {
      const tracker = await fixture.catalog.loadTracker(bugsTrackerId);
      const query = { where, openOnly: false, text: undefined, report: undefined };
      const resolved = resolveQuery(tracker, query, { currentUser: undefined, today: "2026-03-01" });
      assert.ok(resolved.kind === "criteria");
      return new RowList(createQuerySource(fixture, tracker, resolved));
    }

    const conditions: readonly SavedCondition[] = [
      { field: "severity", operator: "is", values: ["Critical"] },
      { field: "component", operator: "is", values: ["Documentation", "Command line"] },
      { field: "customer", operator: "contains", values: ["Port of"] },
      { field: "close_date", operator: "between", values: ["2025-01-01", "2025-03-31"] },
    ];

    for (const condition of conditions) {
      it(`accepts the rows after a sample was checked: ${condition.field}`, async () => {
        const found = await asking(condition);
        const requests = await fixture.countRequests(() => found.load());
        assert.equal(found.lastFailure, undefined);
        assert.ok(found.items.length > 0);
        assert.equal(found.credibility, "checked");
        const again = await fixture.countRequests(() => found.loadMore());
        assert.ok(again < requests, `${again} requests for more, ${requests} before`);
      });

      it(`rejects the rows if the sample doesn't match: ${condition.field}`, async () => {
        const { client } = await fixture.connect();
        await client.artifacts(fixture.createTrackerSummary(bugsTrackerId), { offset: 0 });
        fixture.server.faults.add({
          path: /trackers\/\d+\/artifacts/,
          times: 9,
          fault: { kind: "staleResponse" },
        });
        const found = await asking(condition);
        await found.load();
        assert.equal(found.credibility, "contradicted");
        assert.deepEqual(found.items, []);
      });
    }

    it("is skipped if the sample can't be loaded", async () => {
      const found = await asking(conditions[0] ?? assert.fail());
      fixture.server.faults.add({
        path: /\/api(?:\/v1)?\/artifacts[/?]/,
        fault: { kind: "status", status: 403, body: "no" },
      });
      await found.load();
      assert.equal(found.credibility, "unchecked");
      assert.ok(found.items.length > 0);
    });
  });
}
