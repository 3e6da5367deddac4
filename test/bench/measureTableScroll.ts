// Measures scrolling in a large table: frames per second and script time per frame.
import type { CDPSession } from "playwright-core";
import { openTablePage } from "../support/page/tablePage.ts";
import { createRows } from "../support/page/table/samples.ts";
import { getMedian } from "./median.ts";
import { type Scale, pickByScale } from "./scale.ts";

/** Ten rows per frame, which scrolls through all rows in 15 seconds. */
const pixelsPerFrame = 330;
/** Frames between two readings of the script time. */
const framesPerSegment = 50;

interface ScrollSegment {
  /** Milliseconds from one frame to the next. */
  readonly gaps: readonly number[];
  /** Whether the last frame has a screen full of rows. */
  readonly isFull: boolean;
  readonly isAtEnd: boolean;
}

/** Runs in the page: scrolls down by `step` pixels in each of `frames` frames. */
function scrollSegment({
  step,
  frames,
}: {
  readonly step: number;
  readonly frames: number;
}): Promise<ScrollSegment> {
  const grid = document.querySelector(".grid");
  if (grid === null) throw new Error("The table is missing.");
  const { top, bottom, height } = grid.getBoundingClientRect();
  const getVisibleHeight = (): number =>
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
      if (!isAtEnd && gaps.length < frames) {
        grid.scrollBy({ top: step, behavior: "instant" });
        requestAnimationFrame(frame);
        return;
      }
      // Wait until the page has rendered the last scroll position.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => resolve({ gaps, isAtEnd, isFull: getVisibleHeight() > height - 60 })),
      );
    };
    requestAnimationFrame(frame);
  });
}

/** CPU time of the page's scripts, so that other load on the machine is not counted. */
async function getScriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN);
}

/** Median frames per second, and the maximum script time per frame in milliseconds. */
export async function measureTableScroll(
  scale: Scale,
): Promise<{ readonly fps: number; readonly scriptMs: number }> {
  const rows = pickByScale(scale, { full: 10_000, smallest: 1_000 });
  const window = await openTablePage({ rows: createRows(rows), height: 900 });
  try {
    const { page, host } = window;
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const [gaps, scripts]: [number[], number[]] = [[], []];
    for (let isAtEnd = false; !isAtEnd;) {
      const before = await getScriptMs(session);
      const segment = await page.evaluate(scrollSegment, { step: pixelsPerFrame, frames: framesPerSegment });
      if (!segment.isFull) throw new Error(`Rows are missing after ${gaps.length} frames.`);
      ({ isAtEnd } = segment);
      gaps.push(...segment.gaps);
      if (segment.gaps.length === framesPerSegment) {
        scripts.push(((await getScriptMs(session)) - before) / framesPerSegment);
      }
    }
    await window.getRow(host.rows.at(-1)?.id ?? 0).waitFor();
    return { fps: 1_000 / getMedian(gaps), scriptMs: Math.max(...scripts) };
  } finally {
    await window.close();
  }
}
