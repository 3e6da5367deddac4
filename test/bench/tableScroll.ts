// How a table of many rows scrolls: frames a second, and what our script takes of each.
import type { CDPSession } from "playwright-core";
import { openTablePage } from "../support/page/tablePage.ts";
import { manyRows } from "../support/page/table/samples.ts";
import { median } from "./median.ts";
import { type Scale, sized } from "./scale.ts";

/** In pixels a frame: ten rows, which is all of them in a quarter of a minute. */
const step = 330;
/** Frames between two looks at the clock of the script. */
const leg = 50;

interface Leg {
  /** Milliseconds from one frame to the next. */
  readonly gaps: readonly number[];
  /** Whether the last frame has a screen full of rows. */
  readonly isFull: boolean;
  readonly isAtEnd: boolean;
}

/** Runs in the page: goes down the table for so many frames, a piece in each. */
function scrollOn({ step, leg }: { readonly step: number; readonly leg: number }): Promise<Leg> {
  const grid = document.querySelector(".grid");
  if (grid === null) throw new Error("There is no table.");
  const { top, bottom, height } = grid.getBoundingClientRect();
  const fill = (): number =>
    [...grid.querySelectorAll(".grid-body .row:not([hidden])")]
      .map((row) => row.getBoundingClientRect())
      .filter((box) => box.bottom > top && box.top < bottom)
      .reduce((sum, box) => sum + box.height, 0);
  const gaps: number[] = [];
  let last = 0;
  return new Promise((resolve) => {
    const frame = (now: number): void => {
      if (last > 0) gaps.push(now - last);
      last = now;
      const isAtEnd = grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1;
      if (!isAtEnd && gaps.length < leg) {
        grid.scrollBy({ top: step, behavior: "instant" });
        requestAnimationFrame(frame);
        return;
      }
      // By then the page has drawn what this frame scrolled to.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => resolve({ gaps, isAtEnd, isFull: fill() > height - 60 })),
      );
    };
    requestAnimationFrame(frame);
  });
}

/** How long the page's script has run, by the processor's clock: what else the machine does is not counted. */
async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN);
}

/** The median of frames a second, and the milliseconds of script a frame where they were most. */
export async function tableScroll(
  scale: Scale,
): Promise<{ readonly fps: number; readonly scriptMs: number }> {
  const rows = sized(scale, { full: 10_000, smallest: 1_000 });
  const window = await openTablePage({ rows: manyRows(rows), height: 900 });
  try {
    const { page, host } = window;
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const [gaps, scripts]: [number[], number[]] = [[], []];
    for (let isAtEnd = false; !isAtEnd;) {
      const before = await scriptMs(session);
      const done = await page.evaluate(scrollOn, { step, leg });
      if (!done.isFull) throw new Error(`Rows are missing after ${gaps.length} frames.`);
      ({ isAtEnd } = done);
      gaps.push(...done.gaps);
      if (done.gaps.length === leg) scripts.push(((await scriptMs(session)) - before) / leg);
    }
    await window.row(host.rows.at(-1)?.id ?? 0).waitFor();
    return { fps: 1_000 / median(gaps), scriptMs: Math.max(...scripts) };
  } finally {
    await window.close();
  }
}
