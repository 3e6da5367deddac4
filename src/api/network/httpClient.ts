// HTTP client of a site: URLs below its API root, credentials, formats, failures, retries.
import {
  Canceled,
  type RequestInfo,
  type Failure,
  isFailure,
  UnexpectedResponse,
  OutcomeUnknown,
  WrongServer,
} from "../../model/failure.ts";
import { toXmlRequestBody } from "../format/xml.ts";
import { parseBody } from "./responseBody.ts";
import { type Credential, credentialHeaders } from "./credential.ts";
import { toHttpFailure, toNetworkFailure, redactServerText } from "./failures.ts";
import { type RetryPolicy, withRetry } from "./retry.ts";
import { createSecretRedactor, removeBodyFromParseError } from "./secretRedactor.ts";
import type { HttpMethod, Transport, TransportResponse } from "./transport.ts";

/** Some web servers decode a slash before they resolve a path, so that `..%2f` leaves a folder. */
export function hasEncodedSlash({ pathname }: URL): boolean {
  return /%(?:25){0,9}(?:2f|5c)/i.test(pathname);
}

/**
 * The URL of a resource below the API root. Servers return URIs relative to that root ("artifacts/12"), some
 * with a leading slash or as a complete URL. The result is below the root or `undefined`, because credentials
 * are sent there.
 */
export function toResourceUrl(api: string, uri: string): URL | undefined {
  const root = new URL(`${api}/`);
  const isAbsolute =
    /^[a-z][a-z0-9+.-]*:/i.test(uri) || uri.startsWith("//") || uri.startsWith(root.pathname);
  const relative = isAbsolute ? uri : `./${uri.replace(/^[\\/]+/, "")}`;
  const url = URL.canParse(relative, root.href) ? new URL(relative, root) : undefined;
  const isBelow = url?.origin === root.origin && url.pathname.startsWith(root.pathname);
  if (!isBelow || hasEncodedSlash(url)) return undefined;
  url.username = "";
  url.password = "";
  return url;
}

export interface HttpResponse {
  readonly request: RequestInfo;
  readonly parameters: HttpRequest["parameters"];
  readonly header: (name: string) => string | undefined;
  /** `undefined` for an empty response. */
  readonly body: unknown;
  /** When a cached response was received, in milliseconds. */
  readonly asOf?: number | undefined;
}

/** Responses to GET requests are compressed otherwise. */
export const uncompressedHeaders = { "Accept-Encoding": "identity" };

export interface HttpRequest {
  readonly method?: HttpMethod;
  readonly uri: string;
  readonly parameters?: Readonly<Record<string, string | number>> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Secrets in the body, which must not appear in failures. */
  readonly secrets?: readonly string[];
  /** JSON by default. */
  readonly format?: "json" | "xml";
  readonly signal?: AbortSignal | undefined;
  /** Whether it may change something on the server; by default, whatever isn't a GET. */
  readonly isChange?: boolean;
  /** Key of the response in the offline cache, for requests that vary. */
  readonly cacheKey?: string;
}

export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** Called for every request that got a response or failed, for the log; contains no secrets. */
export type RequestObserver = (entry: {
  request: RequestInfo;
  milliseconds: number;
  failure?: unknown;
}) => void;

/** Reports a request to the observer; `toLoggedRequest` selects what is logged of the response. */
export async function observeRequest<T>(
  observe: RequestObserver,
  requestInfo: RequestInfo,
  send: () => Promise<T>,
  toLoggedRequest: (response: T) => RequestInfo,
): Promise<T> {
  const started = performance.now();
  try {
    const response = await send();
    observe({ request: toLoggedRequest(response), milliseconds: performance.now() - started });
    return response;
  } catch (failure) {
    const request = isFailure(failure) ? failure.request : requestInfo;
    observe({ request, milliseconds: performance.now() - started, failure });
    throw failure;
  }
}

interface HttpClientOptions {
  readonly api: string;
  /** Called for each request, since a token is replaced when it has expired. */
  readonly credential: () => Credential | undefined;
  readonly transport: Transport;
  readonly retry: RetryPolicy;
  readonly observe: RequestObserver;
}

const mediaTypes = { json: "application/json", xml: "application/xml" } as const;

function parseSuccessBody(response: TransportResponse, request: RequestInfo): unknown {
  const body = parseBody(response);
  switch (body.kind) {
    case "empty":
      return undefined;
    case "value":
      return body.value;
    case "html":
      throw new WrongServer(request);
    case "invalid":
      throw new UnexpectedResponse(request, body.format, removeBodyFromParseError(body.cause));
  }
}

/** The URI of a token contains it; other URLs have no secrets. */
function removeTokenFromUrl({ href }: URL): string {
  return href.replace(/(\/tokens\/)[^/?]+/, "$1…");
}

export function createHttpClient({
  api,
  credential,
  transport,
  retry,
  observe,
}: HttpClientOptions): HttpClient {
  async function sendAndParse(request: HttpRequest): Promise<HttpResponse> {
    const { method = "GET", uri, parameters = {}, headers = {}, body, format = "json", signal } = request;
    const isChange = request.isChange ?? method !== "GET";
    const usedCredential = credential();
    const redact = createSecretRedactor(usedCredential, request.secrets);
    const url = toResourceUrl(api, uri);
    if (url === undefined) {
      throw new UnexpectedResponse({ method, url: redactServerText(uri, redact) }, "foreignUrl");
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
    const requestInfo: RequestInfo = { method, url: removeTokenFromUrl(url) };
    if (signal?.aborted === true) throw new Canceled(requestInfo);
    const encodedBody =
      body === undefined ? undefined : format === "xml" ? toXmlRequestBody(body) : JSON.stringify(body);

    let response: TransportResponse;
    try {
      response = await transport.send({
        method,
        url,
        headers: {
          // The specification requires Content-Type on every request, GET included.
          "Content-Type": mediaTypes[format],
          Accept: mediaTypes[format],
          // Requests that need an ETag, which a compressing proxy strips, ask for no compression.
          ...(isChange ? {} : { "Accept-Encoding": "gzip" }),
          ...headers,
          ...credentialHeaders(usedCredential),
        },
        body: encodedBody,
        signal,
      });
    } catch (error) {
      throw toNetworkFailure(error, requestInfo, { isChange, signal });
    }
    if (response.status < 200 || response.status > 299) {
      throw toHttpFailure(
        response,
        usedCredential === undefined ? { ...requestInfo, isAnonymous: true } : requestInfo,
        redact,
      );
    }
    const requestWithStatus = { ...requestInfo, status: response.status };
    try {
      return {
        request: requestWithStatus,
        parameters,
        header: response.header,
        body: parseSuccessBody(response, requestWithStatus),
      };
    } catch (failure) {
      // An unreadable success may be genuine, or come from a proxy.
      throw isChange ? new OutcomeUnknown(requestWithStatus, failure) : failure;
    }
  }

  function sendOnce(request: HttpRequest): Promise<HttpResponse> {
    const requestInfo = { method: request.method ?? "GET", url: request.uri };
    return observeRequest(
      observe,
      requestInfo,
      () => sendAndParse(request),
      (response) => response.request,
    );
  }

  return {
    send: (request) =>
      request.method === undefined || request.method === "GET"
        ? withRetry(() => sendOnce(request), retry, request.signal)
        : sendOnce(request),
  };
}

/** Calls `recover` after a failure; if it returns `undefined`, the failure is thrown. */
export function withRecovery(
  http: HttpClient,
  recover: (failure: Failure, request: HttpRequest) => Promise<HttpResponse | undefined>,
): HttpClient {
  return {
    async send(request) {
      try {
        return await http.send(request);
      } catch (failure) {
        const recovered = isFailure(failure) ? await recover(failure, request) : undefined;
        if (recovered === undefined) throw failure;
        return recovered;
      }
    },
  };
}
