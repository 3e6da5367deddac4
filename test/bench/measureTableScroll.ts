// Measures scrolling in a large table: frames per second and script time per frame.
import { openTablePage } from "../support/page/tablePage.ts";
import { createRows } from "../support/page/table/samples.ts";
import { getMedian } from "./statistics.ts";
import { type Scale, pickByScale } from "./scale.ts";
import { framesPerSegment, getMetric, openMetricsSession, scrollToEnd } from "./scrollToEnd.ts";

const tableRows = { container: ".grid", items: ".grid-body .row:not([hidden])", minCoverage: 0.9 };

/** Median frames per second, and the maximum script time per frame in milliseconds. */
export async function measureTableScroll(
  scale: Scale,
): Promise<{ readonly fps: number; readonly scriptMs: number }> {
  const rows = pickByScale(scale, { full: 10_000, smallest: 1_000 });
  const window = await openTablePage({ rows: createRows(rows), height: 900 });
  try {
    const { page, host } = window;
    const session = await openMetricsSession(page);
    const getScriptMs = async (): Promise<number> => 1_000 * (await getMetric(session, "ScriptDuration"));
    const [gaps, scripts]: [number[], number[]] = [[], []];
    let before = await getScriptMs();
    for await (const segment of scrollToEnd(page, tableRows)) {
      const now = await getScriptMs();
      gaps.push(...segment);
      if (segment.length === framesPerSegment) scripts.push((now - before) / framesPerSegment);
      before = now;
    }
    await window.getRow(host.rows.at(-1)?.id ?? 0).waitFor();
    return { fps: 1_000 / getMedian(gaps), scriptMs: Math.max(...scripts) };
  } finally {
    await window.close();
  }
}
