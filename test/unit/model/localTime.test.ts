import assert from "node:assert/strict";
import {
  canCompareTimes,
  toComparableTime,
  dateToLocalMidnight,
  isMidnight,
  isoToLocalOffset,
  formatLocalTime,
  toServerDate,
  isSameMinute,
  formatTimeInOwnZone,
  localTimeToIso,
} from "../../../src/model/localTime.ts";

const [paris, newYork, kolkata] = ["Europe/Paris", "America/New_York", "Asia/Kolkata"];

describe("local times", () => {
  it("show an instant in the given zone, whatever zone it was written in", () => {
    for (const printed of ["2026-03-01T10:20:00+01:00", "2026-03-01T09:20:00Z", "2026-03-01 04:20 -0500"]) {
      assert.equal(formatLocalTime(printed, paris), "2026-03-01 10:20");
      assert.equal(formatLocalTime(printed, kolkata), "2026-03-01 14:50");
      assert.equal(isoToLocalOffset(printed, newYork), "2026-03-01T04:20:00-05:00");
    }
    assert.equal(formatLocalTime("2026-07-01T10:00:00+00:00", paris), "2026-07-01 12:00");
  });

  it("keep the date of a time that isn't midnight in any zone", () => {
    assert.equal(toServerDate("2026-03-04T23:00:00+00:00"), "2026-03-05");
    assert.equal(toServerDate("2026-03-05T14:37:00+01:00"), "2026-03-05");
    assert.equal(toServerDate("2026-03-05T14:30:12+01:00"), "2026-03-05");
    assert.deepEqual(
      ["2026-03-05T00:00:00+01:00", "2026-03-05T00:00:37+01:00"].map((text) => isMidnight(text)),
      [true, false],
    );
  });

  it("support years of the first century in every zone", () => {
    assert.equal(formatLocalTime("0026-03-05T12:30:00+00:00", "UTC"), "0026-03-05 12:30");
    assert.equal(localTimeToIso("0026-03-05 12:30", "UTC"), "0026-03-05T12:30:00+00:00");
  });

  it("are compared only if the server's zone makes no difference", () => {
    const compare = (one: string, other: string): boolean | undefined => {
      const [left = assert.fail(), right = assert.fail()] = [toComparableTime(one), toComparableTime(other)];
      return canCompareTimes(left, right) ? left.at < right.at : undefined;
    };
    assert.equal(compare("2026-03-05T12:00:00+01:00", "2026-03-05T06:30:00-05:00"), true);
    assert.equal(compare("2026-03-05", "2026-03-05 00:01"), true);
    assert.equal(compare("2026-03-05 12:00", "2026-03-05T11:00:00-05:00"), undefined);
    assert.equal(compare("2026-03-05", "2026-03-07T00:30:00+01:00"), true);
    assert.equal(toComparableTime("soon"), undefined);
  });

  it("return other texts unchanged", () => {
    for (const text of ["", "2026-03-01", "2026-03-01 10:2", "2026-03-01 10:20", "soon"]) {
      assert.equal(formatLocalTime(text, paris), text);
    }
    for (const text of ["", "2026-03-01", "2026-03-01 10:2", "2026-02-31 10:20", "2026-03-01T10:20+01:00"]) {
      assert.equal(localTimeToIso(text, paris), text);
    }
  });

  it("parse typed times in the given zone, also on daylight saving changes", () => {
    assert.equal(localTimeToIso("2026-03-01 10:20", kolkata), "2026-03-01T10:20:00+05:30");
    assert.equal(localTimeToIso("2026-03-28 23:30", paris), "2026-03-28T23:30:00+01:00");
    assert.equal(localTimeToIso("2026-03-29 01:59", paris), "2026-03-29T01:59:00+01:00");
    assert.equal(localTimeToIso("2026-03-29 02:30", paris), "2026-03-29T03:30:00+02:00", "skipped");
    assert.equal(localTimeToIso("2026-03-29 03:00", paris), "2026-03-29T03:00:00+02:00");
    assert.equal(localTimeToIso("2026-10-25 02:30", paris), "2026-10-25T02:30:00+02:00", "the first of two");
    assert.equal(localTimeToIso("2026-10-25 03:00", paris), "2026-10-25T03:00:00+01:00");
    assert.equal(localTimeToIso("2026-11-01 12:00", newYork), "2026-11-01T12:00:00-05:00");
    assert.equal(dateToLocalMidnight("2026-07-04", newYork), "2026-07-04T00:00:00-04:00");
  });

  it("are the same minute in two zones; without an offset the clock times are compared", () => {
    assert.ok(isSameMinute("2026-03-01T10:20:30+01:00", "2026-03-01T09:20:00Z"));
    assert.ok(!isSameMinute("2026-03-01T10:20:00+01:00", "2026-03-01T10:20:00Z"));
    assert.ok(isSameMinute("2026-03-01 10:20", "2026-03-01T10:20:00+01:00"));
    assert.ok(isSameMinute("2026-03-01", "2026-03-01T00:00:00+01:00"));
    assert.ok(!isSameMinute("2026-03-01", "2026-03-02"));
  });

  it("have the date whose midnight was written, in any zone", () => {
    assert.equal(toServerDate("2026-03-02T00:00:00+01:00"), "2026-03-02");
    assert.equal(toServerDate("2026-03-01T23:00:00+00:00"), "2026-03-02");
    assert.equal(toServerDate("2026-03-02T05:00:00+00:00"), "2026-03-02");
    assert.equal(toServerDate("2026-03-02"), "2026-03-02");
  });

  it("keep the offset of the server's own time", () => {
    assert.equal(formatTimeInOwnZone("2026-03-01T10:20:00+01:00"), "2026-03-01 10:20 +01:00");
    assert.equal(formatTimeInOwnZone("2026-03-01T10:20:00Z"), "2026-03-01 10:20 +00:00");
    assert.equal(formatTimeInOwnZone("2026-03-01"), undefined);
    assert.equal(formatTimeInOwnZone(undefined), undefined);
  });
});
