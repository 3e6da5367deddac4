import assert from "node:assert/strict";
import type { Site } from "../../../src/model/site.ts";
import { Accounts } from "../../../src/store/accounts.ts";
import { Connections } from "../../../src/store/connections.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { memorySecrets } from "../../support/fixtures/memorySecrets.ts";
import { openStore } from "../../support/fixtures/openStore.ts";

describe("a sign-in that has run out", () => {
  let server: Simulator;
  let accounts: Accounts;
  let connections: Connections;
  let site: Site;
  let asked: number;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    site = openStore([{ url: server.url }]).sites.list()[0] ?? assert.fail();
    asked = 0;
    accounts = new Accounts(memorySecrets());
    connections = new Connections(accounts, {
      siteAt: () => site,
      allows: () => true,
      observe: () => undefined,
      noteJsonInstead: () => undefined,
      proxyFor: () => ({ proxy: undefined, noProxy: [], authorization: undefined }),
      renewToken: () => {
        asked += 1;
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

  it("is asked for again", async () => {
    const { client } = await connections.to(site);
    await assert.rejects(client.projects(0), { kind: "signedOut" });
    assert.equal(asked, 1);
  });

  it("is nothing to ask about for who has left, or goes on as another", async () => {
    const { client } = await connections.to(site);
    await accounts.signOut(site.api, "102");
    await assert.rejects(client.projects(0), { kind: "signedOut" });
    assert.equal(asked, 0);
  });
});
