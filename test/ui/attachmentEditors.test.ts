import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { file } from "../simulator/demo/draftField.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { picture } from "../support/fixtures/attachmentFixture.ts";
import { makeCustomEditor } from "../support/window/customEditor.ts";
import { tab } from "../support/window/form.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { type PlainServer, startPlainServer } from "../support/simulator/plainServer.ts";
import { expandRow, foldMyWork, pressRowButton, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

/** Tells the server behind the address once it is rendered, by a script as well as by an image. */
function activeHtml(address: string): string {
  return `<img src="${address}/image"><script>fetch("${address}/script", { mode: "no-cors" })</script>`;
}

function notebook(address: string): string {
  const data = { "text/html": [activeHtml(address)] };
  const output = { output_type: "display_data", metadata: {}, data };
  const cell = { cell_type: "code", execution_count: 1, metadata: {}, source: ["1"], outputs: [output] };
  return JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1);
}

for (const age of ["newest", "oldest"] as const) {
  for (const trust of ["given", "asked"] as const) {
    describe(`attachments that hold scripts, in the ${age} VS Code with trust ${trust}`, () => {
      let server: Simulator;
      let attacker: PlainServer;
      let window: VSCodeWindow;
      let way: readonly string[];

      before(async () => {
        server = await startSimulator({ dialect: "product" });
        attacker = await startPlainServer({ status: 200, body: "" });
        const { artifactIds } = server.addTracker({
          projectId: 102,
          label: "Reports",
          fields: [file("files", "Attachments", { fill: () => ({ kind: "files", files: [] }) })],
          artifacts: 1,
        });
        const artifactId = artifactIds[0] ?? assert.fail("no artifact");
        const html = activeHtml(attacker.url);
        const svg = `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${html}</foreignObject></svg>`;
        const contents: Readonly<Record<string, string | Uint8Array>> = {
          "invoice.ipynb": notebook(attacker.url),
          "Page.HTML": html,
          "drawing.svg": svg,
          "fake.png": svg,
          "photo.png": picture,
          "dump.bin": new Uint8Array(64),
        };
        for (const [name, content] of Object.entries(contents)) {
          const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
          server.addFile({ name, type: "application/octet-stream", content: bytes, artifactId });
        }
        const settings = { "artifacts.sites": [{ url: server.url, label: "Demo" }] };
        window = await openWindow({ age, trust, settings, companion: await makeCustomEditor() });
        way = ["All Projects", "Open Tides", "Reports", `#${artifactId}`];
        await window.showViews();
        await foldMyWork(window.page);
      });
      after(async () => {
        await window.close();
        await attacker.close();
        await server.close();
      });

      const editorText = (text: string): Locator =>
        window.page.locator(".editor-instance .view-line").filter({ hasText: text }).first();

      async function assertNothingRan(): Promise<void> {
        assert.equal(await window.page.locator(".notebook-editor").count(), 0);
        assert.deepEqual(attacker.received, []);
      }

      async function fileRow(name: string): Promise<Locator> {
        await window.showViews();
        for (const label of way) await expandRow(treeRow(window.page, label));
        return treeRow(window.page, name);
      }

      async function click(name: string): Promise<void> {
        await (await fileRow(name)).click();
        await tab(window, name).waitFor();
      }

      it("are shown as text after a click, and again in a window that is reloaded", async () => {
        const texts = {
          "Page.HTML": "<script>",
          "drawing.svg": "<foreignObject>",
          "invoice.ipynb": "cell_type",
        };
        for (const [name, text] of Object.entries(texts)) {
          await click(name);
          await editorText(text).waitFor();
        }
        await assertNothingRan();
        await window.screenshot(`attachment-notebook-${age}-${trust}`);
        await window.reload();
        await tab(window, "invoice.ipynb").waitFor();
        await editorText("cell_type").waitFor();
        await assertNothingRan();
      });

      it("are opened as text once they are downloaded, and so they stay", async () => {
        await pressRowButton(await fileRow("invoice.ipynb"), "Download Attachment");
        await window.runCommand("View: Close All Editors");
        await pressButton(notification(window.page, "Saved "), "Open");
        await editorText("cell_type").waitFor();
        await window.reload();
        await editorText("cell_type").waitFor();
        await assertNothingRan();
      });

      if (age === "oldest" || trust === "asked") return;

      it("are an image that can't be shown if they pose as one, beside images that are shown", async () => {
        const preview = window.page
          .frameLocator("iframe.webview.ready:visible")
          .frameLocator("iframe#active-frame");
        await click("fake.png");
        await preview.getByText("An error occurred while loading the image").waitFor();
        await window.screenshot("attachment-fake-image");
        await click("photo.png");
        await preview.locator("img").waitFor();
        await window.screenshot("attachment-image");
        await assertNothingRan();
      });

      it("are not guessed at if they are binary", async () => {
        await click("dump.bin");
        await window.page.getByText("The file is not displayed in the text editor").waitFor();
        await window.screenshot("attachment-binary");
      });
    });
  }
}
