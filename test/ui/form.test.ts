import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { draftsOnDisk } from "../support/fixtures/draftsOnDisk.ts";
import { box, formIn, kept, openArtifact, tab } from "../support/window/form.ts";
import { notification } from "../support/window/messages.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import { artifactRows, expandRow, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

// Fields of the tracker "Bugs", artifact 1 of which is one.
const [title, details] = [1102, 1103];

describe("the form in the window", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  let bug: number;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    await signInWithKey(window, server.accounts.member.accessKey, server.accounts.member.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  function writes(): readonly unknown[] {
    return server.requests
      .filter(({ method }) => method === "PUT" || method === "POST")
      .map(({ body }) => JSON.parse(body) as unknown);
  }

  async function typeInto(form: FrameLocator, target: number | "comment", text: string): Promise<void> {
    await box(form, target).click();
    await window.page.keyboard.press("ControlOrMeta+End");
    // At once, as one step: a busy machine types with pauses, each of which begins another.
    await window.page.keyboard.insertText(text);
  }

  it("opens from the tree with two requests, and once only", async () => {
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Bugs"));
    const row = artifactRows(window.page).first();
    await row.waitFor();
    bug = Number(/#(\d+)/.exec((await row.textContent()) ?? "")?.[1]);
    // The other view reads by itself, and may be slower.
    await artifactRows(window.page, "work").first().waitFor();
    const before = server.requests.length;
    await row.click();
    await formIn(window).locator("artifact-activity").scrollIntoViewIfNeeded();
    await formIn(window).locator(".entry").first().waitFor();
    assert.deepEqual(
      server.requests.slice(before).map(({ path }) => path.replace(/\?.*/, "")),
      [`/api/artifacts/${bug}`, `/api/artifacts/${bug}/changesets`],
    );
    await row.click();
    assert.equal(await tab(window, `#${bug}`).count(), 1);
    await formIn(window).locator("h1").scrollIntoViewIfNeeded();
    await window.pictures("form");
    await window.narrowScreenshot("form-narrow", 400);
  });

  it("marks what is typed, keeps it on disk, and sends nothing by itself", async () => {
    const form = formIn(window);
    await typeInto(form, title, " and more");
    await typeInto(form, details, "\nA line more.");
    await kept(form);
    await tab(window, `● #${bug}`).waitFor();
    await form.getByText("Save 2 changes").waitFor();
    await assertSoon(async () => {
      const drafts = await draftsOnDisk(window.storage);
      assert.deepEqual(
        drafts.map(({ subject, draft }) => [subject.artifactId, draft.inputs.map(({ target }) => target)]),
        [[bug, [title, details]]],
      );
    });
    assert.deepEqual(writes(), []);
    await window.screenshot("form-changed");
  });

  it("takes steps back and forth over fields, by the keys of the editor", async () => {
    const form = formIn(window);
    await box(form, details).press("ControlOrMeta+z");
    await form.getByText("Save 1 change").waitFor();
    await box(form, details).press("ControlOrMeta+z");
    await tab(window, `● #${bug}`).waitFor({ state: "detached" });
    await assertSoon(async () => assert.deepEqual(await draftsOnDisk(window.storage), []));
    await window.page.keyboard.press("ControlOrMeta+y");
    await form.getByText("Save 1 change").waitFor();
    assert.match(await box(form, title).inputValue(), / and more$/);
  });

  it("puts a single field back", async () => {
    const form = formIn(window);
    await typeInto(form, details, "\nUnwanted.");
    await form.getByText("Save 2 changes").waitFor();
    await form.getByRole("button", { name: "Put Steps to reproduce back" }).click();
    await form.getByText("Save 1 change").waitFor();
  });

  it("saves with Ctrl+S what was changed and nothing else, on the revision that was seen", async () => {
    const form = formIn(window);
    await typeInto(form, "comment", "Seen again.");
    await box(form, title).press("ControlOrMeta+s");
    await tab(window, `● #${bug}`).waitFor({ state: "detached" });
    const [sent] = writes() as readonly {
      values: readonly { field_id: number }[];
      comment: { body: string };
    }[];
    assert.deepEqual(
      [sent?.values.map(({ field_id }) => field_id), sent?.comment.body],
      [[title], "Seen again."],
    );
    const put = server.requests.find(({ method }) => method === "PUT");
    assert.ok(put?.headers["if-match"] ?? put?.headers["if-unmodified-since"]);
    await assertSoon(async () => assert.deepEqual(await draftsOnDisk(window.storage), []));
    await form.locator(".entry").getByText("Seen again.").waitFor();
  });

  it("goes to what is wrong instead of sending", async () => {
    const form = formIn(window);
    const before = writes().length;
    await box(form, title).fill("");
    await box(form, details).press("ControlOrMeta+s");
    await form.locator(".problem").getByText("This field is required.").waitFor();
    await window.page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
    await box(form, title).and(form.locator(":focus")).waitFor();
    assert.equal(writes().length, before);
    await window.screenshot("form-problem");
    await box(form, title).press("ControlOrMeta+z");
  });

  it("is saved on top of what someone else has saved meanwhile, and says so", async () => {
    const form = formIn(window);
    await typeInto(form, title, ", mine");
    await kept(form);
    server.clock.advance(60_000);
    server.write(bug, {
      values: [{ field_id: details, value: { content: "Theirs.", format: "commonmark" } }],
      by: server.accounts.admin,
    });
    await box(form, title).press("ControlOrMeta+s");
    await form.getByText(`Saved, together with what ${server.accounts.admin.realName} changed`).waitFor();
    await tab(window, `● #${bug}`).waitFor({ state: "detached" });
    assert.equal(await box(form, details).inputValue(), "Theirs.");
    assert.match(await box(form, title).inputValue(), /, mine$/);
  });

  it("keeps what was typed when the key is no longer accepted, and saves it with the next one", async () => {
    const form = await openArtifact(window, bug);
    await typeInto(form, title, ", later");
    const heal = server.faults.add({
      method: "PUT",
      path: /artifacts/,
      fault: { kind: "status", status: 401 },
    });
    await box(form, title).press("ControlOrMeta+s");
    await form.getByRole("button", { name: "Sign In…" }).waitFor();
    await window.screenshot("form-key-refused");
    heal();
    await signInWithKey(window, server.accounts.member.accessKey, server.accounts.member.realName);
    await box(formIn(window), title).press("ControlOrMeta+s");
    await tab(window, `● #${bug}`).waitFor({ state: "detached" });
    assert.match(await box(formIn(window), title).inputValue(), /, later$/);
  });

  it("keeps what one person typed from another, and gives it back when they come again", async () => {
    const { admin, member } = server.accounts;
    const before = writes().length;
    await typeInto(formIn(window), title, ", of the member");
    await kept(formIn(window));
    await signInWithKey(window, admin.accessKey, admin.realName);
    const said = notification(window.page, "until you sign in with the same account again");
    await said.waitFor();
    assert.equal(await said.getByRole("button", { name: "Reopen" }).count(), 0);
    assert.equal(await tab(window, `#${bug}`).count(), 0);
    assert.equal(await treeRow(window.page, "Unsent Drafts", "work").count(), 0);
    await signInWithKey(window, member.accessKey, member.realName);
    await treeRow(window.page, "Unsent Drafts", "work").waitFor();
    const form = await openArtifact(window, bug);
    assert.match(await box(form, title).inputValue(), /, of the member$/);
    assert.equal(writes().length, before);
  });
});
