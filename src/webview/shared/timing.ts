// Debouncing.

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

/** Before somebody who types is taken to have typed all, in milliseconds. */
const debounce = 200;

/** Waits until somebody has stopped typing. Only the last of several calls gets an answer. */
export function unhurried<T>(ask: (query: string) => Promise<T>): (query: string) => Promise<T> {
  let timer = 0;
  return (query) =>
    new Promise((resolve, reject) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => ask(query).then(resolve, reject), debounce);
    });
}
