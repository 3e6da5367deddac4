import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";

const bugsId = 11;

describe("a page of a list that is not the one that was asked for", () => {
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

  it("is not taken for it: the list would seem to end where it does not", async () => {
    const first = await client.artifacts(tracker, { offset: 0, limit: 10 });
    server.faults.add({ path: `/trackers/${bugsId}/artifacts`, times: 1, fault: { kind: "stale" } });
    await assert.rejects(client.artifacts(tracker, { offset: 10, limit: 10 }), { kind: "notUnderstood" });
    const second = await client.artifacts(tracker, { offset: 10, limit: 10 });
    assert.ok(second.items.length > 0);
    assert.notDeepEqual(second.items, first.items);
  });
});
