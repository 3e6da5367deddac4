import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import { countingLine } from "../../bench/countingLine.ts";

describe("the line that counts", () => {
  it("carries what is asked and answered, and counts both", async () => {
    const server = await startSimulator({ dialect: "product" });
    const line = await countingLine(server.url);
    try {
      const headers = { "accept-encoding": "identity" };
      const ask = async (at: string): Promise<string> =>
        (await fetch(`${at}/api/trackers/11`, { headers })).text();
      const direct = await ask(server.url);
      assert.equal(line.bytes, 0);
      // What a server says of itself names the way by which it was asked.
      assert.equal((await ask(line.url)).replaceAll(line.url, server.url), direct);
      assert.ok(line.bytes > Buffer.byteLength(direct), `${line.bytes} bytes`);
    } finally {
      await line.close();
      await server.close();
    }
  });

  it("breaks off where the server is gone", async () => {
    const server = await startSimulator({ dialect: "product" });
    const line = await countingLine(server.url);
    await server.close();
    await assert.rejects(fetch(`${line.url}/api/projects`), TypeError);
    await line.close();
  });
});
