import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { formIn, tab } from "../support/window/form.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitStage, type TestRepository } from "../unit/store/commits/gitStage.ts";

interface Bug {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly is_open: boolean;
}

/** An open one with a plain title, read past the extension. */
async function anOpenBug({ url, accounts: { admin } }: Simulator): Promise<Bug> {
  const headers = { "X-Auth-AccessKey": admin.accessKey };
  const answered = await fetch(`${url}/api/trackers/11/artifacts?limit=50`, { headers });
  const rows: unknown = await answered.json();
  assert.ok(Array.isArray(rows));
  const found: Bug | undefined = rows.find(
    ({ id, title, is_open }: Bug) => id > 9 && is_open && /^[\w ]{20,}$/.test(title),
  );
  return found ?? assert.fail("no such bug");
}

/** One dialect is enough in a window: tests inside the extension host and of the store have both. */
describe("the commit box in the window (product)", () => {
  let stage: GitStage;
  let repository: TestRepository;
  let server: Simulator;
  let window: VSCodeWindow;
  let bug: Bug;
  /** Of the branch that is about the bug. */
  let branch: string;

  before(async () => {
    stage = await GitStage.open();
    repository = stage.repository("harbour");
    repository.git(["config", "user.name", "Ada"]);
    repository.git(["config", "user.email", "ada@example.com"]);
    await repository.file("lamp.txt", "dark\n");
    repository.git(["add", "--all"]);
    repository.commit("First");
    server = await startSimulator({ dialect: "product" });
    bug = await anOpenBug(server);
    branch = `tuleap-${bug.id}-lamps`;
    window = await openWindow({
      folder: repository.folder,
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "editor.minimap.enabled": false,
      },
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    await window.runCommand("Source Control: Focus on Changes View");
    await box().waitFor();
  });
  after(async () => {
    await window.close();
    await server.close();
    await stage.close();
  });

  const box = (): Locator => window.page.locator(".scm-view .scm-editor");
  const statusItem = (): Locator => window.page.locator('.statusbar-item[id$="artifacts.active"]');
  const hover = (): Locator => window.page.locator(".monaco-hover:not(.hidden)").first();
  const suggestions = (): Locator => window.page.locator(".suggest-widget.visible .monaco-list-row");
  const keys = (): VSCodeWindow["page"]["keyboard"] => window.page.keyboard;

  /** Its lines as they stand below each other. */
  async function textOf(editor: Locator): Promise<string> {
    const lines = await editor.locator(".view-line").evaluateAll((all) =>
      all
        .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent }))
        .sort((left, right) => left.top - right.top)
        .map(({ text }) => text),
    );
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  async function holdsSoon(text: string): Promise<void> {
    await assertSoon(async () => assert.equal(await textOf(box()), text));
  }

  async function focusBox(): Promise<void> {
    await box().locator(".view-lines").click();
    await window.page.waitForFunction(() => document.activeElement?.closest(".scm-editor") !== null);
  }

  /** At its end: what is drawn below the text can't be pointed at itself. */
  async function pointAt(mark: Locator): Promise<void> {
    const place = await mark.boundingBox();
    assert.ok(place);
    await window.page.mouse.move(place.x + place.width - 12, place.y + place.height / 2, { steps: 5 });
  }

  async function empty(): Promise<void> {
    await focusBox();
    await keys().press("ControlOrMeta+A");
    await keys().press("Delete");
    await holdsSoon("");
  }

  /** A change that goes into the next commit, once VS Code has seen it. */
  async function stageChange(text: string): Promise<void> {
    await repository.file("lamp.txt", `${text}\n`);
    repository.git(["add", "--all"]);
    await window.page.locator(".scm-view .monaco-list-row").filter({ hasText: "Staged Changes" }).waitFor();
  }

  const head = (): string => repository.git(["rev-parse", "HEAD"]);
  const filled = (): string => `\n\nart #${bug.id} `;

  it("keeps what is half typed when a branch about an artifact is checked out", async () => {
    await focusBox();
    await keys().type("Half a mess");
    repository.git(["switch", "--quiet", "-c", branch]);
    await statusItem()
      .filter({ hasText: `#${bug.id} ${bug.title.slice(0, 20)}` })
      .waitFor();
    assert.equal(await textOf(box()), "Half a mess");
  });

  it("says what is missing, and mends it", async () => {
    const squiggle = box().locator(".squiggly-warning").first();
    await squiggle.waitFor();
    await pointAt(squiggle);
    await hover()
      .getByText(`The branch is about #${bug.id}, and the message does not refer to it.`)
      .waitFor();
    await window.pictures("commitBox-diagnostics-product");
    await focusBox();
    await keys().press("ControlOrMeta+.");
    await window.page
      .locator(".action-widget .monaco-list-row")
      .filter({ hasText: `Add “art #${bug.id}” to the Message` })
      .click();
    await holdsSoon(`Half a mess\n\nart #${bug.id}`);
    await squiggle.waitFor({ state: "detached" });
  });

  it("completes references, with what would close the artifact apart", async () => {
    await empty();
    await keys().type("Mend the lamp, art #");
    await suggestions()
      .filter({ hasText: `#${bug.id} ` })
      .first()
      .waitFor();
    await suggestions()
      .filter({ hasText: `Closes art #${bug.id}` })
      .waitFor();
    await window.pictures("commitBox-completion-product");
    await suggestions()
      .filter({ hasText: new RegExp(`^#${bug.id} `) })
      .first()
      .click();
    await holdsSoon(`Mend the lamp, art #${bug.id}`);
  });

  it("shows the artifact of a reference under the mouse", async () => {
    const word = box()
      .locator(".view-line span span")
      .filter({ hasText: `#${bug.id}` })
      .last();
    await pointAt(word);
    await hover().getByText(bug.title).waitFor();
    await hover().evaluate((shown) => Promise.all(shown.getAnimations().map(({ finished }) => finished)));
    await window.pictures("commitBox-hover-product");
    await window.page.mouse.move(700, 300);
  });

  it("is followed by an offer, which goes on in the form where somebody was faster", async () => {
    await stageChange("bright");
    const act = (): void => {
      server.clock.advance(60_000);
      const comment = { body: "Me too", format: "text" } as const;
      server.write(bug.id, { values: [], comment, by: server.accounts.member });
    };
    server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault: { kind: "meanwhile", act } });
    await focusBox();
    await keys().press("ControlOrMeta+Enter");
    const offer = notification(window.page, `mentions #${bug.id} `);
    await offer.waitFor();
    await window.pictures("commitBox-offer-product");
    await pressButton(offer, "Set Status…");
    await quickInputSaying(window.page, "Status of");
    const rows = quickInput(window.page).locator(".quick-input-list .monaco-list-row");
    await rows
      .filter({ hasNotText: "now" })
      .filter({ hasNotText: new RegExp(`^${bug.status}`) })
      .first()
      .click();
    const faster = notification(window.page, "Someone was faster");
    await faster.waitFor();
    await pressButton(faster, "Open and Resolve");
    // With a wish typed into it, and nothing sent.
    await tab(window, `● #${bug.id}`).waitFor();
    await formIn(window).locator("artifact-field").first().waitFor();
    assert.equal(server.changesets(bug.id).length, 1);
    // From a page the palette would give the focus back to it some time later.
    await keys().press("ControlOrMeta+0");
    await window.page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
    await window.runCommand("View: Close All Editors");
    await tab(window, `#${bug.id}`).waitFor({ state: "detached" });
  });

  it("warns where only the reference is in it, and takes such a commit back", async () => {
    await window.runCommand("Source Control: Focus on Changes View");
    await holdsSoon(filled());
    await box().locator(".squiggly-warning").first().waitFor();
    await stageChange("brighter");
    const before = head();
    await focusBox();
    await keys().press("ControlOrMeta+Enter");
    const alone = notification(window.page, "has only the reference for its message");
    await alone.waitFor();
    await window.pictures("commitBox-onlyReference-product");
    assert.notEqual(head(), before);
    await pressButton(alone, "Undo Commit");
    await assertSoon(() => Promise.resolve(assert.equal(head(), before)));
    await holdsSoon(filled());
  });

  it("is followed by nothing where that was said, until it is wanted again", async () => {
    const commit = async (subject: string): Promise<void> => {
      await stageChange(subject);
      await focusBox();
      await keys().press("ControlOrMeta+Home");
      await keys().type(subject);
      await holdsSoon(`${subject}${filled()}`);
      await keys().press("ControlOrMeta+Enter");
      await holdsSoon(filled());
      assert.equal(repository.git(["log", "-1", "--format=%B"]).trim(), `${subject}${filled()}`.trim());
    };
    const offer = notification(window.page, `mentions #${bug.id} `);
    await commit("One");
    await offer.waitFor();
    await pressButton(offer, "Never for This Repository");
    await commit("Two");
    await statusItem().click();
    await quickInputSaying(window.page, `#${bug.id} `);
    await window.pictures("commitBox-menu-product");
    assert.equal(await offer.count(), 0);
    await pickItem(window.page, "Offer Again After Commits");
    // Where VS Code has put the cursor, behind the reference.
    await stageChange("Three");
    await focusBox();
    await keys().press("ControlOrMeta+End");
    await keys().type("Three");
    await keys().press("ControlOrMeta+Enter");
    await offer.waitFor();
    assert.equal(repository.git(["log", "-1", "--format=%B"]).trim(), `art #${bug.id} Three`);
    await pressButton(offer, "Add Comment");
    await notification(window.page, `A comment on #${bug.id} tells of commit`).waitFor();
  });

  it("has the same said of a message that git has edited", async () => {
    const text = `Closes art #${bug.id}, like art #987654\n# Please enter the commit message\n`;
    const file = join(repository.folder, ".git", "COMMIT_EDITMSG");
    await writeFile(file, text);
    await keys().press("ControlOrMeta+P");
    await quickInput(window.page).locator("input").fill(file);
    await quickInput(window.page).locator(".monaco-list-row").filter({ hasText: "COMMIT_EDITMSG" }).waitFor();
    await keys().press("Enter");
    const editor = window.page.locator(".editor-instance");
    await editor.locator(".squiggly-warning").nth(1).waitFor();
    await pointAt(editor.locator(".squiggly-warning").first());
    await hover().getByText(`closes #${bug.id} at Demo once the commit is on the default branch`).waitFor();
    await window.pictures("commitBox-file-product");
  });
});
