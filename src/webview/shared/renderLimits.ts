// How much work formatting a text of the server may be. Parsers run to their end once started, so that their work is limited from
// within: they call `checkpoint` at every step.

export class TooComplex extends Error {}

/** Per text; a parser's longest step comes on top. */
const longestMs = 100;

let endsAt = Number.POSITIVE_INFINITY;

/** Ends the rendering that is under way by an error once its time is up. */
export function checkpoint(): void {
  if (performance.now() > endsAt) throw new TooComplex("The text takes too long to render.");
}

/** The worst text of this length is rendered in time; on a machine that stalls, the clock would say otherwise. */
const alwaysFastLength = 1_000;

/** Runs what renders a text of this length. */
export function withinTime<T>(length: number, work: () => T): T {
  endsAt = length <= alwaysFastLength ? Number.POSITIVE_INFINITY : performance.now() + longestMs;
  try {
    return work();
  } finally {
    endsAt = Number.POSITIVE_INFINITY;
  }
}

/** Texts that are drawn in one turn of the page, in milliseconds; the others wait, so that the page reacts in between. */
const longestTurnMs = 50;

const waiting = new Set<() => void>();
let spentMs = 0;
let timer: number | undefined;

function run(draw: () => void): void {
  const began = performance.now();
  draw();
  spentMs += performance.now() - began;
}

function nextTurn(): void {
  timer = undefined;
  spentMs = 0;
  for (const draw of waiting) {
    if (spentMs > longestTurnMs) break;
    waiting.delete(draw);
    run(draw);
  }
  if (waiting.size > 0) timer = window.setTimeout(nextTurn);
}

/** Draws at once, or later where others have used up this turn's time. A function that waits already waits once. */
export function drawInTurn(draw: () => void): void {
  if (spentMs > longestTurnMs) waiting.add(draw);
  else run(draw);
  timer ??= window.setTimeout(nextTurn);
}
