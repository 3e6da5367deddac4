import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import { startCountingProxy } from "../../bench/countingProxy.ts";

describe("startCountingProxy", () => {
  it("forwards requests and responses and counts the bytes of both", async () => {
    const server = await startSimulator({ dialect: "product" });
    const proxy = await startCountingProxy(server.url);
    try {
      const headers = { "accept-encoding": "identity" };
      const fetchTracker = async (url: string): Promise<string> =>
        (await fetch(`${url}/api/trackers/11`, { headers })).text();
      const direct = await fetchTracker(server.url);
      assert.equal(proxy.transferredBytes, 0);
      // The response contains the URL that was requested.
      assert.equal((await fetchTracker(proxy.url)).replaceAll(proxy.url, server.url), direct);
      assert.ok(proxy.transferredBytes > Buffer.byteLength(direct), `${proxy.transferredBytes} bytes`);
    } finally {
      await proxy.close();
      await server.close();
    }
  });

  it("closes the connection if the server is down", async () => {
    const server = await startSimulator({ dialect: "product" });
    const proxy = await startCountingProxy(server.url);
    await server.close();
    await assert.rejects(fetch(`${proxy.url}/api/projects`), TypeError);
    await proxy.close();
  });
});
