// Collections: arrays, paginated by headers.
import * as z from "zod";
import { isFailure, UnexpectedResponse } from "../model/failure.ts";
import type { CollectionPage, UnreadableItem } from "../model/collectionPage.ts";
import type { HttpResponse } from "./network/httpClient.ts";

/** For routes that some servers don't have. */
export async function undefinedIfNotFound<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (failure) {
    if (isFailure(failure) && failure.kind === "notFound") return undefined;
    throw failure;
  }
}

export function parseCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Offsets go up to the size in steps of the limit: a short or empty page doesn't mean the end. */
function getNextOffset(response: HttpResponse, offset: number, received: number): number | undefined {
  const size = parseCount(response.header("x-pagination-size"));
  const limit = parseCount(response.header("x-pagination-limit")) ?? received;
  // Without a size, or with a limit of zero, pagination would never end.
  if (size === undefined || limit === 0) return undefined;
  return offset + limit < size ? offset + limit : undefined;
}

/** Servers return at most a thousand. */
const maxElements = 10_000;

const elementWithId = z.object({ id: z.int() });

function toUnreadable(element: unknown, position: number): UnreadableItem {
  const parsed = elementWithId.safeParse(element);
  return { kind: "unreadable", position, id: parsed.success ? parsed.data.id : undefined };
}

/** An element that doesn't match the schema becomes a placeholder. */
export function parsePage<Wire, T>(
  response: HttpResponse,
  offset: number,
  schema: z.ZodType<Wire>,
  toModel: (wire: Wire) => T,
): CollectionPage<T> {
  const reportedOffset = parseCount(response.header("x-pagination-offset"));
  // A proxy may return another page: the list would seem to have gaps or an end.
  const isOtherPage = reportedOffset !== undefined && reportedOffset !== offset;
  if (isOtherPage || !Array.isArray(response.body)) throw new UnexpectedResponse(response.request, "shape");
  // Parsing an element costs more than sending it.
  if (response.body.length > maxElements) throw new UnexpectedResponse(response.request, "tooLarge");
  const elements: readonly unknown[] = response.body;
  return {
    items: elements.map((element, index) => {
      const wire = schema.safeParse(element);
      return wire.success ? toModel(wire.data) : toUnreadable(element, offset + index);
    }),
    nextOffset: getNextOffset(response, offset, elements.length),
    total: parseCount(response.header("x-pagination-size")),
    ...(response.asOf === undefined ? {} : { asOf: response.asOf }),
  };
}

/**
 * Yields all pages of a collection in order, several of them loaded at once. The first page determines page
 * size and end; elements added meanwhile aren't loaded. A short or empty page isn't the end.
 */
export async function* fetchAllPages<T>(
  fetchPage: (offset: number) => Promise<CollectionPage<T>>,
  // One connection stays free for what the user does meanwhile.
  maxConcurrent = 5,
): AsyncGenerator<CollectionPage<T>, void, undefined> {
  const first = await fetchPage(0);
  yield first;
  const { nextOffset: step, total } = first;
  if (step === undefined || total === undefined || step <= 0) return;

  const pending: Promise<CollectionPage<T>>[] = [];
  let offset = step;
  while (offset < total || pending.length > 0) {
    while (offset < total && pending.length < maxConcurrent) {
      const page = fetchPage(offset);
      // Awaited later, or never if the caller stops; it must not be an unhandled rejection until then.
      page.catch(() => undefined);
      pending.push(page);
      offset += step;
    }
    const page = await pending.shift();
    if (page !== undefined) yield page;
  }
}
