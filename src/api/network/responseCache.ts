// Caches responses and uses them while the server is offline.
import { type Failure, isFailure, isOfflineFailure, mayBeOfflineFailure } from "../../model/failure.ts";
import type { HttpResponse, HttpClient, HttpRequest } from "./httpClient.ts";

/** The parts of a response that callers use. */
export interface CachedResponse {
  /** When it was received, in milliseconds. */
  readonly at: number;
  readonly parameters: HttpRequest["parameters"];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface ResponseCache {
  /** Not awaited: a response that can't be stored is loaded again next time. */
  set(key: string, response: CachedResponse): void;
  get(key: string): Promise<CachedResponse | undefined>;
  delete(key: string): void;
  /** Stops storing responses; resolves when pending writes are done. */
  close(): Promise<void>;
}

const cachedHeaders = [
  "etag",
  "last-modified",
  "x-pagination-limit",
  "x-pagination-offset",
  "x-pagination-size",
];

function getCacheKey({ uri, parameters, body, format, cacheKey }: HttpRequest): string {
  return cacheKey ?? JSON.stringify([uri, parameters, body, format]);
}

function toCachedResponse({ header, parameters, body }: HttpResponse): CachedResponse {
  const headers = cachedHeaders.flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { at: Date.now(), parameters, headers: Object.fromEntries(headers), body };
}

function toHttpResponse(
  { at, parameters, headers, body }: CachedResponse,
  { uri }: HttpRequest,
): HttpResponse {
  const header = (name: string): string | undefined => headers[name];
  return { request: { method: "GET", url: uri }, parameters, header, body, asOf: at };
}

/** Deleted or no longer visible: it must not be shown from the cache either. */
function isAccessLost({ kind }: Failure): boolean {
  return kind === "notFound" || kind === "forbidden";
}

export interface OfflineDetector {
  readonly isKnownOffline: () => boolean;
  /** Called after a failure that may have other reasons. */
  readonly checkOffline: () => Promise<boolean>;
}

/** Stores responses, and returns the stored one if the server is offline. */
export function withOfflineCache(
  http: HttpClient,
  cache: ResponseCache,
  offlineStatus: OfflineDetector,
): HttpClient {
  async function getCached(request: HttpRequest): Promise<HttpResponse | undefined> {
    const cached = await cache.get(getCacheKey(request));
    return cached && toHttpResponse(cached, request);
  }

  return {
    async send(request) {
      const { method = "GET" } = request;
      if (method !== "GET") return http.send(request);
      // A request to an offline server would only wait for a timeout.
      const cached = offlineStatus.isKnownOffline() ? await getCached(request) : undefined;
      if (cached !== undefined) return cached;
      try {
        const response = await http.send(request);
        cache.set(getCacheKey(request), toCachedResponse(response));
        return response;
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        if (isAccessLost(failure)) cache.delete(getCacheKey(request));
        const isOffline =
          isOfflineFailure(failure) || (mayBeOfflineFailure(failure) && (await offlineStatus.checkOffline()));
        const cached = isOffline ? await getCached(request) : undefined;
        if (cached === undefined) throw failure;
        return cached;
      }
    },
  };
}
