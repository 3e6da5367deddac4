// Screenshots have no mouse pointer, so moving pictures draw one.
import type { Page } from "playwright-core";

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface PointerState extends Point {
  readonly isPressed: boolean;
}

/** Draws the pointer in the page, above everything else. */
export async function drawPointer(page: Page, state: PointerState): Promise<void> {
  await page.evaluate(({ x, y, isPressed }) => {
    const id = "recorded-pointer";
    const namespace = "http://www.w3.org/2000/svg";
    const create = (): HTMLElement => {
      const element = document.createElement("div");
      element.id = id;
      const svg = document.createElementNS(namespace, "svg");
      svg.setAttribute("width", "22");
      svg.setAttribute("height", "26");
      svg.setAttribute("viewBox", "0 0 22 26");
      const arrow = document.createElementNS(namespace, "path");
      arrow.setAttribute("d", "M2 1.5v18.6l4.4-4.1 2.9 6.9 3.4-1.4-2.9-6.8h6z");
      arrow.setAttribute("fill", "#000");
      arrow.setAttribute("stroke", "#fff");
      arrow.setAttribute("stroke-width", "1.6");
      arrow.setAttribute("stroke-linejoin", "round");
      svg.append(arrow);
      element.append(svg);
      document.body.append(element);
      return element;
    };
    const pointer = document.getElementById(id) ?? create();
    Object.assign(pointer.style, {
      position: "fixed",
      left: `${x - 2}px`,
      top: `${y - 1.5}px`,
      zIndex: "1000000",
      pointerEvents: "none",
      transformOrigin: "top left",
      transform: isPressed ? "scale(0.8)" : "none",
    });
  }, state);
}

export async function removePointer(page: Page): Promise<void> {
  await page.evaluate(() => document.getElementById("recorded-pointer")?.remove());
}
