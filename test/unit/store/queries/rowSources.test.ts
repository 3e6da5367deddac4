import assert from "node:assert/strict";
import { resolveQuery } from "../../../../src/model/query/resolveQuery.ts";
import type { SavedQuery } from "../../../../src/model/query/savedQuery.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import { countRows } from "../../../../src/store/queries/queryCount.ts";
import {
  createTrackerSource,
  createCriteriaSource,
  createQuerySource,
} from "../../../../src/store/queries/rowSources.ts";
import { waitUntil } from "../../../support/wait.ts";
import { getIds } from "./rowBuilders.ts";
import { bugsTrackerId, dialects, QueryFixture } from "./queryFixture.ts";

type Asked = Partial<Pick<SavedQuery, "where" | "openOnly" | "text" | "report">>;

function descending(ids: readonly (number | undefined)[]): readonly (number | undefined)[] {
  return ids.toSorted((one, other) => Number(other) - Number(one));
}

for (const dialect of dialects) {
  describe(`row sources on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let fixture: QueryFixture;

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
    });
    afterEach(() => fixture.close());

    async function openList(query: Asked): Promise<RowList> {
      const tracker = await fixture.catalog.loadTracker(bugsTrackerId);
      const whole = { where: [], openOnly: undefined, text: undefined, report: undefined, ...query };
      const { id } = fixture.server.accounts.member;
      const resolved = resolveQuery(tracker, whole, { currentUser: { id }, today: "2026-03-01" });
      assert.ok(resolved.kind !== "problems", JSON.stringify(resolved));
      return new RowList(createQuerySource(fixture, tracker, resolved));
    }

    it("load the newest rows with one request without a filter, if the server can sort", async () => {
      const found = new RowList(createTrackerSource(fixture, fixture.createTrackerSummary(bugsTrackerId)));
      assert.equal(await fixture.countRequests(() => found.load()), isProduct ? 1 : 2);
      const ids = getIds(found.items);
      assert.deepEqual(ids, descending(ids));
      await found.loadUntil(() => false);
      assert.deepEqual(getIds(found.items), descending(getIds(found.items)));
      assert.deepEqual([found.hasMore, found.lastFailure], [false, undefined]);
      assert.deepEqual(ids, getIds(found.items).slice(0, ids.length));
      assert.ok(found.items.length > 700);
    });

    it("load the newest open rows with three requests at most, including the tracker", async () => {
      let found: RowList | undefined;
      const requests = await fixture.countRequests(async () => {
        found = await openList({ openOnly: true });
        await found.load();
      });
      assert.ok(requests <= 3, `${requests}`);
      const { items = [], credibility } = found ?? {};
      assert.deepEqual(getIds(items), descending(getIds(items)));
      // Only the product reports open states.
      if (isProduct) assert.ok(items.every((item) => item.kind === "artifact" && item.isOpen === true));
      assert.equal(credibility, "checked");
      await found?.loadUntil(() => false);
      const size = found?.size ?? 0;
      assert.equal(isProduct ? found?.items.length : size, size);
    });

    it("find all rows that match several criteria, without duplicates", async () => {
      const found = await openList({
        where: [
          { field: "status", operator: "is", values: ["New", "Confirmed"] },
          { field: "title", operator: "contains", values: ["a"] },
        ],
      });
      await found.load();
      await found.loadUntil(() => false);
      const titles = found.items.map((item) => (item.kind === "artifact" ? item.title : "?"));
      assert.ok(titles.length > 60 && titles.every((title) => /a|á|à|å|ä|ã/i.test(title ?? "")));
      assert.deepEqual(new Set(getIds(found.items)).size, found.items.length);
      assert.deepEqual(getIds(found.items), descending(getIds(found.items)));
      assert.equal(found.items.length, found.size);
      assert.notEqual(found.credibility, "contradicted");
    });

    it("are counted with one request, unless the conditions were ignored", async () => {
      const tracker = await fixture.catalog.loadTracker(bugsTrackerId);
      const field = tracker.fields.find(({ name }) => name === "status");
      const fresh = field?.choices?.find(({ label }) => label === "New")?.id ?? assert.fail();
      const source = createCriteriaSource(fixture, tracker, [
        { kind: "anyOf", field: "status", ids: [fresh] },
      ]);
      const { signal } = new AbortController();
      const found = new RowList(source);
      await found.loadUntil(() => false);
      const requests = await fixture.countRequests(async () => {
        assert.deepEqual(await countRows(source, signal), { kind: "atMost", size: found.items.length });
      });
      assert.equal(requests, 1);
      const absent = { order: "newestFirst", fetchPage: () => Promise.resolve(undefined) } as const;
      assert.deepEqual(await countRows(absent, signal), { kind: "notReported" });
      if (!isProduct) return;
      const body = JSON.stringify([{ id: 1, uri: "artifacts/1", title: "x", status: "Fixed" }]);
      server().faults.add({ path: /artifacts\?/, fault: { kind: "status", status: 200, body } });
      assert.deepEqual(await countRows(source, signal), { kind: "contradicted" });
    });

    it("load text queries and reports, or report that they aren't supported", async () => {
      for (const query of [{ text: "status = 'New'" }, { report: bugsTrackerId * 10 + 2 }]) {
        const found = await openList(query);
        await found.load();
        assert.deepEqual([found.isUnsupported, found.items.length > 20], [!isProduct, isProduct]);
        assert.deepEqual(getIds(found.items), descending(getIds(found.items)));
      }
      const gone = await openList({ report: 99_999 });
      await gone.load();
      assert.deepEqual([gone.isUnsupported, gone.lastFailure], [true, undefined]);
    });

    if (isProduct) {
      it("fail with the server's message for an invalid text query", async () => {
        const found = await openList({ text: "status = " });
        await found.load();
        assert.deepEqual(
          [found.lastFailure?.failure.kind, found.lastFailure?.position, found.items],
          ["invalidRequest", "start", []],
        );
        assert.match(found.lastFailure?.failure.request.serverMessage ?? "", /query/);
      });
    }

    if (isProduct) {
      it("return nothing if the server ignored a criterion", async () => {
        const found = await openList({ where: [{ field: "status", operator: "is", values: ["New"] }] });
        const rows = [{ id: 1, uri: "artifacts/1", title: "x", status: "Fixed" }];
        server().faults.add({
          path: /artifacts\?/,
          fault: { kind: "status", status: 200, body: JSON.stringify(rows) },
        });
        await found.load();
        assert.deepEqual([found.credibility, found.items], ["contradicted", []]);
      });
    }

    it("can be canceled while the server doesn't respond, and loaded again", async () => {
      const found = await openList({ where: [{ field: "title", operator: "contains", values: ["a"] }] });
      await found.load();
      const shown = getIds(found.items);
      server().faults.add({ path: /artifacts/, times: 1, fault: { kind: "hang" } });
      const loading = found.loadMore();
      await waitUntil("the request arrives", () => server().requestsInFlight === 1);
      found.cancel();
      await loading;
      assert.deepEqual([getIds(found.items), found.lastFailure, found.hasMore], [shown, undefined, true]);
      await found.loadMore();
      assert.ok(found.items.length > shown.length);
    });

    it("aren't affected by the later response of an older request", async () => {
      const word = (text: string): Promise<RowList> =>
        openList({ where: [{ field: "title", operator: "contains", values: [text] }] });
      const [older, newer] = [await word("tide"), await word("map")];
      server().faults.add({ path: /artifacts/, times: 1, fault: { kind: "delay", ms: 150 } });
      const slow = older.load();
      await waitUntil("the request arrives", () => server().requestsInFlight === 1);
      older.close();
      await newer.load();
      await slow;
      assert.deepEqual(older.items, []);
      assert.ok(newer.items.length > 0);
    });

    it("keep rows and report a failure", async () => {
      const found = await openList({ openOnly: true });
      await found.load();
      const shown = getIds(found.items);
      const mend = server().faults.add({ path: /artifacts/, fault: { kind: "status", status: 403 } });
      await found.loadMore();
      assert.deepEqual([getIds(found.items), found.lastFailure?.position], [shown, "end"]);
      mend();
      await found.loadMore();
      assert.ok(found.items.length > shown.length);
    });

    function server(): QueryFixture["server"] {
      return fixture.server;
    }
  });
}
