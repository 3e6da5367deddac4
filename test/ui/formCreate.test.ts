import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { box, formIn, kept, tab } from "../support/window/form.ts";
import { pickItem, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { expandRow, pressRowButton, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const [title, details] = [1102, 1103];

for (const dialect of ["product", "documented"] as const) {
  describe(`a new artifact in the window (${dialect})`, () => {
    let server: Simulator;
    let window: VSCodeWindow;

    before(async () => {
      server = await startSimulator({ dialect });
      window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
      const { admin } = server.accounts;
      await signInWithKey(window, admin.accessKey, dialect === "product" ? admin.realName : "signed in");
    });
    after(async () => {
      await window.close();
      await server.close();
    });

    function posted(): readonly { readonly values: readonly { readonly field_id: number }[] }[] {
      return server.requests
        .filter(({ method, path }) => method === "POST" && path.includes("/artifacts"))
        .map(({ body }) => JSON.parse(body) as { values: readonly { field_id: number }[] });
    }

    it("starts at its tracker, with defaults filled in and what is required marked", async () => {
      await expandRow(treeRow(window.page, "Open Tides"));
      await treeRow(window.page, "Bugs").waitFor();
      await pressRowButton(treeRow(window.page, "Bugs"), "New Artifact…");
      const form = formIn(window);
      await tab(window, "New in Bugs").waitFor();
      await box(form, title).waitFor();
      assert.equal(await form.getByText("Create", { exact: true }).count(), 1);
      assert.equal(await form.locator("artifact-activity").count(), 0);
      if (dialect === "product") {
        await window.pictures("create");
        await window.narrowScreenshot("create-narrow", 400);
      }
    });

    it("goes to what is missing, then is created with the least, and its tab becomes that artifact's", async () => {
      const form = formIn(window);
      await form.getByText("Create", { exact: true }).click();
      await form.locator(".problem").first().waitFor();
      assert.equal(posted().length, 0);
      await box(form, title).fill("Found while testing");
      await kept(form);
      if (dialect === "documented") {
        // This server names no defaults, so the required state is still to be chosen.
        await form.getByRole("combobox", { name: "Status" }).focus();
        for (const key of ["Enter", "ArrowDown", "Enter"]) await window.page.keyboard.press(key);
      }
      await box(form, title).press("ControlOrMeta+s");
      await tab(window, /^#\d+ Found while testing/).waitFor();
      assert.equal(await tab(window, "New in").count(), 0);
      assert.ok(posted()[0]?.values.some(({ field_id }) => field_id === title));
      await box(formIn(window), title).focus();
      await window.page.keyboard.press("End");
      await window.page.keyboard.type(", twice");
      await box(formIn(window), title).press("ControlOrMeta+s");
      await tab(window, /^#\d+ Found while testing, twice/).waitFor();
      assert.equal(posted().length, 1);
      assert.equal(server.requests.filter(({ method }) => method === "PUT").length, 1);
    });

    it("starts from a selection, with its first line as title and all of it quoted", async () => {
      await writeFile(join(window.folder, "tide.ts"), "// one\nexport function tide() {\n  return 1;\n}\n");
      await window.runCommand("View: Close All Editors");
      await window.page.keyboard.press("ControlOrMeta+p");
      await window.page.keyboard.type("tide.ts");
      await pickItem(window.page, "tide.ts");
      const editor = window.page.locator(".editor-instance .monaco-editor");
      await editor.locator(".view-line").getByText("export").first().click();
      await window.page.keyboard.press("Home");
      await window.page.keyboard.press("Shift+ArrowDown");
      await window.page.keyboard.press("Shift+ArrowDown");
      await window.runCommand("Artifacts: New Artifact from Selection…");
      await quickInputSaying(window.page, "In which project?");
      await pickItem(window.page, "Open Tides");
      await quickInputSaying(window.page, "In which tracker?");
      await pickItem(window.page, "Bugs");
      const form = formIn(window);
      await box(form, details).waitFor();
      assert.deepEqual(
        [await box(form, title).inputValue(), await box(form, details).inputValue()],
        [
          "export function tide() {",
          "`tide.ts:2-3`\n\n```typescript\nexport function tide() {\n  return 1;\n```\n",
        ],
      );
      await kept(form);
      await window.screenshot(`create-from-selection-${dialect}`);
    });
  });
}
