// A test that never fails proves nothing: with each of these clients something goes wrong that must be noticed.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "../../../src/api/client.ts";
import { Unreachable } from "../../../src/model/failure.ts";
import { play } from "../../faults/play.ts";
import type { Spoil } from "../../faults/quickConnections.ts";
import type { Rule } from "../../faults/rule.ts";
import { parseSpec } from "../../faults/spec.ts";

interface Spoiled {
  readonly name: string;
  readonly spoil: Spoil;
  readonly spec: string;
  readonly rule: Rule;
}

/** Whatever it is asked first for an artifact is what it says ever after. */
function remembering(client: Client): Client {
  const known = new Map<number, ReturnType<Client["artifact"]>>();
  return {
    ...client,
    artifact: (id, signal) => {
      const answer = known.get(id) ?? client.artifact(id, signal);
      known.set(id, answer);
      return answer;
    },
    update: (id, update, _revision, signal) => client.overwrite(id, update, signal),
  };
}

/** After the first failure it never speaks again. */
function offended(client: Client): Client {
  let isOffended = false;
  return {
    ...client,
    artifactWithStructure: async (id, signal) => {
      if (isOffended) throw new Unreachable({ method: "GET", url: `artifacts/${id}` }, "closed", undefined);
      return client.artifactWithStructure(id, signal);
    },
    update: async (id, update, revision, signal) => {
      try {
        return await client.update(id, update, revision, signal);
      } catch (failure) {
        isOffended = true;
        throw failure;
      }
    },
  };
}

const clients: readonly Spoiled[] = [
  {
    name: "says that it has sent what it has not",
    spoil: (client) => ({
      ...client,
      update: (id, _update, revision) => Promise.resolve({ id, revision }),
    }),
    spec: "save product 2:delay",
    rule: "saved",
  },
  {
    name: "believes that what got lost has arrived",
    spoil: (client) => ({ ...client, outcomeOf: () => Promise.resolve("carriedOut") }),
    spec: "save documented 3:dropBefore",
    rule: "saved",
  },
  {
    name: "sends again what may have arrived",
    spoil: (client) => ({
      ...client,
      create: (...asked) => client.create(...asked).catch(() => client.create(...asked)),
    }),
    spec: "create product 1:dropAfter",
    rule: "twice",
  },
  {
    name: "changes things on the strength of what it remembers",
    spoil: remembering,
    spec: "upload product 4:meanwhile",
    rule: "others",
  },
  {
    name: "gives other bytes than those of a file",
    spoil: (client) => ({
      ...client,
      download: async (file, options) => {
        const { bytes, ...rest } = await client.download(file, options);
        const blank = async function* (): AsyncGenerator<Uint8Array> {
          for await (const piece of bytes) yield new Uint8Array(piece.length);
        };
        return { ...rest, bytes: blank() };
      },
    }),
    spec: "download documented 0:delay",
    rule: "partial",
  },
  {
    name: "leaves out what it could not read",
    spoil: (client) => ({
      ...client,
      lastSeen: {
        ...client.lastSeen,
        artifacts: (tracker, options) =>
          client.lastSeen
            .artifacts(tracker, options)
            .catch(() => ({ items: [], next: undefined, size: undefined })),
      },
    }),
    spec: "browse product 4:500",
    rule: "whole",
  },
  {
    name: "has nowhere to keep drafts",
    spoil: (client, folder) => {
      rmSync(join(folder, "drafts"), { recursive: true, force: true });
      writeFileSync(join(folder, "drafts"), "");
      return client;
    },
    spec: "open product 0:delay",
    rule: "typed",
  },
  {
    name: "leaves a promise alone",
    spoil: (client) => ({
      ...client,
      remove: (...asked) => {
        void Promise.reject(new Error("nobody hears this"));
        return client.remove(...asked);
      },
    }),
    spec: "delete product 0:delay",
    rule: "unheard",
  },
  {
    name: "throws what nobody expects",
    spoil: (client) => ({
      ...client,
      updateSvn: () => Promise.reject(new TypeError("this is no failure of a server")),
    }),
    spec: "svn product 0:delay",
    rule: "sound",
  },
  { name: "never speaks again", spoil: offended, spec: "save product 3:500", rule: "answered" },
];

describe("a journey through faults with a client that", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "watchful-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { name, spoil, spec, rule } of clients) {
    it(`${name} is found out`, async () => {
      const { violation } = await play(folder, parseSpec(spec), spoil);
      assert.equal(violation?.rule, rule, violation?.message);
    });
  }

  it("is as it should be comes to its end", async () => {
    for (const { spec } of clients) {
      const { violation, steps } = await play(folder, parseSpec(spec));
      assert.equal(violation, undefined, `${spec}: ${violation?.message}`);
      assert.ok(steps.length > 0);
    }
  });
});
