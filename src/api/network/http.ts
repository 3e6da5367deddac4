// One site seen as one account: addresses under its API root, credentials, formats, failures, retries.
import {
  Cancelled,
  type FailedRequest,
  type Failure,
  isFailure,
  NotUnderstood,
  OutcomeUnknown,
  WrongServer,
} from "../../model/failure.ts";
import { encodeXml } from "../format/xml.ts";
import { readBody } from "./body.ts";
import { type Credential, credentialHeaders } from "./credential.ts";
import { failureOfAnswer, failureOfThrown, quoted } from "./failureOf.ts";
import { type RetryPolicy, withRetry } from "./retry.ts";
import { hiding, withoutQuotation } from "./secrets.ts";
import type { Method, Transport, WireAnswer } from "./transport.ts";

/** Some web servers decode a slash before they look where a path leads, so that `..%2f` leads out of a folder. */
export function hasEncodedSlash({ pathname }: URL): boolean {
  return /%(?:25){0,9}(?:2f|5c)/i.test(pathname);
}

/**
 * The address of a resource under a site's API root. Servers name resources relative to that root
 * ("artifacts/12"), some with a leading slash or as a whole address. Whatever they say, the result lies
 * under the root or there is none: credentials are sent there.
 */
export function resourceUrl(api: string, uri: string): URL | undefined {
  const root = new URL(`${api}/`);
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(uri) || uri.startsWith("//") || uri.startsWith(root.pathname);
  const relative = isWhole ? uri : `./${uri.replace(/^[\\/]+/, "")}`;
  const url = URL.canParse(relative, root.href) ? new URL(relative, root) : undefined;
  const isBelow = url?.origin === root.origin && url.pathname.startsWith(root.pathname);
  if (!isBelow || hasEncodedSlash(url)) return undefined;
  url.username = "";
  url.password = "";
  return url;
}

export interface Answer {
  readonly request: FailedRequest;
  /** What it was given for. */
  readonly parameters: HttpRequest["parameters"];
  readonly header: (name: string) => string | undefined;
  /** Undefined for an empty success. */
  readonly body: unknown;
  /** When it was given, in milliseconds, where the server could not be asked now. */
  readonly asOf?: number | undefined;
}

export interface HttpRequest {
  readonly method?: Method;
  readonly uri: string;
  readonly parameters?: Readonly<Record<string, string | number>> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What the body holds in confidence: it goes to the server, and nowhere else. */
  readonly secrets?: readonly string[];
  /** JSON unless told otherwise. */
  readonly format?: "json" | "xml";
  readonly signal?: AbortSignal | undefined;
  /** Whether it may change something on the server; unless told otherwise, whatever is no GET does. */
  readonly isChange?: boolean;
  /** What is asked, where the same can be asked in several ways. */
  readonly question?: string;
}

export interface Http {
  send(request: HttpRequest): Promise<Answer>;
}

/** Told of every request that got an answer or failed, for the log; holds no secrets. */
export type Observer = (line: { request: FailedRequest; milliseconds: number; failure?: unknown }) => void;

/** Has a request observed, however it ends; `requestOf` tells what of the answer belongs into the log. */
export async function observed<T>(
  observe: Observer,
  asked: FailedRequest,
  send: () => Promise<T>,
  requestOf: (answer: T) => FailedRequest,
): Promise<T> {
  const started = performance.now();
  try {
    const answer = await send();
    observe({ request: requestOf(answer), milliseconds: performance.now() - started });
    return answer;
  } catch (failure) {
    const request = isFailure(failure) ? failure.request : asked;
    observe({ request, milliseconds: performance.now() - started, failure });
    throw failure;
  }
}

interface HttpOptions {
  readonly api: string;
  /** Asked for each request, since a token is replaced when it has run out. */
  readonly credential: () => Credential | undefined;
  readonly transport: Transport;
  readonly retry: RetryPolicy;
  readonly observe: Observer;
}

const mediaTypes = { json: "application/json", xml: "application/xml" } as const;

function readSuccess(answer: WireAnswer, request: FailedRequest): unknown {
  const body = readBody(answer);
  switch (body.kind) {
    case "empty":
      return undefined;
    case "value":
      return body.value;
    case "page":
      throw new WrongServer(request);
    case "broken":
      throw new NotUnderstood(request, body.format, withoutQuotation(body.cause));
  }
}

/** A token is named by its address; nothing else in an address is secret. */
function withoutSecrets({ href }: URL): string {
  return href.replace(/(\/tokens\/)[^/?]+/, "$1…");
}

export function createHttp({ api, credential, transport, retry, observe }: HttpOptions): Http {
  async function exchange(request: HttpRequest): Promise<Answer> {
    const { method = "GET", uri, parameters = {}, headers = {}, body, format = "json", signal } = request;
    const isChange = request.isChange ?? method !== "GET";
    const used = credential();
    const hide = hiding(used, request.secrets);
    const url = resourceUrl(api, uri);
    if (url === undefined) throw new NotUnderstood({ method, url: quoted(uri, hide) }, "foreignAddress");
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
    const asked: FailedRequest = { method, url: withoutSecrets(url) };
    if (signal?.aborted === true) throw new Cancelled(asked);
    const sent = body === undefined ? undefined : format === "xml" ? encodeXml(body) : JSON.stringify(body);

    let answer: WireAnswer;
    try {
      answer = await transport.send({
        method,
        url,
        headers: {
          // The specification wants the first on every request, GET included.
          "Content-Type": mediaTypes[format],
          Accept: mediaTypes[format],
          ...headers,
          ...credentialHeaders(used),
        },
        body: sent,
        signal,
      });
    } catch (error) {
      throw failureOfThrown(error, asked, { isChange, signal });
    }
    if (answer.status < 200 || answer.status > 299) {
      throw failureOfAnswer(answer, used === undefined ? { ...asked, isAnonymous: true } : asked, hide);
    }
    const answered = { ...asked, status: answer.status };
    try {
      return { request: answered, parameters, header: answer.header, body: readSuccess(answer, answered) };
    } catch (failure) {
      // A success that can't be read is one all the same, or something in between that made it up.
      throw isChange ? new OutcomeUnknown(answered, failure) : failure;
    }
  }

  function sendOnce(request: HttpRequest): Promise<Answer> {
    const asked = { method: request.method ?? "GET", url: request.uri };
    return observed(
      observe,
      asked,
      () => exchange(request),
      (answer) => answer.request,
    );
  }

  return {
    send: (request) =>
      request.method === undefined || request.method === "GET"
        ? withRetry(() => sendOnce(request), retry, request.signal)
        : sendOnce(request),
  };
}

/** What a failed try leads to: a thing to do instead, or nothing, and then the failure stands. */
export function recovering(
  http: Http,
  recover: (failure: Failure, request: HttpRequest) => Promise<Answer | undefined>,
): Http {
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
