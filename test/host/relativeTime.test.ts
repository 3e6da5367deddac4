import assert from "node:assert/strict";
import { formatRelativeTime } from "../../src/vscode/relativeTime.ts";

const minute = 60_000;

describe("an age", () => {
  const now = Date.parse("2030-05-20T12:00:00Z");

  it("is said in the largest unit that fits, of milliseconds and of ISO dates", () => {
    const hour = 60 * minute;
    const said = [
      0,
      59_999,
      minute,
      5 * minute,
      59 * minute,
      hour,
      30 * hour,
      20 * 24 * hour,
      45 * 24 * hour,
      800 * 24 * hour,
    ];
    assert.deepEqual(
      said.map((passed) => formatRelativeTime(now - passed, now)),
      ["now", "now", "1 minute ago", "5 minutes ago", "59 minutes ago", "1 hour ago", "1 day ago"].concat([
        "2 weeks ago",
        "1 month ago",
        "2 years ago",
      ]),
    );
    assert.equal(formatRelativeTime("2030-05-20T13:57:00+02:00", now), "3 minutes ago");
  });

  it("is now for what another clock puts ahead, and nothing for what is no time", () => {
    assert.equal(formatRelativeTime(now + minute, now), "now");
    assert.deepEqual([formatRelativeTime("soon", now), formatRelativeTime(Number.NaN, now)], ["", ""]);
  });
});
