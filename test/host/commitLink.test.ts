import assert from "node:assert/strict";
import * as vscode from "vscode";
import { showRange } from "../../src/commits/log/artifactsInRange.ts";
import { linkCommit } from "../../src/commits/log/linkCommit.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { assertSoon } from "../support/wait.ts";
import { OfferStage } from "./offerStage.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a commit that is to be linked (${dialect})`, function () {
    const { showQuickPick } = vscode.window;
    let stage: OfferStage;
    let id: number;

    before(async () => {
      stage = await OfferStage.open(dialect);
      id = await stage.artifactOf(bugs);
      // The artifact that the message mentions comes first.
      const first = ([row]: readonly unknown[]): Promise<unknown> => Promise.resolve(row);
      Object.assign(vscode.window, { showQuickPick: first });
    });
    after(async () => {
      Object.assign(vscode.window, { showQuickPick });
      await stage.close();
    });

    it("is told of in one sentence where the server refuses it, and what was to be said is kept", async () => {
      const { made, place } = await stage.opened.repository("refused");
      const hash = made.commit(`Mend the pump, art #${id}`);
      const body = JSON.stringify({ error: { code: 400, message: "Bad Request: not today" } });
      const fault = { kind: "status", status: 400, body, contentType: "application/json" } as const;
      stage.desk.server.faults.add({ method: "PUT", path: /artifacts/, fault });
      stage.press = ["Open and Resolve"];
      await linkCommit(stage.dependencies, place.rootUri.toString(), hash);
      if (dialect === "documented") {
        await stage.saidSoon([`${stage.desk.site.label} takes no comments.`]);
        return;
      }
      await stage.saidSoon([/not today/]);
      assert.deepEqual(stage.desk.server.changesets(id), []);
      const source = `Commit \`${hash}\` by Ada: Mend the pump\\, art \\#${id}`;
      await assertSoon(() => {
        const [command, target, wish] = stage.ran.at(-1) ?? [];
        const { artifactId } = target as { readonly artifactId: number };
        assert.deepEqual([command, artifactId], ["artifacts.openWithWish", id]);
        assert.deepEqual(wish, { kind: "comment", source, format: "commonmark" });
        return Promise.resolve();
      });
    });
  });
}

describe("a range that mentions more than anybody reads", () => {
  it("is cut, and says so", async function () {
    const stage = await OfferStage.open("product");
    const { made, place } = await stage.opened.repository("many");
    const all = Array.from({ length: 1003 }, (_, at) => `art #${at + 1}`);
    made.commit(`Mend all\n\n${all.join("\n")}`);
    const { dependencies, desk } = stage;
    const repository = dependencies.workplace.repositoryOf(place.rootUri) ?? assert.fail("not open");
    const ref = (name: string): { name: string; ref: string; icon: string } => ({
      name,
      ref: name,
      icon: "",
    });
    await showRange(dependencies, repository, desk.site, { from: ref("HEAD~"), to: ref("HEAD") });
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.equal(text.match(/^- /gm)?.length, 1000);
    const end = "Not shown: 3. These are the 1000 that were mentioned last.\n";
    assert.ok(text.replaceAll("\\", "").endsWith(end), text.slice(-200));
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await stage.close();
  });
});
