// Arrow keys in a row of things that is one stop of the Tab key.

/** How far an arrow goes along a row, in the direction of its text. */
export function sideStep(event: KeyboardEvent): number {
  const isBackwards = getComputedStyle(event.currentTarget as Element).direction === "rtl";
  if (event.key === "ArrowRight") return isBackwards ? -1 : 1;
  if (event.key === "ArrowLeft") return isBackwards ? 1 : -1;
  return 0;
}

/** In a group of radio buttons all four arrows lead somewhere. */
export function radioStep(event: KeyboardEvent): number {
  if (event.key === "ArrowDown") return 1;
  if (event.key === "ArrowUp") return -1;
  return sideStep(event);
}

/** Where a step leads, round and round; down from none of them (-1) comes the first. */
export function steppedTo(at: number, step: number, count: number): number {
  const from = at === -1 && step < 0 ? 0 : at;
  return (from + step + count) % count;
}
