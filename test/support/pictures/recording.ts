import type { Locator } from "playwright-core";
import type { VSCodeWindow } from "../window/window.ts";
import { arePicturesUpdated, writePicture } from "./documentPictures.ts";
import { PngWriter } from "./pngWriter.ts";
import { drawPointer, type Point, removePointer } from "./pointer.ts";

/** How fast the user of a moving picture is. */
const timing = { moveStepMs: 50, moveSteps: 5, pressMs: 90, keyMs: 90, charactersPerFrame: 2 } as const;

/** The last frame stays, before the picture starts again. */
const endMs = 2_500;

/**
 * A moving picture of what a test does in a window. It has a frame after each step, however long the step took, so that it looks the
 * same on every machine. If this run doesn't update the pictures, the steps are done without frames.
 */
export class Recording {
  readonly #window: VSCodeWindow;
  readonly #frames = new PngWriter();
  #pointer: Point;

  private constructor(window: VSCodeWindow, pointer: Point) {
    this.#window = window;
    this.#pointer = pointer;
  }

  /** Starts with the pointer at the center of the window. */
  static async start(window: VSCodeWindow): Promise<Recording> {
    const { width, height } = window.page.viewportSize() ?? { width: 0, height: 0 };
    const recording = new Recording(window, { x: Math.round(width / 2), y: Math.round(height / 2) });
    await recording.#draw(false);
    return recording;
  }

  /** Shows the window as it is now for some time. */
  async show(durationMs: number): Promise<void> {
    if (arePicturesUpdated()) this.#frames.add(await takePicture(this.#window), durationMs);
  }

  /** Like `show`, for what tells most: readers that show no animations show it alone. */
  async showMain(durationMs: number): Promise<void> {
    await this.show(durationMs);
    if (arePicturesUpdated()) this.#frames.useAsStill();
  }

  async moveTo(target: Locator): Promise<void> {
    const { page } = this.#window;
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error("There is nothing to point at.");
    const from = this.#pointer;
    const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    for (let step = 1; step <= timing.moveSteps && arePicturesUpdated(); step++) {
      // Slower at the start and at the end.
      const part = (1 - Math.cos((step / timing.moveSteps) * Math.PI)) / 2;
      this.#pointer = {
        x: Math.round(from.x + (to.x - from.x) * part),
        y: Math.round(from.y + (to.y - from.y) * part),
      };
      if (step === timing.moveSteps) await page.mouse.move(this.#pointer.x, this.#pointer.y);
      await this.#draw(false);
      await this.show(timing.moveStepMs);
    }
  }

  async click(target: Locator, options: { readonly button?: "left" | "right" } = {}): Promise<void> {
    await this.moveTo(target);
    await this.#draw(true);
    await this.show(timing.pressMs);
    await target.click(options);
    await this.#draw(false);
  }

  /** Types at the focus. */
  async type(text: string): Promise<void> {
    const { keyboard } = this.#window.page;
    if (!arePicturesUpdated()) return keyboard.type(text);
    for (let start = 0; start < text.length; start += timing.charactersPerFrame) {
      await keyboard.type(text.slice(start, start + timing.charactersPerFrame));
      await this.show(timing.charactersPerFrame * timing.keyMs);
    }
  }

  /** Writes the picture, which ends with the window as it is now. */
  async save(name: string): Promise<void> {
    if (!arePicturesUpdated()) return;
    await this.show(endMs);
    await removePointer(this.#window.page);
    const picture = this.#frames.encode();
    await writePicture(name, picture);
    console.log(
      `      ${name}: ${(this.#frames.durationMs / 1000).toFixed(1)} s, ${Math.ceil(picture.length / 1000)} kB`,
    );
  }

  async #draw(isPressed: boolean): Promise<void> {
    if (arePicturesUpdated()) await drawPointer(this.#window.page, { ...this.#pointer, isPressed });
  }
}

/** Writes a picture of the window as it is now, with the pointer out of the way. */
export async function updatePicture(window: VSCodeWindow, name: string): Promise<void> {
  if (!arePicturesUpdated()) return;
  await removePointer(window.page);
  await window.page.mouse.move(0, 0);
  const writer = new PngWriter();
  writer.add(await takePicture(window));
  await writePicture(name, writer.encode());
}

async function takePicture({ page }: VSCodeWindow): Promise<Buffer> {
  // What a key or a click has changed is rendered with the next frame.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  return page.screenshot({ animations: "disabled" });
}
