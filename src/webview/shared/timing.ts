// Coalesces and debounces calls.

/** Several calls in one task run the work once, in a microtask. */
export function coalesceCalls(work: () => void): () => void {
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

const debounceMs = 200;

/** Waits until the user stops typing. Only the promise of the last of several calls settles. */
export function debounceSearch<T>(search: (query: string) => Promise<T>): (query: string) => Promise<T> {
  let timer = 0;
  return (query) =>
    new Promise((resolve, reject) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => search(query).then(resolve, reject), debounceMs);
    });
}
