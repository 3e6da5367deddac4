import assert from "node:assert/strict";
import {
  mergeSearchResults,
  type SearchHit,
  hasNoResults,
  type SiteSearchResult,
} from "../../../src/features/queries/searchResults.ts";
import { Forbidden, NotFound, ServerError, TimedOut } from "../../../src/model/failure.ts";
import type { Site } from "../../../src/model/site.ts";
import type { TrackerSummary } from "../../../src/model/tracker.ts";
import type { SearchMatches } from "../../../src/store/queries/artifactSearch.ts";
import type { RecentArtifact } from "../../../src/store/queries/recentArtifacts.ts";
import { createRow } from "../store/queries/rowBuilders.ts";

function createSite(name: string): Site {
  const web = `https://${name}.example`;
  return { api: `${web}/api`, web, label: name, format: "json", caFile: undefined };
}

const [north, south] = [createSite("north"), createSite("south")];
const tracker: TrackerSummary = {
  kind: "tracker",
  id: 11,
  uri: "trackers/11",
  label: "Bugs",
  color: undefined,
  artifactsUri: "trackers/11/artifacts",
};

function createMatches(
  text: string,
  rows: SearchMatches["rows"],
  overrides: Partial<SearchMatches> = {},
): SearchMatches {
  return {
    text,
    rows,
    scope: { includesMyProjects: false, trackers: [tracker], failure: undefined },
    moreCount: 0,
    pendingTrackers: 0,
    failures: [],
    ignoringTrackers: [],
    untitledTrackers: [],
    truncatedTrackers: [],
    ...overrides,
  };
}

function createResult(id: number, title: string): SearchMatches["rows"][number] {
  return { ...createRow(id, title), tracker };
}

function createRecent(id: number, title: string): RecentArtifact {
  return { id, title, tracker: undefined };
}

function createSiteResult(
  site: Site,
  recent: readonly RecentArtifact[],
  matches: SearchMatches | undefined,
): SiteSearchResult {
  return { site, recent, matches };
}

function toLabels(hits: readonly SearchHit[]): readonly string[] {
  return hits.map(({ site: { label }, row: { id } }) => `${label} ${id}`);
}

describe("mergeSearchResults", () => {
  it("returns recently opened artifacts for an empty text", () => {
    const results = mergeSearchResults(
      [
        createSiteResult(north, [createRecent(2, "b"), createRecent(1, "a")], undefined),
        createSiteResult(south, [createRecent(2, "c")], undefined),
      ],
      "",
    );
    assert.deepEqual([toLabels(results.recent), results.found], [["north 2", "north 1", "south 2"], []]);
  });

  it("lists recently opened artifacts first and once, then results by relevance, separately per site", () => {
    const results = mergeSearchResults(
      [
        createSiteResult(
          north,
          [createRecent(5, "Map, old"), createRecent(6, "Other")],
          createMatches("map", [createResult(5, "Map"), createResult(7, "A remap")]),
        ),
        createSiteResult(south, [], createMatches("map", [createResult(5, "The map")])),
      ],
      "map",
    );
    assert.deepEqual(toLabels(results.recent), ["north 5"]);
    // With the current title from the server.
    assert.equal(results.recent[0]?.row.title, "Map");
    assert.deepEqual(toLabels(results.found), ["south 5", "north 7"]);
  });

  it("keeps results of an older text that match the current one, without their notices", () => {
    const olderMatches = createMatches(
      "ma",
      [createResult(1, "Map"), createResult(2, "Mast"), createResult(3, "#12 Mail")],
      { truncatedTrackers: [11] },
    );
    const results = mergeSearchResults([createSiteResult(north, [], olderMatches)], "map");
    assert.deepEqual([toLabels(results.found), results.notices], [["north 1"], []]);
    assert.deepEqual(toLabels(mergeSearchResults([createSiteResult(north, [], olderMatches)], "#3").found), [
      "north 3",
    ]);
  });

  it("reports incomplete results by tracker", () => {
    const failure = new NotFound({ method: "GET", url: north.api });
    const matches = createMatches("map", [], {
      failures: [
        { trackerId: 11, failure },
        { trackerId: undefined, failure: new Forbidden({ method: "GET", url: north.api, status: 403 }) },
      ],
      ignoringTrackers: [12],
      untitledTrackers: [11],
      truncatedTrackers: [11],
    });
    const { notices } = mergeSearchResults([createSiteResult(north, [], matches)], "map");
    assert.deepEqual(
      notices.map(({ kind, tracker: name }) => [kind, name]),
      [
        ["failed", "Bugs"],
        ["failed", undefined],
        ["ignored", "#12"],
        ["untitled", "Bugs"],
        ["truncated", "Bugs"],
      ],
    );
  });

  it("reports once per site that it is unavailable, and doesn't claim that there are no results", () => {
    const request = { method: "GET", url: north.api };
    const failures = [1, 2, 3, 4, 5, 6, 7, 8].map((trackerId) => ({
      trackerId,
      failure:
        trackerId > 6
          ? new TimedOut(request, undefined)
          : new ServerError({ ...request, status: trackerId % 2 === 0 ? 502 : 500 }),
    }));
    const offlineResult = createSiteResult(north, [], createMatches("map", [], { failures }));
    const results = mergeSearchResults(
      [offlineResult, createSiteResult(south, [], createMatches("map", []))],
      "map",
    );
    assert.deepEqual(
      results.notices.map(({ kind, site: { label }, tracker: name }) => [kind, label, name]),
      [["failed", "north", undefined]],
    );
    assert.equal(hasNoResults(results), false);
    assert.equal(
      hasNoResults(mergeSearchResults([createSiteResult(south, [], createMatches("map", []))], "map")),
      true,
    );
  });

  it("reports why trackers couldn't be loaded", () => {
    const failure = new ServerError({ method: "GET", url: north.api, status: 502 });
    const scope = { includesMyProjects: false, trackers: [], failure };
    const results = mergeSearchResults(
      [createSiteResult(north, [], createMatches("map", [], { scope }))],
      "map",
    );
    assert.deepEqual([results.notices.length, hasNoResults(results)], [1, false]);
  });

  it("reports how many more artifacts match", () => {
    const matches = createMatches("map", [createResult(1, "Map")], { moreCount: 7 });
    const { notices } = mergeSearchResults([createSiteResult(north, [], matches)], "map");
    assert.deepEqual(
      notices.map(({ kind, moreCount }) => [kind, moreCount]),
      [["more", 7]],
    );
  });
});
