import assert from "node:assert/strict";
import * as vscode from "vscode";
import { assertSoon } from "../support/wait.ts";
import { boxDocument, boxSoon, CommitStage, filled, set } from "./commitStage.ts";

describe("commit boxes get a reference", () => {
  let stage: CommitStage;

  before(async () => {
    stage = await CommitStage.open();
  });
  afterEach(async () => {
    for (const name of ["commit.reference", "commit.template"]) await set(name, undefined);
    await stage.closeRepositories();
  });
  after(() => stage.close());

  it("in the repository whose branch is about an artifact, and another one with the branch", async () => {
    const { made, place } = await stage.repository("left", "tuleap-12-drifting-buoys");
    const { place: other } = await stage.repository("right");
    await boxSoon(place, filled(12));
    assert.equal(other.inputBox.value, "");
    made.git(["switch", "--quiet", "-c", "tuleap-13"]);
    await boxSoon(place, filled(13));
    made.git(["switch", "--quiet", "main"]);
    await boxSoon(place, "");
    assert.equal(other.inputBox.value, "");
  });

  it("by the template, with what it names of the artifact", async () => {
    const { id, title } = stage.bug("open");
    await set("commit.template", "art #${id} (${title})");
    const { place } = await stage.repository("template", `tuleap-${id}`);
    await boxSoon(place, `\n\nart #${id} (${title}) `);
  });

  it("as a mention where the template would close the artifact", async () => {
    await set("commit.template", "Closes art #${id}");
    const { place } = await stage.repository("closing", "tuleap-12");
    await boxSoon(place, filled(12));
  });

  it("not where something was typed", async () => {
    const { made, place } = await stage.repository("typed");
    place.inputBox.value = "Half a mess";
    made.git(["switch", "--quiet", "-c", "tuleap-12"]);
    // The other box tells when all have been looked at.
    const { place: later } = await stage.repository("typed-later", "tuleap-12");
    await boxSoon(later, filled(12));
    assert.equal(place.inputBox.value, "Half a mess");
  });

  it("not again once it was taken out, until the next commit", async () => {
    const { place } = await stage.repository("deleted", "tuleap-12");
    await boxSoon(place, filled(12));
    const document = await boxDocument(filled(12));
    const edit = new vscode.WorkspaceEdit();
    edit.delete(document.uri, new vscode.Range(0, 0, document.lineCount, 0));
    await vscode.workspace.applyEdit(edit);
    await boxSoon(place, "");
    // What is told of another repository is told after this one was looked at.
    const { place: later } = await stage.repository("deleted-later", "tuleap-13");
    await boxSoon(later, filled(13));
    assert.equal(place.inputBox.value, "");
    await place.commit("Mend, art #12", { empty: true });
    await boxSoon(place, filled(12));
  });

  it("by command only, where that is set: below what was typed, once", async () => {
    const { place } = await stage.repository("command", "tuleap-12");
    await boxSoon(place, filled(12));
    await set("commit.reference", "command");
    place.inputBox.value = "Half a mess";
    for (const time of ["first", "second"]) {
      await vscode.commands.executeCommand("artifacts.addReference", { rootUri: place.rootUri });
      assert.equal(place.inputBox.value, "Half a mess\n\nart #12", time);
    }
    await place.commit(place.inputBox.value, { empty: true });
    assert.equal(place.inputBox.value, "");
    await set("commit.reference", "automatic");
    await boxSoon(place, filled(12));
  });

  it("by command also where nothing goes in by itself", async () => {
    const { place } = await stage.repository("never", "tuleap-12");
    await boxSoon(place, filled(12));
    await set("commit.reference", "never");
    place.inputBox.value = "Mend the lamp";
    await vscode.commands.executeCommand("artifacts.addReference", { rootUri: place.rootUri });
    assert.equal(place.inputBox.value, "Mend the lamp\n\nart #12");
    await place.commit(place.inputBox.value, { empty: true });
    assert.equal(place.inputBox.value, "");
    await vscode.commands.executeCommand("artifacts.addReference", { rootUri: place.rootUri });
    assert.equal(place.inputBox.value, "\n\nart #12");
  });

  it("not while a merge has its message there, and again when that is called off", async () => {
    const { made, place } = await stage.repository("merge", "tuleap-12");
    await vscode.commands.executeCommand("workbench.view.scm");
    await boxSoon(place, filled(12));
    const tree = made.git(["rev-parse", "HEAD^{tree}"]);
    made.git(["branch", "other", made.git(["commit-tree", "-p", "HEAD", "-m", "Aside", tree])]);
    made.git(["merge", "--quiet", "--no-ff", "--no-commit", "other"]);
    await place.status();
    // It is empty then, or has the message that VS Code puts there.
    await assertSoon(() => Promise.resolve(assert.notEqual(place.inputBox.value, filled(12))));
    made.git(["merge", "--abort"]);
    await place.status();
    await boxSoon(place, filled(12));
  });

  it("and keep what was said where an amended commit would be left with it alone", async () => {
    const { place } = await stage.repository("amended", "tuleap-12");
    await boxSoon(place, filled(12));
    place.inputBox.value = "Mend the lamp\n\nIt was dark.\n\nart #12";
    await place.commit(place.inputBox.value, { empty: true });
    await boxSoon(place, filled(12));
    await place.commit(place.inputBox.value, { amend: true, empty: true });
    await boxSoon(place, "Mend the lamp\n\nIt was dark.\n\nart #12");
  });
});
