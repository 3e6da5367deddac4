import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";
import { type Client, createClient } from "../../src/api/client.ts";
import { fieldText } from "../../src/model/fields/registry.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { SimulatedAccount } from "../simulator/state/people.ts";
import { draftsOnDisk } from "../support/fixtures/draftsOnDisk.ts";
import { everyField, gauge, gauges } from "../support/fixtures/everyField.ts";
import { assertSoon } from "../support/wait.ts";
import { askedAbout, choose, saveMerged } from "../support/window/conflict.ts";
import { box, formIn, kept, openArtifact, tab } from "../support/window/form.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { treeRow, treeRows } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

// A bug of the demo, and the fields of its tracker that are typed into here.
const [bug, title, details] = [1, 1102, 1103];

describe("what was typed into a form", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  /** How many requests there were before anything was typed that is not to be sent. */
  let typedFrom = 0;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "files.autoSave": "afterDelay",
        "files.autoSaveDelay": 100,
      },
      secrets: "kept",
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  function writes(): number {
    const isWrite = ({ method }: { readonly method: string }): boolean =>
      method === "PUT" || method === "POST";
    return server.requests.slice(typedFrom).filter(isWrite).length;
  }

  async function type(form: FrameLocator, target: number, text: string): Promise<void> {
    await box(form, target).click();
    await window.page.keyboard.press("ControlOrMeta+End");
    await window.page.keyboard.type(text);
  }

  /** Waits until a field of the form in front shows this. */
  async function shows(target: number, expected: RegExp): Promise<void> {
    await box(formIn(window), target).waitFor();
    await assertSoon(async () => assert.match(await box(formIn(window), target).inputValue(), expected));
  }

  it("into fields of each type, which others change too, is put together or asked about, and all of it arrives", async () => {
    const client = ({ accessKey: key }: SimulatedAccount): Client =>
      createClient({
        api: `${server.url}/api`,
        credential: { kind: "accessKey", key },
        caFile: undefined,
        observe: () => undefined,
      });
    const { admin, member } = server.accounts;
    const [administrator, someoneElse] = [client(admin), client(member)];
    const fields = everyField("product");
    const tracker = await someoneElse.tracker(gauges);
    const known = new Map(tracker.fields.map((field) => [field.name, field]));
    const fieldNamed = (name: string): (typeof tracker.fields)[number] =>
      known.get(name) ?? assert.fail(name);
    const form = await openArtifact(window, gauge);
    for (const [index, { name, edit }] of fields.entries()) {
      await edit(form, window);
      const count = index === 0 ? "Save 1 change" : `Save ${index + 1} changes`;
      await form
        .getByText(count)
        .waitFor()
        .catch(() => assert.fail(`${name} did not change`));
    }
    await kept(form);
    await window.screenshot("form-fields");

    server.clock.advance(60_000);
    const { revision } = await someoneElse.artifact(gauge);
    const changes = fields.map(({ name, theirs }) => ({ fieldId: fieldNamed(name).id, edit: theirs }));
    await someoneElse.update(gauge, { changes, comment: undefined }, revision ?? assert.fail("no revision"));
    server.clock.advance(60_000);

    const before = server.requests.length;
    await box(form, 1303).press("ControlOrMeta+s");
    const asked = await askedAbout(form);
    const collisions = fields.flatMap(({ name, merged }) =>
      merged === undefined ? [fieldNamed(name).label] : [],
    );
    assert.deepEqual([...asked].sort(), [...collisions].sort());
    await window.screenshot("conflict-fields");
    for (const label of asked) await choose(form, label, "Yours");
    await saveMerged(form).click();
    await tab(window, `● #${gauge}`).waitFor({ state: "detached" });
    const sent = server.requests.slice(before).filter(({ method }) => method === "PUT");
    assert.deepEqual(
      sent.map(({ body }) => (JSON.parse(body) as { values: unknown[] }).values.length),
      [fields.length],
    );

    // Who may see it is one of the fields.
    const { values } = await administrator.artifact(gauge);
    const held = new Map(
      values.flatMap((entry) =>
        entry.kind === "entry" ? [[entry.fieldId, fieldText(entry.value)] as const] : [],
      ),
    );
    const wrong = fields.flatMap(({ name, holds, merged = holds }) => {
      const now = held.get(fieldNamed(name).id) ?? "";
      return merged.test(now) ? [] : [[name, now]];
    });
    assert.deepEqual(wrong, []);
    for (const each of [administrator, someoneElse]) await each.close();
    await assertSoon(async () => assert.deepEqual(await draftsOnDisk(window.storage), []));
    await window.runCommand("View: Close All Editors");
  });

  it("is not sent by auto save, and is there again after the tab was closed", async () => {
    typedFrom = server.requests.length;
    const form = await openArtifact(window, bug);
    await type(form, title, " (closed)");
    await kept(form);
    await window.runCommand("View: Close Editor");
    await notification(window.page, "is kept, but not sent").waitFor();
    // Any window may go on with it.
    await assertSoon(async () =>
      assert.deepEqual(
        (await draftsOnDisk(window.storage)).map(({ holder }) => holder),
        [undefined],
      ),
    );
    assert.equal(await notification(window.page, "Something went wrong").count(), 0);
    await treeRow(window.page, "Unsent Drafts", "work").waitFor();
    await window.screenshot("tree-unsent");
    await treeRows(window.page, "work")
      .filter({ hasText: `● #${bug}` })
      .first()
      .click();
    await shows(title, / \(closed\)$/);
    await formIn(window).getByText("is here again").waitFor();
    assert.equal(writes(), 0);
  });

  it("comes back with its tab after a reload", async () => {
    await type(formIn(window), title, " (reloaded)");
    await kept(formIn(window));
    await window.reload();
    await tab(window, `● #${bug}`).waitFor();
    await shows(title, / \(closed\) \(reloaded\)$/);
    assert.equal(await formIn(window).getByText("in another window").count(), 0);
  });

  it("survives the end of the extension host while typing", async () => {
    await formIn(window).getByRole("button", { name: "Dismiss" }).click();
    await formIn(window).getByText("is here again").waitFor({ state: "detached" });
    await type(formIn(window), details, "\nBefore the crash.");
    await assertSoon(async () => {
      const [draft] = await draftsOnDisk(window.storage);
      assert.match(JSON.stringify(draft?.draft.inputs), /Before the crash\./);
    });
    await window.killExtensionHost();
    // Nobody listens now: what is typed waits in the page until somebody does.
    await window.page.keyboard.type(" And after.");
    await formIn(window).getByText("is here again").waitFor();
    await shows(details, /Before the crash\. And after\.$/);
    await kept(formIn(window));
    assert.equal(await tab(window, `#${bug}`).count(), 1);
    assert.equal(writes(), 0);
  });

  it("shows in an editor of its own, whose auto save changes the draft and sends nothing", async () => {
    await formIn(window).locator(`artifact-field:has(#field-${details})`).getByText("Open in Editor").click();
    const editor = window.page.locator(".editor-instance .monaco-editor[data-uri^='artifacts-draft']");
    await editor.waitFor();
    await editor.locator(".view-lines").click();
    await window.page.keyboard.press("ControlOrMeta+End");
    await window.page.keyboard.type(" From the editor.");
    await window.screenshot("form-beside-editor");
    await shows(details, /And after\. From the editor\.$/);
    assert.equal(writes(), 0);
    await window.runCommand("View: Close Editor");
  });

  it("belongs to one window; another can go on with it, lets go of it at its end, and it goes when the person says so", async () => {
    await type(formIn(window), title, " (first)");
    await kept(formIn(window));
    const second = await window.another();
    try {
      const form = await openArtifact(second, bug);
      await form.getByText("You are changing this in another window").waitFor();
      await second.screenshot("form-elsewhere");
      await form.getByRole("button", { name: "Go On Here" }).click();
      await assertSoon(async () => assert.match(await box(form, title).inputValue(), / \(first\)$/));
      await formIn(window).getByText("Another window has taken over").waitFor();
      await box(form, title).click();
      await second.page.keyboard.press("ControlOrMeta+End");
      await second.page.keyboard.type(" (second)");
      // What stands there says only that something was kept: the last keys may still be on their way.
      await assertSoon(async () => {
        const drafts = await draftsOnDisk(window.storage);
        assert.equal(drafts.length, 1);
        assert.match(JSON.stringify(drafts[0]?.draft.inputs), /\(first\) \(second\)/);
      });
      await kept(form);
    } finally {
      await second.close();
    }
    await formIn(window).getByText("is here again").waitFor();
    await shows(title, / \(second\)$/);
    await formIn(window).getByText("Discard", { exact: true }).click();
    await pressButton(dialog(window.page, "Discard what you typed"), "Discard");
    await tab(window, `● #${bug}`).waitFor({ state: "detached" });
    await assertSoon(async () => assert.deepEqual(await draftsOnDisk(window.storage), []));
    await treeRow(window.page, "Unsent Drafts", "work").waitFor({ state: "detached" });
  });
});
