import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask } from "./asking.ts";
import { perTest } from "./perTest.ts";

describe("simulator: faults and traffic", () => {
  const start = perTest();
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ dialect: "product" });
  });
  afterEach(() => simulator.close());

  it("spoils as many answers as told, of one path, then answers again", async () => {
    simulator.faults.add({
      path: "/projects",
      times: 2,
      fault: { kind: "status", status: 503, body: "busy" },
    });
    const statuses: number[] = [];
    for (const path of ["/api/projects", "/api/trackers/11", "/api/v1/projects?limit=1", "/api/projects"]) {
      statuses.push((await ask(simulator, path)).status);
    }
    assert.deepEqual(statuses, [503, 200, 503, 200]);
  });

  it("takes patterns on path and query, minds the method, and can be taken back", async () => {
    const remove = simulator.faults.add({
      method: "GET",
      path: /limit=7/g,
      fault: { kind: "status", status: 500 },
    });
    assert.equal((await ask(simulator, "/api/projects?limit=7")).status, 500);
    assert.equal((await ask(simulator, "/api/projects?limit=7")).status, 500);
    assert.equal((await ask(simulator, "/api/projects?limit=7", { method: "OPTIONS" })).status, 200);
    remove();
    assert.equal((await ask(simulator, "/api/projects?limit=7")).status, 200);
  });

  it("sends a page where data was due, and data that breaks off", async () => {
    simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "brokenJson" } });
    simulator.faults.add({ path: "/projects", times: 1, fault: { kind: "html" } });
    const page = await ask(simulator, "/api/projects");
    assert.deepEqual([page.status, page.headers["content-type"]], [200, "text/html; charset=UTF-8"]);
    const broken = await ask(simulator, "/api/projects");
    assert.deepEqual(
      [broken.headers["content-type"], broken.data],
      ["application/json; charset=utf-8", undefined],
    );
  });

  it("sends an empty error as a failing platform does", async () => {
    simulator.faults.add({
      path: "/projects",
      fault: { kind: "status", status: 500, body: "", contentType: "text/html" },
    });
    const { status, text, headers } = await ask(simulator, "/api/projects");
    assert.deepEqual([status, text, headers["content-type"]], [500, "", "text/html"]);
  });

  it("drops connections", async () => {
    simulator.faults.add({ path: "/projects", fault: { kind: "drop" } });
    await assert.rejects(ask(simulator, "/api/projects"), { code: "ECONNRESET" });
  });

  it("hangs until it is closed, and counts what waits meanwhile", async () => {
    simulator.faults.add({ path: "/projects", fault: { kind: "hang" } });
    const waiting = [1, 2, 3].map(() => assert.rejects(ask(simulator, "/api/projects")));
    while (simulator.inFlight < 3) await new Promise(setImmediate);
    await ask(simulator, "/api/version");
    assert.deepEqual([simulator.inFlight, simulator.mostInFlight], [3, 4]);
    await simulator.close();
    await Promise.all(waiting);
    assert.equal(simulator.inFlight, 0);
  });

  it("answers late, but answers", async () => {
    simulator.faults.add({ path: "/version", fault: { kind: "delay", ms: 1 } });
    assert.equal((await ask(simulator, "/api/version")).status, 200);
    const slow = await start({ dialect: "documented", latency: 30 });
    const began = performance.now();
    await ask(slow, "/api/projects");
    assert.ok(performance.now() - began >= 29);
  });

  it("sends files no faster than it was told, and whole", async () => {
    const slow = await start({ dialect: "product", bytesPerSecond: 20_000_000 });
    const described = { name: "log.bin", type: "application/octet-stream", size: 2_000_000 };
    const { id } = slow.addFile({ ...described, artifactId: 1 });
    const headers = { "X-Auth-AccessKey": slow.accounts.admin.accessKey };
    const began = performance.now();
    const answer = await fetch(`${slow.url}/plugins/tracker/attachments/${id}-log.bin`, { headers });
    assert.equal((await answer.arrayBuffer()).byteLength, described.size);
    // The last piece need not be waited for.
    assert.ok(performance.now() - began >= 80);
  });

  it("keeps everything that arrived", async () => {
    const headers = {
      "Content-Type": "application/json",
      "X-Auth-AccessKey": simulator.accounts.admin.accessKey,
    };
    await ask(simulator, "/api/projects?limit=2", { headers, body: '{"a":1}' });
    const [request] = simulator.requests;
    assert.deepEqual(
      [request?.method, request?.path, request?.body, request?.account, request?.headers["content-type"]],
      ["GET", "/api/projects?limit=2", '{"a":1}', "mlindqvist", "application/json"],
    );
  });

  it("survives a client that goes away in the middle of its request", async () => {
    const socket = connect(Number(new URL(simulator.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write("POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
    while (simulator.inFlight === 0) await new Promise(setImmediate);
    socket.destroy();
    while (simulator.inFlight > 0) await new Promise(setImmediate);
    assert.equal((await ask(simulator, "/api/version")).status, 200);
  });
});
