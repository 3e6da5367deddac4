import assert from "node:assert/strict";
import fc from "fast-check";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import { isFailure, TimedOut } from "../../../../src/model/failure.ts";
import type { FilterVerification } from "../../../../src/model/query/criteria.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import type { RowPage, RowSource } from "../../../../src/store/queries/rowList.ts";
import { getIds, createPage, createRow, createRowSource, createIds } from "./rowBuilders.ts";

const timedOut = new TimedOut({ method: "GET", url: "https://a.example/api/x" }, undefined);

function getNewestIds(count: number): readonly number[] {
  return createIds(count).toReversed();
}

/** Responds on demand, in any order. */
function createDelayedSource() {
  const waiting: {
    readonly offset: number;
    readonly signal: AbortSignal;
    answer(page: RowPage<ArtifactRow>): void;
  }[] = [];
  const source: RowSource<ArtifactRow> = {
    order: "newestFirst",
    fetchPage: ({ offset, signal }) =>
      new Promise((resolve, reject) => {
        waiting.push({ offset, signal, answer: resolve });
        signal.addEventListener("abort", () => reject(timedOut));
      }),
  };
  return { source, waiting };
}

describe("RowList", () => {
  it("sends nothing until it is loaded, and loads the newest rows with one request", async () => {
    const source = createRowSource([...getNewestIds(120)], { order: "newestFirst" });
    const found = new RowList(source);
    assert.deepEqual(source.asked, []);
    await Promise.all([found.load(), found.load()]);
    assert.deepEqual(source.asked, [[0, 50]]);
    assert.deepEqual(getIds(found.items), getNewestIds(120).slice(0, 50));
    assert.deepEqual([found.hasMore, found.size, found.requestedCount], [true, 120, 50]);
    await found.loadMore();
    await found.loadMore();
    assert.deepEqual([getIds(found.items), found.hasMore], [getNewestIds(120), false]);
  });

  it("takes two requests if the oldest rows come first, and continues from the end", async () => {
    const source = createRowSource(createIds(120));
    const found = new RowList(source);
    await found.load();
    assert.deepEqual(source.asked, [
      [0, 50],
      [70, 50],
    ]);
    assert.deepEqual(getIds(found.items), getNewestIds(120).slice(0, 50));
    assert.deepEqual([found.hasMore, found.size, found.requestedCount], [true, 120, 50]);
    await found.loadMore();
    // The first page, loaded to get the size, isn't requested again.
    assert.deepEqual(source.asked.at(-1), [50, 20]);
    assert.deepEqual(
      [getIds(found.items), found.hasMore, source.asked.length],
      [getNewestIds(120), false, 3],
    );
  });

  it("adapts to the server's page size", async () => {
    const small = createRowSource(createIds(120), { most: 20 });
    const found = new RowList(small);
    await found.load();
    assert.deepEqual(small.asked, [
      [0, 50],
      [100, 20],
    ]);
    const requestCount: number[] = [];
    const large = new RowList<ArtifactRow>({
      order: "oldestFirst",
      fetchPage: ({ offset }) => {
        requestCount.push(offset);
        return Promise.resolve(createPage(createIds(350), offset, 100));
      },
    });
    await large.load();
    await large.loadMore();
    await large.loadMore();
    assert.deepEqual([requestCount, getIds(large.items)], [[0, 250, 150, 100], getNewestIds(350)]);
  });

  it("takes one request if all rows are on the first page, in any order", async () => {
    for (const ids of [[7], createIds(50), [...getNewestIds(50)], []]) {
      const source = createRowSource([...ids]);
      const found = new RowList(source);
      await found.load();
      const expected = ids.toSorted((one, other) => other - one);
      assert.deepEqual([getIds(found.items), found.hasMore, source.asked.length], [expected, false, 1]);
    }
  });

  it("reloads as many rows as before, although the list has grown", async () => {
    const ids = [...getNewestIds(20)];
    const source = createRowSource(ids, { order: "newestFirst" });
    const found = new RowList(source);
    await found.load();
    ids.unshift(...getNewestIds(500).slice(0, 480));
    source.asked.length = 0;
    found.invalidate();
    await found.load();
    assert.deepEqual([source.asked, getIds(found.items)], [[[0, 50]], getNewestIds(500).slice(0, 50)]);
    assert.equal(found.hasMore, true);
  });

  it("fails instead of showing the oldest rows as the newest, if it gets the first page again", async () => {
    const source = createRowSource(createIds(200));
    let isStale = true;
    const found = new RowList<ArtifactRow>({
      order: "oldestFirst",
      fetchPage: (request) => source.fetchPage({ ...request, ...(isStale && { offset: 0 }) }),
    });
    await found.load();
    assert.deepEqual(found.items, []);
    assert.ok(isFailure(found.lastFailure?.failure));
    isStale = false;
    await found.loadMore();
    assert.deepEqual([getIds(found.items), found.lastFailure], [getNewestIds(200).slice(0, 50), undefined]);
  });

  it("detects an unexpected order", async () => {
    const found = new RowList(createRowSource(createIds(200), { order: "newestFirst" }));
    await found.load();
    assert.deepEqual(getIds(found.items), getNewestIds(200).slice(0, 50));
  });

  for (const change of ["leave", "come"] as const) {
    it(`finds all rows once, newest first, while others ${change}`, async () => {
      const anyCase = fc.record({
        count: fc.integer({ min: 0, max: 900 }),
        most: fc.integer({ min: 20, max: 400 }),
        changes: fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 900 })), { maxLength: 30 }),
        isWanted: fc.constantFrom("all", "step by step"),
      });
      await fc.assert(
        fc.asyncProperty(anyCase, async ({ count, most, changes, isWanted }) => {
          // Even numbers exist from the start; odd ones are added.
          const ids = createIds(count).map((id) => id * 2);
          const original = new Set(ids);
          const left = [...changes];
          const before = (): void => {
            const [isNow = false, at = 0] = left.shift() ?? [];
            if (!isNow) return;
            const place = Math.min(at, ids.length);
            if (change === "leave") ids.splice(place, 1);
            else if (!ids.includes(place * 2 + 1)) ids.push(place * 2 + 1);
            ids.sort((one, other) => one - other);
          };
          const found = new RowList(createRowSource(ids, { most, before }));
          await found.load();
          if (isWanted === "all") await found.loadUntil(() => false);
          else while (found.hasMore) await found.loadMore();
          const seen = getIds(found.items);
          assert.equal(new Set(seen).size, seen.length);
          // Rows that were removed or added meanwhile may be included or not.
          const stayed = ids.filter((id) => original.has(id));
          const seenOfThem = seen.filter((id) => stayed.some((each) => each === id));
          assert.deepEqual(seenOfThem, stayed.toReversed());
        }),
        { numRuns: 200 },
      );
    });
  }

  it("keeps rows when a later page fails, reports the position, and continues from there", async () => {
    const ids = createIds(200);
    let isFailing = false;
    const source = createRowSource(ids, {
      before: () => {
        if (isFailing) throw timedOut;
      },
    });
    const found = new RowList(source);
    await found.load();
    isFailing = true;
    await found.loadMore();
    assert.deepEqual([found.items.length, found.lastFailure], [50, { failure: timedOut, position: "end" }]);
    found.invalidate();
    await found.load();
    assert.deepEqual([found.items.length, found.lastFailure?.position], [50, "start"]);
    isFailing = false;
    await found.loadMore();
    assert.deepEqual([getIds(found.items), found.lastFailure], [getNewestIds(200).slice(0, 100), undefined]);
  });

  it("continues from the end if only the second of the first two requests failed", async () => {
    let requests = 0;
    const source = createRowSource(createIds(200), {
      before: () => {
        requests += 1;
        if (requests === 2) throw timedOut;
      },
    });
    const found = new RowList(source);
    await found.load();
    assert.deepEqual([found.items.length, found.lastFailure?.position], [0, "start"]);
    await found.load();
    assert.equal(requests, 2);
    await found.loadMore();
    assert.deepEqual([getIds(found.items), requests], [getNewestIds(200).slice(0, 50), 3]);
  });

  it("shows no rows if the conditions were ignored, and loads no more", async () => {
    let requestCount = 0;
    const found = new RowList<ArtifactRow>({
      order: "oldestFirst",
      fetchPage: () => {
        requestCount += 1;
        return Promise.resolve({ ...createPage(createIds(200), 0, 50), credibility: "contradicted" });
      },
    });
    await found.load();
    await found.loadMore();
    assert.deepEqual(
      [found.credibility, found.items, found.hasMore, requestCount],
      ["contradicted", [], false, 1],
    );
  });

  it("removes rows if a later page shows that a criterion was ignored", async () => {
    const source = createRowSource(createIds(200));
    let credibility: FilterVerification = "unchecked";
    const found = new RowList<ArtifactRow>({
      order: "oldestFirst",
      fetchPage: async (part) => {
        const page = await source.fetchPage(part);
        return page && { ...page, credibility };
      },
    });
    await found.load();
    assert.deepEqual([found.items.length, found.credibility], [50, "unchecked"]);
    credibility = "contradicted";
    await found.loadMore();
    assert.deepEqual([found.items, found.credibility, found.hasMore], [[], "contradicted", false]);
  });

  it("reports unsupported requests", async () => {
    const found = new RowList({ order: "newestFirst", fetchPage: () => Promise.resolve(undefined) });
    await found.load();
    assert.deepEqual(
      [found.isUnsupported, found.items, found.hasMore, found.lastFailure],
      [true, [], false, undefined],
    );
  });

  it("shows its newest rows first, and rows that entered the list meanwhile among them", async () => {
    const ids = createIds(200).filter((id) => id !== 190);
    const source = createRowSource(ids);
    const rows = [200, 195, 180, 170].map((id) => createRow(id));
    const found = new RowList({
      ...source,
      fetchNewest: () => Promise.resolve({ rows, isComplete: false, asOf: undefined }),
    });
    await found.load();
    assert.deepEqual([getIds(found.items), found.hasMore, source.asked], [[200, 195, 180, 170], true, []]);
    ids.push(201);
    await found.loadMore();
    assert.deepEqual(getIds(found.items), ids.toReversed().slice(0, 54));
    await found.loadUntil(() => false);
    assert.deepEqual(getIds(found.items), ids.toReversed());
  });

  it("ends with its newest rows if there are no others", async () => {
    const rows = [createRow(2), createRow(1)];
    const found = new RowList({
      ...createRowSource([1, 2]),
      fetchNewest: () => Promise.resolve({ rows, isComplete: true, asOf: undefined }),
    });
    await found.load();
    assert.deepEqual([getIds(found.items), found.hasMore, found.size], [[2, 1], false, 2]);
  });

  it("loads pages if the newest rows can't be loaded, and drops those requested before a save", async () => {
    let drops = 0;
    const found = new RowList({
      ...createRowSource([1, 2, 3]),
      loadRows: () => Promise.resolve(undefined),
      fetchNewest: () => Promise.reject(timedOut),
      dropNewest: () => {
        drops += 1;
      },
    });
    await found.load();
    assert.deepEqual([getIds(found.items), found.lastFailure], [[3, 2, 1], undefined]);
    found.invalidateRow(2);
    assert.equal(drops, 1);
  });

  it("isn't changed by a canceled load, and can be loaded again", async () => {
    const { source, waiting } = createDelayedSource();
    const found = new RowList(source);
    const loading = found.load();
    found.cancel();
    await loading;
    assert.deepEqual([found.items, found.lastFailure, waiting[0]?.signal.aborted], [[], undefined, true]);
    const again = found.load();
    waiting[1]?.answer(createPage([3, 2, 1], 0, 50));
    // The response of the canceled request arrives last.
    waiting[0]?.answer(createPage([9], 0, 50));
    await again;
    assert.deepEqual(getIds(found.items), [3, 2, 1]);
  });

  it("ignores the response of a canceled request", async () => {
    const answers: ((page: RowPage<ArtifactRow>) => void)[] = [];
    const found = new RowList<ArtifactRow>({
      order: "newestFirst",
      fetchPage: () => new Promise((resolve) => answers.push(resolve)),
    });
    const loading = found.load();
    found.close();
    answers[0]?.(createPage([1], 0, 50));
    await loading;
    await found.load();
    assert.deepEqual([found.items, found.lastFailure, answers.length], [[], undefined, 1]);
  });

  it("reloads as many rows as before, and replaces them only when complete", async () => {
    const ids = createIds(300);
    const found = new RowList(createRowSource(ids));
    await found.load();
    await found.loadMore();
    const before = found.items;
    ids.push(301);
    found.invalidate();
    const loading = found.load();
    assert.equal(found.items, before);
    await loading;
    assert.deepEqual(getIds(found.items).slice(0, 2), [301, 300]);
    assert.ok(found.items.length >= 100);
  });

  it("skips empty pages, but only a limited number at a time", async () => {
    let requestCount = 0;
    const found = new RowList<ArtifactRow>({
      order: "newestFirst",
      fetchPage: ({ offset }) => {
        requestCount += 1;
        const items = requestCount === 12 ? [createRow(1)] : [];
        return Promise.resolve({ items, nextOffset: offset + 50, total: 1_000_000 });
      },
    });
    await found.load();
    assert.deepEqual([requestCount, found.items.length, found.hasMore], [10, 0, true]);
    await found.loadMore();
    assert.deepEqual([requestCount, found.items.length], [12, 1]);
  });

  it("throws errors that aren't failures", async () => {
    const found = new RowList({
      order: "newestFirst",
      fetchPage: () => Promise.reject(new RangeError("ours")),
    });
    await assert.rejects(found.load(), RangeError);
  });
});
