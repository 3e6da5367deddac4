import assert from "node:assert/strict";
import { createClient } from "../../../src/api/client.ts";
import { daysToTell, type KeyExpiry } from "../../../src/model/site.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";

const day = 86_400_000;

async function expiryAt(server: Simulator): Promise<KeyExpiry | undefined> {
  const client = createClient({
    api: `${server.url}/api`,
    credential: { kind: "accessKey", key: server.accounts.member.accessKey },
    caFile: undefined,
    observe: () => undefined,
  });
  return client.keyExpiry().finally(() => client.close());
}

describe("the end of an access key", () => {
  it("is told by the product, where there is one, and by nobody else", async () => {
    const product = await startSimulator({ dialect: "product" });
    assert.equal(await expiryAt(product), "never");
    const end = product.clock.now() + 5 * day;
    product.endKey(product.accounts.member, end);
    assert.equal(await expiryAt(product), end);
    product.clock.advance(5 * day);
    await assert.rejects(expiryAt(product), { kind: "signedOut" });
    await product.close();
    const documented = await startSimulator({ dialect: "documented" });
    assert.equal(await expiryAt(documented), undefined);
    await documented.close();
  });

  it("is said a week before, in whole days", () => {
    const now = Date.UTC(2026, 10, 15);
    const told = [
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
      told.map((expiry) => daysToTell(expiry as KeyExpiry | undefined, now)),
      [undefined, undefined, undefined, undefined, 6, 1, 0, 0],
    );
  });
});
