import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { fileField } from "../simulator/demo/fieldDefinition.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { samplePng } from "../support/fixtures/attachmentFixture.ts";
import { createCustomEditorExtension } from "../support/window/customEditorExtension.ts";
import { getTab } from "../support/window/form.ts";
import { getNotification, pressButton } from "../support/window/messages.ts";
import { type StaticServer, startStaticServer } from "../support/simulator/staticServer.ts";
import { expandRow, collapseMyWork, pressRowButton, getTreeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

/** HTML that sends requests to the URL when it is rendered, by a script and by an image. */
function createActiveHtml(url: string): string {
  return `<img src="${url}/image"><script>fetch("${url}/script", { mode: "no-cors" })</script>`;
}

function createNotebook(url: string): string {
  const data = { "text/html": [createActiveHtml(url)] };
  const output = { output_type: "display_data", metadata: {}, data };
  const cell = { cell_type: "code", execution_count: 1, metadata: {}, source: ["1"], outputs: [output] };
  return JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1);
}

for (const release of ["newest", "oldest"] as const) {
  for (const trust of ["granted", "prompted"] as const) {
    describe(`attachments with scripts, in the ${release} VS Code with workspace trust ${trust}`, () => {
      let server: Simulator;
      let attacker: StaticServer;
      let window: VSCodeWindow;
      let rowPath: readonly string[];

      before(async () => {
        server = await startSimulator({ dialect: "product" });
        attacker = await startStaticServer({ status: 200, body: "" });
        const { artifactIds } = server.addTracker({
          projectId: 102,
          label: "Reports",
          fields: [
            fileField("files", "Attachments", { generateValue: () => ({ kind: "files", files: [] }) }),
          ],
          artifacts: 1,
        });
        const artifactId = artifactIds[0] ?? assert.fail("no artifact");
        const html = createActiveHtml(attacker.url);
        const svg = `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${html}</foreignObject></svg>`;
        const contents: Readonly<Record<string, string | Uint8Array>> = {
          "invoice.ipynb": createNotebook(attacker.url),
          "Page.HTML": html,
          "drawing.svg": svg,
          "fake.png": svg,
          "photo.png": samplePng,
          "dump.bin": new Uint8Array(64),
        };
        for (const [name, content] of Object.entries(contents)) {
          const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
          server.addFile({ name, type: "application/octet-stream", content: bytes, artifactId });
        }
        const settings = { "artifacts.sites": [{ url: server.url, label: "Demo" }] };
        window = await openWindow({
          release,
          workspaceTrust: trust,
          settings,
          otherExtension: await createCustomEditorExtension(),
        });
        rowPath = ["All Projects", "Open Tides", "Reports", `#${artifactId}`];
        await window.showViews();
        await collapseMyWork(window.page);
      });
      after(async () => {
        await window.close();
        await attacker.close();
        await server.close();
      });

      const getEditorLine = (text: string): Locator =>
        window.page.locator(".editor-instance .view-line").filter({ hasText: text }).first();

      async function assertNoScriptRan(): Promise<void> {
        assert.equal(await window.page.locator(".notebook-editor").count(), 0);
        assert.deepEqual(attacker.receivedHeaders, []);
      }

      async function showFileRow(name: string): Promise<Locator> {
        await window.showViews();
        for (const label of rowPath) await expandRow(getTreeRow(window.page, label));
        return getTreeRow(window.page, name);
      }

      async function openAttachment(name: string): Promise<void> {
        await (await showFileRow(name)).click();
        await getTab(window, name).waitFor();
      }

      it("are shown as text, also after a reload of the window", async () => {
        const texts = {
          "Page.HTML": "<script>",
          "drawing.svg": "<foreignObject>",
          "invoice.ipynb": "cell_type",
        };
        for (const [name, text] of Object.entries(texts)) {
          await openAttachment(name);
          await getEditorLine(text).waitFor();
        }
        await assertNoScriptRan();
        await window.screenshot(`attachment-notebook-${release}-${trust}`);
        await window.reload();
        await getTab(window, "invoice.ipynb").waitFor();
        await getEditorLine("cell_type").waitFor();
        await assertNoScriptRan();
      });

      it("are opened as text after a download, also after a reload", async () => {
        await pressRowButton(await showFileRow("invoice.ipynb"), "Download Attachment");
        await window.closeEditors();
        await pressButton(getNotification(window.page, "Saved "), "Open");
        await getEditorLine("cell_type").waitFor();
        await window.reload();
        await getEditorLine("cell_type").waitFor();
        await assertNoScriptRan();
      });

      if (release === "oldest" || trust === "prompted") return;

      it("are shown as a broken image if they pose as an image, while real images are shown", async () => {
        const preview = window.page
          .frameLocator("iframe.webview.ready:visible")
          .frameLocator("iframe#active-frame");
        await openAttachment("fake.png");
        await preview.getByText("An error occurred while loading the image").waitFor();
        await window.screenshot("attachment-fake-image");
        await openAttachment("photo.png");
        await preview.locator("img").waitFor();
        await window.screenshot("attachment-image");
        await assertNoScriptRan();
      });

      it("are not displayed if they are binary", async () => {
        await openAttachment("dump.bin");
        await window.page.getByText("The file is not displayed in the text editor").waitFor();
        await window.screenshot("attachment-binary");
      });
    });
  }
}
