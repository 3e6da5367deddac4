// Loads unparsed API responses, for users who explore the API.
import {
  Canceled,
  type RequestInfo,
  type Failure,
  isFailure,
  UnexpectedResponse,
  WrongServer,
} from "../model/failure.ts";
import type { RawResponse } from "../model/rawResponse.ts";
import { parseCount } from "./pagination.ts";
import { credentialHeaders } from "./network/credential.ts";
import { toHttpFailure, toNetworkFailure, redactServerText } from "./network/failures.ts";
import {
  type HttpClient,
  observeRequest,
  type RequestObserver,
  toResourceUrl,
} from "./network/httpClient.ts";
import { createSecretRedactor } from "./network/secretRedactor.ts";
import { readResponseStream, type SiteStreamContext } from "./network/siteStream.ts";
import type { StreamedResponse } from "./network/transport.ts";

export interface RawRequestContext extends SiteStreamContext {
  readonly http: HttpClient;
  readonly observe: RequestObserver;
}

/** The next page according to the pagination headers; not all servers send the offset. */
function getNextPage({ header }: StreamedResponse, { searchParams }: URL): RawResponse["nextPage"] {
  const size = parseCount(header("x-pagination-size"));
  const limit = parseCount(header("x-pagination-limit")) ?? 0;
  const start =
    parseCount(header("x-pagination-offset")) ?? parseCount(searchParams.get("offset") ?? undefined);
  const offset = (start ?? 0) + limit;
  return size === undefined || limit === 0 || offset >= size ? undefined : { offset, limit, size };
}

function findResponseProblem(
  { header }: StreamedResponse,
  requestWithStatus: RequestInfo,
): Error | undefined {
  if (/\bhtml\b/i.test(header("content-type") ?? "")) return new WrongServer(requestWithStatus);
  // Compression isn't accepted: decompressed content could be of any size.
  const encoding = header("content-encoding") ?? "identity";
  return encoding.trim().toLowerCase() === "identity"
    ? undefined
    : new UnexpectedResponse(requestWithStatus, "shape");
}

/** Error messages are short; a longer body has none. */
const maxErrorBytes = 64 * 1024;

async function readUpTo(
  maxBytes: number,
  response: StreamedResponse,
  request: RequestInfo,
  signal: AbortSignal | undefined,
): Promise<{ readonly bytes: Buffer; readonly isTruncated: boolean }> {
  const parts: Uint8Array[] = [];
  let remaining = maxBytes;
  for await (const part of readResponseStream(response, request, signal)) {
    parts.push(part.subarray(0, remaining));
    if (part.length > remaining) return { bytes: Buffer.concat(parts), isTruncated: true };
    remaining -= part.length;
  }
  return { bytes: Buffer.concat(parts), isTruncated: false };
}

async function fetchOnce(
  context: RawRequestContext,
  url: URL,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly response: RawResponse }> {
  const request = { method: "GET", url: url.href };
  if (signal?.aborted === true) throw new Canceled(request);
  const credential = context.credential();
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    "Accept-Encoding": "identity",
    ...credentialHeaders(credential),
  };
  const opening = context.transport.open({ method: "GET", url, headers, signal }, "response");
  const response = await opening.catch((error: unknown) => {
    throw toNetworkFailure(error, request, { isChange: false, signal });
  });
  const { status, header } = response;
  const requestWithStatus = { ...request, status };
  if (status < 200 || status > 299) {
    const { bytes: body } = await readUpTo(maxErrorBytes, response, requestWithStatus, signal);
    throw toHttpFailure({ status, header, body }, request, createSecretRedactor(credential));
  }
  const problem = findResponseProblem(response, requestWithStatus);
  if (problem !== undefined) {
    response.abort();
    throw problem;
  }
  const { bytes, isTruncated } = await readUpTo(maxBytes, response, requestWithStatus, signal);
  // Drops an incomplete character at the end of a truncated body.
  const text = new TextDecoder().decode(bytes, { stream: isTruncated });
  return { status, response: { url: url.href, text, isTruncated, nextPage: getNextPage(response, url) } };
}

/** Failures that the HTTP client may fix or explain: it retries, and renews credentials. */
const recoverableKinds: ReadonlySet<Failure["kind"]> = new Set([
  "signedOut",
  "serverError",
  "unreachable",
  "timedOut",
]);

/** Loads at most `maxBytes` of the response. */
export async function fetchRawResponse(
  context: RawRequestContext,
  uri: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<RawResponse> {
  const url = toResourceUrl(context.api, uri);
  if (url === undefined) {
    const redactedUri = redactServerText(uri, createSecretRedactor(context.credential()));
    throw new UnexpectedResponse({ method: "GET", url: redactedUri }, "foreignUrl");
  }
  const request = { method: "GET", url: url.href };
  const read = async (): Promise<RawResponse> => {
    const observed = observeRequest(
      context.observe,
      request,
      () => fetchOnce(context, url, maxBytes, signal),
      ({ status }) => ({ ...request, status }),
    );
    return (await observed).response;
  };
  try {
    return await read();
  } catch (failure) {
    if (!isFailure(failure) || !recoverableKinds.has(failure.kind)) throw failure;
    await context.http.send({ uri, signal });
    return read();
  }
}
