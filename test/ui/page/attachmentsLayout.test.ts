import assert from "node:assert/strict";
import { join } from "node:path";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  DragGesture,
  imageDataUrl,
  dropFiles,
  createFile,
  createFormWithFiles,
  logFile,
  imageFile,
} from "../../support/page/form/attachmentSamples.ts";
import { repositoryRoot } from "../../support/repositoryRoot.ts";
import { allThemes } from "../../support/window/themes.ts";

const tallImage = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="400"><rect width="90" height="400" fill="#8a3ffc"/></svg>',
).toString("base64")}`;

const formWithAllFiles = createFormWithFiles(
  [
    logFile,
    imageFile,
    createFile(3, "tall.svg", { type: "image/svg+xml", size: 900, description: "as seen on a telephone" }),
    createFile(4, "still-loading.webp", { type: "image/webp", size: 400_000 }),
    createFile(5, "core dump of the gateway after the second refund in a row.tar.gz", {
      size: 1_340_000_000,
    }),
    createFile(6, "specification.pdf", {
      type: "application/pdf",
      size: 340_000,
      description: "the bank’s own words",
    }),
    createFile(7, "amounts.csv", { type: "text/csv" }),
    createFile(8, "fix.patch"),
    createFile(9, "answer.json", { type: "application/json", size: 1 }),
  ],
  { maxBytes: 64 * 1024 * 1024 },
);

describe("layout of attachments", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<Parameters<typeof openFormPage>[0]>): Promise<void> {
    // One preview never loads.
    const previews = {
      2: imageDataUrl,
      3: tallImage,
      4: new Promise<string>(() => undefined) as unknown as string,
    };
    window = await openFormPage({ form: formWithAllFiles, previews, ...options });
    await window.page.getByRole("img").nth(1).waitFor();
  }

  for (const theme of allThemes) {
    it(`has no browser errors in the theme ${theme}`, async () => {
      await open({ theme });
      await window.page.locator(".file").nth(1).hover();
      await window.screenshot(`page-attachments-${theme}`);
      window.host.errorText = "The server does not answer.";
      await window.page.getByRole("button", { name: "Download All" }).click();
      await window.getField("Attachments").getByRole("alert").waitFor();
      const gesture = await DragGesture.start(window.page.locator(".file-add"), {
        items: [{ mimeType: "application/vnd.code.uri-list", data: "file:///a" }],
      });
      await window.page.locator(".drop-prompt").waitFor();
      await window.screenshot(`page-attachments-drop-${theme}`, { isFullPage: false });
      await gesture.leavePage();
      assert.deepEqual(window.browserErrors, []);
    });
  }

  it("has no horizontal overflow in a narrow tab", async () => {
    await open({ width: 320, height: 1_300 });
    await window.page.locator(".file").nth(4).hover();
    await window.screenshot("page-attachments-narrow");
    assert.equal(await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  });

  it("shows the progress of reading a file", async () => {
    await open({ height: 1_300 });
    window.host.fileOperation = new Promise(() => undefined);
    await dropFiles(window.page.locator(".file-add"), { files: [join(repositoryRoot, "package.json")] });
    await window.getField("Attachments").getByText("Loading package.json…").waitFor();
    await window.screenshot("page-attachments-loading");
  });

  it("shows the actions on touch screens without hovering", async () => {
    await open({});
    const session = await window.page.context().newCDPSession(window.page);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const opacity = await window.page
      .locator(".file-actions")
      .first()
      .evaluate((element) => getComputedStyle(element).opacity);
    assert.equal(opacity, "1");
    await session.detach();
  });
});
