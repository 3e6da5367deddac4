import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer as createProxy, type Server } from "node:http";
import { createServer as createSecureProxy } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { checkup } from "../../../src/api/checkup.ts";
import { type ClientOptions, createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");
const authorization = "Basic cHJveHk6c2VjcmV0";

/** A proxy that tunnels and forwards, and what it was asked for. */
class Proxy {
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  readonly #scheme: string;

  constructor(upstreamPort: number, tls: { readonly key: string; readonly cert: string } | undefined) {
    this.#scheme = tls === undefined ? "http" : "https";
    this.#server = tls === undefined ? createProxy() : createSecureProxy(tls);
    this.#server.on("request", (request, response) => {
      this.asked.push(JSON.stringify([request.url, request.headers]));
      response.writeHead(200, { "content-type": "application/json" }).end("[]");
    });
    this.#server.on("connect", (request, socket: Duplex) => {
      this.asked.push(JSON.stringify([request.url, request.headers]));
      const upstream = connect(upstreamPort, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      this.#watch(upstream);
    });
    this.#server.on("connection", (socket: Duplex) => this.#watch(socket));
  }

  #watch(socket: Duplex): void {
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
  let earlier: string | undefined;
  const opened: { close(): Promise<void> }[] = [];
  const proxies: Proxy[] = [];

  before(async () => {
    const [key = "", cert = ""] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    tls = { key, cert };
  });
  beforeEach(async () => {
    server = await startSimulator({ dialect: "product", tls });
    earlier = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  });
  afterEach(async () => {
    if (earlier === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = earlier;
    await Promise.all(opened.splice(0).map((each) => each.close()));
    for (const proxy of proxies.splice(0)) proxy.stop();
    await server.close();
  });

  async function proxy(kind: "plain" | "encrypted"): Promise<{ readonly url: string; readonly at: Proxy }> {
    const at = new Proxy(Number(new URL(server.url).port), kind === "encrypted" ? tls : undefined);
    proxies.push(at);
    return { url: await at.start(), at };
  }

  function optionsOf(
    api: string,
    through?: string,
  ): ClientOptions & { readonly proxy: NonNullable<ClientOptions["proxy"]> } {
    return {
      api,
      credential: { kind: "accessKey", key: server.accounts.member.accessKey },
      caFile: undefined,
      observe: () => undefined,
      proxy: { proxy: through, noProxy: [], authorization },
      retry: { ...usualRetry, attempts: 1 },
    };
  }

  async function failureOf(options: ClientOptions): Promise<string> {
    const client = createClient(options);
    opened.push(client);
    return client.projects(0).then(
      () => "the request was answered",
      ({ kind, reason }: { readonly kind: string; readonly reason?: string }) => `${kind} ${reason}`,
    );
  }

  it("sends no key to a server whose certificate isn't trusted, directly", async () => {
    assert.equal(await failureOf(optionsOf(`${server.url}/api`)), "unreachable certificate");
    assert.equal(server.requests.length, 0);
  });

  it("sends no key to a server whose certificate isn't trusted, through a proxy's tunnel", async () => {
    const { url, at } = await proxy("plain");
    assert.equal(await failureOf(optionsOf("https://tuleap.invalid/api", url)), "unreachable certificate");
    assert.equal(at.asked.length, 1);
    assert.equal(server.requests.length, 0);
  });

  it("sends nothing through an encrypted proxy whose own certificate isn't trusted", async () => {
    const { url, at } = await proxy("encrypted");
    assert.equal(await failureOf(optionsOf("https://tuleap.invalid/api", url)), "unreachable proxy");
    assert.equal(await failureOf(optionsOf("http://tuleap.invalid/api", url)), "unreachable certificate");
    assert.deepEqual([at.asked, server.requests], [[], []]);
  });

  it("doesn't make a connection check trust the certificate, nor tell the proxy its password", async () => {
    const plain = await proxy("plain");
    const encrypted = await proxy("encrypted");
    const found: string[] = [];
    for (const [api, through] of [
      [`${server.url}/api`, undefined],
      ["https://tuleap.invalid/api", plain.url],
      ["https://tuleap.invalid/api", encrypted.url],
    ] as const) {
      const options = { ...optionsOf(api, through), now: () => Date.now() };
      for await (const finding of checkup(options, new AbortController().signal)) {
        if (finding.check === "certificate") found.push(finding.verdict);
      }
    }
    assert.deepEqual(found, ["bad", "bad", "failed"]);
    assert.deepEqual([encrypted.at.asked, server.requests], [[], []]);
  });
});
