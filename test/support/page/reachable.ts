// Whether somebody who sees a page enlarged gets at everything in it.
import type { Page } from "playwright-core";

const controls =
  "button, a[href], input, select, textarea, [role=radio], [role=switch], [role=combobox], vscode-button, vscode-toolbar-button, vscode-single-select, vscode-textfield, vscode-textarea";

/** What can't be brought into sight and pressed there, or whose words are cut off. */
export async function outOfReach(page: Page): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const control of await page.locator(controls).all()) {
    if (!(await control.isVisible())) continue;
    const fault = await control.evaluate((element) => {
      element.scrollIntoView({ block: "start" });
      const box = element.getBoundingClientRect();
      const name = `${element.localName} ${(element.ariaLabel ?? element.textContent).trim()}`;
      if (box.left < 0 || box.right > innerWidth + 0.5) return `${name}: beside the page`;
      if (element.localName.includes("button") && element.scrollWidth > element.clientWidth + 1) {
        const { textOverflow } = getComputedStyle(element);
        if (textOverflow !== "ellipsis") return `${name}: its words are cut`;
      }
      // The middle of what is taller than the page may be out of sight; its beginning is not.
      const height = Math.min(box.height, 24);
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + height / 2);
      const isHit =
        hit !== null && (element.contains(hit) || hit.contains(element) || hit.shadowRoot?.contains(element));
      return isHit === true
        ? undefined
        : `${name}: below ${hit?.localName ?? "nothing"}.${hit?.className ?? ""}`;
    });
    if (fault !== undefined) missed.push(fault);
  }
  return missed;
}

/** By how much the page is wider than its tab. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
