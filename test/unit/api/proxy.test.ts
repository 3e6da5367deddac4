import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { type Client, type ClientOptions, createClient } from "../../../src/api/client.ts";
import { directly, proxyFor } from "../../../src/api/network/proxy.ts";
import { usualLimits } from "../../../src/api/network/transport.ts";
import { startSimulator } from "../../simulator/simulator.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");

/** Starts a proxy and gives its address. */
async function listening(proxy: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** A client of a server whose name only a proxy knows. */
function clientThrough(
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

describe("the way out", () => {
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
  for (const [address, isProxied] of cases) {
    it(`${address} ${isProxied ? "goes through the proxy" : "is reached directly"}`, () => {
      assert.equal(proxyFor(new URL(address), settings), isProxied ? settings.proxy : undefined);
    });
  }

  it("is direct for all with a star, and without a proxy", () => {
    assert.equal(proxyFor(new URL("https://tuleap.example"), { ...settings, noProxy: ["*"] }), undefined);
    assert.equal(proxyFor(new URL("https://tuleap.example"), directly), undefined);
  });

  it("leads through a proxy, which is given its own authorization and not the key's header alone", async () => {
    const server = await startSimulator({ dialect: "product" });
    const seen: { url: string; authorization: string | undefined }[] = [];
    // A forwarding proxy is asked for whole addresses.
    const proxy = createServer((request, response) => {
      seen.push({ url: request.url ?? "", authorization: request.headers["proxy-authorization"] });
      const path = new URL(request.url ?? "/").pathname + new URL(request.url ?? "/").search;
      void fetch(`${server.url}${path}`).then(async (answer) => {
        response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "" });
        response.end(await answer.text());
      });
    });
    const address = await listening(proxy);
    const client = clientThrough(address, {
      api: "http://tuleap.invalid/api",
      authorization: "Basic cHJveHk=",
    });
    try {
      assert.ok((await client.projects(0)).items.length > 0);
      assert.deepEqual(seen, [
        { url: "http://tuleap.invalid/api/projects?limit=50&offset=0", authorization: "Basic cHJveHk=" },
      ]);
    } finally {
      await client.close();
      await server.close();
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it("leads through a tunnel where the server is encrypted, so that the proxy reads nothing", async () => {
    const [key = "", cert = ""] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    const server = await startSimulator({ dialect: "product", tls: { key, cert } });
    const asked: string[] = [];
    const sockets = new Set<Duplex>();
    const proxy = createServer().on("connect", (request, socket: Duplex) => {
      asked.push(request.url ?? "");
      const upstream = connect(Number(new URL(server.url).port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      for (const each of [socket, upstream]) {
        sockets.add(each);
        each.on("error", () => undefined);
      }
    });
    const address = await listening(proxy);
    const client = clientThrough(address, { caFile: join(certificates, "ca.pem") });
    try {
      assert.ok((await client.projects(0)).items.length > 0);
      assert.deepEqual(asked, ["tuleap.invalid:443"]);
    } finally {
      await client.close();
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await server.close();
    }
  });

  for (const [manner, meet] of [
    ["breaks off", (socket: Duplex) => socket.destroy()],
    ["refuses", (socket: Duplex) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")],
  ] as const) {
    it(`ends at a proxy that ${manner}, at once and as a failure of the proxy`, async () => {
      let asked = 0;
      const proxy = createServer().on("connect", (_request, socket: Duplex) => {
        asked += 1;
        socket.on("error", () => undefined);
        meet(socket);
      });
      const address = await listening(proxy);
      const client = clientThrough(address);
      try {
        await assert.rejects(client.projects(0), { kind: "unreachable", reason: "proxy" });
        await assert.rejects(client.overwrite(1, { changes: [] }), { kind: "unreachable", reason: "proxy" });
        assert.equal(asked, 2);
      } finally {
        await client.close();
        proxy.close();
      }
    });
  }

  it("ends in time at a proxy that says nothing, and at a setting that names none", async () => {
    const open = new Set<Duplex>();
    const proxy = createServer().on("connect", (_request, socket: Duplex) => open.add(socket));
    const address = await listening(proxy);
    const limits = { ...usualLimits, connectMs: 200 };
    const [silent, nonsense] = [clientThrough(address, { limits }), clientThrough("nonsense")];
    try {
      await assert.rejects(silent.projects(0), { kind: "timedOut" });
      await assert.rejects(nonsense.projects(0), { kind: "unreachable", reason: "proxy" });
    } finally {
      await Promise.all([silent.close(), nonsense.close()]);
      for (const socket of open) socket.destroy();
      proxy.close();
    }
  });
});
