// Each of these faulty clients violates an invariant, and the fault tests must detect it.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "../../../src/api/client.ts";
import { Unreachable } from "../../../src/model/failure.ts";
import { runScenario } from "../../faults/runScenario.ts";
import type { ClientFault } from "../../faults/fastConnections.ts";
import type { Invariant } from "../../faults/invariant.ts";
import { parseRunSpec } from "../../faults/runSpec.ts";

interface FaultyClient {
  readonly name: string;
  readonly clientFault: ClientFault;
  readonly spec: string;
  readonly rule: Invariant;
}

/** Returns the first response for an artifact forever. */
function cacheForever(client: Client): Client {
  const responses = new Map<number, ReturnType<Client["artifact"]>>();
  return {
    ...client,
    artifact: (id, signal) => {
      const response = responses.get(id) ?? client.artifact(id, signal);
      responses.set(id, response);
      return response;
    },
    updateArtifact: (id, update, _version, signal) => client.overwriteArtifact(id, update, signal),
  };
}

/** Fails all reads after the first failed write. */
function failAfterFirstFailure(client: Client): Client {
  let hasFailed = false;
  const failIfFailed = (method: string, id: number): void => {
    if (hasFailed) throw new Unreachable({ method, url: `artifacts/${id}` }, "closed", undefined);
  };
  return {
    ...client,
    artifactWithStructure: async (id, signal) => {
      failIfFailed("GET", id);
      return client.artifactWithStructure(id, signal);
    },
    updateArtifact: async (id, update, version, signal) => {
      failIfFailed("PUT", id);
      try {
        return await client.updateArtifact(id, update, version, signal);
      } catch (failure) {
        hasFailed = true;
        throw failure;
      }
    },
  };
}

const clients: readonly FaultyClient[] = [
  {
    name: "reports a save without sending it",
    clientFault: (client) => ({
      ...client,
      updateArtifact: (id, _update, version) => Promise.resolve({ id, version }),
    }),
    spec: "save product 2:delay",
    rule: "saveStored",
  },
  {
    name: "takes a lost update for applied",
    clientFault: (client) => ({ ...client, checkUpdateOutcome: () => Promise.resolve("applied") }),
    spec: "save documented 2:dropBefore",
    rule: "saveStored",
  },
  {
    name: "retries a creation that may have arrived",
    clientFault: (client) => ({
      ...client,
      createArtifact: (...args) => client.createArtifact(...args).catch(() => client.createArtifact(...args)),
    }),
    spec: "create product 4:dropAfter",
    rule: "noDuplicates",
  },
  {
    name: "bases changes on an outdated artifact",
    clientFault: cacheForever,
    spec: "upload product 4:meanwhile",
    rule: "noOverwrites",
  },
  {
    name: "downloads other bytes than those of the file",
    clientFault: (client) => ({
      ...client,
      download: async (file, options) => {
        const { bytes, ...rest } = await client.download(file, options);
        const readZeros = async function* (): AsyncGenerator<Uint8Array> {
          for await (const chunk of bytes) yield new Uint8Array(chunk.length);
        };
        return { ...rest, bytes: readZeros() };
      },
    }),
    spec: "download documented 0:delay",
    rule: "noPartialFiles",
  },
  {
    name: "returns an empty page after a failure",
    clientFault: (client) => ({
      ...client,
      cachedClient: {
        ...client.cachedClient,
        artifacts: (tracker, options) =>
          client.cachedClient
            .artifacts(tracker, options)
            .catch(() => ({ items: [], nextOffset: undefined, total: undefined })),
      },
    }),
    spec: "browse product 4:500",
    rule: "complete",
  },
  {
    name: "has no folder for drafts",
    clientFault: (client, folder) => {
      rmSync(join(folder, "drafts"), { recursive: true, force: true });
      writeFileSync(join(folder, "drafts"), "");
      return client;
    },
    spec: "open product 0:delay",
    rule: "inputKept",
  },
  {
    name: "leaves a rejected promise unhandled",
    clientFault: (client) => ({
      ...client,
      deleteArtifact: (...args) => {
        void Promise.reject(new Error("unhandled"));
        return client.deleteArtifact(...args);
      },
    }),
    spec: "delete product 0:delay",
    rule: "noUnhandledRejections",
  },
  {
    name: "throws an unexpected error",
    clientFault: (client) => ({
      ...client,
      updateSvnSettings: () => Promise.reject(new TypeError("unexpected")),
    }),
    spec: "svn product 0:delay",
    rule: "noUnexpectedErrors",
  },
  {
    name: "fails forever after the first failure",
    clientFault: failAfterFirstFailure,
    spec: "save product 2:500",
    rule: "recovers",
  },
];

describe("runScenario", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "fault-detection-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { name, clientFault, spec, rule } of clients) {
    it(`detects a client that ${name}`, async () => {
      const { violation } = await runScenario(folder, parseRunSpec(spec), clientFault);
      assert.equal(violation?.invariant, rule, violation?.message);
    });
  }

  it("finds no violation with a correct client", async () => {
    for (const { spec } of clients) {
      const { violation, requests } = await runScenario(folder, parseRunSpec(spec));
      assert.equal(violation, undefined, `${spec}: ${violation?.message}`);
      assert.ok(requests.length > 0);
    }
  });
});
