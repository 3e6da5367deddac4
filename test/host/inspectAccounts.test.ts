import assert from "node:assert/strict";
import * as vscode from "vscode";
import { JsonDocuments } from "../../src/features/inspect/documents.ts";
import { closeOthersTabs } from "../../src/features/inspect/feature.ts";
import { jsonUri } from "../../src/features/inspect/resourceUri.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../support/fixtures/openStore.ts";
import { until } from "../support/wait.ts";
import { connectTo, disconnectAll } from "./extensionUnderTest.ts";

describe("answers as documents, once another account is signed in", () => {
  let server: Simulator;
  let store: Store;
  let files: JsonDocuments;
  let api: string;
  let uri: vscode.Uri;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    api = `${server.url}/api`;
    store = openStore([{ url: server.url, label: "Demo" }]);
    await signIn(store, api, server.accounts.admin);
    files = new JsonDocuments(store);
    uri = jsonUri({ siteApi: api, accountId: String(server.accounts.admin.id), resource: "projects/102" });
  });
  afterEach(async () => {
    files.dispose();
    await store.connections.close();
    await server.close();
  });

  async function othersSignIn(): Promise<void> {
    await signIn(store, api, server.accounts.member);
    await store.catalog.forget(api);
  }

  async function text(): Promise<string> {
    return new TextDecoder().decode(await files.readFile(uri));
  }

  it("are nothing for them, though they were read before", async () => {
    assert.match(await text(), /open-tides/);
    // Nobody has said yet that the site is to be forgotten.
    await othersSignIn();
    await assert.rejects(text(), /another account/);
    files.forgetSite(api);
    await assert.rejects(text(), /another account/);
  });

  for (const what of ["refresh", "readFile"] as const) {
    it(`don't come back by an answer that arrives late (${what})`, async () => {
      if (what === "refresh") await text();
      const fault = { kind: "meanwhile", act: () => files.forgetSite(api) } as const;
      server.faults.add({ path: "/projects/102", times: 1, fault });
      if (what === "refresh") await assert.rejects(files.refresh(uri), { kind: "cancelled" });
      else assert.match(await text(), /^\/\/ The request to Demo was cancelled/);
      const asked = server.requests.length;
      assert.match(await text(), /open-tides/);
      assert.ok(server.requests.length > asked, "what was read before is kept");
    });
  }

  it("are closed, and only those of others", async () => {
    await connectTo(server.url);
    try {
      await vscode.commands.executeCommand("artifacts.inspectAsJson", { siteApi: api, projectId: 102 });
      const open = (): number =>
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => isJson(input)).length;
      await until("it is open", () => open() === 1);
      await closeOthersTabs(api, (accountId) => accountId === undefined);
      await closeOthersTabs("https://elsewhere.example/api", () => false);
      assert.equal(open(), 1);
      await closeOthersTabs(api, (accountId) => accountId === "102");
      await until("it is closed", () => open() === 0);
    } finally {
      await disconnectAll();
    }
  });
});

function isJson(input: unknown): boolean {
  return input instanceof vscode.TabInputText && input.uri.scheme === "artifact-json";
}
