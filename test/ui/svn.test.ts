import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { svnFields } from "../../src/model/svnForm.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { SvnSettings } from "../simulator/state/svn.ts";
import { askedAbout, choose, saveMerged } from "../support/window/conflict.ts";
import { box, formIn, kept, tab } from "../support/window/form.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { answer, pickItem, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon, until } from "../support/wait.ts";
import { expandRow, pressRowButton, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const lighthouse = "🌊 Lighthouse Console";
/** The repository that has every setting set. */
const archive = 2;

function field(form: FrameLocator, key: keyof typeof svnFields): Locator {
  return form.locator("artifact-field").filter({ has: form.locator(`#field-${svnFields[key]}`) });
}

async function pick(form: FrameLocator, key: keyof typeof svnFields, label: string): Promise<void> {
  await field(form, key).locator("vscode-radio").getByText(label, { exact: true }).click();
}

/** Types an entry into a list. */
async function add(form: FrameLocator, key: keyof typeof svnFields, entry: string): Promise<void> {
  const line = field(form, key).getByRole("combobox");
  await line.fill(entry);
  await line.press("Enter");
  await field(form, key).locator(".chip").getByText(entry, { exact: true }).waitFor();
}

for (const dialect of ["product", "documented"] as const) {
  const isReadable = dialect === "product";

  describe(`a Subversion repository in the window (${dialect})`, () => {
    let server: Simulator;
    let window: VSCodeWindow;

    before(async () => {
      server = await startSimulator({ dialect });
      window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
      const { admin } = server.accounts;
      await signInWithKey(window, admin.accessKey, isReadable ? admin.realName : "signed in");
    });
    after(async () => {
      await window.close();
      await server.close();
    });

    const settings = (id: number): SvnSettings => server.svn(id).settings;
    const asked = (method: string): number =>
      server.requests.filter((request) => request.method === method && request.path.includes("/svn")).length;

    /** The repository that was made last. */
    let made: number;

    it("is asked for, keeps what was typed where the name is no good or taken, and is made", async () => {
      await window.runCommand("Artifacts: New Subversion Repository…");
      await quickInputSaying(window.page, "In which project?");
      await pickItem(window.page, lighthouse);
      await tab(window, "New Subversion repository in 🌊 Lighthouse Console").waitFor();
      const form = formIn(window);
      await box(form, svnFields.name).fill("x y");
      await form.locator(".problem").getByText("A name begins with a letter").waitFor();
      await pick(form, "isReferenceMandatory", "Mandatory");
      await add(form, "immutablePaths", "/tags");
      if (isReadable) await add(form, "layout", "/trunk");
      await kept(form);
      await box(form, svnFields.name).press("ControlOrMeta+s");
      await form.locator(".visually-hidden").getByText("Name: A name begins with a letter").waitFor();
      assert.equal(asked("POST"), 0);
      server.faults.add({
        method: "POST",
        path: "/svn",
        times: 1,
        fault: { kind: "status", status: 409, body: "{}" },
      });
      await box(form, svnFields.name).fill("depths");
      await box(form, svnFields.name).press("ControlOrMeta+s");
      await field(form, "name")
        .getByText("Demo doesn't take this name: something else may be called so.")
        .waitFor();
      await box(form, svnFields.name).fill("console");
      await box(form, svnFields.name).press("ControlOrMeta+s");
      await form.locator(".notice.is-error").waitFor();
      await field(form, "name").locator(".problem").waitFor();
      await window.pictures(`svn-create-${dialect}`);
      await box(form, svnFields.name).fill("soundings");
      await box(form, svnFields.name).press("ControlOrMeta+s");
      await notification(
        window.page,
        "Created soundings. It may take minutes until it can be used.",
      ).waitFor();
      await tab(window, "soundings").waitFor();
      made = 3;
      assert.deepEqual(
        [server.svn(made).name, settings(made)],
        [
          "soundings",
          {
            ...settings(1),
            isReferenceMandatory: true,
            immutablePaths: ["/tags"],
            hasDefaultPermissions: true,
          },
        ],
      );
      await window.runCommand("Notifications: Clear All Notifications");
      await window.runCommand("View: Close All Editors");
    });

    it("is found from the palette, and by its number where the server lists none", async () => {
      await window.runCommand("Artifacts: Subversion Settings…");
      await quickInputSaying(window.page, "In which project?");
      await pickItem(window.page, lighthouse);
      await quickInputSaying(window.page, "Which repository?");
      if (isReadable) {
        await pickItem(window.page, "charts-archive");
        await tab(window, "charts-archive").waitFor();
      } else {
        await pickItem(window.page, "Another One, by Its Number…");
        await quickInputSaying(window.page, "The number of the repository");
        await answer(window.page, String(archive));
        await formIn(window).getByText("doesn't tell you the settings of this repository").waitFor();
      }
      await formIn(window).getByText(`Subversion repository #${archive}`).first().waitFor();
      await window.runCommand("View: Close All Editors");
    });

    it("shows its settings, from which one change leaves all others as they were", async () => {
      await expandRow(treeRow(window.page, lighthouse));
      await expandRow(treeRow(window.page, "Subversion Repositories"));
      // Where the server can't list them, those that were made from here are there.
      const name = isReadable ? "charts-archive" : "soundings";
      const id = isReadable ? archive : made;
      const before = settings(id);
      await pressRowButton(treeRow(window.page, name), "Subversion Settings…");
      await tab(window, name).waitFor();
      const form = formIn(window);
      if (isReadable) {
        await form.getByText("Chloé Perrault").waitFor();
        await window.pictures("svn-settings");
      } else {
        await form.getByText("Demo doesn't tell you the settings of this repository.").waitFor();
        await pick(form, "isReferenceMandatory", "Not needed");
        await box(form, svnFields.name).waitFor({ state: "detached" });
        await form.getByText("Save 1 change").click();
        await form.getByText("This field is required.").first().waitFor();
        assert.equal(asked("PUT"), 0);
        await window.pictures("svn-blind");
        await pick(form, "isReferenceMandatory", "Mandatory");
        await pick(form, "isMessageChangeAllowed", "Not allowed");
        await form.getByRole("button", { name: "No immutable paths" }).click();
        await form.getByRole("button", { name: "Nobody is told" }).click();
        await form.getByRole("button", { name: "Empty access file" }).click();
      }
      await add(form, "allowedPaths", "/tags/latest");
      await kept(form);
      await field(form, "allowedPaths").getByRole("combobox").press("ControlOrMeta+s");
      if (!isReadable) {
        const question = dialog(window.page, "Replace all settings of soundings?");
        await question.waitFor();
        for (const text of ["Immutable paths: nothing", "Exceptions: /tags/latest", "Access file: nothing"]) {
          assert.ok(((await question.textContent()) ?? "").includes(text), text);
        }
        await window.screenshot("svn-replace");
        await pressButton(question, "Cancel");
        assert.equal(asked("PUT"), 0);
        await form.getByText(/^Save \d changes/).click();
        await pressButton(question, "Replace");
      }
      await until("the settings are sent", () => asked("PUT") === 1);
      await form.locator(".draft-state").waitFor({ state: "detached" });
      const allowed = [...before.immutableExceptions, "/tags/latest"];
      assert.deepEqual(settings(id), {
        ...before,
        immutableExceptions: allowed,
        ...(isReadable ? {} : { immutablePaths: [] }),
      });
    });

    if (!isReadable) return;

    it("asks about a setting that two have changed, and puts the others together", async () => {
      const form = formIn(window);
      const before = settings(archive);
      await pick(form, "isReferenceMandatory", "Not needed");
      await box(form, svnFields.accessFile).fill("[/]\nmine = rw\n");
      await kept(form);
      server.changeSvn(archive, { accessFile: "[/]\ntheirs = rw\n", immutablePaths: ["/releases"] });
      await box(form, svnFields.accessFile).press("ControlOrMeta+s");
      await assertSoon(async () => assert.deepEqual(await askedAbout(form), ["Access file"]));
      assert.deepEqual(settings(archive).accessFile, "[/]\ntheirs = rw\n");
      await window.pictures("svn-conflict");
      await choose(form, "Access file", "Yours");
      await saveMerged(form).click();
      await form.getByText("Saved, together with what someone changed meanwhile: Immutable paths.").waitFor();
      assert.deepEqual(settings(archive), {
        ...before,
        isReferenceMandatory: false,
        immutablePaths: ["/releases"],
        accessFile: "[/]\nmine = rw\n",
      });
    });

    it("has its access file in an editor of its own", async () => {
      const form = formIn(window);
      await form.getByRole("button", { name: "Open in Editor: Access file" }).click();
      await tab(window, "charts-archive Access file.ini").waitFor();
      const editor = window.page.locator(".editor-instance .monaco-editor");
      await editor.locator(".view-line").getByText("mine").click();
      await window.page.keyboard.press("ControlOrMeta+a");
      await window.page.keyboard.type("# nobody");
      await window.page.keyboard.press("ControlOrMeta+s");
      await assertSoon(async () =>
        assert.equal(await box(formIn(window), svnFields.accessFile).inputValue(), "# nobody"),
      );
      await window.runCommand("View: Close All Editors");
      await notification(window.page, "What you typed into charts-archive is kept, but not sent.").waitFor();
      await window.runCommand("Notifications: Clear All Notifications");
    });

    it("that somebody else administers says that nothing can be read, and is refused", async () => {
      const { member } = server.accounts;
      await signInWithKey(window, member.accessKey, member.realName);
      await expandRow(treeRow(window.page, lighthouse));
      await expandRow(treeRow(window.page, "Subversion Repositories"));
      await pressRowButton(treeRow(window.page, "console"), "Subversion Settings…");
      await tab(window, "console").waitFor();
      const form = formIn(window);
      await form.getByText("Demo doesn't tell you the settings of this repository.").waitFor();
      const before = settings(1);
      await pick(form, "isReferenceMandatory", "Mandatory");
      await pick(form, "isMessageChangeAllowed", "Allowed");
      await pick(form, "hasDefaultPermissions", "Included");
      for (const name of ["No immutable paths", "No exceptions", "Empty access file", "Nobody is told"]) {
        await form.getByRole("button", { name }).click();
      }
      await kept(form);
      await form.getByText("Save 7 changes").click();
      await pressButton(dialog(window.page, "Replace all settings of console?"), "Replace");
      await form.locator(".notice.is-error").waitFor();
      await window.screenshot("svn-forbidden");
      assert.deepEqual(settings(1), before);
      await kept(form);
    });
  });
}
