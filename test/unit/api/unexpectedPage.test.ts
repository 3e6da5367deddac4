import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";

const bugsId = 11;

describe("a response with another page than requested", () => {
  let server: Simulator;
  let client: Client;
  let tracker: Tracker;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    const credential = { kind: "accessKey", key: server.accounts.admin.accessKey } as const;
    client = createClient({
      api: `${server.url}/api`,
      credential,
      caFile: undefined,
      observe: () => undefined,
    });
    tracker = await client.tracker(bugsId);
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  it("is rejected", async () => {
    const first = await client.artifacts(tracker, { offset: 0, limit: 10 });
    server.faults.add({ path: `/trackers/${bugsId}/artifacts`, times: 1, fault: { kind: "staleResponse" } });
    await assert.rejects(client.artifacts(tracker, { offset: 10, limit: 10 }), {
      kind: "unexpectedResponse",
    });
    const second = await client.artifacts(tracker, { offset: 10, limit: 10 });
    assert.ok(second.items.length > 0);
    assert.notDeepEqual(second.items, first.items);
  });
});
