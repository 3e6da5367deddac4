import assert from "node:assert/strict";
import {
  canCompare,
  comparable,
  firstMinute,
  isMidnight,
  localIso,
  localTime,
  nearestDay,
  sameMoment,
  serverTime,
  typedInstant,
} from "../../../src/model/localTime.ts";

const [paris, newYork, kolkata] = ["Europe/Paris", "America/New_York", "Asia/Kolkata"];

describe("times in one zone", () => {
  it("an instant is shown as clocks of the zone show it, whatever zone it was printed in", () => {
    for (const printed of ["2026-03-01T10:20:00+01:00", "2026-03-01T09:20:00Z", "2026-03-01 04:20 -0500"]) {
      assert.equal(localTime(printed, paris), "2026-03-01 10:20");
      assert.equal(localTime(printed, kolkata), "2026-03-01 14:50");
      assert.equal(localIso(printed, newYork), "2026-03-01T04:20:00-05:00");
    }
    assert.equal(localTime("2026-07-01T10:00:00+00:00", paris), "2026-07-01 12:00");
  });

  it("a time that a field does not show is no midnight of another zone", () => {
    assert.equal(nearestDay("2026-03-04T23:00:00+00:00"), "2026-03-05");
    assert.equal(nearestDay("2026-03-05T14:37:00+01:00"), "2026-03-05");
    assert.equal(nearestDay("2026-03-05T14:30:12+01:00"), "2026-03-05");
    assert.deepEqual(
      ["2026-03-05T00:00:00+01:00", "2026-03-05T00:00:37+01:00"].map((text) => isMidnight(text)),
      [true, false],
    );
  });

  it("years of the first century are those, in every zone", () => {
    assert.equal(localTime("0026-03-05T12:30:00+00:00", "UTC"), "0026-03-05 12:30");
    assert.equal(typedInstant("0026-03-05 12:30", "UTC"), "0026-03-05T12:30:00+00:00");
  });

  it("two are compared where the server's zone makes no difference", () => {
    const compare = (one: string, other: string): boolean | undefined => {
      const [left = assert.fail(), right = assert.fail()] = [comparable(one), comparable(other)];
      return canCompare(left, right) ? left.at < right.at : undefined;
    };
    assert.equal(compare("2026-03-05T12:00:00+01:00", "2026-03-05T06:30:00-05:00"), true);
    assert.equal(compare("2026-03-05", "2026-03-05 00:01"), true);
    assert.equal(compare("2026-03-05 12:00", "2026-03-05T11:00:00-05:00"), undefined);
    assert.equal(compare("2026-03-05", "2026-03-07T00:30:00+01:00"), true);
    assert.equal(comparable("soon"), undefined);
  });

  it("what is no instant stays as it is", () => {
    for (const text of ["", "2026-03-01", "2026-03-01 10:2", "2026-03-01 10:20", "soon"]) {
      assert.equal(localTime(text, paris), text);
    }
    for (const text of ["", "2026-03-01", "2026-03-01 10:2", "2026-02-31 10:20", "2026-03-01T10:20+01:00"]) {
      assert.equal(typedInstant(text, paris), text);
    }
  });

  it("what is typed means the clocks of the zone, also on days when they change", () => {
    assert.equal(typedInstant("2026-03-01 10:20", kolkata), "2026-03-01T10:20:00+05:30");
    assert.equal(typedInstant("2026-03-28 23:30", paris), "2026-03-28T23:30:00+01:00");
    assert.equal(typedInstant("2026-03-29 01:59", paris), "2026-03-29T01:59:00+01:00");
    assert.equal(typedInstant("2026-03-29 02:30", paris), "2026-03-29T03:30:00+02:00", "skipped");
    assert.equal(typedInstant("2026-03-29 03:00", paris), "2026-03-29T03:00:00+02:00");
    assert.equal(typedInstant("2026-10-25 02:30", paris), "2026-10-25T02:30:00+02:00", "the first of two");
    assert.equal(typedInstant("2026-10-25 03:00", paris), "2026-10-25T03:00:00+01:00");
    assert.equal(typedInstant("2026-11-01 12:00", newYork), "2026-11-01T12:00:00-05:00");
    assert.equal(firstMinute("2026-07-04", newYork), "2026-07-04T00:00:00-04:00");
  });

  it("the same minute is the same in two zones; without an offset it is compared with what the server's clock shows", () => {
    assert.ok(sameMoment("2026-03-01T10:20:30+01:00", "2026-03-01T09:20:00Z"));
    assert.ok(!sameMoment("2026-03-01T10:20:00+01:00", "2026-03-01T10:20:00Z"));
    assert.ok(sameMoment("2026-03-01 10:20", "2026-03-01T10:20:00+01:00"));
    assert.ok(sameMoment("2026-03-01", "2026-03-01T00:00:00+01:00"));
    assert.ok(!sameMoment("2026-03-01", "2026-03-02"));
  });

  it("a day is the one whose midnight was printed, in whatever zone", () => {
    assert.equal(nearestDay("2026-03-02T00:00:00+01:00"), "2026-03-02");
    assert.equal(nearestDay("2026-03-01T23:00:00+00:00"), "2026-03-02");
    assert.equal(nearestDay("2026-03-02T05:00:00+00:00"), "2026-03-02");
    assert.equal(nearestDay("2026-03-02"), "2026-03-02");
  });

  it("the server's own time keeps its offset", () => {
    assert.equal(serverTime("2026-03-01T10:20:00+01:00"), "2026-03-01 10:20 +01:00");
    assert.equal(serverTime("2026-03-01T10:20:00Z"), "2026-03-01 10:20 +00:00");
    assert.equal(serverTime("2026-03-01"), undefined);
    assert.equal(serverTime(undefined), undefined);
  });
});
