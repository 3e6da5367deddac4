import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Form } from "../../../src/model/form/form.ts";
import { temporaryFolder } from "../../support/ending.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  drop,
  Dragging,
  formWithFiles,
  log,
  newFormWithFiles,
  paste,
  sentBytes,
  sha256,
} from "../../support/page/form/attaching.ts";

function withSecondField(form: Form): Form {
  const more = form.fields.flatMap((field) => (field.id === 40 ? [{ ...field, id: 41, label: "More" }] : []));
  return { ...form, fields: [...form.fields, ...more], fileFields: [40, 41] };
}

const editorList = "application/vnd.code.uri-list";

describe("files that are dropped on the form or pasted into it", () => {
  let window: FormPageWindow;
  let folder: string;

  before(() => (folder = temporaryFolder()));

  afterEach(() => window.close());

  async function open(options: Partial<Parameters<typeof openFormPage>[0]> = {}): Promise<void> {
    window = await openFormPage({ form: formWithFiles([log]), ...options });
  }

  async function written(name: string, bytes: Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  }

  async function asked(method: string, count = 1): Promise<readonly unknown[]> {
    await window.until(`${method} ${count} times`, () => window.host.asked(method).length === count);
    return window.host.asked(method);
  }

  const section = () => window.field("Attachments").locator(".file-offers");
  const alerts = () => window.field("Attachments").getByRole("alert");

  it("arrive with all their bytes, in pieces, and together", async () => {
    await open();
    const large = randomBytes(2 * 1024 * 1024 + 1);
    const files = [
      await written("large.bin", large),
      await written("empty.txt", Buffer.alloc(0)),
      await written("notes.txt", Buffer.from("notes")),
    ];
    await drop(section(), { files });
    assert.deepEqual(await asked("attachSent"), [{ fieldId: 40, keys: [1, 2, 3] }]);
    const begun = window.host.asked("beginFile") as readonly {
      readonly name: string;
      readonly size: number;
    }[];
    assert.deepEqual(
      begun.map(({ name, size }) => [name, size]),
      [
        ["large.bin", large.length],
        ["empty.txt", 0],
        ["notes.txt", 5],
      ],
    );
    assert.equal(sha256(sentBytes(window, 1)), sha256(large));
    assert.equal(sentBytes(window, 2).length, 0);
    assert.equal(sentBytes(window, 3).toString(), "notes");
    const sizes = (window.host.asked("filePiece") as readonly { readonly data: string }[]).map(
      ({ data }) => Buffer.from(data, "base64").length,
    );
    assert.deepEqual(sizes, [786_432, 786_432, 524_289, 5]);
    assert.equal(await window.field("Attachments").getByRole("status").textContent(), "");
  });

  it("are taken anywhere in the page where only one field takes any, and are promised so", async () => {
    await open();
    const title = window.page.getByRole("textbox", { name: "Title" });
    const files = [await written("a.txt", Buffer.from("a"))];
    for (const end of ["leave", "giveUp"] as const) {
      const dragging = await Dragging.over(title, { files });
      await window.page.locator(".files.is-aimed-at").waitFor();
      await window.page.getByText("Drop to attach to Attachments").waitFor();
      await dragging[end]();
      await window.page.locator(".files.is-aimed-at").waitFor({ state: "detached" });
      assert.equal(await window.page.locator(".drop-prompt").isVisible(), false);
    }
    await drop(title, { files });
    await asked("attachSent");
  });

  it("do not take the page away where nothing takes them", async () => {
    const files = [await written("a.txt", Buffer.from("a"))];
    for (const options of [{ form: newFormWithFiles() }, { draft: { isElsewhere: true } }]) {
      await open(options);
      await drop(window.field("Attachments"), { files });
      await drop(window.page.locator(".actions-bar"), { files });
      await window.field("Description").waitFor();
      assert.deepEqual(window.host.asked("beginFile"), []);
      await window.close();
    }
    await open();
  });

  it("are named where they are too large, and the others go on", async () => {
    await open({ form: formWithFiles([], { maxBytes: 2_000 }) });
    const files = [
      await written("big.txt", Buffer.alloc(2_001)),
      await written("small.txt", Buffer.alloc(2_000)),
    ];
    await drop(section(), { files });
    await alerts()
      .getByText("big.txt was not attached: it is larger than 2 kB, the most that fits here.")
      .waitFor();
    await asked("attachSent");
    assert.equal(window.host.asked("beginFile").length, 1);
  });

  it("are no folders", async () => {
    await open();
    await mkdir(join(folder, "logs"), { recursive: true });
    await drop(section(), { files: [join(folder, "logs"), await written("a.txt", Buffer.from("a"))] });
    await alerts().getByText("logs was not attached: it is a folder.").waitFor();
    await asked("attachSent");
    assert.equal(window.host.asked("beginFile").length, 1);
  });

  it("are let go of where one of them can't be read", async () => {
    await open();
    const files = [
      await written("first.txt", Buffer.from("1")),
      await written("second.txt", Buffer.from("2")),
    ];
    let goOn = (): void => undefined;
    window.host.working = new Promise((resolve) => (goOn = resolve));
    await drop(section(), { files });
    await window.field("Attachments").getByRole("status").getByText("Reading first.txt…").waitFor();
    await asked("beginFile");
    await rm(join(folder, "second.txt"));
    goOn();
    assert.deepEqual(await asked("dropSent"), [{ keys: [1, 2] }]);
    await alerts().getByText("second.txt could not be read. Nothing was attached.").waitFor();
    assert.deepEqual(window.host.asked("attachSent"), []);
  });

  it("are let go of where the host wants none, with its reason", async () => {
    await open();
    let goOn = (): void => undefined;
    window.host.working = new Promise((resolve) => (goOn = resolve));
    await drop(section(), { files: [await written("a.txt", Buffer.from("a"))] });
    await asked("beginFile");
    window.host.refusal = "The disk is full.";
    goOn();
    await alerts().getByText("The disk is full.").waitFor();
    assert.deepEqual(await asked("dropSent"), [{ keys: [1] }]);
    window.host.refusal = undefined;
    await drop(section(), { files: [join(folder, "a.txt")] });
    await alerts().waitFor({ state: "detached" });
    await asked("attachSent");
  });

  it("out of the lists of the editor are told by their addresses", async () => {
    await open();
    const data =
      "# two\r\nfile:///bay/a%20b.log\r\nvscode-remote://ssh+box/c.log\r\nhttps://one.example/\r\n";
    await drop(section(), { items: [{ mimeType: editorList, data }] });
    assert.deepEqual(await asked("attachUris"), [
      { fieldId: 40, uris: ["file:///bay/a%20b.log", "vscode-remote://ssh+box/c.log"] },
    ]);
  });

  it("are no links out of a browser, and no texts", async () => {
    await open();
    const link = { mimeType: "text/uri-list", data: "https://one.example/" };
    await drop(section(), { items: [link] });
    await drop(section(), { items: [{ mimeType: "text/plain", data: "file:///bay/a.log" }] });
    const title = window.page.getByRole("textbox", { name: "Title" });
    await drop(title, { items: [{ mimeType: "text/plain", data: "plain words" }] });
    await window.until("typed", () => JSON.stringify(window.host.typed(1)).includes("plain words"));
    assert.deepEqual([window.host.asked("attachUris"), window.host.asked("beginFile")], [[], []]);
  });

  it("go to the first field that takes any when they are pasted, with a name", async () => {
    await open();
    await window.page.getByRole("button", { name: "gateway.log", exact: true }).focus();
    await paste(window);
    await asked("attachSent");
    const [begun] = window.host.asked("beginFile") as readonly {
      readonly name: string;
      readonly type: string;
    }[];
    assert.match(begun?.name ?? "", /^pasted-\d{4}-\d\d-\d\d-\d{6}\.png$/);
    assert.equal(begun?.type, "image/png");
    assert.equal(sentBytes(window, 1).subarray(1, 4).toString(), "PNG");
  });

  it("are pasted while a text is typed only where there is no text to paste", async () => {
    await open();
    const title = window.page.getByRole("textbox", { name: "Title" });
    await title.focus();
    await window.page.keyboard.press("Control+A");
    await paste(window, { text: "a cell" });
    await window.until("typed", () => JSON.stringify(window.host.typed(1)).includes('"a cell"'));
    assert.deepEqual(window.host.asked("beginFile"), []);
    await paste(window);
    await asked("attachSent");
    assert.equal(await title.inputValue(), "a cell");
  });

  it("go to the field under the pointer where several take some, and to the first when they are pasted", async () => {
    await open({ form: withSecondField(formWithFiles([log])) });
    const files = [await written("a.txt", Buffer.from("a"))];
    await drop(window.page.getByRole("textbox", { name: "Title" }), { files });
    await drop(window.field("More"), { files });
    await asked("attachSent");
    await paste(window);
    assert.deepEqual(await asked("attachSent", 2), [
      { fieldId: 41, keys: [1] },
      { fieldId: 40, keys: [2] },
    ]);
  });

  it("are not pasted where nothing takes them", async () => {
    await open({ draft: { isElsewhere: true } });
    await paste(window);
    await window.page.keyboard.press("Tab");
    await window.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.deepEqual(window.host.asked("beginFile"), []);
  });
});
