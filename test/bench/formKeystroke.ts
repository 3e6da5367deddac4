// How long a key takes to be seen, in the middle of a large form.
import { openFormPage } from "../support/page/formPage.ts";
import { largeForm } from "../support/page/form/samples.ts";
import { median } from "./median.ts";
import { type Scale, sized } from "./scale.ts";

/**
 * Runs in the page. A key counts from the browser's own stamp of its event until the frame that shows it has been
 * laid out and painted; a message posted from the animation frame is the first task after that. These clocks tell
 * tenths of a millisecond, while the entries of `PerformanceObserver` are rounded to 8 ms.
 *
 * Only the pause between the last handler of the key and the start of the frame is left out: it is the wait for the
 * next tick of the display's clock, up to 17 ms for any page, and says when the key came, not what it took.
 */
function recordKeys(): void {
  const times: number[] = [];
  Object.assign(globalThis, { keyTimes: times });
  const { port1, port2 } = new MessageChannel();
  let [pressed, handled, begun] = [0, 0, 0];
  port1.addEventListener("message", () => times.push(handled - pressed + performance.now() - begun));
  port1.start();
  window.addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  // The last one to hear of it: what the page's own handlers changed has been drawn by then.
  window.addEventListener("input", () => {
    handled = performance.now();
    requestAnimationFrame(() => {
      begun = performance.now();
      port2.postMessage(null);
    });
  });
}

/** The median time from key to picture, in milliseconds. */
export async function keystrokeMs(scale: Scale): Promise<number> {
  const presses = sized(scale, { full: 120, smallest: 5 });
  const window = await openFormPage({ form: largeForm(300) });
  try {
    const { page } = window;
    await page.evaluate(recordKeys);
    await page.getByRole("textbox", { name: "Field 151", exact: true }).focus();
    for (let press = 1; press <= presses; press += 1) {
      await page.keyboard.press(press % 10 === 0 ? "Space" : "a");
      await page.waitForFunction(
        (count) => (globalThis as unknown as { keyTimes: readonly number[] }).keyTimes.length >= count,
        press,
      );
    }
    return median(await page.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes));
  } finally {
    await window.close();
  }
}
