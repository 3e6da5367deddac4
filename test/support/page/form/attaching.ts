// Attached files, and files that are dropped on the page or pasted into it, as the browser itself does it.
import { createHash } from "node:crypto";
import type { CDPSession, Locator } from "playwright-core";
import { formOf } from "../../../../src/model/form/build.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import type { FileDescription } from "../../../../src/model/value.ts";
import type { FormPageWindow } from "../formPage.ts";
import { entry, type FieldParts, tracker } from "../../fixtures/formParts.ts";

export function file(id: number, name: string, parts: Partial<FileDescription> = {}): FileDescription {
  return { id, name, size: 1000, type: "text/plain", description: "", page: undefined, ...parts };
}

export const log = file(1, "gateway.log", { size: 2_600_000, description: "of the second try" });
export const picture = file(2, "screen.png", { size: 84_300, type: "image/png" });

/** A picture with something to see in it. */
export const drawing = `data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300"><rect width="480" height="300" fill="#2d6cdf"/>
   <circle cx="150" cy="150" r="90" fill="#f5c542"/><path d="M250 250 360 80l80 170z" fill="#fff"/></svg>`,
).toString("base64")}`;

interface FormOptions {
  /** Nothing can be attached or removed. */
  readonly isShut?: boolean;
  readonly maxBytes?: number;
}

/** A form with a line, a text and a field of files, number 40. */
export function formWithFiles(
  files: readonly FileDescription[],
  { isShut = false, maxBytes }: FormOptions = {},
): Form {
  const fields: readonly FieldParts[] = [
    { id: 1, type: "string", label: "Title" },
    { id: 2, type: "text", label: "Description" },
    {
      id: 40,
      type: "file",
      label: "Attachments",
      maxUploadBytes: maxBytes,
      permissions: new Set(isShut ? ["read"] : ["read", "update"]),
    },
  ];
  return formOf(tracker(fields, { semantics: { titleFieldId: 1 } }), [
    entry(1, { kind: "string", text: "Refund fails" }),
    entry(2, { kind: "text", source: "Steps", format: "text" }),
    entry(40, { kind: "files", files }),
  ]);
}

export function newFormWithFiles(): Form {
  return { ...formWithFiles([]), isNew: true };
}

interface Dragged {
  /** Paths of files and folders. */
  readonly files?: readonly string[];
  readonly items?: readonly { readonly mimeType: string; readonly data: string }[];
}

export class Dragging {
  readonly #target: Locator;
  readonly #session: CDPSession;
  readonly #place: { readonly x: number; readonly y: number };
  readonly #data: object;

  private constructor(
    target: Locator,
    session: CDPSession,
    place: { readonly x: number; readonly y: number },
    data: object,
  ) {
    this.#target = target;
    this.#session = session;
    this.#place = place;
    this.#data = data;
  }

  /** Something is held over a place of the page. */
  static async over(target: Locator, { files = [], items = [] }: Dragged): Promise<Dragging> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error("It is not in the page.");
    const session = await target.page().context().newCDPSession(target.page());
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const dragging = new Dragging(target, session, place, { items, files, dragOperationsMask: 1 });
    await dragging.#send("dragEnter");
    await dragging.#send("dragOver");
    return dragging;
  }

  drop(): Promise<void> {
    return this.#send("drop");
  }

  /** Out of the page with it. */
  async leave(): Promise<void> {
    await this.#target.dispatchEvent("dragleave", { relatedTarget: null });
    await this.#send("dragCancel");
  }

  /** Given up in the middle of it, of which the page hears nothing. */
  async giveUp(): Promise<void> {
    await this.#send("dragCancel");
    await this.#target.page().mouse.move(1, 1);
  }

  async #send(type: "dragEnter" | "dragOver" | "drop" | "dragCancel"): Promise<void> {
    const parts = { type, ...this.#place, data: this.#data };
    await this.#session.send("Input.dispatchDragEvent", parts as never);
  }
}

export async function drop(target: Locator, dragged: Dragged): Promise<void> {
  const dragging = await Dragging.over(target, dragged);
  await dragging.drop();
}

/** Puts a small picture into the clipboard, with a text or without, and presses the keys. */
export async function paste(
  { page }: FormPageWindow,
  { text }: { readonly text?: string } = {},
): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(async (text) => {
    const canvas = new OffscreenCanvas(2, 2);
    canvas.getContext("2d")?.fillRect(0, 0, 2, 2);
    const image = await canvas.convertToBlob({ type: "image/png" });
    const more = text === undefined ? {} : { "text/plain": new Blob([text], { type: "text/plain" }) };
    await navigator.clipboard.write([new ClipboardItem({ "image/png": image, ...more })]);
  }, text);
  await page.keyboard.press("Control+V");
}

/** All that was sent of a file. */
export function sentBytes({ host }: FormPageWindow, key: number): Buffer {
  const pieces = host.asked("filePiece") as readonly { readonly key: number; readonly data: string }[];
  return Buffer.concat(
    pieces.filter((each) => each.key === key).map(({ data }) => Buffer.from(data, "base64")),
  );
}

export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
