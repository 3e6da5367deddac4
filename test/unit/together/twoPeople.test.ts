// Two people change the same artifact, each in their own window, while a third program writes to it too, requests and
// answers get lost and windows crash. Each seed is one interleaving; `npm test -- --all` plays five times as many as
// `npm test`. `SEED=123 npx mocha` with this file plays one seed and prints what happens; `SEED=2000-9999` plays others.
import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { actionsOf } from "../../support/fixtures/twoPeople/chance.ts";
import { play, report } from "../../support/fixtures/twoPeople/run.ts";
import { Table } from "../../support/fixtures/twoPeople/table.ts";
import { isEveryTest } from "../../support/runner/extent.ts";

const asked = process.env["SEED"];
const usual = isEveryTest() ? 2000 : 400;
const [first = 0, last = first] = asked?.split("-").map(Number) ?? [0, usual - 1];
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Of each rule that is broken, so many seeds are told in full. */
const toldInFull = 1;

/** What has to happen now and then, lest nobody notices that it does not any more; as the log tells it. */
const eventful: Readonly<Record<string, RegExp>> = {
  "two changes are put together": /"merged"/,
  "someone has to choose": /is told: collision/,
  "someone overwrites": /begins: save overwrite/,
  "the server refuses a stale change": /: not written/,
  "nobody knows what became of a change": /is told: notSaved .*"unknown"/,
  "someone insists": /begins: save anyway/,
  "a window crashes while something is under way": /with something under way/,
  "what was typed comes back after a crash": /"restored"/,
};

const dialects: readonly Dialect[] = ["product", "documented"];

describe("two people who change the same artifact", () => {
  for (const [remainder, dialect] of dialects.entries()) {
    const own = seeds.filter((seed) => seed % dialects.length === remainder);
    if (own.length === 0) continue;

    describe(`on the ${dialect} dialect`, () => {
      const happened = new Map<string, number>();
      let table: Table;
      let current: number | undefined;

      before(async () => {
        table = await Table.set(dialect);
      });
      after(() => table.close());
      afterEach(function () {
        if (this.currentTest?.state === "failed") console.log(`The last one was SEED=${current}.`);
      });

      function note(log: readonly string[]): void {
        for (const [event, pattern] of Object.entries(eventful)) {
          if (log.some((line) => pattern.test(line))) happened.set(event, (happened.get(event) ?? 0) + 1);
        }
      }

      it(`lose nothing, and overwrite nothing that they have not seen, in ${own.length} interleavings`, async () => {
        const broken = new Map<string, number>();
        const reports: string[] = [];
        for (const seed of own) {
          current = seed;
          const { violation, log } = await play(table, actionsOf(seed));
          note(log);
          if (asked !== undefined && own.length === 1) console.log(log.join("\n"));
          if (violation === undefined) continue;
          const times = (broken.get(violation.rule) ?? 0) + 1;
          broken.set(violation.rule, times);
          const full = times > toldInFull ? "" : `\n${await report(table, actionsOf(seed), violation)}\n`;
          reports.push(`SEED=${seed} ${violation.message}${full}`);
        }
        assert.equal(reports.length, 0, `\n${reports.join("\n")}`);
      });

      if (asked === undefined) {
        it("come to all that can happen between people", () => {
          const fewest = own.length / 100;
          const rare = Object.keys(eventful).filter((event) => (happened.get(event) ?? 0) < fewest);
          assert.deepEqual(rare, [], JSON.stringify(Object.fromEntries(happened)));
        });
      }
    });
  }
});
