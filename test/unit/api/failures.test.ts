import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { defaultTransportLimits } from "../../../src/api/network/transport.ts";
import { isFailure } from "../../../src/model/failure.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import {
  type StaticResponse,
  type StaticServer,
  startStaticServer,
} from "../../support/simulator/staticServer.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");

describe("request failures", () => {
  let server: Simulator;
  const resources: { close(): Promise<void> }[] = [];

  function connect(api: string, options: { key?: string; caFile?: string } = {}): Client {
    const client = createClient({
      api,
      credential: options.key === undefined ? undefined : { kind: "accessKey", key: options.key },
      caFile: options.caFile,
      observe: () => undefined,
      limits: { ...defaultTransportLimits, headersMs: 200, idleMs: 200, maxBodyBytes: 100_000 },
      retry: { ...defaultRetryPolicy, wait: () => Promise.resolve() },
    });
    resources.push(client);
    return client;
  }

  async function serve(response: StaticResponse): Promise<StaticServer> {
    const started = await startStaticServer(response);
    resources.push(started);
    return started;
  }

  /** The failure of listing projects. */
  async function getFailure(api: string, options?: { key?: string; caFile?: string }): Promise<object> {
    try {
      await connect(api, options).projects(0);
    } catch (failure) {
      assert.ok(isFailure(failure), String(failure));
      const { kind } = failure;
      const { status } = failure.request;
      return {
        kind,
        ...(status === undefined ? {} : { status }),
        ...("reason" in failure ? { reason: failure.reason } : {}),
      };
    }
    assert.fail("no failure");
  }

  before(async () => {
    server = await startSimulator({ dialect: "product" });
  });
  after(async () => {
    await Promise.all(resources.map((resource) => resource.close()));
    await server.close();
  });

  const faults = [
    [{ kind: "html" }, { kind: "wrongServer", status: 200 }],
    [{ kind: "brokenJson" }, { kind: "unexpectedResponse", status: 200, reason: "json" }],
    [{ kind: "hang" }, { kind: "timedOut" }],
    [{ kind: "drop" }, { kind: "unreachable", reason: "closed" }],
    [
      { kind: "status", status: 401, body: `{"error":{"code":401,"message":"Unauthorized"}}` },
      { kind: "signedOut", status: 401 },
    ],
    [
      { kind: "status", status: 403, body: `{"error":{"code":403,"message":"Forbidden"}}` },
      { kind: "forbidden", status: 403 },
    ],
    [
      { kind: "status", status: 404, body: `{"error":{"code":404,"message":"Not Found"}}` },
      { kind: "notFound", status: 404 },
    ],
    [
      { kind: "status", status: 400, body: `{"error":{"code":400,"message":"Bad Request: no"}}` },
      { kind: "invalidRequest", status: 400 },
    ],
    [
      { kind: "status", status: 500 },
      { kind: "serverError", status: 500 },
    ],
    [
      { kind: "status", status: 502, body: "<html>nginx</html>", contentType: "text/html" },
      { kind: "serverError", status: 502 },
    ],
    [
      { kind: "status", status: 404, body: "<html>no such page</html>", contentType: "text/html" },
      { kind: "wrongServer", status: 404 },
    ],
    [
      { kind: "status", status: 200, body: `{"not":"a list"}` },
      { kind: "unexpectedResponse", status: 200, reason: "shape" },
    ],
    [
      { kind: "status", status: 200, body: `"${"x".repeat(200_000)}"` },
      { kind: "unexpectedResponse", reason: "tooLarge" },
    ],
  ] as const;
  for (const [fault, expected] of faults) {
    it(`report ${JSON.stringify(fault).slice(0, 80)} as ${expected.kind}`, async () => {
      const removeFault = server.faults.add({ path: /projects/, fault });
      assert.deepEqual(await getFailure(`${server.url}/api`), expected);
      removeFault();
    });
  }

  it("distinguish a refused connection, an unresolved host name and a server without TLS", async () => {
    const closedServer = await startStaticServer({ status: 200 });
    await closedServer.close();
    assert.deepEqual(await getFailure(`${closedServer.url}/api`), { kind: "unreachable", reason: "refused" });
    assert.deepEqual(await getFailure("http://name.invalid/api"), { kind: "unreachable", reason: "name" });
    const tls = server.url.replace("http:", "https:");
    assert.deepEqual(await getFailure(`${tls}/api`), { kind: "unreachable", reason: "tls" });
  });

  it("report an untrusted certificate unless a CA file has its issuer", async () => {
    const [key, cert] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    assert.ok(key !== undefined && cert !== undefined);
    const tlsServer = await startSimulator({ dialect: "product", tls: { key, cert } });
    resources.push(tlsServer);
    const api = `${tlsServer.url}/api`;
    assert.deepEqual(await getFailure(api), { kind: "unreachable", reason: "certificate" });
    assert.deepEqual(await getFailure(api, { caFile: "/no/such/file.pem" }), {
      kind: "unreachable",
      reason: "caFile",
    });
    const page = await connect(api, { caFile: join(certificates, "ca.pem") }).projects(0);
    assert.ok(page.items.length > 0);
  });

  it("report redirects without following them", async () => {
    const otherServer = await serve({
      status: 200,
      body: "[]",
      headers: { "Content-Type": "application/json" },
    });
    const moved = await serve({ status: 301, headers: { Location: `${otherServer.url}/api/projects` } });
    const client = connect(`${moved.url}/api`, { key: "secret" });
    await assert.rejects(client.projects(0), { kind: "moved", location: `${otherServer.url}/api/projects` });
    assert.deepEqual([moved.receivedHeaders.length, otherServer.receivedHeaders.length], [1, 0]);
  });

  it("report URLs outside the API root without requesting them", async () => {
    const otherServer = await serve({ status: 200, body: "[]" });
    const client = connect(`${server.url}/api`, { key: server.accounts.member.accessKey });
    const tracker = { kind: "tracker", id: 1, uri: "trackers/1", label: "x", color: undefined } as const;
    const foreignTracker = { ...tracker, artifactsUri: `${otherServer.url}/api/trackers/1/artifacts` };
    await assert.rejects(client.artifacts(foreignTracker, { offset: 0 }), {
      kind: "unexpectedResponse",
      reason: "foreignUrl",
    });
    assert.equal(otherServer.receivedHeaders.length, 0);
  });

  it("report canceled requests, also those waiting for a connection", async () => {
    const removeFault = server.faults.add({ path: /projects/, fault: { kind: "delay", ms: 50 } });
    const client = connect(`${server.url}/api`);
    const abort = new AbortController();
    const requests = Array.from({ length: 12 }, () => client.projects(0, abort.signal));
    abort.abort();
    const kinds = (await Promise.allSettled(requests)).map(
      (result) => result.status === "rejected" && (result.reason as { kind: string }).kind,
    );
    assert.deepEqual([...new Set(kinds)], ["canceled"]);
    removeFault();
  });

  it("contain the server's message, localized if available", async () => {
    const messages: readonly (readonly [unknown, string])[] = [
      [{ error: { code: 400, message: "Bad Request: the short name is taken" } }, "the short name is taken"],
      [
        { error: { code: 400, message: "Bad Request: error: Name it.\nerror: No error: here.\n" } },
        "Name it.\nNo error: here.",
      ],
      [
        { error: { code: 400, message: "Bad Request", i18n_error_message: "Nom déjà pris" } },
        "Nom déjà pris",
      ],
      [{ error: { code: 400, message: "Bad Request", i18n_error_messages: ["Un.", "Deux."] } }, "Un. Deux."],
      [{ error: "a bare string" }, "a bare string"],
    ];
    for (const [body, expected] of messages) {
      const removeFault = server.faults.add({
        path: /projects/,
        fault: { kind: "status", status: 400, body: JSON.stringify(body) },
      });
      const failure = await connect(`${server.url}/api`)
        .projects(0)
        .catch((error: unknown) => error);
      assert.ok(isFailure(failure));
      assert.equal(failure.request.serverMessage, expected);
      removeFault();
    }
  });

  it("don't include an unreadable element, which becomes a placeholder", async () => {
    const valid = {
      id: 1,
      uri: "projects/1",
      label: "Good",
      shortname: "good",
      resources: [{ type: "trackers" }, 7],
    };
    const body = [valid, { id: 2, label: null }, "nonsense", { ...valid, id: 3, resources: null }];
    const removeFault = server.faults.add({
      path: /projects/,
      fault: { kind: "status", status: 200, body: JSON.stringify(body) },
    });
    const { items } = await connect(`${server.url}/api`).projects(0);
    removeFault();
    assert.deepEqual(
      items.map((item) => (item.kind === "unreadable" ? item : { id: item.id, resources: item.resources })),
      [
        { id: 1, resources: [] },
        { kind: "unreadable", position: 1, id: 2 },
        { kind: "unreadable", position: 2, id: undefined },
        { id: 3, resources: [] },
      ],
    );
  });
});
