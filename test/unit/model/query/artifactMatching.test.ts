import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createSearchQuery,
  hasWordsToSearch,
  parseTypedArtifactId,
  rankSearchResults,
  splitSearchWords,
  titleContainsWords,
} from "../../../../src/model/query/artifactMatching.ts";
import { formatCrossTrackerQuery } from "../../../../src/model/query/crossTracker.ts";
import { parseTql } from "../../../simulator/search/parseTql.ts";
import { measureComplexity } from "../../../simulator/search/tqlQuery.ts";

/** The default of servers. */
const maxComplexity = 30;

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

  it("takes a reference for an ID only, and a bare number for a word too", () => {
    const texts = ["12", "bug 12", "map", "#12", "bug #12", "art #tides:12", "", " / "];
    assert.deepEqual(texts.filter(hasWordsToSearch), ["12", "bug 12", "map"]);
  });
});

describe("createSearchQuery", () => {
  const getCondition = (text: string): string => createSearchQuery(text).where;

  it("requires each word in the title or the description", () => {
    assert.equal(getCondition("map"), '@title = "map" OR @description = "map"');
    assert.equal(
      getCondition(" Harbour  map/ "),
      '(@title = "Harbour" OR @description = "Harbour") AND (@title = "map" OR @description = "map")',
    );
  });

  it("also finds a typed ID", () => {
    assert.equal(getCondition("12"), '@id = 12 OR @title = "12" OR @description = "12"');
    assert.ok(getCondition("bug 12").startsWith("@id = 12 OR (@title"));
    assert.ok(!getCondition("0").includes("@id"));
  });

  it("requires many words in the same text, the longest ones only", () => {
    const condition = getCondition("of the map in a small harbour at dawn");
    assert.equal(condition.split(" OR ").length, 2);
    assert.ok(condition.startsWith('@title = "harbour" AND @title = "small"'), condition);
    assert.ok(!condition.includes('"a"'), condition);
  });

  it("is accepted by servers, whatever is typed", () => {
    const word = fc.oneof(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.constantFrom("map", "12", '"', "\\", "'", "OR", "AND", "(", "@title", "%", "😀".repeat(120)),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
        const text = words.join(" ");
        fc.pre(hasWordsToSearch(text));
        const query = formatCrossTrackerQuery(createSearchQuery(text));
        assert.ok(measureComplexity(parseTql(query).condition) <= maxComplexity, query);
      }),
    );
  });
});

describe("rankSearchResults", () => {
  interface Row {
    readonly id: number;
    readonly title: string | undefined;
    readonly modifiedOn: string | undefined;
  }
  const createRow = (id: number, title: string | undefined, modifiedOn?: string): Row => ({
    id,
    title,
    modifiedOn,
  });
  const toIds = (rows: readonly Row[]): readonly number[] => rows.map(({ id }) => id);

  it("sorts by ID, title, words of the title and other texts, then by last change", () => {
    const rows = [
      createRow(1, "A remap of the harbour", "2026-01-03T00:00:00Z"),
      createRow(2, "Map of the harbour"),
      createRow(3, "Harbour: remapped twice", "2026-01-02T00:00:00Z"),
      createRow(4, "The Mäp, once more"),
      createRow(5, "Only in the description", "2026-01-09T00:00:00Z"),
      createRow(6, "Mapping"),
    ];
    const order = (text: string) => toIds(rankSearchResults(rows, text));
    assert.deepEqual(order("map"), [6, 2, 4, 1, 3, 5]);
    assert.deepEqual(order("map harb"), [2, 1, 3, 5, 6, 4]);
    assert.equal(order("1")[0], 1);
    assert.equal(order("bug #3")[0], 3);
  });

  it("puts titles before an ID that may be part of a title", () => {
    const rows = [createRow(12, "Anchor"), createRow(1, "Sprint 12"), createRow(2, "Anchor")];
    assert.deepEqual(toIds(rankSearchResults(rows, "sprint 12")), [1, 12, 2]);
  });

  it("puts preferred artifacts first among equally relevant ones", () => {
    const rows = [createRow(1, "Map"), createRow(2, "Map"), createRow(3, "A map")];
    assert.deepEqual(toIds(rankSearchResults(rows, "map", ({ id }) => id !== 2)), [1, 2, 3]);
  });

  const titleWord = fc.constantFrom("map", "remap", "Harbour", "tide", "Mäp", "12");
  const title = fc.option(
    fc.array(titleWord, { maxLength: 4 }).map((words) => words.join(" ")),
    { nil: undefined },
  );
  const modifiedOn = fc.option(
    fc.integer({ min: 0, max: 3 }).map((day) => `2026-01-0${day + 1}T00:00:00Z`),
    { nil: undefined },
  );
  const rows = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 40 }), title, modifiedOn }), {
    selector: ({ id }) => id,
  });
  const searched = fc.oneof(
    fc.array(titleWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
    fc.integer({ min: 1, max: 40 }).map(String),
    fc.integer({ min: 1, max: 40 }).map((id) => `bug #${id}`),
  );

  it("doesn't depend on the order in which results arrive", () => {
    const shuffled = rows.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, searched, ([one, other], text) => {
        const isPreferred = ({ id }: Row): boolean => id % 3 === 0;
        assert.deepEqual(
          toIds(rankSearchResults(other, text, isPreferred)),
          toIds(rankSearchResults(one, text, isPreferred)),
        );
      }),
    );
  });

  it("puts an ID first that is all of the text, and titles with all words before other texts", () => {
    fc.assert(
      fc.property(rows, searched, (all, text) => {
        const ranked = rankSearchResults(all, text);
        const id = parseTypedArtifactId(text);
        assert.equal(ranked.length, all.length);
        const isOnlyId = /^(?:bug #)?\d+$/.test(text);
        if (isOnlyId && all.some((row) => row.id === id)) assert.equal(ranked[0]?.id, id);
        const inTitle = ranked
          .filter((row) => row.id !== id)
          .map((row) => titleContainsWords(row.title, splitSearchWords(text)));
        assert.deepEqual(
          inTitle,
          inTitle.toSorted((one, other) => Number(other) - Number(one)),
        );
      }),
    );
  });
});
