/**
 * Does something with each of many, so many at once. What comes of it stands in the order of what it was done with; the first
 * that goes wrong is what the caller is told.
 */
export async function severalAtOnce<T, Result>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, place: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  // One that all workers take from.
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [place, item] of waiting) results[place] = await work(item, place);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
