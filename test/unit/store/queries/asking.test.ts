import assert from "node:assert/strict";
import { resolveQuery } from "../../../../src/model/query/resolve.ts";
import type { SavedQuery } from "../../../../src/model/query/savedQuery.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import { countOf } from "../../../../src/store/queries/preview.ts";
import { allOf, meeting, sourceOf } from "../../../../src/store/queries/sources.ts";
import { until } from "../../../support/wait.ts";
import { idsOf } from "./someRows.ts";
import { bugsId, dialects, QueryStage } from "./stage.ts";

type Asked = Partial<Pick<SavedQuery, "where" | "openOnly" | "text" | "report">>;

function descending(ids: readonly (number | undefined)[]): readonly (number | undefined)[] {
  return ids.toSorted((one, other) => Number(other) - Number(one));
}

for (const dialect of dialects) {
  describe(`queries of the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let stage: QueryStage;

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
    });
    afterEach(() => stage.close());

    async function asked(query: Asked): Promise<RowList> {
      const tracker = await stage.catalog.tracker(bugsId);
      const whole = { where: [], openOnly: undefined, text: undefined, report: undefined, ...query };
      const { id } = stage.server.accounts.member;
      const resolved = resolveQuery(tracker, whole, { me: { id }, today: "2026-03-01" });
      assert.ok(resolved.kind !== "problems", JSON.stringify(resolved));
      return new RowList(sourceOf(stage.connect, tracker, resolved));
    }

    it("show the newest after one request without a filter, where the server can sort", async () => {
      const found = new RowList(allOf(stage.connect, stage.summary(bugsId)));
      assert.equal(await stage.requestsOf(() => found.load()), isProduct ? 1 : 2);
      const ids = idsOf(found.items);
      assert.deepEqual(ids, descending(ids));
      await found.loadUntil(() => false);
      assert.deepEqual(idsOf(found.items), descending(idsOf(found.items)));
      assert.deepEqual([found.hasMore, found.trouble], [false, undefined]);
      assert.deepEqual(ids, idsOf(found.items).slice(0, ids.length));
      assert.ok(found.items.length > 700);
    });

    it("show the newest open ones after three at most, the structure among them", async () => {
      let found: RowList | undefined;
      const requests = await stage.requestsOf(async () => {
        found = await asked({ openOnly: true });
        await found.load();
      });
      assert.ok(requests <= 3, `${requests}`);
      const { items = [], credibility } = found ?? {};
      assert.deepEqual(idsOf(items), descending(idsOf(items)));
      // What is open only the product tells.
      if (isProduct) assert.ok(items.every((item) => item.kind === "artifact" && item.isOpen === true));
      assert.equal(credibility, "checked");
      await found?.loadUntil(() => false);
      const size = found?.size ?? 0;
      assert.equal(isProduct ? found?.items.length : size, size);
    });

    it("find all that meets several criteria, each once", async () => {
      const found = await asked({
        where: [
          { field: "status", operator: "is", values: ["New", "Confirmed"] },
          { field: "title", operator: "contains", values: ["a"] },
        ],
      });
      await found.load();
      await found.loadUntil(() => false);
      const titles = found.items.map((item) => (item.kind === "artifact" ? item.title : "?"));
      assert.ok(titles.length > 60 && titles.every((title) => /a|á|à|å|ä|ã/i.test(title ?? "")));
      assert.deepEqual(new Set(idsOf(found.items)).size, found.items.length);
      assert.deepEqual(idsOf(found.items), descending(idsOf(found.items)));
      assert.equal(found.items.length, found.size);
      assert.notEqual(found.credibility, "contradicted");
    });

    it("are counted by one request, and not at all where something else was answered", async () => {
      const tracker = await stage.catalog.tracker(bugsId);
      const field = tracker.fields.find(({ name }) => name === "status");
      const fresh = field?.choices?.find(({ label }) => label === "New")?.id ?? assert.fail();
      const source = meeting(stage.connect, tracker, [{ kind: "anyOf", field: "status", ids: [fresh] }]);
      const { signal } = new AbortController();
      const found = new RowList(source);
      await found.loadUntil(() => false);
      const requests = await stage.requestsOf(async () => {
        assert.deepEqual(await countOf(source, signal), { kind: "atMost", size: found.items.length });
      });
      assert.equal(requests, 1);
      const absent = { order: "newestFirst", fetch: () => Promise.resolve(undefined) } as const;
      assert.deepEqual(await countOf(absent, signal), { kind: "untold" });
      if (!isProduct) return;
      const body = JSON.stringify([{ id: 1, uri: "artifacts/1", title: "x", status: "Fixed" }]);
      server().faults.add({ path: /artifacts\?/, fault: { kind: "status", status: 200, body } });
      assert.deepEqual(await countOf(source, signal), { kind: "contradicted" });
    });

    it("read texts and reports where the server has them, and say where it has not", async () => {
      for (const query of [{ text: "status = 'New'" }, { report: bugsId * 10 + 2 }]) {
        const found = await asked(query);
        await found.load();
        assert.deepEqual([found.isAbsent, found.items.length > 20], [!isProduct, isProduct]);
        assert.deepEqual(idsOf(found.items), descending(idsOf(found.items)));
      }
      const gone = await asked({ report: 99_999 });
      await gone.load();
      assert.deepEqual([gone.isAbsent, gone.trouble], [true, undefined]);
    });

    if (isProduct) {
      it("fail with the server's sentence about a text that it can't read", async () => {
        const found = await asked({ text: "status = " });
        await found.load();
        assert.deepEqual(
          [found.trouble?.failure.kind, found.trouble?.where, found.items],
          ["invalid", "start", []],
        );
        assert.match(found.trouble?.failure.request.said ?? "", /query/);
      });
    }

    if (isProduct) {
      it("never show what a server that passed over a criterion answered", async () => {
        const found = await asked({ where: [{ field: "status", operator: "is", values: ["New"] }] });
        const rows = [{ id: 1, uri: "artifacts/1", title: "x", status: "Fixed" }];
        server().faults.add({
          path: /artifacts\?/,
          fault: { kind: "status", status: 200, body: JSON.stringify(rows) },
        });
        await found.load();
        assert.deepEqual([found.credibility, found.items], ["contradicted", []]);
      });
    }

    it("can be called off while the server is silent, and asked again", async () => {
      const found = await asked({ where: [{ field: "title", operator: "contains", values: ["a"] }] });
      await found.load();
      const shown = idsOf(found.items);
      server().faults.add({ path: /artifacts/, times: 1, fault: { kind: "hang" } });
      const reading = found.more();
      await until("the request arrives", () => server().inFlight === 1);
      found.cancel();
      await reading;
      assert.deepEqual([idsOf(found.items), found.trouble, found.hasMore], [shown, undefined, true]);
      await found.more();
      assert.ok(found.items.length > shown.length);
    });

    it("of two the newer is not disturbed by the older, whose answer comes later", async () => {
      const word = (text: string): Promise<RowList> =>
        asked({ where: [{ field: "title", operator: "contains", values: [text] }] });
      const [older, newer] = [await word("tide"), await word("map")];
      server().faults.add({ path: /artifacts/, times: 1, fault: { kind: "delay", ms: 150 } });
      const slow = older.load();
      await until("the request arrives", () => server().inFlight === 1);
      older.close();
      await newer.load();
      await slow;
      assert.deepEqual(older.items, []);
      assert.ok(newer.items.length > 0);
    });

    it("keep what was shown when the server is in trouble, and say so", async () => {
      const found = await asked({ openOnly: true });
      await found.load();
      const shown = idsOf(found.items);
      const mend = server().faults.add({ path: /artifacts/, fault: { kind: "status", status: 403 } });
      await found.more();
      assert.deepEqual([idsOf(found.items), found.trouble?.where], [shown, "end"]);
      mend();
      await found.more();
      assert.ok(found.items.length > shown.length);
    });

    function server(): QueryStage["server"] {
      return stage.server;
    }
  });
}
