import assert from "node:assert/strict";
import type { Site } from "../../../src/model/site.ts";
import { Accounts } from "../../../src/store/accounts.ts";
import { Connections } from "../../../src/store/connections.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { createMemorySecrets } from "../../support/fixtures/memorySecrets.ts";
import { createTestStore } from "../../support/fixtures/testStore.ts";

describe("an expired token", () => {
  let server: Simulator;
  let accounts: Accounts;
  let connections: Connections;
  let site: Site;
  let requestCount: number;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    site = createTestStore([{ url: server.url }]).sites.list()[0] ?? assert.fail();
    requestCount = 0;
    accounts = new Accounts(createMemorySecrets());
    connections = new Connections(accounts, {
      findSite: () => site,
      isAllowed: () => true,
      observe: () => undefined,
      onJsonFallback: () => undefined,
      getProxySettings: () => ({ proxy: undefined, noProxy: [], authorization: undefined }),
      renewToken: () => {
        requestCount += 1;
        return Promise.resolve(undefined);
      },
    });
    await accounts.signIn(site.api, {
      account: { id: "102", name: "tokafor" },
      credential: { kind: "token", username: "tokafor", userId: "102", token: "long gone", uri: "" },
    });
  });

  afterEach(async () => {
    await connections.close();
    await server.close();
  });

  it("is renewed", async () => {
    const { client } = await connections.connect(site);
    await assert.rejects(client.projects(0), { kind: "signedOut" });
    assert.equal(requestCount, 1);
  });

  it("isn't renewed after sign-out or for another account", async () => {
    const { client } = await connections.connect(site);
    await accounts.signOut(site.api, "102");
    await assert.rejects(client.projects(0), { kind: "signedOut" });
    assert.equal(requestCount, 0);
  });
});
