import assert from "node:assert/strict";
import * as vscode from "vscode";
import { JsonFileSystem } from "../../src/features/inspect/jsonFileSystem.ts";
import { closeJsonTabsOfOtherAccounts } from "../../src/features/inspect/feature.ts";
import { createJsonUri } from "../../src/features/inspect/jsonUri.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { waitUntil } from "../support/wait.ts";
import { setSites, clearSites } from "./extensionUnderTest.ts";

describe("JSON documents after another account has signed in", () => {
  let server: Simulator;
  let store: TestStore;
  let fileSystem: JsonFileSystem;
  let api: string;
  let uri: vscode.Uri;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    api = `${server.url}/api`;
    store = createTestStore([{ url: server.url, label: "Demo" }]);
    await signIn(store, api, server.accounts.admin);
    fileSystem = new JsonFileSystem(store);
    uri = createJsonUri({
      siteApi: api,
      accountId: String(server.accounts.admin.id),
      resource: "projects/102",
    });
  });
  afterEach(async () => {
    fileSystem.dispose();
    await store.connections.close();
    await server.close();
  });

  async function signInOtherAccount(): Promise<void> {
    await signIn(store, api, server.accounts.member);
    await store.catalog.forgetSite(api);
  }

  async function readText(): Promise<string> {
    return new TextDecoder().decode(await fileSystem.readFile(uri));
  }

  it("can't be read, even if they were loaded before", async () => {
    assert.match(await readText(), /open-tides/);
    // The file system hasn't forgotten the site yet.
    await signInOtherAccount();
    await assert.rejects(readText(), /a different account/);
    fileSystem.forgetSite(api);
    await assert.rejects(readText(), /a different account/);
  });

  for (const method of ["refresh", "readFile"] as const) {
    it(`ignore a delayed response (${method})`, async () => {
      if (method === "refresh") await readText();
      const fault = { kind: "concurrentChange", act: () => fileSystem.forgetSite(api) } as const;
      server.faults.add({ path: "/projects/102", times: 1, fault });
      if (method === "refresh") await assert.rejects(fileSystem.refresh(uri), { kind: "canceled" });
      else assert.match(await readText(), /^\/\/ The request to Demo was canceled/);
      const requestCount = server.requests.length;
      assert.match(await readText(), /open-tides/);
      assert.ok(server.requests.length > requestCount, "an old response is cached");
    });
  }

  it("are closed if they belong to another account", async () => {
    await setSites(server.url);
    try {
      await vscode.commands.executeCommand("artifacts.inspectAsJson", { siteApi: api, projectId: 102 });
      const countTabs = (): number =>
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => isJson(input)).length;
      await waitUntil("the tab is open", () => countTabs() === 1);
      await closeJsonTabsOfOtherAccounts(api, (accountId) => accountId === undefined);
      await closeJsonTabsOfOtherAccounts("https://elsewhere.example/api", () => false);
      assert.equal(countTabs(), 1);
      await closeJsonTabsOfOtherAccounts(api, (accountId) => accountId === "102");
      await waitUntil("the tab is closed", () => countTabs() === 0);
    } finally {
      await clearSites();
    }
  });
});

function isJson(input: unknown): boolean {
  return input instanceof vscode.TabInputText && input.uri.scheme === "artifact-json";
}
