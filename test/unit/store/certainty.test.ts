import assert from "node:assert/strict";
import { isSameState, type Revision } from "../../../src/model/revision.ts";
import { sureFrom } from "../../../src/store/certainty.ts";

function tag(text: string): Revision {
  return { kind: "tag", tag: text };
}

const date: Revision = { kind: "date", lastModified: "Mon, 02 Mar 2026 08:00:00 GMT" };
const later: Revision = { kind: "date", lastModified: "Mon, 02 Mar 2026 08:00:01 GMT" };

const rows: readonly (readonly [Revision | undefined, Revision | undefined, boolean | undefined])[] = [
  [date, date, true],
  [date, later, false],
  [tag("1772438400"), date, true],
  [date, tag('"1772438400"'), true],
  [tag("1772438400"), later, false],
  [tag("abc"), tag("abc"), true],
  [tag("abc"), tag("abd"), false],
  // A tag that counts versions, or means nothing to us, is no time.
  [tag("7"), date, undefined],
  [tag("abc"), date, undefined],
  [{ kind: "date", lastModified: "some day" }, tag("1772438400"), undefined],
  [undefined, date, undefined],
  [undefined, undefined, undefined],
];

describe("names of states", () => {
  for (const [one, other, expected] of rows) {
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)} name the same state: ${expected ?? "nobody knows"}`, () => {
      assert.equal(isSameState(one, other), expected);
      assert.equal(isSameState(other, one), expected);
    });
  }

  it("are sure a good second after they were seen, those that are made anew for each write at once", () => {
    assert.deepEqual(
      [date, tag("1772438400"), tag("7"), tag("5d41402a")].map((revision) => sureFrom(revision, 5000)),
      [6100, 6100, 6100, Number.NEGATIVE_INFINITY],
    );
  });
});
