import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formatEarliestMinute,
  formatLatestMinute,
  parseUtcOffset,
} from "../../../../src/model/query/serverTime.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

const timeZones = [
  "Europe/Paris",
  "America/New_York",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Africa/Casablanca",
  "Asia/Kolkata",
  "Etc/GMT+12",
].map((timeZone) => new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }));

function getOffset(zone: Intl.DateTimeFormat, at: number): number {
  const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name === "GMT" ? 0 : (parseUtcOffset(name) ?? assert.fail(name));
}

/** A time on the server's clock may not exist, or exist twice: all instants that a server may take it for. */
function readOnServer(zone: Intl.DateTimeFormat, text: string): readonly number[] {
  const local = Date.parse(`${text.replace(" ", "T")}Z`);
  const offsets = [-day, 0, day].map((distance) => getOffset(zone, local + distance));
  return offsets.map((offset) => local - offset * minute);
}

const instants = fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2026, 11, 31) });

describe("times in TQL", () => {
  it("are in the server's time zone, an hour earlier or later for a clock change", () => {
    const at = Date.UTC(2026, 10, 16, 4, 52, 59, 999);
    assert.equal(formatEarliestMinute(at, 60), "2026-11-16 04:52");
    assert.equal(formatLatestMinute(at, 60), "2026-11-16 06:52");
    assert.equal(formatEarliestMinute(at, -330), "2026-11-15 22:22");
  });

  it("never leave out what happened at that time, whatever the server's time zone and clock changes", () => {
    fc.assert(
      fc.property(
        instants,
        instants,
        fc.constantFrom(...timeZones),
        fc.boolean(),
        (at, now, zone, isKnown) => {
          const offset = isKnown ? getOffset(zone, now) : undefined;
          for (const start of readOnServer(zone, formatEarliestMinute(at, offset))) assert.ok(start <= at);
          for (const start of readOnServer(zone, formatLatestMinute(at, offset))) {
            assert.ok(start + minute > at);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("are at most two hours too early if the offset is known, and 27 otherwise", () => {
    fc.assert(
      fc.property(instants, instants, fc.constantFrom(...timeZones), (at, now, zone) => {
        const known = readOnServer(zone, formatEarliestMinute(at, getOffset(zone, now)));
        assert.ok(Math.max(...known) > at - 2 * 60 * minute - minute);
        const unknown = readOnServer(zone, formatEarliestMinute(at, undefined));
        assert.ok(Math.max(...unknown) > at - 27 * 60 * minute - minute);
      }),
    );
  });

  it("have an offset that is read from dates", () => {
    assert.deepEqual(
      ["2026-11-16T05:34:07+01:00", "2026-11-16T05:34:07-0330", "2026-11-16T05:34:07Z", "2026-11-16", ""].map(
        parseUtcOffset,
      ),
      [60, -210, 0, undefined, undefined],
    );
  });
});
