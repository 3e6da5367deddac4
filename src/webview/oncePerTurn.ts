/** Several calls at once are one: what is to be done is done when all else of this turn is. */
export function oncePerTurn(work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      work();
    });
  };
}
