import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isFailure } from "../../../src/model/failure.ts";
import { Accounts } from "../../../src/store/accounts.ts";
import { Connections } from "../../../src/store/connections.ts";
import { PlainHttpConsents } from "../../../src/store/mementos.ts";
import { Sites } from "../../../src/store/sites.ts";
import { createMemorySecrets } from "../../support/fixtures/memorySecrets.ts";
import { createMemento } from "./queries/queryFixture.ts";

describe("a site without encryption", () => {
  const sites = new Sites({ read: () => [{ url: "http://a.example" }], write: () => Promise.resolve() });
  const site = sites.list()[0] ?? assert.fail();
  let proxy: Server;
  const connected: unknown[] = [];
  let consents: PlainHttpConsents;
  let connections: Connections;

  beforeEach(async () => {
    connected.length = 0;
    // All requests to the site pass here.
    proxy = createServer((_request, response) => response.writeHead(503).end());
    proxy.on("connection", (socket) => connected.push(socket));
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    consents = new PlainHttpConsents(createMemento());
    const accounts = new Accounts(createMemorySecrets());
    await accounts.signIn(site.api, {
      account: { id: "42", name: "Nell" },
      credential: { kind: "accessKey", key: "tlp-k1-1.secret" },
    });
    connections = new Connections(accounts, {
      findSite: (api) => sites.find(api),
      isAllowed: (api) => consents.isAllowed(api),
      observe: () => undefined,
      onJsonFallback: () => undefined,
      getProxySettings: () => ({ proxy: address, noProxy: [], authorization: undefined }),
      renewToken: () => Promise.resolve(undefined),
    });
  });
  afterEach(async () => {
    await connections.close();
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });

  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    "its connection": async () => (await connections.connect(site)).client.serverVersion(),
    "a first look at it": async () =>
      (await connections.createProbeClient(site.api, undefined)).serverVersion(),
    "the check of its connection": async () => {
      for await (const finding of connections.checkConnection(site, new AbortController().signal)) {
        void finding;
      }
    },
  };

  for (const [name, ask] of Object.entries(ways)) {
    it(`gets no request from ${name} before the user has consented`, async () => {
      await assert.rejects(ask(), (failure) => isFailure(failure) && failure.kind === "notEncrypted");
      assert.deepEqual(connected, []);
      await consents.add(site.api);
      await ask().catch(() => undefined);
      assert.ok(connected.length > 0);
    });
  }

  it("needs consent again after it was removed, separately from https and other hosts", async () => {
    await consents.add(site.api);
    assert.ok(consents.isAllowed("http://a.example/other/api"));
    assert.ok(!consents.isAllowed("http://a.example:8080/api"));
    assert.ok(!consents.isAllowed("http://b.example/api"));
    await consents.clear(site.api);
    assert.ok(!consents.isAllowed(site.api));
    assert.ok(consents.isAllowed("https://a.example/api"));
    assert.ok(consents.isAllowed("http://127.0.0.1:3000/api"));
  });
});
