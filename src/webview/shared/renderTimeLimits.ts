// Limits the time that is spent on rendering texts of the server. A running parser can't be stopped from outside, so it calls
// `checkRenderTime` at every step.

export class TooComplexError extends Error {}

/** Per text, not counting the parser's last step. */
const maxRenderMs = 100;

let deadline = Number.POSITIVE_INFINITY;

/** Throws once the time of the current rendering is up. */
export function checkRenderTime(): void {
  if (performance.now() > deadline) throw new TooComplexError("The text takes too long to render.");
}

/** Texts up to this length always render in time; on a machine that stalls, measuring would reject them. */
const alwaysFastLength = 1_000;

/** Runs a function that renders a text of this length. */
export function runWithRenderDeadline<T>(length: number, work: () => T): T {
  deadline = length <= alwaysFastLength ? Number.POSITIVE_INFINITY : performance.now() + maxRenderMs;
  try {
    return work();
  } finally {
    deadline = Number.POSITIVE_INFINITY;
  }
}

/** Time for rendering texts in one task; the other texts wait, so that the page reacts to input in between. */
const maxBatchMs = 50;

const pendingRenders = new Set<() => void>();
let spentMs = 0;
let timer: number | undefined;

function runTimed(render: () => void): void {
  const startedAt = performance.now();
  render();
  spentMs += performance.now() - startedAt;
}

function runPendingRenders(): void {
  timer = undefined;
  spentMs = 0;
  for (const render of pendingRenders) {
    if (spentMs > maxBatchMs) break;
    pendingRenders.delete(render);
    runTimed(render);
  }
  if (pendingRenders.size > 0) timer = window.setTimeout(runPendingRenders);
}

/** Renders now, or later if the time of this task is used up. A function that is already waiting is not added twice. */
export function renderNowOrLater(render: () => void): void {
  if (spentMs > maxBatchMs) pendingRenders.add(render);
  else runTimed(render);
  timer ??= window.setTimeout(runPendingRenders);
}
