// Verifies that the invariants of concurrentUsers.test.ts detect faulty clients.
import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { generateActions } from "../../support/fixtures/concurrentUsers/generateActions.ts";
import { runActions } from "../../support/fixtures/concurrentUsers/runActions.ts";
import {
  type ClientFault,
  ConcurrencySetup,
} from "../../support/fixtures/concurrentUsers/concurrencySetup.ts";
import type { Invariant } from "../../support/fixtures/concurrentUsers/violation.ts";

interface FaultyClient {
  readonly name: string;
  readonly dialects: readonly Dialect[];
  readonly fault: ClientFault;
  /** The invariants that the fault violates. */
  readonly invariants: readonly Invariant[];
}

const bothDialects: readonly Dialect[] = ["product", "documented"];

const clients: readonly FaultyClient[] = [
  {
    name: "overwrites concurrent changes",
    dialects: bothDialects,
    fault: (client) => ({
      ...client,
      updateArtifact: (id, change, _revision, signal) => client.overwriteArtifact(id, change, signal),
    }),
    invariants: ["seen"],
  },
  {
    name: "drops a change and reports success",
    dialects: bothDialects,
    fault: (client) => ({
      ...client,
      updateArtifact: (id, { changes, comment }, revision, signal) =>
        client.updateArtifact(id, { changes: changes.slice(1), comment }, revision, signal),
    }),
    invariants: ["lost", "saved"],
  },
  {
    name: "treats every unknown outcome as success",
    dialects: bothDialects,
    fault: (client) => ({ ...client, checkUpdateOutcome: () => Promise.resolve("applied") }),
    invariants: ["lost", "saved"],
  },
  {
    name: "hides the history",
    dialects: ["product"],
    fault: (client) => ({
      ...client,
      changesets: async (uri, page, signal) => ({
        ...(await client.changesets(uri, page, signal)),
        items: [],
      }),
    }),
    invariants: ["seen"],
  },
  {
    name: "loads outdated artifacts",
    dialects: bothDialects,
    fault: (client) => {
      const cached = new Map<number, ReturnType<typeof client.artifactWithStructure>>();
      return {
        ...client,
        artifactWithStructure: (id, signal) => {
          const response = cached.get(id) ?? client.artifactWithStructure(id, signal);
          if (cached.has(id)) cached.delete(id);
          else cached.set(id, response);
          return response;
        },
      };
    },
    invariants: ["asked", "current", "lost", "peace"],
  },
];

/** Each fault is detected within this many interleavings. */
const maxSeeds = 300;

describe("a client that", () => {
  for (const { name, dialects, fault, invariants } of clients) {
    for (const dialect of dialects) {
      it(`${name} is detected on the ${dialect} dialect`, async () => {
        const setup = await ConcurrencySetup.create(dialect, fault);
        let invariant: Invariant | undefined;
        for (let seed = 0; seed < maxSeeds && invariant === undefined; seed += 1) {
          invariant = (await runActions(setup, generateActions(seed))).violation?.invariant;
        }
        await setup.close();
        assert.ok(invariant !== undefined && invariants.includes(invariant), invariant ?? "no violation");
      });
    }
  }
});
