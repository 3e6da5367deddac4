export function getMedian(values: readonly number[]): number {
  return getQuantile(values, 0.5);
}

/**
 * The lower quartile of several times. Other work on the machine only adds time, so lower times are closer to what the
 * measured work takes; the minimum could be a lucky one.
 */
export function getUsualTime(times: readonly number[]): number {
  return getQuantile(times, 0.25);
}

/**
 * Of pairs that were measured one right after the other, as a machine may become slower between two pairs: the mean of
 * the middle half, which varies less from run to run than the median, and ignores disturbed pairs like it.
 */
export function getUsualRatio(times: readonly number[], referenceTimes: readonly number[]): number {
  const ratios = times
    .map((time, index) => time / (referenceTimes[index] ?? Number.NaN))
    .toSorted((left, right) => left - right);
  const cut = Math.floor(ratios.length / 4);
  const middle = ratios.slice(cut, ratios.length - cut);
  return middle.reduce((sum, ratio) => sum + ratio, 0) / middle.length;
}

function getQuantile(values: readonly number[], quantile: number): number {
  const value = [...values].sort((left, right) => left - right)[Math.floor((values.length - 1) * quantile)];
  if (value === undefined) throw new Error("There are no values.");
  return value;
}
