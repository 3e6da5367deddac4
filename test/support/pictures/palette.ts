/** A color as 0xRRGGBB. */
export type Color = number;

interface Palette {
  readonly colors: readonly Color[];
  /** The index of the nearest color in the palette. */
  getIndex(color: Color): number;
}

function getDistance(one: Color, other: Color): number {
  const red = ((one >> 16) & 255) - ((other >> 16) & 255);
  const green = ((one >> 8) & 255) - ((other >> 8) & 255);
  const blue = (one & 255) - (other & 255);
  return red * red + green * green + blue * blue;
}

/**
 * Selects the color that causes the largest error next, until the palette is full. The flat areas of a window keep their exact
 * color this way, and rare colors far from all others, such as those of icons, aren't lost.
 */
function selectColors(counts: ReadonlyMap<Color, number>, size: number): readonly Color[] {
  if (counts.size <= size) return [...counts.keys()];
  const candidates = [...counts].map(([color, count]) => ({ color, count, distance: Infinity }));
  const selected: Color[] = [];
  let next = candidates.reduce((one, other) => (other.count > one.count ? other : one));
  while (selected.length < size) {
    selected.push(next.color);
    for (const candidate of candidates) {
      candidate.distance = Math.min(candidate.distance, getDistance(candidate.color, next.color));
    }
    next = candidates.reduce((one, other) =>
      other.count * other.distance > one.count * one.distance ? other : one,
    );
  }
  return selected;
}

/** Reduces colors to at most `size`, by how many pixels have them. */
export function createPalette(counts: ReadonlyMap<Color, number>, size: number): Palette {
  const colors = selectColors(counts, size);
  const indexes = new Map(colors.map((color, index) => [color, index]));
  const findNearest = (color: Color): number => {
    let nearest = 0;
    let shortest = Infinity;
    for (const [index, other] of colors.entries()) {
      const distance = getDistance(color, other);
      if (distance < shortest) [nearest, shortest] = [index, distance];
    }
    return nearest;
  };
  return {
    colors,
    getIndex: (color) => {
      const index = indexes.get(color) ?? findNearest(color);
      indexes.set(color, index);
      return index;
    },
  };
}
