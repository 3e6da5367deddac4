import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { type Client, type ClientOptions, createClient } from "../../../src/api/client.ts";
import { directConnection, findProxy } from "../../../src/api/network/proxy.ts";
import { defaultTransportLimits } from "../../../src/api/network/transport.ts";
import { startSimulator } from "../../simulator/simulator.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");

/** Starts a proxy and returns its URL. */
async function listen(proxy: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** A client of a server whose host name only the proxy resolves. */
function createProxyClient(
  proxy: string,
  { authorization, ...options }: Partial<ClientOptions> & { readonly authorization?: string } = {},
): Client {
  return createClient({
    api: "https://tuleap.invalid/api",
    credential: undefined,
    caFile: undefined,
    observe: () => undefined,
    proxy: { proxy, noProxy: [], authorization },
    ...options,
  });
}

describe("proxy settings", () => {
  const settings = {
    proxy: "http://proxy.example:3128",
    noProxy: [
      "internal.example",
      ".corp.example",
      "odd.example:8443",
      "*.wild.example",
      "2001:db8::1",
      "[2001:db8::2]:8443",
    ],
    authorization: undefined,
  };
  const cases: readonly (readonly [string, boolean])[] = [
    ["https://tuleap.example/api", true],
    ["https://internal.example/api", false],
    ["https://sub.internal.example/api", false],
    ["https://notinternal.example/api", true],
    ["https://a.corp.example/api", false],
    ["https://odd.example/api", true],
    ["https://odd.example:8443/api", false],
    ["https://x.wild.example/api", false],
    ["https://[2001:db8::1]/api", false],
    ["https://[2001:db8::2]/api", true],
    ["https://[2001:db8::2]:8443/api", false],
    ["http://localhost:8080/api", false],
    ["http://127.0.0.1:8080/api", false],
  ];
  for (const [proxyUrl, isProxied] of cases) {
    it(`${isProxied ? "use the proxy" : "use a direct connection"} for ${proxyUrl}`, () => {
      assert.equal(findProxy(new URL(proxyUrl), settings), isProxied ? settings.proxy : undefined);
    });
  }

  it("use a direct connection with * in noProxy, and without a proxy", () => {
    assert.equal(findProxy(new URL("https://tuleap.example"), { ...settings, noProxy: ["*"] }), undefined);
    assert.equal(findProxy(new URL("https://tuleap.example"), directConnection), undefined);
  });

  it("send plain HTTP through the proxy with its authorization", async () => {
    const server = await startSimulator({ dialect: "product" });
    const received: { url: string; authorization: string | undefined }[] = [];
    // A forwarding proxy receives absolute URLs.
    const proxy = createServer((request, response) => {
      received.push({ url: request.url ?? "", authorization: request.headers["proxy-authorization"] });
      const path = new URL(request.url ?? "/").pathname + new URL(request.url ?? "/").search;
      void fetch(`${server.url}${path}`).then(async (upstreamResponse) => {
        response.writeHead(upstreamResponse.status, {
          "Content-Type": upstreamResponse.headers.get("content-type") ?? "",
        });
        response.end(await upstreamResponse.text());
      });
    });
    const proxyUrl = await listen(proxy);
    const client = createProxyClient(proxyUrl, {
      api: "http://tuleap.invalid/api",
      authorization: "Basic cHJveHk=",
    });
    try {
      assert.ok((await client.projects(0)).items.length > 0);
      assert.deepEqual(received, [
        { url: "http://tuleap.invalid/api/projects?limit=50&offset=0", authorization: "Basic cHJveHk=" },
      ]);
    } finally {
      await client.close();
      await server.close();
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it("send HTTPS through a tunnel", async () => {
    const [key = "", cert = ""] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    const server = await startSimulator({ dialect: "product", tls: { key, cert } });
    const requests: string[] = [];
    const sockets = new Set<Duplex>();
    const proxy = createServer().on("connect", (request, socket: Duplex) => {
      requests.push(request.url ?? "");
      const upstream = connect(Number(new URL(server.url).port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      for (const each of [socket, upstream]) {
        sockets.add(each);
        each.on("error", () => undefined);
      }
    });
    const proxyUrl = await listen(proxy);
    const client = createProxyClient(proxyUrl, { caFile: join(certificates, "ca.pem") });
    try {
      assert.ok((await client.projects(0)).items.length > 0);
      assert.deepEqual(requests, ["tuleap.invalid:443"]);
    } finally {
      await client.close();
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await server.close();
    }
  });

  for (const [behavior, respond] of [
    ["disconnects", (socket: Duplex) => socket.destroy()],
    [
      "rejects the connection",
      (socket: Duplex) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
    ],
  ] as const) {
    it(`cause a proxy failure without a retry if the proxy ${behavior}`, async () => {
      let requests = 0;
      const proxy = createServer().on("connect", (_request, socket: Duplex) => {
        requests += 1;
        socket.on("error", () => undefined);
        respond(socket);
      });
      const proxyUrl = await listen(proxy);
      const client = createProxyClient(proxyUrl);
      try {
        await assert.rejects(client.projects(0), { kind: "unreachable", reason: "proxy" });
        await assert.rejects(client.overwriteArtifact(1, { changes: [] }), {
          kind: "unreachable",
          reason: "proxy",
        });
        assert.equal(requests, 2);
      } finally {
        await client.close();
        proxy.close();
      }
    });
  }

  it("cause a timeout if the proxy doesn't respond, and a proxy failure if the URL is invalid", async () => {
    const sockets = new Set<Duplex>();
    const proxy = createServer().on("connect", (_request, socket: Duplex) => sockets.add(socket));
    const proxyUrl = await listen(proxy);
    const limits = { ...defaultTransportLimits, connectMs: 200 };
    const [silentClient, invalidClient] = [
      createProxyClient(proxyUrl, { limits }),
      createProxyClient("nonsense"),
    ];
    try {
      await assert.rejects(silentClient.projects(0), { kind: "timedOut" });
      await assert.rejects(invalidClient.projects(0), { kind: "unreachable", reason: "proxy" });
    } finally {
      await Promise.all([silentClient.close(), invalidClient.close()]);
      for (const socket of sockets) socket.destroy();
      proxy.close();
    }
  });
});
