// A test that never fails proves nothing: with each of these clients something is lost between two people, and has to
// be noticed soon.
import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { actionsOf } from "../../support/fixtures/twoPeople/chance.ts";
import { play } from "../../support/fixtures/twoPeople/run.ts";
import { type Spoil, Table } from "../../support/fixtures/twoPeople/table.ts";
import type { Rule } from "../../support/fixtures/twoPeople/violation.ts";

interface Spoiled {
  readonly name: string;
  readonly dialects: readonly Dialect[];
  readonly spoil: Spoil;
  /** What is broken by it. */
  readonly rules: readonly Rule[];
}

const both: readonly Dialect[] = ["product", "documented"];

const clients: readonly Spoiled[] = [
  {
    name: "sends whatever others have written meanwhile",
    dialects: both,
    spoil: (client) => ({
      ...client,
      update: (id, change, _revision, signal) => client.overwrite(id, change, signal),
    }),
    rules: ["seen"],
  },
  {
    name: "says that it has sent what it has not",
    dialects: both,
    spoil: (client) => ({
      ...client,
      update: (id, { changes, comment }, revision, signal) =>
        client.update(id, { changes: changes.slice(1), comment }, revision, signal),
    }),
    rules: ["lost", "saved"],
  },
  {
    name: "believes that every change has arrived whose answer was lost",
    dialects: both,
    spoil: (client) => ({ ...client, outcomeOf: () => Promise.resolve("carriedOut") }),
    rules: ["lost", "saved"],
  },
  {
    name: "does not tell what was written",
    dialects: ["product"],
    spoil: (client) => ({
      ...client,
      changesets: async (uri, page, signal) => ({
        ...(await client.changesets(uri, page, signal)),
        items: [],
      }),
    }),
    rules: ["seen"],
  },
  {
    name: "reads what it has read before",
    dialects: both,
    spoil: (client) => {
      const known = new Map<number, ReturnType<typeof client.artifactWithStructure>>();
      return {
        ...client,
        artifactWithStructure: (id, signal) => {
          const reading = known.get(id) ?? client.artifactWithStructure(id, signal);
          if (known.has(id)) known.delete(id);
          else known.set(id, reading);
          return reading;
        },
      };
    },
    rules: ["asked", "current", "lost", "peace"],
  },
];

/** So many interleavings are enough. */
const most = 300;

describe("two people whose client", () => {
  for (const { name, dialects, spoil, rules } of clients) {
    for (const dialect of dialects) {
      it(`${name} notice it on the ${dialect} dialect`, async () => {
        const table = await Table.set(dialect, spoil);
        let broken: Rule | undefined;
        for (let seed = 0; seed < most && broken === undefined; seed += 1) {
          broken = (await play(table, actionsOf(seed))).violation?.rule;
        }
        await table.close();
        assert.ok(broken !== undefined && rules.includes(broken), broken ?? "nobody does");
      });
    }
  }
});
