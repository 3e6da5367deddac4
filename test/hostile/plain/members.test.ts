import assert from "node:assert/strict";
import { createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { PayloadSupply } from "../support/payloads.ts";
import { pickByLength, recordFigure, payloadCount, seed } from "../support/runSettings.ts";
import {
  rewriteMember,
  rewriteTexts,
  type Rewrite,
  rewriteStrings,
  type RewritingProxy,
  startRewritingProxy,
} from "../support/rewritingProxy.ts";
import { type RequestSummary, requestEverything } from "../support/requestEverything.ts";

/** A short run tests every fourth member, depending on the seed. */
const share = pickByLength(4, 1);

// requestEverything throws errors that are not failures, so hostile responses must lead to failures or values.
for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`hostile strings in responses of the ${dialect} dialect`, function () {
    const supply = new PayloadSupply(seed + 3, payloadCount);
    const next = (): string => supply.next();
    let server: Simulator;
    let proxy: RewritingProxy;

    before(async () => {
      server = await startSimulator({ dialect, fullTextSearch: true });
      proxy = await startRewritingProxy(server.url, (response) => response);
    });
    after(async () => {
      recordFigure("payloads in responses", supply.totalCount);
      await proxy.close();
      await server.close();
    });

    async function requestWith(rewrite: Rewrite): Promise<RequestSummary> {
      proxy.rewrite = rewrite;
      const client = createClient({
        api: `${proxy.url}/api`,
        credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
        caFile: undefined,
        observe: () => undefined,
        retry: { ...defaultRetryPolicy, attempts: 1 },
      });
      try {
        return await requestEverything(client);
      } finally {
        await client.close();
      }
    }

    it("are loaded as plain texts in displayed members", async () => {
      const { requestCount, failures } = await requestWith(rewriteTexts(next));
      assert.ok(requestCount > 20);
      // Most requests succeed.
      assert.ok(failures.length < requestCount / 2, failures.map(({ message }) => message).join("\n"));
    });

    it("lead to values or failures in any single member", async () => {
      const members = new Set<string>();
      await requestWith((response) =>
        rewriteStrings(response, (text, member) => {
          members.add(member);
          return text;
        }),
      );
      assert.ok(members.size > 10);
      const selectedMembers = [...members].sort().filter((_, index) => index % share === seed % share);
      for (const name of selectedMembers) {
        const { requestCount } = await requestWith(rewriteMember(name, next));
        assert.ok(requestCount > 12, `too few requests were sent with ${name}`);
      }
      recordFigure("members of responses", selectedMembers.length);
    });

    it("lead to values or failures when replaced by other types", async () => {
      const replacements: readonly unknown[] = [
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
      for (const replacement of replacements) {
        await requestWith((response) => rewriteStrings(response, () => replacement));
      }
    });
  });
}
