import assert from "node:assert/strict";
import {
  isSameVersionByTime,
  type ArtifactVersion,
  getEarliestReliableLoadTime,
  getFinalTime,
  isFinalVersion,
} from "../../../src/model/artifactVersion.ts";

function tag(text: string): ArtifactVersion {
  return { kind: "tag", tag: text };
}

const date = { kind: "date", lastModified: "Mon, 02 Mar 2026 08:00:00 GMT" } as const;
const later: ArtifactVersion = { kind: "date", lastModified: "Mon, 02 Mar 2026 08:00:01 GMT" };

const rows: readonly (readonly [
  ArtifactVersion | undefined,
  ArtifactVersion | undefined,
  boolean | undefined,
])[] = [
  [date, date, true],
  [date, later, false],
  [tag("1772438400"), date, true],
  [date, tag('"1772438400"'), true],
  [tag("1772438400"), later, false],
  [tag("abc"), tag("abc"), true],
  [tag("abc"), tag("abd"), false],
  // Tags that are counters or opaque aren't times.
  [tag("7"), date, undefined],
  [tag("abc"), date, undefined],
  [{ kind: "date", lastModified: "some day" }, tag("1772438400"), undefined],
  [undefined, date, undefined],
  [undefined, undefined, undefined],
];

describe("artifact versions", () => {
  for (const [one, other, expected] of rows) {
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)} are the same: ${expected ?? "unknown"}`, () => {
      assert.equal(isSameVersionByTime(one, other), expected);
      assert.equal(isSameVersionByTime(other, one), expected);
    });
  }

  it("are final if the server responds two seconds after their second, opaque tags always", () => {
    const isFinal = (revision: ArtifactVersion, seconds: number): boolean =>
      isFinalVersion(revision, new Date(Date.parse(date.lastModified) + seconds * 1000).toUTCString());
    assert.deepEqual(
      [date, tag("1772438400")].map((revision) =>
        [-60, 0, 1, 2].map((seconds) => isFinal(revision, seconds)),
      ),
      [
        [false, false, false, true],
        [false, false, false, true],
      ],
    );
    // A counter may be a number of seconds, too.
    assert.deepEqual([isFinal(tag("7"), 60), isFinal(tag("5d41402a"), 0)], [false, true]);
    assert.deepEqual([isFinalVersion(date, undefined), isFinalVersion(date, "some day")], [false, false]);
  });

  it("name the time of their last change only if they are final, opaque tags never", () => {
    assert.equal(getFinalTime(date, true), Date.parse(date.lastModified));
    assert.equal(getFinalTime(tag("1772438400"), true), 1_772_438_400_000);
    assert.deepEqual(
      [
        getFinalTime(date, false),
        getFinalTime(date, undefined),
        getFinalTime(tag("5d41402a"), true),
        getFinalTime(undefined, true),
      ],
      [undefined, undefined, undefined, undefined],
    );
  });

  it("are reliable a second after they were first seen, opaque tags immediately", () => {
    assert.deepEqual(
      [date, tag("1772438400"), tag("7"), tag("5d41402a")].map((revision) =>
        getEarliestReliableLoadTime(revision, 5000),
      ),
      [6100, 6100, 6100, Number.NEGATIVE_INFINITY],
    );
  });
});
