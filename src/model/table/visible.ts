// Which of many rows of one height are in sight.

export interface Viewport {
  readonly scroll: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

export interface Range {
  readonly first: number;
  /** The one after the last. */
  readonly end: number;
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** The rows of which something can be seen, and so many more on both sides. */
export function rowsInSight({ scroll, height, rowHeight, count }: Viewport, margin: number): Range {
  const first = within(Math.floor(scroll / rowHeight) - margin, 0, count);
  const end = within(Math.ceil((scroll + height) / rowHeight) + margin, first, count);
  return { first, end };
}

/** Where to scroll so that a row is seen whole, moving as little as possible. */
export function scrollToShow(index: number, { scroll, height, rowHeight }: Viewport): number {
  const top = index * rowHeight;
  if (top < scroll || height < rowHeight) return top;
  return Math.max(scroll, top + rowHeight - height);
}

/** How many rows the keys that turn pages go. */
export function rowsInPage({ height, rowHeight }: Pick<Viewport, "height" | "rowHeight">): number {
  return Math.max(1, Math.floor(height / rowHeight) - 1);
}
