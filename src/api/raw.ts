// What a server answers at an address of its API, as it is: for people who explore it.
import {
  Cancelled,
  type FailedRequest,
  type Failure,
  isFailure,
  NotUnderstood,
  WrongServer,
} from "../model/failure.ts";
import type { RawAnswer } from "../model/inspect.ts";
import { count } from "./collection.ts";
import { credentialHeaders } from "./network/credential.ts";
import { failureOfAnswer, failureOfThrown, quoted } from "./network/failureOf.ts";
import { type Http, observed, type Observer, resourceUrl } from "./network/http.ts";
import { hiding } from "./network/secrets.ts";
import { bytesOf, type SiteStreams } from "./network/siteStream.ts";
import type { OpenAnswer } from "./network/transport.ts";

export interface RawRoutes extends SiteStreams {
  readonly http: Http;
  readonly observe: Observer;
}

/** Where the collection goes on, by the headers that cut it into pages; not all servers say where a page begins. */
function nextOf({ header }: OpenAnswer, { searchParams }: URL): RawAnswer["next"] {
  const size = count(header("x-pagination-size"));
  const limit = count(header("x-pagination-limit")) ?? 0;
  const start = count(header("x-pagination-offset")) ?? count(searchParams.get("offset") ?? undefined);
  const offset = (start ?? 0) + limit;
  return size === undefined || limit === 0 || offset >= size ? undefined : { offset, limit, size };
}

function problemOf({ header }: OpenAnswer, answered: FailedRequest): Error | undefined {
  if (/\bhtml\b/i.test(header("content-type") ?? "")) return new WrongServer(answered);
  // Compression is not asked for, and what unpacks on the way could grow without end.
  const encoding = header("content-encoding") ?? "identity";
  return encoding.trim().toLowerCase() === "identity" ? undefined : new NotUnderstood(answered, "shape");
}

/** An error is short; one that is not says nothing to people. */
const mostErrorBytes = 64 * 1024;

async function upTo(
  mostBytes: number,
  answer: OpenAnswer,
  request: FailedRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const parts: Uint8Array[] = [];
  let room = mostBytes;
  for await (const part of bytesOf(answer, request, signal)) {
    parts.push(part.subarray(0, room));
    if (part.length > room) return { bytes: Buffer.concat(parts), isCut: true };
    room -= part.length;
  }
  return { bytes: Buffer.concat(parts), isCut: false };
}

async function readOnce(
  routes: RawRoutes,
  url: URL,
  mostBytes: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly answer: RawAnswer }> {
  const request = { method: "GET", url: url.href };
  if (signal?.aborted === true) throw new Cancelled(request);
  const credential = routes.credential();
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    "Accept-Encoding": "identity",
    ...credentialHeaders(credential),
  };
  const asking = routes.transport.open({ method: "GET", url, headers, signal }, "answer");
  const answer = await asking.catch((error: unknown) => {
    throw failureOfThrown(error, request, { isChange: false, signal });
  });
  const { status, header } = answer;
  const answered = { ...request, status };
  if (status < 200 || status > 299) {
    const { bytes: body } = await upTo(mostErrorBytes, answer, answered, signal);
    throw failureOfAnswer({ status, header, body }, request, hiding(credential));
  }
  const problem = problemOf(answer, answered);
  if (problem !== undefined) {
    answer.giveUp();
    throw problem;
  }
  const { bytes, isCut } = await upTo(mostBytes, answer, answered, signal);
  // Half of a character at the cut is left away with the rest.
  const text = new TextDecoder().decode(bytes, { stream: isCut });
  return { status, answer: { url: url.href, text, isCut, next: nextOf(answer, url) } };
}

/** What the usual way to ask may put right, or tell more about: it tries again, and has a credential renewed. */
const curable: ReadonlySet<Failure["kind"]> = new Set([
  "signedOut",
  "serverTrouble",
  "unreachable",
  "timedOut",
]);

/** Up to so many bytes of it. */
export async function readRaw(
  routes: RawRoutes,
  uri: string,
  mostBytes: number,
  signal?: AbortSignal,
): Promise<RawAnswer> {
  const url = resourceUrl(routes.api, uri);
  if (url === undefined) {
    const address = quoted(uri, hiding(routes.credential()));
    throw new NotUnderstood({ method: "GET", url: address }, "foreignAddress");
  }
  const request = { method: "GET", url: url.href };
  const read = async (): Promise<RawAnswer> => {
    const readObserved = observed(
      routes.observe,
      request,
      () => readOnce(routes, url, mostBytes, signal),
      ({ status }) => ({ ...request, status }),
    );
    return (await readObserved).answer;
  };
  try {
    return await read();
  } catch (failure) {
    if (!isFailure(failure) || !curable.has(failure.kind)) throw failure;
    await routes.http.send({ uri, signal });
    return read();
  }
}
