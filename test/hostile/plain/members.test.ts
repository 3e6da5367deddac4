import assert from "node:assert/strict";
import { createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { Supply } from "../support/payloads.ts";
import { inShortOrFull, note, payloadCount, seed } from "../support/plan.ts";
import {
  hostileMember,
  hostileTexts,
  type Rewrite,
  rewriteStrings,
  type Rewriting,
  startRewriting,
} from "../support/rewriting.ts";
import { type Met, wander } from "../support/wander.ts";

/** Where time is short, each of so many runs takes its share. */
const share = inShortOrFull(4, 1);

// What is thrown and is no failure ends a wander, and with it the test: everything hostile has to come out as one of them, or as a value.
for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`hostile strings in members of answers, on the ${dialect} dialect`, function () {
    const supply = new Supply(seed + 3, payloadCount);
    const next = (): string => supply.next();
    let server: Simulator;
    let hostile: Rewriting;

    before(async () => {
      server = await startSimulator({ dialect });
      hostile = await startRewriting(server.url, (given) => given);
    });
    after(async () => {
      note("payloads in answers", supply.handedOut);
      await hostile.close();
      await server.close();
    });

    async function wanderThrough(rewrite: Rewrite): Promise<Met> {
      hostile.rewrite = rewrite;
      const client = createClient({
        api: `${hostile.url}/api`,
        credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
        caFile: undefined,
        observe: () => undefined,
        retry: { ...usualRetry, attempts: 1 },
      });
      try {
        return await wander(client);
      } finally {
        await client.close();
      }
    }

    it("are texts and nothing else where something is said", async () => {
      const { asked, failures } = await wanderThrough(hostileTexts(next));
      assert.ok(asked > 20);
      // Most of what can be read can be read all the same.
      assert.ok(failures.length < asked / 2, failures.map(({ message }) => message).join("\n"));
    });

    it("lead to values or to failures where something is meant, one member at a time", async () => {
      const members = new Set<string>();
      await wanderThrough((given) =>
        rewriteStrings(given, (text, member) => {
          members.add(member);
          return text;
        }),
      );
      assert.ok(members.size > 10);
      const some = [...members].sort().filter((_, at) => at % share === seed % share);
      for (const name of some) {
        const { asked } = await wanderThrough(hostileMember(name, next));
        assert.ok(asked > 12, `after ${name} hardly anything was asked`);
      }
      note("members of answers", some.length);
    });

    it("lead to values or to failures where numbers, lists and objects are meant", async () => {
      const otherwise: readonly unknown[] = [
        next(),
        null,
        [],
        {},
        -1,
        1e308,
        true,
        [[next()]],
        { id: next() },
      ];
      for (const instead of otherwise) {
        await wanderThrough((given) => rewriteStrings(given, () => instead));
      }
    });
  });
}
