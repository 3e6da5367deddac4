import assert from "node:assert/strict";
import { parseTypedArtifactId, rankSearchResults } from "../../../../src/model/query/titleMatching.ts";
import { type TitleMatches, TitleSearch } from "../../../../src/store/queries/titleSearch.ts";
import { waitUntil } from "../../../support/wait.ts";
import { createRow } from "./rowBuilders.ts";
import { bugsTrackerId, dialects, QueryFixture, requestsTrackerId } from "./queryFixture.ts";

describe("parseTypedArtifactId", () => {
  it("accepts an ID or a reference of any project", () => {
    const named = ["12", "#12", " art #12 ", "bug 12", "Aufgabe-ü #12", "art #tides:12", "#open-tides.2:12"];
    assert.deepEqual(named.map(parseTypedArtifactId), [12, 12, 12, 12, 12, 12, 12]);
    const others = ["", "#", "12a", "tides:12", "two words 12", "#12 and more", "1234567890123456"];
    assert.deepEqual(
      others.map(parseTypedArtifactId),
      others.map(() => undefined),
    );
  });
});

describe("rankSearchResults", () => {
  it("sorts by ID, then by word beginnings, then by age, without duplicates", () => {
    const rows = [
      createRow(1, "A remap of the harbour"),
      createRow(2, "Map of the harbour"),
      createRow(3, "Harbour: remapped twice"),
      createRow(4, "The Mäp, once more"),
      createRow(2, "Map of the harbour"),
    ];
    const order = (text: string) => rankSearchResults(rows, text).map(({ id }) => id);
    assert.deepEqual(order("map"), [4, 2, 3, 1]);
    assert.deepEqual(order("map harb"), [2, 4, 3, 1]);
    assert.deepEqual(order("1"), [1, 4, 3, 2]);
    assert.deepEqual(order("bug #3"), [3, 4, 2, 1]);
  });
});

for (const dialect of dialects) {
  describe(`TitleSearch on the ${dialect} dialect`, () => {
    let fixture: QueryFixture;
    let search: TitleSearch;

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
      search = new TitleSearch({
        connect: fixture.connect,
        loadTracker: (id) => fixture.catalog.loadTracker(id),
      });
    });
    afterEach(() => fixture.close());

    function find(
      text: string,
      ids = [bugsTrackerId, requestsTrackerId],
      show: (matches: TitleMatches) => void = () => undefined,
    ) {
      return search.search(
        text,
        ids.map((id) => fixture.createTrackerSummary(id)),
        show,
      );
    }

    /** The title of any bug, loaded without a search. */
    async function someBug(): Promise<{ readonly id: number; readonly title: string }> {
      const { client } = await fixture.connect();
      const { items } = await client.artifacts(fixture.createTrackerSummary(bugsTrackerId), { offset: 0 });
      const row = items.find((item) => item.kind === "artifact" && /^[\w ,]+$/.test(item.title ?? ""));
      return row?.kind === "artifact" ? { id: row.id, title: row.title ?? "" } : assert.fail();
    }

    it("finds titles with all words across trackers, and reports partial results", async () => {
      const { id, title } = await someBug();
      const shown: number[] = [];
      const matches = await find(title, undefined, ({ pendingTrackers }) => shown.push(pendingTrackers));
      assert.ok(matches?.rows.some((row) => row.id === id && row.tracker?.id === bugsTrackerId));
      assert.deepEqual([shown, matches?.pendingTrackers, matches?.failures], [[1, 0], 0, []]);
      assert.deepEqual([matches?.ignoringTrackers, matches?.untitledTrackers], [[], []]);
    });

    it("finds the newest of many with two requests per tracker at most", async () => {
      await find("the");
      const requests = await fixture.countRequests(() => find("a"));
      assert.ok(requests <= 4, `${requests}`);
      const matches = (await find("a")) ?? assert.fail();
      assert.deepEqual(matches.truncatedTrackers.includes(bugsTrackerId), true);
      const bugs = matches.rows.filter(({ tracker }) => tracker?.id === bugsTrackerId);
      const { client } = await fixture.connect();
      const tracker = await client.tracker(bugsTrackerId);
      const all: number[] = [];
      let offset: number | undefined = 0;
      while (offset !== undefined) {
        const page = await client.findArtifacts(tracker, [{ kind: "contains", field: "title", text: "a" }], {
          offset,
        });
        all.push(...page.items.flatMap((item) => (item.kind === "artifact" ? [item.id] : [])));
        offset = page.nextOffset;
      }
      const newest = Math.max(...all);
      assert.ok(bugs.some((row) => row.id === newest));
    });

    it("finds an artifact by its ID first", async () => {
      const { id } = await someBug();
      for (const text of [`${id}`, `#${id}`, `bug #${id}`]) {
        const matches = await find(text);
        assert.equal(matches?.rows[0]?.id, id, text);
      }
      assert.deepEqual((await find("#99999999"))?.rows, []);
    });

    it("searches slashes, quotes and backslashes literally", async () => {
      for (const text of ["/.*/", "a/b/c", `"quoted"`, `back\\slash`, "%", "  "]) {
        const matches = await find(text);
        assert.deepEqual(matches?.failures, [], text);
        assert.deepEqual([matches.ignoringTrackers, matches.untitledTrackers], [[], []], text);
      }
      assert.deepEqual((await find("/"))?.rows, []);
    });

    it("never replaces newer results by older ones", async () => {
      await find("the");
      const shown: string[] = [];
      const show = ({ text }: TitleMatches): void => void shown.push(text);
      fixture.server.faults.add({ path: /artifacts/, times: 1, fault: { kind: "delay", ms: 150 } });
      const older = find("tide", [bugsTrackerId], show);
      await waitUntil("the request arrives", () => fixture.server.requestsInFlight === 1);
      const newer = find("map", [bugsTrackerId], show);
      assert.equal((await newer)?.text, "map");
      assert.equal(await older, undefined);
      assert.deepEqual([...new Set(shown)], ["map"]);
    });

    it("ends immediately when it is canceled", async () => {
      await find("the");
      fixture.server.faults.add({ path: /artifacts/, times: 2, fault: { kind: "hang" } });
      const searching = find("tide", undefined, () => assert.fail("shown"));
      await waitUntil("the requests arrive", () => fixture.server.requestsInFlight === 2);
      search.cancel();
      assert.equal(await searching, undefined);
    });

    it("isolates the failure of a tracker", async () => {
      const { id, title } = await someBug();
      const matches = await find(title, [99_999, bugsTrackerId]);
      assert.deepEqual(
        matches?.failures.map(({ trackerId, failure }) => [trackerId, failure.kind]),
        [[99_999, "notFound"]],
      );
      assert.ok(matches.rows.some((row) => row.id === id));
    });

    it("reports trackers that ignored the condition", async () => {
      await find("the");
      const rows = [{ id: 1, uri: "artifacts/1", title: "Something else" }];
      const fault = { kind: "status", status: 200, body: JSON.stringify(rows) } as const;
      fixture.server.faults.add({ path: /trackers\/11\/artifacts/, fault });
      const matches = await find("tide");
      // A guessed title field may be wrong.
      const { ignoringTrackers = [], untitledTrackers = [] } = matches ?? {};
      assert.deepEqual(
        [ignoringTrackers, untitledTrackers],
        dialect === "product" ? [[bugsTrackerId], []] : [[], [bugsTrackerId]],
      );
      assert.ok(matches?.rows.every(({ tracker }) => tracker?.id === requestsTrackerId));
    });
  });
}
