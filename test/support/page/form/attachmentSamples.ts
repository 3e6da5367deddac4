// Sample attachments, and helpers that drop and paste files with the browser's own events.
import { createHash } from "node:crypto";
import type { CDPSession, Locator } from "playwright-core";
import { createForm, createNewForm } from "../../../../src/model/form/createForm.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import type { FileDescription, PendingFile } from "../../../../src/model/valueTypes.ts";
import type { FormPageWindow } from "../formPage.ts";
import { createEntry, type FieldParts, createTracker } from "../../fixtures/formBuilders.ts";

export function createFile(id: number, name: string, parts: Partial<FileDescription> = {}): FileDescription {
  return { id, name, size: 1000, type: "text/plain", description: "", page: undefined, ...parts };
}

export const logFile = createFile(1, "gateway.log", { size: 2_600_000, description: "of the second try" });
export const imageFile = createFile(2, "screen.png", { size: 84_300, type: "image/png" });

export const imageDataUrl = `data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300"><rect width="480" height="300" fill="#2d6cdf"/>
   <circle cx="150" cy="150" r="90" fill="#f5c542"/><path d="M250 250 360 80l80 170z" fill="#fff"/></svg>`,
).toString("base64")}`;

interface FormWithFilesOptions {
  readonly isReadOnly?: boolean;
  readonly maxBytes?: number;
}

/** Creates a form with a title, a text field and a file field with ID 40. */
export function createFormWithFiles(
  files: readonly FileDescription[],
  { isReadOnly = false, maxBytes }: FormWithFilesOptions = {},
): Form {
  const fields: readonly FieldParts[] = [
    { id: 1, type: "string", label: "Title" },
    { id: 2, type: "text", label: "Description" },
    {
      id: 40,
      type: "file",
      label: "Attachments",
      maxUploadBytes: maxBytes,
      permissions: new Set(isReadOnly ? ["read"] : ["read", "update"]),
    },
  ];
  return createForm(createTracker(fields, { semantics: { titleFieldId: 1 } }), [
    createEntry(1, { kind: "string", text: "Refund fails" }),
    createEntry(2, { kind: "text", source: "Steps", format: "text" }),
    createEntry(40, { kind: "files", files }),
  ]);
}

interface NewFormWithFilesOptions {
  readonly isRequired?: boolean;
  readonly maxBytes?: number;
  readonly canUpload?: boolean;
}

/** The form of a new artifact with the same fields. */
export function createNewFormWithFiles({
  isRequired = false,
  maxBytes,
  canUpload = true,
}: NewFormWithFilesOptions = {}): Form {
  const fields: readonly FieldParts[] = [
    { id: 1, type: "string", label: "Title" },
    { id: 2, type: "text", label: "Description" },
    { id: 40, type: "file", label: "Attachments", maxUploadBytes: maxBytes, isRequired },
  ];
  return createNewForm(createTracker(fields, { semantics: { titleFieldId: 1 } }), canUpload);
}

export function createPendingFile(name: string, parts: Partial<PendingFile> = {}): PendingFile {
  const path = `/home/kim/${name}`;
  return { key: name, name, size: 1000, type: "text/plain", description: "", path, isCopy: false, ...parts };
}

interface DragData {
  /** Paths of files and folders. */
  readonly files?: readonly string[];
  readonly items?: readonly { readonly mimeType: string; readonly data: string }[];
}

export class DragGesture {
  readonly #target: Locator;
  readonly #session: CDPSession;
  readonly #position: { readonly x: number; readonly y: number };
  readonly #data: object;

  private constructor(
    target: Locator,
    session: CDPSession,
    position: { readonly x: number; readonly y: number },
    data: object,
  ) {
    this.#target = target;
    this.#session = session;
    this.#position = position;
    this.#data = data;
  }

  /** Starts to drag over the middle of the target. */
  static async start(target: Locator, { files = [], items = [] }: DragData): Promise<DragGesture> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error("The drop target is not in the page.");
    const session = await target.page().context().newCDPSession(target.page());
    const position = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const gesture = new DragGesture(target, session, position, { items, files, dragOperationsMask: 1 });
    await gesture.#send("dragEnter");
    await gesture.#send("dragOver");
    return gesture;
  }

  drop(): Promise<void> {
    return this.#send("drop");
  }

  /** Drags the data out of the page. */
  async leavePage(): Promise<void> {
    await this.#target.dispatchEvent("dragleave", { relatedTarget: null });
    await this.#send("dragCancel");
  }

  /** Cancels the drag, which doesn't fire an event in the page. */
  async cancel(): Promise<void> {
    await this.#send("dragCancel");
    await this.#target.page().mouse.move(1, 1);
  }

  async #send(type: "dragEnter" | "dragOver" | "drop" | "dragCancel"): Promise<void> {
    const event = { type, ...this.#position, data: this.#data };
    await this.#session.send("Input.dispatchDragEvent", event as never);
  }
}

export async function dropFiles(target: Locator, data: DragData): Promise<void> {
  const gesture = await DragGesture.start(target, data);
  await gesture.drop();
}

/** Copies a small image, optionally with a text, to the clipboard and pastes it. */
export async function pasteImage(
  { page }: FormPageWindow,
  { text }: { readonly text?: string } = {},
): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(async (text) => {
    const canvas = new OffscreenCanvas(2, 2);
    canvas.getContext("2d")?.fillRect(0, 0, 2, 2);
    const image = await canvas.convertToBlob({ type: "image/png" });
    const textItem = text === undefined ? {} : { "text/plain": new Blob([text], { type: "text/plain" }) };
    await navigator.clipboard.write([new ClipboardItem({ "image/png": image, ...textItem })]);
  }, text);
  await page.keyboard.press("Control+V");
}

/** Returns the content of a file that was sent to the host. */
export function getSentBytes({ host }: FormPageWindow, key: number): Buffer {
  const chunks = host.getCalls("sendFileChunk") as readonly { readonly key: number; readonly data: string }[];
  return Buffer.concat(
    chunks.filter((chunk) => chunk.key === key).map(({ data }) => Buffer.from(data, "base64")),
  );
}

export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
