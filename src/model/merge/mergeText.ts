// Three-way merge of texts by line.

// Line diff with the algorithm of E. Myers, on numbers that represent line contents. A change that fits in
// several places is moved as far down as possible, or next to a change of the other side, so that results are
// deterministic.

/** Lines [start, end) became lines [from, to) of the other text. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

interface DiffSide {
  readonly lines: Int32Array;
  /** 1 for lines that differ. */
  readonly changed: Uint8Array;
}

/** Above this number of changed lines, everything between the first and the last change counts as changed. */
const maxDistance = 1000;

function isChanged({ changed }: DiffSide, at: number): boolean {
  return changed[at] === 1;
}

function movesDown(frontier: Int32Array, center: number, diagonal: number, round: number): boolean {
  if (diagonal === -round) return true;
  return (
    diagonal !== round && (frontier[center + diagonal - 1] ?? 0) < (frontier[center + diagonal + 1] ?? 0)
  );
}

function getStartX(frontier: Int32Array, center: number, diagonal: number, round: number): number {
  return movesDown(frontier, center, diagonal, round)
    ? (frontier[center + diagonal + 1] ?? 0)
    : (frontier[center + diagonal - 1] ?? 0) + 1;
}

/** The frontier before each round of the search; undefined above the maximum distance. */
function searchRounds(one: Int32Array, other: Int32Array): readonly Int32Array[] | undefined {
  const maxRounds = Math.min(one.length + other.length, maxDistance);
  const center = maxRounds + 1;
  const frontier = new Int32Array(2 * maxRounds + 3);
  const before: Int32Array[] = [];
  for (let round = 0; round <= maxRounds; round += 1) {
    before.push(frontier.slice(center - round - 1, center + round + 2));
    for (let diagonal = -round; diagonal <= round; diagonal += 2) {
      let x = getStartX(frontier, center, diagonal, round);
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x += 1;
      frontier[center + diagonal] = x;
      if (x >= one.length && x - diagonal >= other.length) return before;
    }
  }
  return undefined;
}

/** Positions of unchanged lines in both texts, last to first. */
function findUnchangedPairs(one: Int32Array, other: Int32Array): readonly (readonly [number, number])[] {
  const before = searchRounds(one, other);
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [one.length, other.length];
  for (let round = (before?.length ?? 0) - 1; round >= 0; round -= 1) {
    const frontier = before?.[round] ?? new Int32Array();
    const diagonal = x - y;
    const from = getStartX(frontier, round + 1, diagonal, round);
    for (; x > from; x -= 1) pairs.push([x - 1, x - 1 - diagonal]);
    x = movesDown(frontier, round + 1, diagonal, round) ? from : from - 1;
    y = movesDown(frontier, round + 1, diagonal, round) ? from - diagonal - 1 : from - diagonal;
  }
  return pairs;
}

/** Lines without a counterpart are changed for certain; excluding them shortens the search. */
function findSharedLines(
  side: DiffSide,
  other: DiffSide,
  start: number,
  end: number,
  otherEnd: number,
): Int32Array {
  const has = new Set(other.lines.subarray(start, otherEnd));
  const positions: number[] = [];
  for (let at = start; at < end; at += 1) {
    if (has.has(side.lines[at] ?? -1)) positions.push(at);
  }
  return Int32Array.from(positions);
}

function markChanged(base: DiffSide, side: DiffSide): void {
  let [end, sideEnd] = [base.lines.length, side.lines.length];
  let start = 0;
  while (start < Math.min(end, sideEnd) && base.lines[start] === side.lines[start]) start += 1;
  while (Math.min(end, sideEnd) > start && base.lines[end - 1] === side.lines[sideEnd - 1]) {
    end -= 1;
    sideEnd -= 1;
  }
  base.changed.fill(1, start, end);
  side.changed.fill(1, start, sideEnd);
  const positions = findSharedLines(base, side, start, end, sideEnd);
  const sidePositions = findSharedLines(side, base, start, sideEnd, end);
  const pairs = findUnchangedPairs(
    positions.map((position) => base.lines[position] ?? 0),
    sidePositions.map((position) => side.lines[position] ?? 0),
  );
  for (const [at, sideAt] of pairs) {
    base.changed[positions[at] ?? 0] = 0;
    side.changed[sidePositions[sideAt] ?? 0] = 0;
  }
}

/** 1 for each gap between unchanged lines that contains a change. */
function changedGaps(side: DiffSide): Uint8Array {
  const gaps = new Uint8Array(side.lines.length + 1);
  let unchanged = 0;
  for (let at = 0; at < side.lines.length; at += 1) {
    if (isChanged(side, at)) gaps[unchanged] = 1;
    else unchanged += 1;
  }
  return gaps;
}

/** A run of changed lines that can slide over equal lines. */
class ChangedRun {
  readonly #side: DiffSide;
  start: number;
  end: number;
  /** Number of unchanged lines before the run. */
  unchangedBefore: number;

  constructor(side: DiffSide, start: number, unchangedBefore: number) {
    this.#side = side;
    this.start = start;
    this.end = start;
    this.unchangedBefore = unchangedBefore;
    this.#grow();
  }

  get size(): number {
    return this.end - this.start;
  }

  /** Absorbs runs that it touches. */
  #grow(): void {
    while (this.start > 0 && isChanged(this.#side, this.start - 1)) this.start -= 1;
    while (isChanged(this.#side, this.end)) this.end += 1;
  }

  up(): boolean {
    const { lines, changed } = this.#side;
    if (this.start === 0 || lines[this.start - 1] !== lines[this.end - 1]) return false;
    this.start -= 1;
    this.end -= 1;
    this.unchangedBefore -= 1;
    changed[this.start] = 1;
    changed[this.end] = 0;
    this.#grow();
    return true;
  }

  down(): boolean {
    const { lines, changed } = this.#side;
    if (this.end === lines.length || lines[this.start] !== lines[this.end]) return false;
    changed[this.start] = 0;
    changed[this.end] = 1;
    this.start += 1;
    this.end += 1;
    this.unchangedBefore += 1;
    this.#grow();
    return true;
  }
}

function placeRun(run: ChangedRun, gaps: Uint8Array): void {
  let size: number;
  let adjacent: number | undefined;
  do {
    size = run.size;
    while (run.up());
    adjacent = gaps[run.unchangedBefore] === 1 ? run.unchangedBefore : undefined;
    while (run.down()) if (gaps[run.unchangedBefore] === 1) adjacent = run.unchangedBefore;
  } while (run.size !== size);
  const unchanged = adjacent ?? run.unchangedBefore;
  while (run.unchangedBefore > unchanged) run.up();
}

function slideRuns(side: DiffSide, other: DiffSide): void {
  const gaps = changedGaps(other);
  let unchanged = 0;
  for (let at = 0; at < side.lines.length; at += 1) {
    if (isChanged(side, at)) {
      const run = new ChangedRun(side, at, unchanged);
      placeRun(run, gaps);
      at = run.end;
      unchanged = run.unchangedBefore;
    }
    // The line at the end of the run becomes unchanged.
    unchanged += 1;
  }
}

export function findHunks(base: Int32Array, other: Int32Array): readonly Hunk[] {
  const baseSide: DiffSide = { lines: base, changed: new Uint8Array(base.length) };
  const otherSide: DiffSide = { lines: other, changed: new Uint8Array(other.length) };
  markChanged(baseSide, otherSide);
  slideRuns(baseSide, otherSide);
  slideRuns(otherSide, baseSide);
  const hunks: Hunk[] = [];
  for (let [end, to] = [0, 0]; end < base.length || to < other.length; end += 1, to += 1) {
    const [start, from] = [end, to];
    while (isChanged(baseSide, end)) end += 1;
    while (isChanged(otherSide, to)) to += 1;
    if (end > start || to > from) hunks.push({ start, end, from, to });
  }
  return hunks;
}

interface NumberedText {
  readonly texts: readonly string[];
  /** Equal lines have equal numbers in all texts. */
  readonly lines: Int32Array;
}

/** Lines include their line endings, which are preserved. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function numberLines(
  base: string,
  mine: string,
  theirs: string,
): readonly [NumberedText, NumberedText, NumberedText] {
  const numbers = new Map<string, number>();
  const toNumber = (line: string): number => {
    const existing = numbers.get(line);
    if (existing !== undefined) return existing;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  const version = (text: string): NumberedText => {
    const texts = splitLines(text);
    return { texts, lines: Int32Array.from(texts.map(toNumber)) };
  };
  return [version(base), version(mine), version(theirs)];
}

/** Iterates over the changes of one side. */
class SideChanges {
  readonly #version: NumberedText;
  readonly #hunks: readonly Hunk[];
  #consumed = 0;

  constructor(base: NumberedText, version: NumberedText) {
    this.#version = version;
    this.#hunks = findHunks(base.lines, version.lines);
  }

  get #next(): Hunk | undefined {
    return this.#hunks[this.#consumed];
  }

  /** Start line of the next change in the base. */
  get start(): number {
    return this.#next?.start ?? Infinity;
  }

  get consumed(): number {
    return this.#consumed;
  }

  /** Consumes changes that touch the base range ending here and returns the extended end. */
  consume(end: number): number {
    let reached = end;
    for (let next = this.#next; next !== undefined && next.start <= reached; next = this.#next) {
      reached = Math.max(reached, next.end);
      this.#consumed += 1;
    }
    return reached;
  }

  /** The changed text of a base range, from the changes consumed after the given count; undefined if there are none. */
  getChangedText(start: number, end: number, after: number): string | undefined {
    const [first, last] = [this.#hunks[after], this.#hunks[this.#consumed - 1]];
    if (first === undefined || last === undefined || after === this.#consumed) return undefined;
    const from = first.from - (first.start - start);
    return this.#version.texts.slice(from, last.to + (end - last.end)).join("");
  }
}

/** Consumes all touching changes of both sides from `start` on. */
function consumeTouchingHunks(mine: SideChanges, theirs: SideChanges, start: number): number {
  let end = start;
  for (;;) {
    const reached = theirs.consume(mine.consume(end));
    if (reached === end && mine.start > end) return end;
    end = reached;
  }
}

/** Undefined for a conflict: changes that touch and differ, as in git. */
export function mergeText(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const [baseLines, myLines, theirLines] = numberLines(base, mine, theirs);
  const [my, their] = [new SideChanges(baseLines, myLines), new SideChanges(baseLines, theirLines)];
  const merged: string[] = [];
  let done = 0;
  for (;;) {
    const start = Math.min(my.start, their.start);
    if (start === Infinity) break;
    const [myCount, theirCount] = [my.consumed, their.consumed];
    const end = consumeTouchingHunks(my, their, start);
    const myText = my.getChangedText(start, end, myCount);
    const theirText = their.getChangedText(start, end, theirCount);
    if (myText !== undefined && theirText !== undefined && myText !== theirText) return undefined;
    merged.push(baseLines.texts.slice(done, start).join(""), myText ?? theirText ?? "");
    done = end;
  }
  return merged.join("") + baseLines.texts.slice(done).join("");
}
