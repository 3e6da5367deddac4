// Two users edit the same artifact, each in their own window, while a third program writes to it, requests and responses
// get lost, and windows crash. Each seed is one interleaving; `npm test -- --all` runs five times as many as `npm test`.
// `SEED=123 npx mocha` with this file runs one seed and prints its log; `SEED=2000-9999` runs a range.
import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { generateActions } from "../../support/fixtures/concurrentUsers/generateActions.ts";
import { runActions, reportViolation } from "../../support/fixtures/concurrentUsers/runActions.ts";
import { ConcurrencySetup } from "../../support/fixtures/concurrentUsers/concurrencySetup.ts";
import { runsEveryTest } from "../../support/runner/everyTest.ts";

const requestedSeeds = process.env["SEED"];
const defaultCount = runsEveryTest() ? 2000 : 400;
const [first = 0, last = first] = requestedSeeds?.split("-").map(Number) ?? [0, defaultCount - 1];
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Per violated invariant, this many seeds are reported in full. */
const maxFullReports = 1;

/** Events that have to occur in some interleavings, as log patterns; otherwise this test would prove nothing. */
const expectedEvents: Readonly<Record<string, RegExp>> = {
  "two changes are merged": /"merged"/,
  "a user has to resolve a conflict": /gets the result: conflict/,
  "a user overwrites": /starts: save overwrite/,
  "the server rejects an outdated change": /: not written/,
  "the outcome of a save is unknown": /gets the result: notSaved .*"unknown"/,
  "a user saves anyway": /starts: save anyway/,
  "a window crashes during a request": /, with tasks running/,
  "a draft is restored after a crash": /"draftRestored"/,
};

const dialects: readonly Dialect[] = ["product", "documented"];

describe("two users who edit the same artifact", () => {
  for (const [remainder, dialect] of dialects.entries()) {
    const dialectSeeds = seeds.filter((seed) => seed % dialects.length === remainder);
    if (dialectSeeds.length === 0) continue;

    describe(`on the ${dialect} dialect`, () => {
      const eventCounts = new Map<string, number>();
      let setup: ConcurrencySetup;
      let currentSeed: number | undefined;

      before(async () => {
        setup = await ConcurrencySetup.create(dialect);
      });
      after(() => setup.close());
      afterEach(function () {
        if (this.currentTest?.state === "failed") console.log(`The last seed was SEED=${currentSeed}.`);
      });

      function countEvents(log: readonly string[]): void {
        for (const [event, pattern] of Object.entries(expectedEvents)) {
          if (log.some((line) => pattern.test(line))) {
            eventCounts.set(event, (eventCounts.get(event) ?? 0) + 1);
          }
        }
      }

      it(`lose no edits and overwrite no unseen changes in ${dialectSeeds.length} interleavings`, async () => {
        const violationCounts = new Map<string, number>();
        const reports: string[] = [];
        for (const seed of dialectSeeds) {
          currentSeed = seed;
          const { violation, log } = await runActions(setup, generateActions(seed));
          countEvents(log);
          if (requestedSeeds !== undefined && dialectSeeds.length === 1) console.log(log.join("\n"));
          if (violation === undefined) continue;
          const count = (violationCounts.get(violation.invariant) ?? 0) + 1;
          violationCounts.set(violation.invariant, count);
          const fullReport =
            count > maxFullReports
              ? ""
              : `\n${await reportViolation(setup, generateActions(seed), violation)}\n`;
          reports.push(`SEED=${seed} ${violation.message}${fullReport}`);
        }
        assert.equal(reports.length, 0, `\n${reports.join("\n")}`);
      });

      if (requestedSeeds === undefined) {
        it("encounter all expected events", () => {
          const minCount = dialectSeeds.length / 100;
          const rareEvents = Object.keys(expectedEvents).filter(
            (event) => (eventCounts.get(event) ?? 0) < minCount,
          );
          assert.deepEqual(rareEvents, [], JSON.stringify(Object.fromEntries(eventCounts)));
        });
      }
    });
  }
});
