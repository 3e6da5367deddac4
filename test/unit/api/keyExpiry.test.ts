import assert from "node:assert/strict";
import { createClient } from "../../../src/api/client.ts";
import type { Credential } from "../../../src/api/network/credential.ts";
import { getExpiryWarningDays, type KeyExpiry } from "../../../src/model/site.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";

const day = 86_400_000;

async function fetchExpiry(server: Simulator): Promise<KeyExpiry | undefined> {
  const client = createClient({
    api: `${server.url}/api`,
    credential: { kind: "accessKey", key: server.accounts.member.accessKey },
    caFile: undefined,
    observe: () => undefined,
  });
  return client.keyExpiry().finally(() => client.close());
}

describe("the server's time zone", () => {
  it("is reported by the product only", async () => {
    const product = await startSimulator({ dialect: "product" });
    const documented = await startSimulator({ dialect: "documented" });
    const fetchOffset = async (server: Simulator, credential: Credential | undefined): Promise<unknown> => {
      const api = `${server.url}/api`;
      const client = createClient({ api, credential, caFile: undefined, observe: () => undefined });
      return client.utcOffset().finally(() => client.close());
    };
    const { accessKey: key } = product.accounts.member;
    assert.equal(await fetchOffset(product, { kind: "accessKey", key }), 60);
    product.clock.advance(90 * day);
    assert.equal(await fetchOffset(product, { kind: "accessKey", key }), 120);
    const { accessKey: otherKey } = documented.accounts.member;
    assert.equal(await fetchOffset(documented, { kind: "accessKey", key: otherKey }), undefined);
    await product.close();
    await documented.close();
  });
});

describe("the expiry of an access key", () => {
  it("is reported by the product only", async () => {
    const product = await startSimulator({ dialect: "product" });
    assert.equal(await fetchExpiry(product), "never");
    const expiry = product.clock.now() + 5 * day;
    product.setKeyExpiry(product.accounts.member, expiry);
    assert.equal(await fetchExpiry(product), expiry);
    product.clock.advance(5 * day);
    await assert.rejects(fetchExpiry(product), { kind: "signedOut" });
    await product.close();
    const documented = await startSimulator({ dialect: "documented" });
    assert.equal(await fetchExpiry(documented), undefined);
    await documented.close();
  });

  it("is warned about from a week before, in whole days", () => {
    const now = Date.UTC(2026, 10, 15);
    const expiries = [
      undefined,
      "never",
      now + 8 * day,
      now + 7 * day,
      now + 7 * day - 1,
      now + day,
      now + 1,
      now - 1,
    ];
    assert.deepEqual(
      expiries.map((expiry) => getExpiryWarningDays(expiry as KeyExpiry | undefined, now)),
      [undefined, undefined, undefined, undefined, 6, 1, 0, 0],
    );
  });
});
