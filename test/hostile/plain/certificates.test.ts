import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer as createProxy, type Server } from "node:http";
import { createServer as createSecureProxy } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { runConnectionChecks } from "../../../src/api/connectionCheck.ts";
import { type ClientOptions, createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");
const authorization = "Basic cHJveHk6c2VjcmV0";

/** A proxy that tunnels and forwards, and records its requests. */
class RecordingProxy {
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  readonly #scheme: string;

  constructor(upstreamPort: number, tls: { readonly key: string; readonly cert: string } | undefined) {
    this.#scheme = tls === undefined ? "http" : "https";
    this.#server = tls === undefined ? createProxy() : createSecureProxy(tls);
    this.#server.on("request", (request, response) => {
      this.requests.push(JSON.stringify([request.url, request.headers]));
      response.writeHead(200, { "content-type": "application/json" }).end("[]");
    });
    this.#server.on("connect", (request, socket: Duplex) => {
      this.requests.push(JSON.stringify([request.url, request.headers]));
      const upstream = connect(upstreamPort, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      this.#track(upstream);
    });
    this.#server.on("connection", (socket: Duplex) => this.#track(socket));
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

describe("NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment", () => {
  let server: Simulator;
  let tls: { readonly key: string; readonly cert: string };
  let originalValue: string | undefined;
  const clients: { close(): Promise<void> }[] = [];
  const proxies: RecordingProxy[] = [];

  before(async () => {
    const [key = "", cert = ""] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    tls = { key, cert };
  });
  beforeEach(async () => {
    server = await startSimulator({ dialect: "product", tls });
    originalValue = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  });
  afterEach(async () => {
    if (originalValue === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = originalValue;
    await Promise.all(clients.splice(0).map((client) => client.close()));
    for (const proxy of proxies.splice(0)) proxy.stop();
    await server.close();
  });

  async function startProxy(
    kind: "plain" | "encrypted",
  ): Promise<{ readonly url: string; readonly proxy: RecordingProxy }> {
    const proxy = new RecordingProxy(
      Number(new URL(server.url).port),
      kind === "encrypted" ? tls : undefined,
    );
    proxies.push(proxy);
    return { url: await proxy.start(), proxy };
  }

  function createOptions(
    api: string,
    proxyUrl?: string,
  ): ClientOptions & { readonly proxy: NonNullable<ClientOptions["proxy"]> } {
    return {
      api,
      credential: { kind: "accessKey", key: server.accounts.member.accessKey },
      caFile: undefined,
      observe: () => undefined,
      proxy: { proxy: proxyUrl, noProxy: [], authorization },
      retry: { ...defaultRetryPolicy, attempts: 1 },
    };
  }

  async function getFailure(options: ClientOptions): Promise<string> {
    const client = createClient(options);
    clients.push(client);
    return client.projects(0).then(
      () => "the request succeeded",
      ({ kind, reason }: { readonly kind: string; readonly reason?: string }) => `${kind} ${reason}`,
    );
  }

  it("sends no key directly to a server with an untrusted certificate", async () => {
    assert.equal(await getFailure(createOptions(`${server.url}/api`)), "unreachable certificate");
    assert.equal(server.requests.length, 0);
  });

  it("sends no key through a proxy to a server with an untrusted certificate", async () => {
    const { url, proxy } = await startProxy("plain");
    assert.equal(
      await getFailure(createOptions("https://tuleap.invalid/api", url)),
      "unreachable certificate",
    );
    assert.equal(proxy.requests.length, 1);
    assert.equal(server.requests.length, 0);
  });

  it("sends nothing to an encrypted proxy with an untrusted certificate", async () => {
    const { url, proxy } = await startProxy("encrypted");
    assert.equal(await getFailure(createOptions("https://tuleap.invalid/api", url)), "unreachable proxy");
    assert.equal(
      await getFailure(createOptions("http://tuleap.invalid/api", url)),
      "unreachable certificate",
    );
    assert.deepEqual([proxy.requests, server.requests], [[], []]);
  });

  it("neither makes a connection check trust the certificate nor sends the password to the proxy", async () => {
    const plain = await startProxy("plain");
    const encrypted = await startProxy("encrypted");
    const statuses: string[] = [];
    for (const [api, proxyUrl] of [
      [`${server.url}/api`, undefined],
      ["https://tuleap.invalid/api", plain.url],
      ["https://tuleap.invalid/api", encrypted.url],
    ] as const) {
      const options = { ...createOptions(api, proxyUrl), now: () => Date.now() };
      for await (const result of runConnectionChecks(options, new AbortController().signal)) {
        if (result.check === "certificate") statuses.push(result.status);
      }
    }
    assert.deepEqual(statuses, ["problem", "problem", "failed"]);
    assert.deepEqual([encrypted.proxy.requests, server.requests], [[], []]);
  });
});
