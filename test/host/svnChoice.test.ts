import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { askRepository } from "../../src/features/form/svnForms.ts";
import { SvnRepositories } from "../../src/store/svn/repositories.ts";
import { type Dialect, startSimulator } from "../simulator/simulator.ts";
import { openStore, signIn } from "../support/fixtures/openStore.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";
import { WindowAnswers } from "./windowAnswers.ts";

const byNumber = "$(symbol-number) Another One, by Its Number…";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  it(`a Subversion repository is chosen from a list, by its number where the server lists none (${dialect})`, async () => {
    const server = await startSimulator({ dialect });
    const store = openStore([{ url: server.url, label: "Demo" }]);
    const answers = new WindowAnswers();
    try {
      const site = store.sites.list()[0] ?? assert.fail("no site");
      await signIn(store, site.api, server.accounts.admin);
      const project = await (await store.connections.to(site)).client.project(101);
      const repositories = new SvnRepositories(store.catalog, memoryInProcess());
      const offered: string[] = [];
      answers.answer("showQuickPick", async (rows: Promise<readonly vscode.QuickPickItem[]>) => {
        const all = await rows;
        offered.push(...all.map(({ label }) => label));
        return all.at(-1);
      });
      const refused: unknown[] = [];
      answers.answer("showInputBox", ({ validateInput }: vscode.InputBoxOptions) => {
        for (const text of ["two", "0", "2"]) refused.push(validateInput?.(text));
        return " 2 ";
      });
      const chosen = await askRepository(repositories, site, project, "Subversion Settings");
      assert.equal(chosen?.id, 2);
      if (dialect === "product") {
        assert.deepEqual([offered, chosen.name], [["console", "charts-archive"], "charts-archive"]);
        return;
      }
      const why = "This is no number of a repository.";
      assert.deepEqual([offered, chosen.name, refused], [[byNumber], undefined, [why, why, undefined]]);
    } finally {
      answers.restore();
      await store.connections.close();
      await server.close();
    }
  });
}
