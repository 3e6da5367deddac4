// Checks that all controls of a zoomed page can be reached.
import type { Page } from "playwright-core";

const controlSelector =
  "button, a[href], input, select, textarea, [role=radio], [role=switch], [role=combobox], vscode-button, vscode-toolbar-button, vscode-single-select, vscode-textfield, vscode-textarea";

/** Returns controls that can't be scrolled into view and clicked, or whose label is cut off. */
export async function findUnreachableControls(page: Page): Promise<readonly string[]> {
  const unreachable: string[] = [];
  for (const control of await page.locator(controlSelector).all()) {
    if (!(await control.isVisible())) continue;
    const problem = await control.evaluate((element) => {
      element.scrollIntoView({ block: "start" });
      const box = element.getBoundingClientRect();
      const name = `${element.localName} ${(element.ariaLabel ?? element.textContent).trim()}`;
      if (box.left < 0 || box.right > innerWidth + 0.5) return `${name}: outside the page`;
      if (element.localName.includes("button") && element.scrollWidth > element.clientWidth + 1) {
        const { textOverflow } = getComputedStyle(element);
        if (textOverflow !== "ellipsis") return `${name}: label is cut off`;
      }
      // The middle of an element that is taller than the page may be out of view, its top isn't.
      const height = Math.min(box.height, 24);
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + height / 2);
      const isHit =
        hit !== null && (element.contains(hit) || hit.contains(element) || hit.shadowRoot?.contains(element));
      return isHit === true
        ? undefined
        : `${name}: covered by ${hit?.localName ?? "nothing"}.${hit?.className ?? ""}`;
    });
    if (problem !== undefined) unreachable.push(problem);
  }
  return unreachable;
}

/** Returns by how many pixels the page is wider than its tab. */
export function getHorizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
