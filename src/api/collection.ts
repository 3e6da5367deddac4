// Collections: bare arrays, cut into pages by headers.
import * as z from "zod";
import { isFailure, NotUnderstood } from "../model/failure.ts";
import type { Page, Unreadable } from "../model/page.ts";
import type { Answer } from "./network/http.ts";

/** For what some servers do not have at all: undefined where it is not there. */
export async function unlessAbsent<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (failure) {
    if (isFailure(failure) && failure.kind === "notFound") return undefined;
    throw failure;
  }
}

export function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Pages go up to the size in steps of the limit: a short or an empty one does not mean the end. */
function nextOffset(answer: Answer, offset: number, received: number): number | undefined {
  const size = count(answer.header("x-pagination-size"));
  const limit = count(answer.header("x-pagination-limit")) ?? received;
  // Without a size, or with a limit of zero, going on would never end.
  if (size === undefined || limit === 0) return undefined;
  return offset + limit < size ? offset + limit : undefined;
}

/** Servers give a thousand at most. */
const mostElements = 10_000;

const elementWithId = z.object({ id: z.int() });

function unreadable(element: unknown, position: number): Unreadable {
  const known = elementWithId.safeParse(element);
  return { kind: "unreadable", position, id: known.success ? known.data.id : undefined };
}

/** Reads a page; an element that does not fit becomes a placeholder and leaves its neighbours alone. */
export function readPage<Wire, T>(
  answer: Answer,
  offset: number,
  schema: z.ZodType<Wire>,
  toModel: (wire: Wire) => T,
): Page<T> {
  const told = count(answer.header("x-pagination-offset"));
  // Something on the way may answer with another page: the list would seem to have gaps, or an end, where it has none.
  const isOtherPage = told !== undefined && told !== offset;
  if (isOtherPage || !Array.isArray(answer.body)) throw new NotUnderstood(answer.request, "shape");
  // Each of them costs more to be read than to be sent.
  if (answer.body.length > mostElements) throw new NotUnderstood(answer.request, "tooLarge");
  const elements: readonly unknown[] = answer.body;
  return {
    items: elements.map((element, index) => {
      const wire = schema.safeParse(element);
      return wire.success ? toModel(wire.data) : unreadable(element, offset + index);
    }),
    next: nextOffset(answer, offset, elements.length),
    size: count(answer.header("x-pagination-size")),
    ...(answer.asOf === undefined ? {} : { asOf: answer.asOf }),
  };
}

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
