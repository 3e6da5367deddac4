import type { Page } from "../model/page.ts";

/**
 * All pages of a collection, in order, several of them fetched at a time. The first one tells how large pages
 * are and where the collection ends; what is added to it meanwhile is not chased after. A short or empty page
 * is not the end.
 */
export async function* allPages<T>(
  fetchPage: (offset: number) => Promise<Page<T>>,
  atOnce = 4,
): AsyncGenerator<Page<T>, void, undefined> {
  const first = await fetchPage(0);
  yield first;
  const { next: step, size } = first;
  if (step === undefined || size === undefined || step <= 0) return;

  const underWay: Promise<Page<T>>[] = [];
  let offset = step;
  while (offset < size || underWay.length > 0) {
    while (offset < size && underWay.length < atOnce) {
      const page = fetchPage(offset);
      // It is awaited in its turn; that it fails before, or after nobody wants it any more, is no news.
      page.catch(() => undefined);
      underWay.push(page);
      offset += step;
    }
    const page = await underWay.shift();
    if (page !== undefined) yield page;
  }
}
