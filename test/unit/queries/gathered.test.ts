import assert from "node:assert/strict";
import { gathered, type Hit, isNothing, type SiteFindings } from "../../../src/features/queries/gathered.ts";
import { Forbidden, NotFound, ServerTrouble, TimedOut } from "../../../src/model/failure.ts";
import type { Site } from "../../../src/model/site.ts";
import type { TrackerSummary } from "../../../src/model/tracker.ts";
import type { Opened } from "../../../src/store/queries/recent.ts";
import type { Matches } from "../../../src/store/queries/titleSearch.ts";
import { rowNumbered } from "../store/queries/someRows.ts";

function site(name: string): Site {
  const web = `https://${name}.example`;
  return { api: `${web}/api`, web, label: name, format: "json", caFile: undefined };
}

const [north, south] = [site("north"), site("south")];
const tracker: TrackerSummary = {
  kind: "tracker",
  id: 11,
  uri: "trackers/11",
  label: "Bugs",
  color: undefined,
  artifactsUri: "trackers/11/artifacts",
};

function matches(text: string, rows: Matches["rows"], more: Partial<Matches> = {}): Matches {
  return { text, rows, pending: 0, failures: [], unheeding: [], untitled: [], abounding: [], ...more };
}

function found(id: number, title: string): Matches["rows"][number] {
  return { ...rowNumbered(id, title), tracker };
}

function opened(id: number, title: string): Opened {
  return { id, title, tracker: undefined };
}

function findings(at: Site, recent: readonly Opened[], answered: Matches | undefined): SiteFindings {
  return { site: at, recent, trackers: [tracker], failure: undefined, matches: answered };
}

function short(hits: readonly Hit[]): readonly string[] {
  return hits.map(({ site: { label }, row: { id } }) => `${label} ${id}`);
}

describe("what was found at several sites", () => {
  it("is what was opened before while nothing is typed", () => {
    const list = gathered(
      [
        findings(north, [opened(2, "b"), opened(1, "a")], undefined),
        findings(south, [opened(2, "c")], undefined),
      ],
      "",
    );
    assert.deepEqual([short(list.recent), list.found], [["north 2", "north 1", "south 2"], []]);
  });

  it("comes with what was opened before first, once, then the likeliest; numbers of two sites are not the same", () => {
    const list = gathered(
      [
        findings(
          north,
          [opened(5, "Map, old"), opened(6, "Other")],
          matches("map", [found(5, "Map"), found(7, "A remap")]),
        ),
        findings(south, [], matches("map", [found(5, "The map")])),
      ],
      "map",
    );
    assert.deepEqual(short(list.recent), ["north 5"]);
    // With what the server says now.
    assert.equal(list.recent[0]?.row.title, "Map");
    assert.deepEqual(short(list.found), ["south 5", "north 7"]);
  });

  it("keeps of an older answer what fits the newer text, and none of its complaints", () => {
    const old = matches("ma", [found(1, "Map"), found(2, "Mast"), found(3, "#12 Mail")], { abounding: [11] });
    const list = gathered([findings(north, [], old)], "map");
    assert.deepEqual([short(list.found), list.gaps], [["north 1"], []]);
    assert.deepEqual(short(gathered([findings(north, [], old)], "#3").found), ["north 3"]);
  });

  it("says what is missing, by the names of trackers", () => {
    const failure = new NotFound({ method: "GET", url: north.api });
    const answer = matches("map", [], {
      failures: [
        { trackerId: 11, failure },
        { trackerId: undefined, failure: new Forbidden({ method: "GET", url: north.api, status: 403 }) },
      ],
      unheeding: [12],
      untitled: [11],
      abounding: [11],
    });
    const { gaps } = gathered([findings(north, [], answer)], "map");
    assert.deepEqual(
      gaps.map(({ kind, tracker: name }) => [kind, name]),
      [
        ["failed", "Bugs"],
        ["failed", undefined],
        ["unheeding", "#12"],
        ["untitled", "Bugs"],
        ["abounding", "Bugs"],
      ],
    );
  });

  it("says once for each site that it is unavailable, and does not claim that there is nothing", () => {
    const request = { method: "GET", url: north.api };
    const failures = [1, 2, 3, 4, 5, 6, 7, 8].map((trackerId) => ({
      trackerId,
      failure:
        trackerId > 6
          ? new TimedOut(request, undefined)
          : new ServerTrouble({ ...request, status: trackerId % 2 === 0 ? 502 : 500 }),
    }));
    const down = findings(north, [], matches("map", [], { failures }));
    const list = gathered([down, findings(south, [], matches("map", []))], "map");
    assert.deepEqual(
      list.gaps.map(({ kind, site: { label }, tracker: name }) => [kind, label, name]),
      [["failed", "north", undefined]],
    );
    assert.equal(isNothing(list), false);
    assert.equal(isNothing(gathered([findings(south, [], matches("map", []))], "map")), true);
  });

  it("says why it is not known which trackers to search", () => {
    const failure = new ServerTrouble({ method: "GET", url: north.api, status: 502 });
    const list = gathered(
      [{ site: north, recent: [], trackers: [], failure, matches: matches("map", []) }],
      "map",
    );
    assert.deepEqual([list.gaps.length, isNothing(list)], [1, false]);
  });
});
