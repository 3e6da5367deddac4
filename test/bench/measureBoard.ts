// Measures a board of many cards: opening, scrolling, dragging and memory.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { CDPSession } from "playwright-core";
import type { BoardState } from "../../src/protocol/tableProtocol.ts";
import { openBoard } from "../support/fixtures/openBoard.ts";
import { createTestStore, signIn } from "../support/fixtures/testStore.ts";
import { createRows } from "../support/page/table/samples.ts";
import { openTablePage, type TablePageWindow } from "../support/page/tablePage.ts";
import { runCommand } from "../support/processes.ts";
import { withServer } from "./benchSite.ts";
import { getMedian, getUsualTime } from "./statistics.ts";
import { getMetric, openMetricsSession, scrollToEnd } from "./scrollToEnd.ts";

export interface BoardSite {
  readonly url: string;
  readonly account: Parameters<typeof signIn>[2];
}

const trackerId = 11;
const delayMs = 50;

// Opening.

function withBoardServer<Result>(
  latency: number,
  artifacts: number,
  work: (site: BoardSite) => Promise<Result>,
): Promise<Result> {
  const program = [join(import.meta.dirname, "tickingServer.ts"), String(latency), String(artifacts)];
  return withServer(program, ({ api }, info) => {
    const { admin } = (info as { readonly accounts: { readonly admin: BoardSite["account"] } }).accounts;
    return work({ url: api.replace(/\/api$/, ""), account: admin });
  });
}

/** Milliseconds until the page has the columns and the first cards, in a new window. */
async function measureFirstCards({ url, account }: BoardSite): Promise<number> {
  const store = createTestStore([{ url }]);
  await signIn(store, `${url}/api`, account);
  try {
    const started = performance.now();
    let hasColumns = false;
    let milliseconds: number | undefined;
    const { load, session } = await openBoard(store, {
      siteUrl: url,
      source: trackerId,
      onCall: ({ method, params }) => {
        if (method === "setBoard") hasColumns = params.columns.length > 0;
        if (method !== "addRows" || params.rows.length === 0 || milliseconds !== undefined) return;
        assert.ok(hasColumns, "The cards came before the columns.");
        milliseconds = performance.now() - started;
        session.stopLoading();
      },
    });
    await load();
    session.close();
    return milliseconds ?? assert.fail("No cards were loaded.");
  } finally {
    await store.connections.close();
  }
}

/** The difference between a server with and without delay, divided by the delay. */
export async function countDelaysUntilFirstCards(artifacts: number, rounds: number): Promise<number> {
  const measureMs = (latency: number): Promise<number> =>
    withBoardServer(latency, artifacts, async (site) => {
      const times: number[] = [];
      for (let round = 0; round <= rounds; round += 1) times.push(await measureFirstCards(site));
      // The first round loads code.
      return getUsualTime(times.slice(1));
    });
  return ((await measureMs(delayMs)) - (await measureMs(0))) / delayMs;
}

/** Growth of the host's live memory in bytes. */
export function measureHostMemory(artifacts: number): Promise<number> {
  return withBoardServer(0, artifacts, async (site) => {
    const args = [JSON.stringify(site), String(trackerId), String(artifacts)];
    return Number(await runCommand(process.execPath, [join(import.meta.dirname, "boardProbe.ts"), ...args]));
  });
}

// The page.

const statusLabels = ["New", "In progress", "Verified", "Closed"];

function createBoard(): BoardState {
  const values = statusLabels.map((label, index) => ({ id: index + 1, label }));
  return {
    fields: [{ id: 10, label: "Status", isEditable: true }],
    layout: { columnFieldId: 10 },
    problem: undefined,
    columns: values.map((value) => ({
      key: String(value.id),
      label: value.label,
      color: undefined,
      kind: "value",
      values: [value],
      isHidden: false,
    })),
    allowedMoves: undefined,
    statusField: { id: 10, values },
    lanes: undefined,
    hasFixedColumns: false,
    rank: undefined,
  };
}

/** Milliseconds of the main thread for everything: scripts, styles, layout and paint. */
async function getTaskMs(session: CDPSession): Promise<number> {
  return 1_000 * (await getMetric(session, "TaskDuration"));
}

/** Cards have gaps between them, and the head of the columns above. */
const boardCards = { container: ".board", items: ".card", minCoverage: 0.6 };

async function measureScroll({ page }: TablePageWindow): Promise<number> {
  const gaps: number[] = [];
  for await (const segment of scrollToEnd(page, boardCards)) gaps.push(...segment);
  return 1_000 / getMedian(gaps);
}

/** Movements between two readings of the time. */
const movesPerSegment = 30;

/** Drags a card across all columns and back, one movement per frame; returns the maximum milliseconds per frame. */
async function measureDrag(window: TablePageWindow, session: CDPSession, segments: number): Promise<number> {
  const { page } = window;
  await page.locator(".board").evaluate((board) => {
    board.scrollTop = board.scrollHeight / 2;
  });
  const nextFrame = (): Promise<unknown> =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await nextFrame();
  await nextFrame();
  const board = await page.locator(".board").boundingBox();
  assert.ok(board !== null);
  const [left, top] = [board.x + 60, board.y + board.height / 2];
  const width = board.width - 120;
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + 20, top + 10);
  await page.locator(".card.is-lifted").waitFor();
  const times: number[] = [];
  let frames = 0;
  for (let segment = 0; segment < segments; segment += 1) {
    const before = await getTaskMs(session);
    for (let move = 1; move <= movesPerSegment; move += 1) {
      const part = segment % 2 === 0 ? move / movesPerSegment : 1 - move / movesPerSegment;
      await page.mouse.move(left + width * part, top + 40 * Math.sin(frames / 5));
      frames += 1;
    }
    times.push(((await getTaskMs(session)) - before) / movesPerSegment);
  }
  const [lifted] = await page.locator(".card.is-lifted").all();
  assert.ok(lifted !== undefined, "The card isn't dragged any more.");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  return Math.max(...times);
}

/** Bytes of the page's objects after a garbage collection. */
async function measurePageMemory(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  return getMetric(session, "JSHeapUsedSize");
}

export interface BoardPageFigures {
  /** Median frames per second while scrolling. */
  readonly fps: number;
  /** Maximum milliseconds per frame while dragging. */
  readonly dragMs: number;
  readonly memoryBytes: number;
}

export async function measureBoardPage(cards: number, segments: number): Promise<BoardPageFigures> {
  const rows = createRows(cards);
  const window = await openTablePage({ rows, board: createBoard(), width: 1_300, height: 900 });
  try {
    await window.cards.locator(".card").first().waitFor();
    const session = await openMetricsSession(window.page);
    const fps = await measureScroll(window);
    await window.getCard(rows.at(-1)?.id ?? 0).waitFor();
    const dragMs = await measureDrag(window, session, segments);
    return { fps, dragMs, memoryBytes: await measurePageMemory(session) };
  } finally {
    await window.close();
  }
}
