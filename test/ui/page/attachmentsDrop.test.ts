import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Form } from "../../../src/model/form/form.ts";
import { createTemporaryFolder } from "../../support/cleanup.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  dropFiles,
  DragGesture,
  createFormWithFiles,
  logFile,
  createNewFormWithFiles,
  pasteImage,
  getSentBytes,
  sha256,
} from "../../support/page/form/attachmentSamples.ts";

function withSecondField(form: Form): Form {
  const secondField = form.fields.flatMap((field) =>
    field.id === 40 ? [{ ...field, id: 41, label: "More" }] : [],
  );
  return { ...form, fields: [...form.fields, ...secondField], fileFields: [40, 41] };
}

const editorUriListType = "application/vnd.code.uri-list";

describe("dropped and pasted files", () => {
  let window: FormPageWindow;
  let folder: string;

  before(() => (folder = createTemporaryFolder()));

  afterEach(() => window.close());

  async function open(options: Partial<Parameters<typeof openFormPage>[0]> = {}): Promise<void> {
    window = await openFormPage({ form: createFormWithFiles([logFile]), ...options });
  }

  async function writeTestFile(name: string, bytes: Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  }

  async function waitForCalls(method: string, count = 1): Promise<readonly unknown[]> {
    await window.waitUntil(`${method} ${count} times`, () => window.host.getCalls(method).length === count);
    return window.host.getCalls(method);
  }

  const getDropArea = () => window.getField("Attachments").locator(".file-add");
  const getAlerts = () => window.getField("Attachments").getByRole("alert");

  it("are sent completely, in chunks, and attached together", async () => {
    await open();
    const large = randomBytes(2 * 1024 * 1024 + 1);
    const files = [
      await writeTestFile("large.bin", large),
      await writeTestFile("empty.txt", Buffer.alloc(0)),
      await writeTestFile("notes.txt", Buffer.from("notes")),
    ];
    await dropFiles(getDropArea(), { files });
    assert.deepEqual(await waitForCalls("attachSentFiles"), [{ fieldId: 40, keys: [1, 2, 3] }]);
    const beginCalls = window.host.getCalls("beginFile") as readonly {
      readonly name: string;
      readonly size: number;
    }[];
    assert.deepEqual(
      beginCalls.map(({ name, size }) => [name, size]),
      [
        ["large.bin", large.length],
        ["empty.txt", 0],
        ["notes.txt", 5],
      ],
    );
    assert.equal(sha256(getSentBytes(window, 1)), sha256(large));
    assert.equal(getSentBytes(window, 2).length, 0);
    assert.equal(getSentBytes(window, 3).toString(), "notes");
    const sizes = (window.host.getCalls("sendFileChunk") as readonly { readonly data: string }[]).map(
      ({ data }) => Buffer.from(data, "base64").length,
    );
    assert.deepEqual(sizes, [786_432, 786_432, 524_289, 5]);
    assert.equal(await window.getField("Attachments").getByRole("status").textContent(), "");
  });

  it("can be dropped anywhere if the form has one file field, with a prompt", async () => {
    await open();
    const title = window.page.getByRole("textbox", { name: "Title" });
    const files = [await writeTestFile("a.txt", Buffer.from("a"))];
    for (const end of ["leavePage", "cancel"] as const) {
      const gesture = await DragGesture.start(title, { files });
      await window.page.locator(".files.is-drag-over").waitFor();
      await window.page.getByText("Drop to attach to Attachments").waitFor();
      await gesture[end]();
      await window.page.locator(".files.is-drag-over").waitFor({ state: "detached" });
      assert.equal(await window.page.locator(".drop-prompt").isVisible(), false);
    }
    await dropFiles(title, { files });
    await waitForCalls("attachSentFiles");
  });

  it("do not replace the page if no field accepts them", async () => {
    const files = [await writeTestFile("a.txt", Buffer.from("a"))];
    for (const options of [
      { form: createNewFormWithFiles({ canUpload: false }) },
      { draft: { isOpenInOtherWindow: true } },
    ]) {
      await open(options);
      await dropFiles(window.getField("Attachments"), { files });
      await dropFiles(window.page.locator(".actions-bar"), { files });
      await window.getField("Description").waitFor();
      assert.deepEqual(window.host.getCalls("beginFile"), []);
      await window.close();
    }
    await open();
  });

  it("that are too large are rejected by name, without the others", async () => {
    await open({ form: createFormWithFiles([], { maxBytes: 2_000 }) });
    const files = [
      await writeTestFile("big.txt", Buffer.alloc(2_001)),
      await writeTestFile("small.txt", Buffer.alloc(2_000)),
    ];
    await dropFiles(getDropArea(), { files });
    await getAlerts()
      .getByText("big.txt wasn't attached because it's larger than 2 kB, the limit of this field.")
      .waitFor();
    await waitForCalls("attachSentFiles");
    assert.equal(window.host.getCalls("beginFile").length, 1);
  });

  it("can't be folders", async () => {
    await open();
    await mkdir(join(folder, "logs"), { recursive: true });
    await dropFiles(getDropArea(), {
      files: [join(folder, "logs"), await writeTestFile("a.txt", Buffer.from("a"))],
    });
    await getAlerts().getByText("logs is a folder. Attach its files or an archive instead.").waitFor();
    await waitForCalls("attachSentFiles");
    assert.equal(window.host.getCalls("beginFile").length, 1);
  });

  it("are discarded if one of them can't be read", async () => {
    await open();
    const files = [
      await writeTestFile("first.txt", Buffer.from("1")),
      await writeTestFile("second.txt", Buffer.from("2")),
    ];
    let finishOperation = (): void => undefined;
    window.host.fileOperation = new Promise((resolve) => (finishOperation = resolve));
    await dropFiles(getDropArea(), { files });
    await window.getField("Attachments").getByRole("status").getByText("Loading first.txt…").waitFor();
    await waitForCalls("beginFile");
    await rm(join(folder, "second.txt"));
    finishOperation();
    assert.deepEqual(await waitForCalls("discardSentFiles"), [{ keys: [1, 2] }]);
    await getAlerts().getByText("second.txt couldn't be read, so no files were attached.").waitFor();
    assert.deepEqual(window.host.getCalls("attachSentFiles"), []);
  });

  it("are discarded if the host rejects one, with its error", async () => {
    await open();
    let finishOperation = (): void => undefined;
    window.host.fileOperation = new Promise((resolve) => (finishOperation = resolve));
    await dropFiles(getDropArea(), { files: [await writeTestFile("a.txt", Buffer.from("a"))] });
    await waitForCalls("beginFile");
    window.host.errorText = "The disk is full.";
    finishOperation();
    await getAlerts().getByText("The disk is full.").waitFor();
    assert.deepEqual(await waitForCalls("discardSentFiles"), [{ keys: [1] }]);
    window.host.errorText = undefined;
    await dropFiles(getDropArea(), { files: [join(folder, "a.txt")] });
    await getAlerts().waitFor({ state: "detached" });
    await waitForCalls("attachSentFiles");
  });

  it("from VS Code are attached by their URI", async () => {
    await open();
    const data =
      "# two\r\nfile:///bay/a%20b.log\r\nvscode-remote://ssh+box/c.log\r\nhttps://one.example/\r\n";
    await dropFiles(getDropArea(), { items: [{ mimeType: editorUriListType, data }] });
    assert.deepEqual(await waitForCalls("attachUris"), [
      { fieldId: 40, uris: ["file:///bay/a%20b.log", "vscode-remote://ssh+box/c.log"] },
    ]);
  });

  it("can't be links from a browser or texts", async () => {
    await open();
    const link = { mimeType: "text/uri-list", data: "https://one.example/" };
    await dropFiles(getDropArea(), { items: [link] });
    await dropFiles(getDropArea(), { items: [{ mimeType: "text/plain", data: "file:///bay/a.log" }] });
    const title = window.page.getByRole("textbox", { name: "Title" });
    await dropFiles(title, { items: [{ mimeType: "text/plain", data: "plain words" }] });
    await window.waitUntil("the text", () => JSON.stringify(window.host.getInput(1)).includes("plain words"));
    assert.deepEqual([window.host.getCalls("attachUris"), window.host.getCalls("beginFile")], [[], []]);
  });

  it("that are pasted get a name and are attached to the first file field", async () => {
    await open();
    await window.page.getByRole("button", { name: "gateway.log", exact: true }).focus();
    await pasteImage(window);
    await waitForCalls("attachSentFiles");
    const [beginCall] = window.host.getCalls("beginFile") as readonly {
      readonly name: string;
      readonly type: string;
    }[];
    assert.match(beginCall?.name ?? "", /^pasted-\d{4}-\d\d-\d\d-\d{6}\.png$/);
    assert.equal(beginCall?.type, "image/png");
    assert.equal(getSentBytes(window, 1).subarray(1, 4).toString(), "PNG");
  });

  it("are only pasted into a text control if the clipboard has no text", async () => {
    await open();
    const title = window.page.getByRole("textbox", { name: "Title" });
    await title.focus();
    await window.page.keyboard.press("Control+A");
    await pasteImage(window, { text: "a cell" });
    await window.waitUntil("the text", () => JSON.stringify(window.host.getInput(1)).includes('"a cell"'));
    assert.deepEqual(window.host.getCalls("beginFile"), []);
    await pasteImage(window);
    await waitForCalls("attachSentFiles");
    assert.equal(await title.inputValue(), "a cell");
  });

  it("are attached to the field under the pointer if there are several, and to the first when pasted", async () => {
    await open({ form: withSecondField(createFormWithFiles([logFile])) });
    const files = [await writeTestFile("a.txt", Buffer.from("a"))];
    await dropFiles(window.page.getByRole("textbox", { name: "Title" }), { files });
    await dropFiles(window.getField("More"), { files });
    await waitForCalls("attachSentFiles");
    await pasteImage(window);
    assert.deepEqual(await waitForCalls("attachSentFiles", 2), [
      { fieldId: 41, keys: [1] },
      { fieldId: 40, keys: [2] },
    ]);
  });

  it("are not pasted into a read-only form", async () => {
    await open({ draft: { isOpenInOtherWindow: true } });
    await pasteImage(window);
    await window.page.keyboard.press("Tab");
    await window.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.deepEqual(window.host.getCalls("beginFile"), []);
  });
});
