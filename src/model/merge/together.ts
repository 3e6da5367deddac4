/** What neither has removed, and what either has added. */
export function together<T>(
  keyOf: (element: T) => string,
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): readonly T[] {
  const [before, here, there] = [base, mine, theirs].map((list) => new Set(list.map(keyOf)));
  const all = new Map(
    [...theirs, ...mine.filter((each) => there?.has(keyOf(each)) !== true)].map((each) => [
      keyOf(each),
      each,
    ]),
  );
  return [...all]
    .filter(([key]) => before?.has(key) !== true || (here?.has(key) === true && there?.has(key) === true))
    .map(([, element]) => element);
}
