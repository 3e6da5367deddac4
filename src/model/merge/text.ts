// Two versions of a text that come from the same one, merged by lines.

// What became of a text's lines, each given as a number that stands for its content. The shortest way from one text
// to the other is found the way E. Myers describes it; where a change could stand in several places it stands as
// low as it can, or beside a change of the other kind: so that everyone finds it in the same place.

/** Lines [start, end) became lines [from, to) of the other text. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

interface Side {
  readonly lines: Int32Array;
  /** 1 for lines that the other text does not have at this place. */
  readonly changed: Uint8Array;
}

/** Beyond that many lines gone and come, all that lies between the first and the last of them counts as changed. */
const farthest = 1000;

function isChanged({ changed }: Side, at: number): boolean {
  return changed[at] === 1;
}

function comesDown(reach: Int32Array, centre: number, diagonal: number, round: number): boolean {
  if (diagonal === -round) return true;
  return diagonal !== round && (reach[centre + diagonal - 1] ?? 0) < (reach[centre + diagonal + 1] ?? 0);
}

function entered(reach: Int32Array, centre: number, diagonal: number, round: number): number {
  return comesDown(reach, centre, diagonal, round)
    ? (reach[centre + diagonal + 1] ?? 0)
    : (reach[centre + diagonal - 1] ?? 0) + 1;
}

/** What was reached before each round, one after the other; the last of them leads to the end. */
function rounds(one: Int32Array, other: Int32Array): readonly Int32Array[] | undefined {
  const most = Math.min(one.length + other.length, farthest);
  const centre = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const before: Int32Array[] = [];
  for (let round = 0; round <= most; round += 1) {
    before.push(reach.slice(centre - round - 1, centre + round + 2));
    for (let diagonal = -round; diagonal <= round; diagonal += 2) {
      let x = entered(reach, centre, diagonal, round);
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x += 1;
      reach[centre + diagonal] = x;
      if (x >= one.length && x - diagonal >= other.length) return before;
    }
  }
  return undefined;
}

/** The places of lines that stay, in both texts, from the last to the first. */
function staying(one: Int32Array, other: Int32Array): readonly (readonly [number, number])[] {
  const before = rounds(one, other);
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [one.length, other.length];
  for (let round = (before?.length ?? 0) - 1; round >= 0; round -= 1) {
    const reach = before?.[round] ?? new Int32Array();
    const diagonal = x - y;
    const from = entered(reach, round + 1, diagonal, round);
    for (; x > from; x -= 1) pairs.push([x - 1, x - 1 - diagonal]);
    x = comesDown(reach, round + 1, diagonal, round) ? from : from - 1;
    y = comesDown(reach, round + 1, diagonal, round) ? from - diagonal - 1 : from - diagonal;
  }
  return pairs;
}

/** Lines that the other text has nowhere are changed for sure: without them the search is short. */
function known(side: Side, other: Side, start: number, end: number, otherEnd: number): Int32Array {
  const has = new Set(other.lines.subarray(start, otherEnd));
  const places: number[] = [];
  for (let at = start; at < end; at += 1) {
    if (has.has(side.lines[at] ?? -1)) places.push(at);
  }
  return Int32Array.from(places);
}

function mark(base: Side, side: Side): void {
  let [end, sideEnd] = [base.lines.length, side.lines.length];
  let start = 0;
  while (start < Math.min(end, sideEnd) && base.lines[start] === side.lines[start]) start += 1;
  while (Math.min(end, sideEnd) > start && base.lines[end - 1] === side.lines[sideEnd - 1]) {
    end -= 1;
    sideEnd -= 1;
  }
  base.changed.fill(1, start, end);
  side.changed.fill(1, start, sideEnd);
  const places = known(base, side, start, end, sideEnd);
  const sidePlaces = known(side, base, start, sideEnd, end);
  const pairs = staying(
    places.map((place) => base.lines[place] ?? 0),
    sidePlaces.map((place) => side.lines[place] ?? 0),
  );
  for (const [at, sideAt] of pairs) {
    base.changed[places[at] ?? 0] = 0;
    side.changed[sidePlaces[sideAt] ?? 0] = 0;
  }
}

/** For each place between lines that stay, 1 if something changed there. */
function changedGaps(side: Side): Uint8Array {
  const gaps = new Uint8Array(side.lines.length + 1);
  let kept = 0;
  for (let at = 0; at < side.lines.length; at += 1) {
    if (isChanged(side, at)) gaps[kept] = 1;
    else kept += 1;
  }
  return gaps;
}

/** A run of changed lines that can slide over equal ones. */
class Run {
  readonly #side: Side;
  start: number;
  end: number;
  /** How many lines that stay are before it. */
  kept: number;

  constructor(side: Side, start: number, kept: number) {
    this.#side = side;
    this.start = start;
    this.end = start;
    this.kept = kept;
    this.#grow();
  }

  get size(): number {
    return this.end - this.start;
  }

  /** Runs that it meets become a part of it. */
  #grow(): void {
    while (this.start > 0 && isChanged(this.#side, this.start - 1)) this.start -= 1;
    while (isChanged(this.#side, this.end)) this.end += 1;
  }

  up(): boolean {
    const { lines, changed } = this.#side;
    if (this.start === 0 || lines[this.start - 1] !== lines[this.end - 1]) return false;
    this.start -= 1;
    this.end -= 1;
    this.kept -= 1;
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
    this.kept += 1;
    this.#grow();
    return true;
  }
}

function place(run: Run, gaps: Uint8Array): void {
  let size: number;
  let beside: number | undefined;
  do {
    size = run.size;
    while (run.up());
    beside = gaps[run.kept] === 1 ? run.kept : undefined;
    while (run.down()) if (gaps[run.kept] === 1) beside = run.kept;
  } while (run.size !== size);
  const kept = beside ?? run.kept;
  while (run.kept > kept) run.up();
}

function slide(side: Side, other: Side): void {
  const gaps = changedGaps(other);
  let kept = 0;
  for (let at = 0; at < side.lines.length; at += 1) {
    if (isChanged(side, at)) {
      const run = new Run(side, at, kept);
      place(run, gaps);
      at = run.end;
      kept = run.kept;
    }
    // The line at the end of a run stays.
    kept += 1;
  }
}

export function hunksOf(base: Int32Array, other: Int32Array): readonly Hunk[] {
  const one: Side = { lines: base, changed: new Uint8Array(base.length) };
  const two: Side = { lines: other, changed: new Uint8Array(other.length) };
  mark(one, two);
  slide(one, two);
  slide(two, one);
  const hunks: Hunk[] = [];
  for (let [end, to] = [0, 0]; end < base.length || to < other.length; end += 1, to += 1) {
    const [start, from] = [end, to];
    while (isChanged(one, end)) end += 1;
    while (isChanged(two, to)) to += 1;
    if (end > start || to > from) hunks.push({ start, end, from, to });
  }
  return hunks;
}

interface Version {
  readonly texts: readonly string[];
  /** Equal lines, of whichever version, have equal numbers. */
  readonly lines: Int32Array;
}

/** A line's end is a part of it: whatever it is, and whether there is one, stays as it was. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function versions(base: string, mine: string, theirs: string): readonly [Version, Version, Version] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  const version = (text: string): Version => {
    const texts = linesOf(text);
    return { texts, lines: Int32Array.from(texts.map(numberOf)) };
  };
  return [version(base), version(mine), version(theirs)];
}

/** The changes of one side, taken one after the other. */
class Changes {
  readonly #version: Version;
  readonly #hunks: readonly Hunk[];
  #taken = 0;

  constructor(base: Version, version: Version) {
    this.#version = version;
    this.#hunks = hunksOf(base.lines, version.lines);
  }

  get #next(): Hunk | undefined {
    return this.#hunks[this.#taken];
  }

  /** The line of the base where the next one starts. */
  get start(): number {
    return this.#next?.start ?? Infinity;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes those that touch a stretch of the base which ends here; says how far it reaches with them. */
  take(end: number): number {
    let reached = end;
    for (let next = this.#next; next !== undefined && next.start <= reached; next = this.#next) {
      reached = Math.max(reached, next.end);
      this.#taken += 1;
    }
    return reached;
  }

  /** What a stretch of the base has become by those that were taken after so many; undefined if there are none. */
  became(start: number, end: number, after: number): string | undefined {
    const [first, last] = [this.#hunks[after], this.#hunks[this.#taken - 1]];
    if (first === undefined || last === undefined || after === this.#taken) return undefined;
    const from = first.from - (first.start - start);
    return this.#version.texts.slice(from, last.to + (end - last.end)).join("");
  }
}

/** Takes from both all that touches, from the start on. */
function takeTouching(mine: Changes, theirs: Changes, start: number): number {
  let end = start;
  for (;;) {
    const reached = theirs.take(mine.take(end));
    if (reached === end && mine.start > end) return end;
    end = reached;
  }
}

/** One text with the changes of both; undefined where they touch without being the same, as git counts it. */
export function mergeText(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const [before, here, there] = versions(base, mine, theirs);
  const [my, their] = [new Changes(before, here), new Changes(before, there)];
  const merged: string[] = [];
  let done = 0;
  for (;;) {
    const start = Math.min(my.start, their.start);
    if (start === Infinity) break;
    const [mineTaken, theirsTaken] = [my.taken, their.taken];
    const end = takeTouching(my, their, start);
    const became = my.became(start, end, mineTaken);
    const otherBecame = their.became(start, end, theirsTaken);
    if (became !== undefined && otherBecame !== undefined && became !== otherBecame) return undefined;
    merged.push(before.texts.slice(done, start).join(""), became ?? otherBecame ?? "");
    done = end;
  }
  return merged.join("") + before.texts.slice(done).join("");
}
