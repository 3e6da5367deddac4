import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  imageDataUrl,
  createFile,
  createFormWithFiles,
  logFile,
  createNewFormWithFiles,
  imageFile,
} from "../../support/page/form/attachmentSamples.ts";

const readOnly = { isReadOnly: true };

describe("attachments", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  function getButton(name: string): Locator {
    return window.page.getByRole("button", { name, exact: true });
  }

  async function waitForCalls(method: string, count = 1): Promise<readonly unknown[]> {
    await window.waitUntil(`${method} ${count} times`, () => window.host.getCalls(method).length === count);
    return window.host.getCalls(method);
  }

  /** The labels of all buttons of the field. */
  function getButtonLabels(): Promise<readonly string[]> {
    return window
      .getField("Attachments")
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? button.textContent.trim()));
  }

  it("are opened, downloaded, saved and removed by their buttons", async () => {
    window = await openFormPage({ form: createFormWithFiles([logFile, createFile(3, "notes.zip")]) });
    const actions = ["gateway.log", "Download gateway.log", "Save gateway.log As…", "Remove gateway.log"];
    for (const name of actions) await getButton(name).click();
    await getButton("notes.zip").click();
    await getButton("Download All").click();
    await getButton("Attach File…").click();
    assert.deepEqual(await waitForCalls("runAttachmentAction", 5), [
      { fileId: 1, action: "open" },
      { fileId: 1, action: "download" },
      { fileId: 1, action: "saveAs" },
      { fileId: 1, action: "remove" },
      { fileId: 3, action: "open" },
    ]);
    assert.deepEqual(await waitForCalls("downloadAll"), [null]);
    assert.deepEqual(await waitForCalls("pickFilesToAttach"), [{ fieldId: 40 }]);
    const details = window.getField("Attachments").locator(".file-details").first();
    assert.equal((await details.innerText()).replaceAll(/\s+/g, " "), "gateway.log 2.6 MB of the second try");
  });

  it("without a name are shown by ID", async () => {
    window = await openFormPage({ form: createFormWithFiles([createFile(7, ""), createFile(8, " ")]) });
    await getButton("#7").waitFor();
    await getButton("#8").waitFor();
  });

  it("are used by keyboard, including actions that are only visible on hover", async () => {
    window = await openFormPage({ form: createFormWithFiles([logFile]) });
    await getButton("gateway.log").focus();
    const names: string[] = [];
    for (const key of ["Enter", "Enter", "Space", "Enter", "Enter"]) {
      names.push(await window.page.evaluate(() => document.activeElement?.ariaLabel ?? ""));
      const opacity = await window.page
        .locator(".file-actions")
        .evaluate((element) => getComputedStyle(element).opacity);
      assert.equal(opacity, names.length < 5 ? "1" : "0");
      await window.page.keyboard.press(key);
      await window.page.keyboard.press("Tab");
    }
    assert.deepEqual(names, ["", "Download gateway.log", "Save gateway.log As…", "Remove gateway.log", ""]);
    const actions = (await waitForCalls("runAttachmentAction", 4)) as readonly { readonly action: string }[];
    assert.deepEqual(
      actions.map(({ action }) => action),
      ["open", "download", "saveAs", "remove"],
    );
    await waitForCalls("pickFilesToAttach");
  });

  it("have no Attach and Remove buttons in a read-only form", async () => {
    window = await openFormPage({ form: createFormWithFiles([logFile, imageFile], readOnly) });
    const readOnlyButtons = [
      "gateway.log",
      "Download gateway.log",
      "Save gateway.log As…",
      "screen.png",
      "Download screen.png",
      "Save screen.png As…",
      "Download All",
    ];
    assert.deepEqual(await getButtonLabels(), readOnlyButtons);
    await window.close();
    window = await openFormPage({
      form: createFormWithFiles([logFile, imageFile]),
      draft: { isOpenInOtherWindow: true },
    });
    assert.deepEqual(await getButtonLabels(), readOnlyButtons);
  });

  it("have a hint in a new artifact on a server without uploads, and a placeholder if there are none", async () => {
    const reason = "This server doesn't support file uploads through its API.";
    for (const [isRequired, advice] of [
      [false, "Attach files in the browser after you create the artifact."],
      [true, "A file is required, so create the artifact in the browser."],
    ] as const) {
      window = await openFormPage({ form: createNewFormWithFiles({ canUpload: false, isRequired }) });
      await window.getField("Attachments").getByText(`${reason} ${advice}`).waitFor();
      assert.deepEqual(await getButtonLabels(), []);
      await window.close();
    }
    window = await openFormPage({ form: createFormWithFiles([], readOnly) });
    await window.getField("Attachments").getByText("–", { exact: true }).waitFor();
    await window.close();
    window = await openFormPage({ form: createFormWithFiles([]) });
    assert.deepEqual(await getButtonLabels(), ["Attach File…"]);
  });

  it("show the size limit, never more than it is", async () => {
    window = await openFormPage({ form: createFormWithFiles([], { maxBytes: 1024 ** 3 }) });
    await window.page.getByText("or drop files here, or paste an image – up to 1 GB each").waitFor();
    const [described] = ((await getButton("Attach File…").getAttribute("aria-describedby")) ?? "").split(" ");
    assert.match((await window.page.locator(`#${described}`).textContent()) ?? "", /1 GB/);
  });

  it("ignore a second click while the action is in progress", async () => {
    window = await openFormPage({ form: createFormWithFiles([logFile, imageFile]) });
    let finish = (): void => undefined;
    window.host.fileOperation = new Promise((resolve) => (finish = resolve));
    const download = getButton("Download gateway.log");
    await download.click();
    await download.and(window.page.locator("[aria-disabled=true]")).waitFor();
    await download.press("Enter");
    assert.equal(await download.evaluate((element) => element === document.activeElement), true);
    await getButton("Download screen.png").click();
    await waitForCalls("runAttachmentAction", 2);
    finish();
    await download.and(window.page.locator(":not([aria-disabled])")).waitFor();
    await download.press("Enter");
    await waitForCalls("runAttachmentAction", 3);
  });

  it("show an error until the next action", async () => {
    window = await openFormPage({ form: createFormWithFiles([logFile]) });
    window.host.errorText = "The server does not answer.";
    await getButton("Download gateway.log").click();
    const alert = window.getField("Attachments").getByRole("alert");
    await alert.getByText("The server does not answer.").waitFor();
    // The activity may show the same error, if it is loaded at this moment.
    assert.equal(await alert.count(), 1);
    window.host.errorText = undefined;
    await getButton("Save gateway.log As…").click();
    await alert.waitFor({ state: "detached" });
  });

  it("move the focus to the next file after one was removed", async () => {
    const form = createFormWithFiles([logFile, createFile(3, "notes.zip")]);
    window = await openFormPage({ form });
    await getButton("Remove gateway.log").press("Enter");
    await window.host.showForm(createFormWithFiles([createFile(3, "notes.zip")]));
    await getButton("gateway.log").waitFor({ state: "detached" });
    await window.page.waitForFunction(() => document.activeElement?.textContent.trim() === "notes.zip");
  });

  it("show hostile names and descriptions as text", async () => {
    const hostileText = "<img src=x onerror=alert(1)>";
    const hostileFile = createFile(1, `${hostileText}.zip`, { description: `\u202e${hostileText}` });
    window = await openFormPage({
      form: createFormWithFiles([hostileFile, createFile(2, "W".repeat(400))]),
      width: 400,
    });
    await getButton(`${hostileText}.zip`).click();
    assert.equal(await window.page.locator("main img").count(), 0);
    assert.equal(await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.equal(
      await getButton(`Remove ${"W".repeat(400)}`).evaluate(
        (element) => element.getBoundingClientRect().right < innerWidth,
      ),
      true,
    );
    assert.deepEqual(window.browserErrors, []);
  });

  describe("that are images", () => {
    function createImages(count: number): ReturnType<typeof createFile>[] {
      return Array.from({ length: count }, (_, index) => ({
        ...imageFile,
        id: index + 1,
        name: `${index + 1}.png`,
      }));
    }

    it("load their preview once, when they become visible", async () => {
      const many = createImages(30);
      const previews = Object.fromEntries(many.map(({ id }) => [id, imageDataUrl]));
      window = await openFormPage({ form: createFormWithFiles(many), previews, height: 500 });
      await window.page.getByRole("img", { name: "1.png", exact: true }).waitFor();
      assert.ok(window.host.getCalls("loadPreview").length < 10);
      await window.page.getByText("30.png", { exact: true }).scrollIntoViewIfNeeded();
      await window.page.getByRole("img", { name: "30.png", exact: true }).waitFor();
      const before = window.host.getCalls("loadPreview").length;
      await window.page.evaluate(() => scrollTo({ top: 0 }));
      await window.host.showForm({ ...createFormWithFiles(many.slice(1)) });
      await window.page.getByText("1.png", { exact: true }).waitFor({ state: "detached" });
      await window.host.showForm({ ...createFormWithFiles(many) });
      await window.page.getByRole("img", { name: "1.png", exact: true }).waitFor();
      const all = window.host.getCalls("loadPreview").map((params) => JSON.stringify(params));
      assert.equal(new Set(all).size, all.length);
      assert.ok(all.length >= before);
    });

    it("have the same height before the preview is loaded", async () => {
      window = await openFormPage({
        form: createFormWithFiles(createImages(2)),
        previews: { 1: imageDataUrl, 2: imageDataUrl },
      });
      const heights = await window.page.evaluate(() =>
        [...document.querySelectorAll("artifact-file-preview")].map((element) => element.clientHeight),
      );
      await window.page.getByRole("img").nth(1).waitFor();
      assert.deepEqual(
        await window.page.evaluate(() =>
          [...document.querySelectorAll("artifact-file-preview")].map((element) => element.clientHeight),
        ),
        heights,
      );
    });

    it("are opened by a click on the preview", async () => {
      window = await openFormPage({ form: createFormWithFiles([imageFile]), previews: { 2: imageDataUrl } });
      await window.page.getByRole("img", { name: "screen.png" }).click();
      assert.deepEqual(await waitForCalls("runAttachmentAction"), [{ fileId: 2, action: "open" }]);
    });

    it("have no preview if it can't be loaded or shown", async () => {
      const previews = { 2: "https://evil.example/a.png", 3: "data:image/png;base64,AAAA" };
      window = await openFormPage({ form: createFormWithFiles(createImages(3)), previews });
      for (const preview of await window.page.locator("artifact-file-preview").all()) {
        await preview.waitFor({ state: "hidden" });
      }
      assert.equal(await window.page.getByRole("alert").count(), 0);
      assert.ok(await getButton("3.png").isVisible());
    });

    it("have no preview if they are too large or of an unsupported type", async () => {
      const largeImage = createFile(1, "large.png", { type: "image/png", size: 5 * 1024 * 1024 + 1 });
      const unsupportedImage = createFile(2, "scan.tiff", { type: "image/tiff" });
      window = await openFormPage({
        form: createFormWithFiles([largeImage, unsupportedImage, { ...imageFile, id: 3 }]),
        previews: { 3: imageDataUrl },
      });
      await window.page.getByRole("img", { name: "screen.png" }).waitFor();
      assert.deepEqual(window.host.getCalls("loadPreview"), [{ fileId: 3 }]);
    });
  });
});
