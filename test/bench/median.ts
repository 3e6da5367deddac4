export function getMedian(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
  if (upper === undefined || lower === undefined) throw new Error("There are no values.");
  return (lower + upper) / 2;
}

/** The mean of the middle half, which varies less than the median if there are two usual values; the median of a few. */
export function getMidmean(values: readonly number[]): number {
  if (values.length < 5) return getMedian(values);
  const sorted = [...values].sort((left, right) => left - right);
  const dropped = Math.floor(sorted.length / 4);
  const middle = sorted.slice(dropped, sorted.length - dropped);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
