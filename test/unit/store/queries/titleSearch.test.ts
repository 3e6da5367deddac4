import assert from "node:assert/strict";
import { numberIn, ranked } from "../../../../src/model/query/titles.ts";
import { type Matches, TitleSearch } from "../../../../src/store/queries/titleSearch.ts";
import { until } from "../../../support/wait.ts";
import { rowNumbered } from "./someRows.ts";
import { bugsId, dialects, QueryStage, requestsId } from "./stage.ts";

describe("a number that was typed", () => {
  it("is one alone, or that of a reference, whichever project it names", () => {
    const named = ["12", "#12", " art #12 ", "bug 12", "Aufgabe-ü #12", "art #tides:12", "#open-tides.2:12"];
    assert.deepEqual(named.map(numberIn), [12, 12, 12, 12, 12, 12, 12]);
    const others = ["", "#", "12a", "tides:12", "two words 12", "#12 and more", "1234567890123456"];
    assert.deepEqual(
      others.map(numberIn),
      others.map(() => undefined),
    );
  });
});

describe("titles that fit what was typed", () => {
  it("come by number, then by the beginnings of words, then the newest; each once", () => {
    const rows = [
      rowNumbered(1, "A remap of the harbour"),
      rowNumbered(2, "Map of the harbour"),
      rowNumbered(3, "Harbour: remapped twice"),
      rowNumbered(4, "The Mäp, once more"),
      rowNumbered(2, "Map of the harbour"),
    ];
    const order = (text: string) => ranked(rows, text).map(({ id }) => id);
    assert.deepEqual(order("map"), [4, 2, 3, 1]);
    assert.deepEqual(order("map harb"), [2, 4, 3, 1]);
    assert.deepEqual(order("1"), [1, 4, 3, 2]);
    assert.deepEqual(order("bug #3"), [3, 4, 2, 1]);
  });
});

for (const dialect of dialects) {
  describe(`searching titles on the ${dialect} dialect`, () => {
    let stage: QueryStage;
    let search: TitleSearch;

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
      search = new TitleSearch({ connect: stage.connect, structure: (id) => stage.catalog.tracker(id) });
    });
    afterEach(() => stage.close());

    function find(
      text: string,
      ids = [bugsId, requestsId],
      show: (matches: Matches) => void = () => undefined,
    ) {
      return search.search(
        text,
        ids.map((id) => stage.summary(id)),
        show,
      );
    }

    /** The title of some bug, found without searching. */
    async function someBug(): Promise<{ readonly id: number; readonly title: string }> {
      const { client } = await stage.connect();
      const { items } = await client.artifacts(stage.summary(bugsId), { offset: 0 });
      const row = items.find((item) => item.kind === "artifact" && /^[\w ,]+$/.test(item.title ?? ""));
      return row?.kind === "artifact" ? { id: row.id, title: row.title ?? "" } : assert.fail();
    }

    it("finds what holds all of the words, across trackers, and tells as trackers answer", async () => {
      const { id, title } = await someBug();
      const shown: number[] = [];
      const matches = await find(title, undefined, ({ pending }) => shown.push(pending));
      assert.ok(matches?.rows.some((row) => row.id === id && row.tracker?.id === bugsId));
      assert.deepEqual([shown, matches?.pending, matches?.failures], [[1, 0], 0, []]);
      assert.deepEqual([matches?.unheeding, matches?.untitled], [[], []]);
    });

    it("finds the newest of many, with two requests for each tracker at most, once its structure is known", async () => {
      await find("the");
      const requests = await stage.requestsOf(() => find("a"));
      assert.ok(requests <= 4, `${requests}`);
      const matches = (await find("a")) ?? assert.fail();
      assert.deepEqual(matches.abounding.includes(bugsId), true);
      const bugs = matches.rows.filter(({ tracker }) => tracker?.id === bugsId);
      const { client } = await stage.connect();
      const tracker = await client.tracker(bugsId);
      const all: number[] = [];
      let offset: number | undefined = 0;
      while (offset !== undefined) {
        const page = await client.find(tracker, [{ kind: "contains", field: "title", text: "a" }], {
          offset,
        });
        all.push(...page.items.flatMap((item) => (item.kind === "artifact" ? [item.id] : [])));
        offset = page.next;
      }
      const newest = Math.max(...all);
      assert.ok(bugs.some((row) => row.id === newest));
    });

    it("finds an artifact by its number, first of all", async () => {
      const { id } = await someBug();
      for (const text of [`${id}`, `#${id}`, `bug #${id}`]) {
        const matches = await find(text);
        assert.equal(matches?.rows[0]?.id, id, text);
      }
      assert.deepEqual((await find("#99999999"))?.rows, []);
    });

    it("takes slashes, quotes and backslashes as they stand", async () => {
      for (const text of ["/.*/", "a/b/c", `"quoted"`, `back\\slash`, "%", "  "]) {
        const matches = await find(text);
        assert.deepEqual(matches?.failures, [], text);
        assert.deepEqual([matches.unheeding, matches.untitled], [[], []], text);
      }
      assert.deepEqual((await find("/"))?.rows, []);
    });

    it("never lets an older answer take the place of a newer one", async () => {
      await find("the");
      const shown: string[] = [];
      const show = ({ text }: Matches): void => void shown.push(text);
      stage.server.faults.add({ path: /artifacts/, times: 1, fault: { kind: "delay", ms: 150 } });
      const older = find("tide", [bugsId], show);
      await until("the request arrives", () => stage.server.inFlight === 1);
      const newer = find("map", [bugsId], show);
      assert.equal((await newer)?.text, "map");
      assert.equal(await older, undefined);
      assert.deepEqual([...new Set(shown)], ["map"]);
    });

    it("is over at once when it is called off, although the server never answers", async () => {
      await find("the");
      stage.server.faults.add({ path: /artifacts/, times: 2, fault: { kind: "hang" } });
      const searching = find("tide", undefined, () => assert.fail("shown"));
      await until("the requests arrive", () => stage.server.inFlight === 2);
      search.cancel();
      assert.equal(await searching, undefined);
    });

    it("keeps the failure of one tracker from the others", async () => {
      const { id, title } = await someBug();
      const matches = await find(title, [99_999, bugsId]);
      assert.deepEqual(
        matches?.failures.map(({ trackerId, failure }) => [trackerId, failure.kind]),
        [[99_999, "notFound"]],
      );
      assert.ok(matches.rows.some((row) => row.id === id));
    });

    it("says which trackers answered something else than was asked", async () => {
      await find("the");
      const rows = [{ id: 1, uri: "artifacts/1", title: "Something else" }];
      const fault = { kind: "status", status: 200, body: JSON.stringify(rows) } as const;
      stage.server.faults.add({ path: /trackers\/11\/artifacts/, fault });
      const matches = await find("tide");
      // Where the field of the titles is guessed, the guess may have been wrong.
      const { unheeding = [], untitled = [] } = matches ?? {};
      assert.deepEqual([unheeding, untitled], dialect === "product" ? [[bugsId], []] : [[], [bugsId]]);
      assert.ok(matches?.rows.every(({ tracker }) => tracker?.id === requestsId));
    });
  });
}
