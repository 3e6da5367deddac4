// Rows as they are read, page by page. A new reading takes the place of the last one only when it reaches as far as
// somebody is looking, so that nothing jumps.

interface Reading<T> {
  readonly number: number;
  readonly rows: readonly T[];
}

export interface Readings<T> {
  readonly shown: Reading<T>;
  readonly coming: Reading<T> | undefined;
}

export interface Piece<T> {
  readonly reading: number;
  readonly from: number;
  readonly rows: readonly T[];
}

export function nothingRead<T>(): Readings<T> {
  return { shown: { number: Number.NEGATIVE_INFINITY, rows: [] }, coming: undefined };
}

function withPiece<T>(
  reading: Reading<T> | undefined,
  { reading: number, from, rows }: Piece<T>,
): Reading<T> {
  const before = reading?.number === number ? reading.rows : [];
  return { number, rows: [...before.slice(0, from), ...rows] };
}

/** `needed` is how many rows there have to be for what is in sight. */
export function received<T>(readings: Readings<T>, piece: Piece<T>, needed: number): Readings<T> {
  const { shown, coming } = readings;
  const newest = coming?.number ?? shown.number;
  if (piece.reading < newest && piece.reading !== shown.number) return readings;
  if (piece.reading === shown.number) return { shown: withPiece(shown, piece), coming };
  const next = withPiece(coming, piece);
  return next.rows.length >= needed ? { shown: next, coming: undefined } : { shown, coming: next };
}

/** Nothing more comes: what there is, is shown. */
export function settled<T>(readings: Readings<T>): Readings<T> {
  return readings.coming === undefined ? readings : { shown: readings.coming, coming: undefined };
}

/** Single rows anew, and without those that are gone. */
export function replaced<T extends { readonly id: number }>(
  readings: Readings<T>,
  rows: readonly T[],
  gone: readonly number[],
): Readings<T> {
  const now = new Map(rows.map((row) => [row.id, row]));
  const away = new Set(gone);
  const replace = (reading: Reading<T>): Reading<T> => ({
    number: reading.number,
    rows: reading.rows.filter(({ id }) => !away.has(id)).map((row) => now.get(row.id) ?? row),
  });
  const { shown, coming } = readings;
  return { shown: replace(shown), coming: coming && replace(coming) };
}
