import assert from "node:assert/strict";
import fc from "fast-check";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import { TimedOut } from "../../../../src/model/failure.ts";
import type { Credibility } from "../../../../src/model/query/query.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import type { FoundPart, RowSource } from "../../../../src/store/queries/rowList.ts";
import { idsOf, pageOf, rowNumbered, sourceOver, upTo } from "./someRows.ts";

const timedOut = new TimedOut({ method: "GET", url: "https://a.example/api/x" }, undefined);

function newestOf(count: number): readonly number[] {
  return upTo(count).toReversed();
}

/** Answers when it is told to, in whatever order. */
function heldBack() {
  const waiting: {
    readonly offset: number;
    readonly signal: AbortSignal;
    answer(page: FoundPart<ArtifactRow>): void;
  }[] = [];
  const source: RowSource<ArtifactRow> = {
    order: "newestFirst",
    fetch: ({ offset, signal }) =>
      new Promise((resolve, reject) => {
        waiting.push({ offset, signal, answer: resolve });
        signal.addEventListener("abort", () => reject(timedOut));
      }),
  };
  return { source, waiting };
}

describe("a list of rows", () => {
  it("asks nothing by itself, and one request gives the newest where the server begins with them", async () => {
    const source = sourceOver([...newestOf(120)], { order: "newestFirst" });
    const found = new RowList(source);
    assert.deepEqual(source.asked, []);
    await Promise.all([found.load(), found.load()]);
    assert.deepEqual(source.asked, [[0, 50]]);
    assert.deepEqual(idsOf(found.items), newestOf(120).slice(0, 50));
    assert.deepEqual([found.hasMore, found.size, found.lookedAt], [true, 120, 50]);
    await found.more();
    await found.more();
    assert.deepEqual([idsOf(found.items), found.hasMore], [newestOf(120), false]);
  });

  it("takes two where the server begins with the oldest, and reads on from the end", async () => {
    const source = sourceOver(upTo(120));
    const found = new RowList(source);
    await found.load();
    assert.deepEqual(source.asked, [
      [0, 50],
      [70, 50],
    ]);
    assert.deepEqual(idsOf(found.items), newestOf(120).slice(0, 50));
    assert.deepEqual([found.hasMore, found.size, found.lookedAt], [true, 120, 50]);
    await found.more();
    // What was read first, to learn the size, is not asked for again.
    assert.deepEqual(source.asked.at(-1), [50, 20]);
    assert.deepEqual([idsOf(found.items), found.hasMore, source.asked.length], [newestOf(120), false, 3]);
  });

  it("goes by the pages that the server makes, smaller or larger than was asked for", async () => {
    const small = sourceOver(upTo(120), { most: 20 });
    const found = new RowList(small);
    await found.load();
    assert.deepEqual(small.asked, [
      [0, 50],
      [100, 20],
    ]);
    const asked: number[] = [];
    const large = new RowList<ArtifactRow>({
      order: "oldestFirst",
      fetch: ({ offset }) => {
        asked.push(offset);
        return Promise.resolve(pageOf(upTo(350), offset, 100));
      },
    });
    await large.load();
    await large.more();
    await large.more();
    assert.deepEqual([asked, idsOf(large.items)], [[0, 250, 150, 100], newestOf(350)]);
  });

  it("takes one where everything is on the first page, whichever end it begins with", async () => {
    for (const ids of [[7], upTo(50), [...newestOf(50)], []]) {
      const source = sourceOver([...ids]);
      const found = new RowList(source);
      await found.load();
      const expected = ids.toSorted((one, other) => other - one);
      assert.deepEqual([idsOf(found.items), found.hasMore, source.asked.length], [expected, false, 1]);
    }
  });

  it("reads no more than was shown when it is read again, although the list has grown", async () => {
    const ids = [...newestOf(20)];
    const source = sourceOver(ids, { order: "newestFirst" });
    const found = new RowList(source);
    await found.load();
    ids.unshift(...newestOf(500).slice(0, 480));
    source.asked.length = 0;
    found.invalidate();
    await found.load();
    assert.deepEqual([source.asked, idsOf(found.items)], [[[0, 50]], newestOf(500).slice(0, 50)]);
    assert.equal(found.hasMore, true);
  });

  it("finds the order out where it is not the one that was expected", async () => {
    const found = new RowList(sourceOver(upTo(200), { order: "newestFirst" }));
    await found.load();
    assert.deepEqual(idsOf(found.items), newestOf(200).slice(0, 50));
  });

  for (const change of ["leave", "come"] as const) {
    it(`finds all once, newest first, while others ${change}`, async () => {
      const anyCase = fc.record({
        count: fc.integer({ min: 0, max: 900 }),
        most: fc.integer({ min: 20, max: 400 }),
        changes: fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 900 })), { maxLength: 30 }),
        isWanted: fc.constantFrom("all", "step by step"),
      });
      await fc.assert(
        fc.asyncProperty(anyCase, async ({ count, most, changes, isWanted }) => {
          // Even numbers are there from the beginning; odd ones come.
          const ids = upTo(count).map((id) => id * 2);
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
          const found = new RowList(sourceOver(ids, { most, before }));
          await found.load();
          if (isWanted === "all") await found.loadUntil(() => false);
          else while (found.hasMore) await found.more();
          const seen = idsOf(found.items);
          assert.equal(new Set(seen).size, seen.length);
          // What has left meanwhile, or come, may be there or not.
          const stayed = ids.filter((id) => original.has(id));
          const seenOfThem = seen.filter((id) => stayed.some((each) => each === id));
          assert.deepEqual(seenOfThem, stayed.toReversed());
        }),
        { numRuns: 200 },
      );
    });
  }

  it("keeps what was shown when a later page fails, says where, and goes on from there", async () => {
    const ids = upTo(200);
    let isFailing = false;
    const source = sourceOver(ids, {
      before: () => {
        if (isFailing) throw timedOut;
      },
    });
    const found = new RowList(source);
    await found.load();
    isFailing = true;
    await found.more();
    assert.deepEqual([found.items.length, found.trouble], [50, { failure: timedOut, where: "end" }]);
    found.invalidate();
    await found.load();
    assert.deepEqual([found.items.length, found.trouble?.where], [50, "start"]);
    isFailing = false;
    await found.more();
    assert.deepEqual([idsOf(found.items), found.trouble], [newestOf(200).slice(0, 100), undefined]);
  });

  it("goes on from the end when only the second of its first requests failed", async () => {
    let requests = 0;
    const source = sourceOver(upTo(200), {
      before: () => {
        requests += 1;
        if (requests === 2) throw timedOut;
      },
    });
    const found = new RowList(source);
    await found.load();
    assert.deepEqual([found.items.length, found.trouble?.where], [0, "start"]);
    await found.load();
    assert.equal(requests, 2);
    await found.more();
    assert.deepEqual([idsOf(found.items), requests], [newestOf(200).slice(0, 50), 3]);
  });

  it("shows nothing of an answer to another question, and reads no further", async () => {
    let asked = 0;
    const found = new RowList<ArtifactRow>({
      order: "oldestFirst",
      fetch: () => {
        asked += 1;
        return Promise.resolve({ ...pageOf(upTo(200), 0, 50), credibility: "contradicted" });
      },
    });
    await found.load();
    await found.more();
    assert.deepEqual([found.credibility, found.items, found.hasMore, asked], ["contradicted", [], false, 1]);
  });

  it("takes back what it showed when a later page shows that a criterion was passed over", async () => {
    const source = sourceOver(upTo(200));
    let credibility: Credibility = "unchecked";
    const found = new RowList<ArtifactRow>({
      order: "oldestFirst",
      fetch: async (part) => {
        const page = await source.fetch(part);
        return page && { ...page, credibility };
      },
    });
    await found.load();
    assert.deepEqual([found.items.length, found.credibility], [50, "unchecked"]);
    credibility = "contradicted";
    await found.more();
    assert.deepEqual([found.items, found.credibility, found.hasMore], [[], "contradicted", false]);
  });

  it("says so where a server can't be asked such a thing", async () => {
    const found = new RowList({ order: "newestFirst", fetch: () => Promise.resolve(undefined) });
    await found.load();
    assert.deepEqual(
      [found.isAbsent, found.items, found.hasMore, found.trouble],
      [true, [], false, undefined],
    );
  });

  it("changes nothing by what is called off, and can be asked again", async () => {
    const { source, waiting } = heldBack();
    const found = new RowList(source);
    const loading = found.load();
    found.cancel();
    await loading;
    assert.deepEqual([found.items, found.trouble, waiting[0]?.signal.aborted], [[], undefined, true]);
    const again = found.load();
    waiting[1]?.answer(pageOf([3, 2, 1], 0, 50));
    // The answer to what was called off arrives all the same, and last.
    waiting[0]?.answer(pageOf([9], 0, 50));
    await again;
    assert.deepEqual(idsOf(found.items), [3, 2, 1]);
  });

  it("ignores an answer that comes although its request was called off", async () => {
    const answers: ((page: FoundPart<ArtifactRow>) => void)[] = [];
    const found = new RowList<ArtifactRow>({
      order: "newestFirst",
      fetch: () => new Promise((resolve) => answers.push(resolve)),
    });
    const loading = found.load();
    found.close();
    answers[0]?.(pageOf([1], 0, 50));
    await loading;
    await found.load();
    assert.deepEqual([found.items, found.trouble, answers.length], [[], undefined, 1]);
  });

  it("reads again as much as was shown, and changes nothing until it is all there", async () => {
    const ids = upTo(300);
    const found = new RowList(sourceOver(ids));
    await found.load();
    await found.more();
    const before = found.items;
    ids.push(301);
    found.invalidate();
    const reading = found.load();
    assert.equal(found.items, before);
    await reading;
    assert.deepEqual(idsOf(found.items).slice(0, 2), [301, 300]);
    assert.ok(found.items.length >= 100);
  });

  it("passes over pages of which nothing may be seen, but asks a person before it goes on for long", async () => {
    let asked = 0;
    const found = new RowList<ArtifactRow>({
      order: "newestFirst",
      fetch: ({ offset }) => {
        asked += 1;
        const items = asked === 12 ? [rowNumbered(1)] : [];
        return Promise.resolve({ items, next: offset + 50, size: 1_000_000 });
      },
    });
    await found.load();
    assert.deepEqual([asked, found.items.length, found.hasMore], [10, 0, true]);
    await found.more();
    assert.deepEqual([asked, found.items.length], [12, 1]);
  });

  it("throws what is no failure of a server: a mistake of ours must not look like one", async () => {
    const found = new RowList({ order: "newestFirst", fetch: () => Promise.reject(new RangeError("ours")) });
    await assert.rejects(found.load(), RangeError);
  });
});
