import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

describe("simulator faults", () => {
  const start = useSimulators();
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ dialect: "product" });
  });
  afterEach(() => simulator.close());

  it("apply to a number of requests of one path, after which responses are normal", async () => {
    simulator.faults.add({
      path: "/projects",
      times: 2,
      fault: { kind: "status", status: 503, body: "busy" },
    });
    const statuses: number[] = [];
    for (const path of ["/api/projects", "/api/trackers/11", "/api/v1/projects?limit=1", "/api/projects"]) {
      statuses.push((await sendRequest(simulator, path)).status);
    }
    assert.deepEqual(statuses, [503, 200, 503, 200]);
  });

  it("match patterns on path and query and the method, and can be removed", async () => {
    const remove = simulator.faults.add({
      method: "GET",
      path: /limit=7/g,
      fault: { kind: "status", status: 500 },
    });
    assert.equal((await sendRequest(simulator, "/api/projects?limit=7")).status, 500);
    assert.equal((await sendRequest(simulator, "/api/projects?limit=7")).status, 500);
    assert.equal((await sendRequest(simulator, "/api/projects?limit=7", { method: "OPTIONS" })).status, 200);
    remove();
    assert.equal((await sendRequest(simulator, "/api/projects?limit=7")).status, 200);
  });

  it("send an HTML page or truncated JSON instead of data", async () => {
    simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "brokenJson" } });
    simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "html" } });
    const page = await sendRequest(simulator, "/api/projects");
    assert.deepEqual([page.status, page.headers["content-type"]], [200, "text/html; charset=UTF-8"]);
    const invalidJson = await sendRequest(simulator, "/api/projects");
    assert.deepEqual(
      [invalidJson.headers["content-type"], invalidJson.data],
      ["application/json; charset=utf-8", undefined],
    );
  });

  it("send an empty error response", async () => {
    simulator.faults.add({
      path: "/projects",
      fault: { kind: "status", status: 500, body: "", contentType: "text/html" },
    });
    const { status, text, headers } = await sendRequest(simulator, "/api/projects");
    assert.deepEqual([status, text, headers["content-type"]], [500, "", "text/html"]);
  });

  it("drop connections", async () => {
    simulator.faults.add({ path: "/projects", fault: { kind: "drop" } });
    await assert.rejects(sendRequest(simulator, "/api/projects"), { code: "ECONNRESET" });
  });

  it("hang until the server closes, and are counted as requests in flight", async () => {
    simulator.faults.add({ path: "/projects", fault: { kind: "hang" } });
    const pending = [1, 2, 3].map(() => assert.rejects(sendRequest(simulator, "/api/projects")));
    while (simulator.requestsInFlight < 3) await new Promise(setImmediate);
    await sendRequest(simulator, "/api/version");
    assert.deepEqual([simulator.requestsInFlight, simulator.maxRequestsInFlight], [3, 4]);
    await simulator.close();
    await Promise.all(pending);
    assert.equal(simulator.requestsInFlight, 0);
  });

  it("delay responses", async () => {
    simulator.faults.add({ path: "/version", fault: { kind: "delay", ms: 1 } });
    assert.equal((await sendRequest(simulator, "/api/version")).status, 200);
    const slowSimulator = await start({ dialect: "documented", latency: 30 });
    const startedAt = performance.now();
    await sendRequest(slowSimulator, "/api/projects");
    assert.ok(performance.now() - startedAt >= 29);
  });

  it("limit the rate of file downloads without losing bytes", async () => {
    const slowSimulator = await start({ dialect: "product", bytesPerSecond: 20_000_000 });
    const file = { name: "log.bin", type: "application/octet-stream", size: 2_000_000 };
    const { id } = slowSimulator.addFile({ ...file, artifactId: 1 });
    const headers = { "X-Auth-AccessKey": slowSimulator.accounts.admin.accessKey };
    const startedAt = performance.now();
    const response = await fetch(`${slowSimulator.url}/plugins/tracker/attachments/${id}-log.bin`, {
      headers,
    });
    assert.equal((await response.arrayBuffer()).byteLength, file.size);
    // No wait is needed after the last chunk.
    assert.ok(performance.now() - startedAt >= 80);
  });

  it("record all requests", async () => {
    const headers = {
      "Content-Type": "application/json",
      "X-Auth-AccessKey": simulator.accounts.admin.accessKey,
    };
    await sendRequest(simulator, "/api/projects?limit=2", { headers, body: '{"a":1}' });
    const [request] = simulator.requests;
    assert.deepEqual(
      [request?.method, request?.path, request?.body, request?.account, request?.headers["content-type"]],
      ["GET", "/api/projects?limit=2", '{"a":1}', "mlindqvist", "application/json"],
    );
  });

  it("include clients that disconnect during their request", async () => {
    const socket = connect(Number(new URL(simulator.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write("POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
    while (simulator.requestsInFlight === 0) await new Promise(setImmediate);
    socket.destroy();
    while (simulator.requestsInFlight > 0) await new Promise(setImmediate);
    assert.equal((await sendRequest(simulator, "/api/version")).status, 200);
  });
});
