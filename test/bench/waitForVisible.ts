import type { Page } from "playwright-core";

export interface VisibleElement {
  readonly selector: string;
  /** A part of its text. */
  readonly text?: string;
}

/**
 * Until an element is visible, to measure when. Looks after each change of the page: Playwright's own `waitFor` looks only
 * twice a second after a while.
 */
export async function waitForVisible(
  page: Page,
  element: VisibleElement,
  { timeout }: { readonly timeout?: number | undefined } = {},
): Promise<void> {
  const options = timeout === undefined ? {} : { timeout };
  await page.waitForFunction(whenVisible, element, options);
}

/** Runs in the page. */
function whenVisible({ selector, text = "" }: VisibleElement): Promise<true> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look);
    function look(): void {
      const isVisible = [...document.querySelectorAll(selector)].some(
        (candidate) => candidate.textContent.includes(text) && candidate.checkVisibility(),
      );
      if (!isVisible) return;
      observer.disconnect();
      resolve(true);
    }
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ["class", "style", "aria-label"],
    });
    look();
  });
}
