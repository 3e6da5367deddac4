// Scrolls a list in a page to its end and measures the frames.
import type { CDPSession, Page } from "playwright-core";

const pixelsPerFrame = 330;
/** Frames between two checks. */
export const framesPerSegment = 50;

export interface ScrolledList {
  /** Selects the element that scrolls. */
  readonly container: string;
  /** Selects what is in it. */
  readonly items: string;
  /** The part of each column that items in sight cover, if none of them is missing. */
  readonly minCoverage: number;
}

interface ScrollSegment {
  /** Milliseconds from one frame to the next. */
  readonly gaps: readonly number[];
  /** Whether the last frame is full of items. */
  readonly isFull: boolean;
  readonly isAtEnd: boolean;
}

interface ScrollOptions extends ScrolledList {
  readonly step: number;
  readonly frames: number;
}

/** Runs in the page: scrolls down by `step` pixels in each of `frames` frames. */
function scrollSegment({
  container,
  items,
  minCoverage,
  step,
  frames,
}: ScrollOptions): Promise<ScrollSegment> {
  const list = document.querySelector(container);
  if (list === null) throw new Error(`${container} is missing.`);
  const { top, bottom, height } = list.getBoundingClientRect();
  const isFull = (): boolean => {
    const boxes = [...list.querySelectorAll(items)].map((item) => item.getBoundingClientRect());
    const inSight = boxes.filter((box) => box.bottom > top && box.top < bottom);
    const columns = new Set(boxes.map(({ left }) => left)).size;
    const covered = inSight.reduce((sum, box) => sum + box.height, 0);
    return covered > columns * height * minCoverage;
  };
  const gaps: number[] = [];
  let last = 0;
  return new Promise((resolve) => {
    const frame = (now: number): void => {
      if (last > 0) gaps.push(now - last);
      last = now;
      const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
      if (!isAtEnd && gaps.length < frames) {
        list.scrollBy({ top: step, behavior: "instant" });
        requestAnimationFrame(frame);
        return;
      }
      // Wait until the page has rendered the last scroll position.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => resolve({ gaps, isAtEnd, isFull: isAtEnd || isFull() })),
      );
    };
    requestAnimationFrame(frame);
  });
}

/** Yields the milliseconds from one frame to the next, for each segment. */
export async function* scrollToEnd(page: Page, list: ScrolledList): AsyncGenerator<readonly number[]> {
  let frames = 0;
  for (let isAtEnd = false; !isAtEnd;) {
    const options = { ...list, step: pixelsPerFrame, frames: framesPerSegment };
    const segment = await page.evaluate(scrollSegment, options);
    if (!segment.isFull) throw new Error(`Items are missing after ${frames} frames.`);
    ({ isAtEnd } = segment);
    frames += segment.gaps.length;
    yield segment.gaps;
  }
}

/** Opens a session that measures CPU time, so that other load on the machine isn't counted. */
export async function openMetricsSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return session;
}

export async function getMetric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
}
