import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { box, formIn, openArtifact, tab } from "../support/window/form.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import { artifactRows, expandRow, treeRow, treeText } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitStage, type TestRepository } from "../unit/store/commits/gitStage.ts";

/** One is enough in a window: tests inside the extension host and of the store have both. */
describe("commits that mention an artifact", () => {
  let stage: GitStage;
  let repository: TestRepository;
  let server: Simulator;
  let window: VSCodeWindow;
  let id: string;
  /** The newest one that mentions it. */
  let hash: string;
  let plain: string;

  before(async () => {
    stage = await GitStage.open();
    repository = stage.repository("tides");
    server = await startSimulator({ dialect: "product" });
    await repository.file("pump.txt", "One\n");
    repository.git(["add", "--all"]);
    repository.commit("First");
    repository.git(["tag", "v1"]);
    repository.git(["remote", "add", "origin", `${server.url}/plugins/git/demo/tides.git`]);
    window = await openWindow({
      folder: repository.folder,
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Bugs"));
    const label = await artifact().locator(".label-name").innerText();
    [, id = ""] = /#(\d+)/.exec(label) ?? [];
    await repository.file("pump.txt", "Two\n");
    await repository.file("valve.txt", "New\n");
    repository.git(["add", "--all"]);
    hash = repository.commit(`Mend the *pump*, art #${id}\n\nIt leaked.`);
    repository.git(["switch", "--quiet", "-c", "side"]);
    repository.commit(`Look at it, TULEAP-${id}`);
    repository.git(["switch", "--quiet", "main"]);
    await repository.file("pump.txt", "Three\n");
    repository.git(["add", "--all"]);
    plain = repository.commit("Tidy up");
  });
  after(async () => {
    await window.close();
    await server.close();
    await stage.close();
  });

  const artifact = (): Locator => artifactRows(window.page).first();
  const short = (): string => hash.slice(0, 10);
  const rows = (): Locator => quickInput(window.page).locator(".quick-input-list .monaco-list-row");
  const comments = (): readonly string[] =>
    server.changesets(Number(id)).flatMap(({ comment }) => comment?.body || []);

  /** In an editor of its own, which takes the focus late; nothing of it is in the way of what comes next. */
  async function changesShown(): Promise<void> {
    await tab(window, `${short()} Mend the *pump*`).and(window.page.locator(".active")).waitFor();
    const entry = window.page.locator(".multiDiffEntry:visible");
    await entry.filter({ hasText: "pump.txt" }).waitFor();
    await entry.filter({ hasText: "valve.txt" }).waitFor();
    await window.page.waitForFunction(() => document.activeElement?.closest(".multiDiffEntry") !== null);
  }

  it("are rows below it that open their changes", async () => {
    await expandRow(artifact());
    await expandRow(treeRow(window.page, "Commits"));
    const mended = treeRow(window.page, `Mend the *pump*, art #${id}`);
    await mended.waitFor();
    const text = (await treeText(window.page)).map((line) => line.trim());
    const at = text.indexOf("Commits");
    assert.match(text[at + 1] ?? "", new RegExp(`^Look at it, TULEAP-${id} \\| \\w{10} · Ada · `));
    assert.match(text[at + 2] ?? "", new RegExp(`^Mend .* \\| ${short()} · Ada · \\d+ months? ago$`));
    await window.pictures("commits-tree");
    await mended.click();
    await changesShown();
    await window.screenshot("commits-changes-dark");
  });

  it("are a part of its form", async () => {
    const form = await openArtifact(window, Number(id));
    const part = form.locator("section.commits");
    // They are looked for when somebody gets there.
    await form.locator("body").evaluate(({ ownerDocument: { documentElement } }) => {
      documentElement.scrollTop = documentElement.scrollHeight;
    });
    await part.getByRole("button", { name: "Mend the *pump*" }).waitFor();
    await part.scrollIntoViewIfNeeded();
    assert.match(await part.locator("li").first().innerText(), /Look at it, TULEAP-\d+\s+Ada · /);
    await window.pictures("commits-form");
    await formIn(window).locator("section.commits").getByRole("button").last().click();
    await changesShown();
  });

  it("can be linked to it by a comment, and not a second time without a question", async () => {
    const link = async (): Promise<void> => {
      await window.runCommand("Artifacts: Link Commit to Artifact…");
      await quickInputSaying(window.page, "Which commit of tides?");
      await rows().filter({ hasText: "Mend the *pump*" }).click();
      await quickInputSaying(window.page, "Which artifact of Demo?");
      await rows()
        .filter({ hasText: "in the message" })
        .filter({ hasText: `#${id}` })
        .waitFor();
    };
    await link();
    await window.screenshot("commits-link-dark");
    await window.page.keyboard.press("Enter");
    await quickInputSaying(window.page, `Commit ${short()} is on no remote branch`);
    await pickItem(window.page, "Link Now");
    await quickInputSaying(window.page, "The comment that links the commit");
    await window.screenshot("commits-link-comment-dark");
    await window.page.keyboard.press("Enter");
    await notification(window.page, `Commit ${short()} is linked to #${id} now`).waitFor();
    const page = `${server.url}/plugins/git/demo/tides?a=commit&h=${hash}`;
    const said = [`Commit [${short()}](<${page}>) by Ada: Mend the \\*pump\\*, art #${id}`];
    assert.deepEqual(comments(), said);
    await link();
    await window.page.keyboard.press("Enter");
    const question = dialog(window.page, `names commit ${short()} already`);
    await question.waitFor();
    await pressButton(question, "Cancel");
    assert.deepEqual(comments(), said);
  });

  it("make a change log of a range", async () => {
    await window.runCommand("Artifacts: Artifacts in This Range…");
    await quickInputSaying(window.page, "After which commit?");
    await answer(window.page, "nowhere");
    await quickInputSaying(window.page, "tides has no commit named nowhere.");
    await quickInput(window.page).locator("input:visible").fill("v1");
    await rows().filter({ hasText: "v1" }).first().click();
    await quickInputSaying(window.page, "Up to which commit?");
    await window.screenshot("commits-range-dark");
    await pickItem(window.page, "main");
    const lines = window.page.locator(".editor-group-container.active .view-line");
    await lines.filter({ hasText: "Artifacts from v1 to main" }).waitFor();
    // Long lines are wrapped there, and references are links.
    const text = (await lines.allInnerTexts()).join("").replaceAll(/\s+/g, " ");
    const page = `${server.url}/plugins/tracker/?aid=${id}`;
    assert.ok(text.startsWith(`## Artifacts from v1 to main- [art #${id}](<${page}>) `), text);
    assert.match(text, />\) \w[^(]+ \(\w.*\)$/);
    await window.pictures("commits-changelog");
  });

  it("are not linked over a change that somebody makes at the same time", async () => {
    await window.runCommand("Artifacts: Link Commit to Artifact…");
    await rows().filter({ hasText: "Tidy up" }).click();
    // Neither the message nor the branch says which one.
    await quickInputSaying(window.page, "the address of its page");
    const act = (): void => {
      server.clock.advance(60_000);
      const comment = { body: "Me too", format: "text" } as const;
      server.write(Number(id), { values: [], comment, by: server.accounts.member });
    };
    server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault: { kind: "meanwhile", act } });
    await answer(window.page, id);
    await quickInputSaying(window.page, "is on no remote branch");
    await pickItem(window.page, "Link Now");
    await quickInputSaying(window.page, "The comment that links the commit");
    await window.page.keyboard.press("Enter");
    const told = notification(window.page, "Someone was faster");
    await told.waitFor();
    assert.equal(comments().at(-1), "Me too");
    await pressButton(told, "Open and Resolve");
    await assertSoon(async () =>
      assert.match(await box(formIn(window), "comment").inputValue(), /by Ada: Tidy up$/),
    );
    assert.equal(comments().at(-1), "Me too");
  });

  it("are offered in the Timeline, by the file", async () => {
    await window.runCommand("View: Show Explorer");
    await window.page.locator(".explorer-folders-view").getByText("valve.txt", { exact: true }).dblclick();
    await tab(window, "valve.txt").waitFor();
    await window.runCommand("Explorer: Focus on Timeline View");
    const item = window.page.locator(".timeline-tree-view .monaco-list-row").filter({ hasText: "Mend the" });
    await item.click({ button: "right" });
    const menu = window.page.locator(".monaco-menu:visible");
    await menu.locator(".action-label").getByText("Link Commit to Artifact…", { exact: true }).hover();
    await window.screenshot("commits-timeline-dark");
    await window.page.keyboard.press("Enter");
    await quickInputSaying(window.page, "Which commit that changed valve.txt?");
    await assertSoon(async () =>
      assert.deepEqual(await rows().locator(".label-name:visible").allInnerTexts(), [
        `Mend the *pump*, art #${id}`,
        "Another Commit…",
      ]),
    );
    await window.page.keyboard.press("Escape");
  });

  it("are offered in the Graph's hover, by the commit, and by the artifact of the branch", async () => {
    repository.git(["switch", "--quiet", "-c", `tuleap-${id}-tidy`]);
    await window.runCommand("Source Control: Focus on Graph View");
    const item = window.page.locator(".scm-history-view .monaco-list-row").filter({ hasText: "Tidy up" });
    await item.hover();
    const hover = window.page.locator(".workbench-hover:visible");
    await hover.getByText("Link to Artifact…").waitFor();
    await window.screenshot("commits-graph-dark");
    await hover.getByText("Link to Artifact…").click();
    await quickInputSaying(window.page, "Which artifact of Demo?");
    await rows()
      .filter({ hasText: "of the branch" })
      .filter({ hasText: `#${id}` })
      .click();
    await quickInputSaying(window.page, "is on no remote branch");
    await pickItem(window.page, "Link Now");
    await quickInputSaying(window.page, "The comment that links the commit");
    await window.page.keyboard.press("Enter");
    await notification(window.page, `Commit ${plain.slice(0, 10)} is linked to #${id} now`).waitFor();
    assert.match(comments().at(-1) ?? "", /by Ada: Tidy up$/);
  });
});
