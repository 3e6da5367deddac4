// Measures the time from a key press to its display in a large form.
import { openFormPage } from "../support/page/formPage.ts";
import { createLargeForm } from "../support/page/form/samples.ts";
import { getUsualTime } from "./statistics.ts";
import { type Scale, pickByScale } from "./scale.ts";

/**
 * Runs in the page. Measures from the browser's timestamp of the key event until the frame that shows the key is painted;
 * a message posted in the animation frame is the first task after that. These clocks have a resolution of 0.1 ms, while
 * `PerformanceObserver` rounds to 8 ms.
 *
 * The pause between the last handler and the start of the frame is not counted: it is the wait for the next display
 * refresh, up to 17 ms for any page.
 */
function recordKeys(): void {
  const times: number[] = [];
  Object.assign(globalThis, { keyTimes: times });
  const { port1, port2 } = new MessageChannel();
  let [pressed, handled, frameStart] = [0, 0, 0];
  port1.addEventListener("message", () => times.push(handled - pressed + performance.now() - frameStart));
  port1.start();
  window.addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  // This listener is added last, so it runs after the handlers of the page.
  window.addEventListener("input", () => {
    handled = performance.now();
    requestAnimationFrame(() => {
      frameStart = performance.now();
      port2.postMessage(null);
    });
  });
}

/** Usual milliseconds from a key press to the painted frame. */
export async function measureKeystroke(scale: Scale): Promise<number> {
  const presses = pickByScale(scale, { full: 120, smallest: 5 });
  const window = await openFormPage({ form: createLargeForm(300) });
  try {
    const { page, host } = window;
    // As the real host, which sends the draft 50 ms after an edit: when the key is displayed.
    host.suppressesDrafts = true;
    await page.evaluate(recordKeys);
    await page.getByRole("textbox", { name: "Field 151", exact: true }).focus();
    for (let press = 1; press <= presses; press += 1) {
      await page.keyboard.press(press % 10 === 0 ? "Space" : "a");
      await page.waitForFunction(
        (count) => (globalThis as unknown as { keyTimes: readonly number[] }).keyTimes.length >= count,
        press,
      );
      await host.sendDraft();
    }
    return getUsualTime(
      await page.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes),
    );
  } finally {
    await window.close();
  }
}
