/** So many requests of one piece of work may be on their way together. */
const most = 4;

/** Does something with each of many, some of them at once; what comes of it stands in the order of what it was done with. */
export async function atOnce<T, Result>(
  items: readonly T[],
  act: (item: T) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [place, item] of waiting) results[place] = await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return results;
}
