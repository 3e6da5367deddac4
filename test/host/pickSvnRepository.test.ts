import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { pickSvnRepository } from "../../src/features/form/svnForms.ts";
import { SvnRepositories } from "../../src/store/svn/svnRepositories.ts";
import { type Dialect, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn } from "../support/fixtures/testStore.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";
import { FakeDialogs } from "./fakeDialogs.ts";

const enterIdLabel = "$(symbol-number) Enter Repository ID…";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  it(`pickSvnRepository lists repositories, or prompts for an ID if the server can't list them (${dialect})`, async () => {
    const server = await startSimulator({ dialect });
    const store = createTestStore([{ url: server.url, label: "Demo" }]);
    const dialogs = new FakeDialogs();
    try {
      const site = store.sites.list()[0] ?? assert.fail("no site");
      await signIn(store, site.api, server.accounts.admin);
      const project = await (await store.connections.connect(site)).client.project(101);
      const repositories = new SvnRepositories(store.catalog, createMemento());
      const labels: string[] = [];
      dialogs.setAnswer("showQuickPick", async (rows: Promise<readonly vscode.QuickPickItem[]>) => {
        const items = await rows;
        labels.push(...items.map(({ label }) => label));
        return items.at(-1);
      });
      const validationMessages: unknown[] = [];
      dialogs.setAnswer("showInputBox", ({ validateInput }: vscode.InputBoxOptions) => {
        for (const text of ["two", "0", "2"]) validationMessages.push(validateInput?.(text));
        return " 2 ";
      });
      const repository = await pickSvnRepository(repositories, site, project, "Edit Subversion Settings");
      assert.equal(repository?.id, 2);
      if (dialect === "product") {
        assert.deepEqual([labels, repository.name], [["console", "charts-archive"], "charts-archive"]);
        return;
      }
      const invalidId = "Enter a valid repository ID.";
      assert.deepEqual(
        [labels, repository.name, validationMessages],
        [[enterIdLabel], undefined, [invalidId, invalidId, undefined]],
      );
    } finally {
      dialogs.restore();
      await store.connections.close();
      await server.close();
    }
  });
}
