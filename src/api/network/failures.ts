// Converts network errors and HTTP errors to failures.
import { STATUS_CODES } from "node:http";
import {
  Canceled,
  VersionConflict,
  type RequestInfo,
  type Failure,
  Forbidden,
  InvalidRequest,
  Moved,
  NotFound,
  UnexpectedResponse,
  OutcomeUnknown,
  TooManyRequests,
  type RateLimit,
  ServerError,
  SignedOut,
  TimedOut,
  Unreachable,
  type UnreachableReason,
  WrongServer,
} from "../../model/failure.ts";
import { truncateAtWord } from "../../model/displayText.ts";
import { toElements } from "../../model/fields/readWireValue.ts";
import { parseBody } from "./responseBody.ts";
import type { SecretRedactor } from "./secretRedactor.ts";
import type { TransportResponse } from "./transport.ts";

const timeoutCodes = new Set([
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  "RESPONSE_TOO_SLOW",
]);
const connectTimeout = "UND_ERR_CONNECT_TIMEOUT";
/** The extension closed the connection: at a sign-out, or at shutdown. */
const closedBeforeSent = "TRANSPORT_CLOSED";
const closedByUsCodes = new Set([closedBeforeSent, "UND_ERR_DESTROYED"]);

const unreachableReasons: readonly (readonly [RegExp, UnreachableReason])[] = [
  [/^(ENOTFOUND|EAI_)/, "name"],
  [/^ECONNREFUSED$/, "refused"],
  [/^CA_FILE_UNREADABLE$/, "caFile"],
  [/^PROXY_FAILED$/, "proxy"],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, "certificate"],
  [/^(EPROTO|ERR_SSL)/, "tls"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_)/, "closed"],
];

function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // A host name with several addresses fails with one error per address; the first has the reason.
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorCode(error.errors[0]);
  return "code" in error && typeof error.code === "string" ? error.code : getErrorCode(error.cause);
}

/** Nothing was sent in these cases; in all others a change may have been applied. */
const notSentReasons = new Set<UnreachableReason>([
  "name",
  "refused",
  "caFile",
  "certificate",
  "tls",
  "proxy",
]);

/** The reason why there is no response. */
export function toNetworkFailure(
  error: unknown,
  request: RequestInfo,
  { isChange, signal }: { readonly isChange: boolean; readonly signal: AbortSignal | undefined },
): Failure {
  const code = getErrorCode(error);
  if (code === connectTimeout) return new TimedOut(request, error);
  if (code === closedBeforeSent) return new Canceled(request);
  const reason = unreachableReasons.find(([pattern]) => pattern.test(code))?.[1] ?? "network";
  if (isChange && !notSentReasons.has(reason)) return new OutcomeUnknown(request, error);
  if (signal?.aborted === true || closedByUsCodes.has(code)) return new Canceled(request);
  if (code === "BODY_TOO_LARGE") return new UnexpectedResponse(request, "tooLarge", error);
  return timeoutCodes.has(code) ? new TimedOut(request, error) : new Unreachable(request, reason, error);
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Removes the reason phrase of the status, and the level before each line. */
function removeReasonPhrase(message: string, status: number): string | undefined {
  const reason = STATUS_CODES[status] ?? "";
  if (message === reason) return undefined;
  const detail = message.startsWith(`${reason}: `) ? message.slice(reason.length + 2) : message;
  return toNonEmptyText(detail.replaceAll(/^error: /gm, ""));
}

/** The server's error message, localized if available. */
function findServerMessage(body: unknown, status: number): string | undefined {
  const error = getMember(body, "error");
  const messages = toElements(getMember(error, "i18n_error_messages"));
  const message = toNonEmptyText(getMember(error, "message"));
  const localized =
    toNonEmptyText(messages.filter((element) => typeof element === "string").join(" ")) ??
    toNonEmptyText(getMember(error, "i18n_error_message"));
  return localized ?? (message === undefined ? toNonEmptyText(error) : removeReasonPhrase(message, status));
}

/** Where a query has a syntax error. */
function findErrorPosition(body: unknown): RequestInfo["position"] {
  const details = getMember(getMember(body, "error"), "details");
  const [line, column] = ["line", "column"].map((name) => getMember(details, name));
  const isPosition = [line, column].every((each) => Number.isSafeInteger(each) && Number(each) > 0);
  return isPosition ? { line: Number(line), column: Number(column) } : undefined;
}

function parseHeaderNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** `undefined` if the response has no rate limit headers. */
export function parseRateLimit(header: TransportResponse["header"]): RateLimit | undefined {
  const limit = parseHeaderNumber(header("x-ratelimit-limit"));
  const remaining = parseHeaderNumber(header("x-ratelimit-remaining"));
  return limit === undefined && remaining === undefined ? undefined : { limit, remaining };
}

/** Seconds or a date; `undefined` for anything else. */
function parseRetryAfterMs(response: TransportResponse): number | undefined {
  const text = response.header("retry-after");
  if (text === undefined) return undefined;
  const seconds = parseHeaderNumber(text);
  // `Date.parse` also accepts other texts, as dates in the past.
  const date = text.trim().endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  if (seconds !== undefined) return seconds * 1000;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Failures are shown and logged. */
const maxMessageLength = 2000;

/** Redacts before truncating: half of a secret can't be recognized. */
export function redactServerText(text: string, redact: SecretRedactor): string {
  return truncateAtWord(redact(text), maxMessageLength);
}

/** The failure of a response without success, with the server's message. */
export function toHttpFailure(
  response: TransportResponse,
  request: RequestInfo,
  redact: SecretRedactor,
): Failure {
  const { status, header } = response;
  const body = parseBody(response);
  const message = body.kind === "value" ? findServerMessage(body.value, status) : undefined;
  const serverMessage = message === undefined ? undefined : redactServerText(message, redact);
  const failedRequest = {
    ...request,
    status,
    serverMessage,
    position: body.kind === "value" ? findErrorPosition(body.value) : undefined,
    rateLimit: parseRateLimit(header),
    retryAfterMs: parseRetryAfterMs(response),
  };
  // Conditional requests are never sent.
  if (status === 304) return new UnexpectedResponse(failedRequest, "shape");
  if (status >= 300 && status < 400) {
    return new Moved(failedRequest, redactServerText(header("location") ?? "", redact));
  }
  // A gateway that lost the response doesn't know whether the change was applied.
  if ((status === 502 || status === 504) && request.method !== "GET") {
    return new OutcomeUnknown(failedRequest, undefined);
  }
  if (status >= 500) return new ServerError(failedRequest);
  if (status === 429) return new TooManyRequests(failedRequest);
  // The API returns errors as objects. A 4xx without one comes from something else at that URL, except for
  // statuses that gateways and web servers answer with a page.
  const isGatewayStatus = status === 401 || status === 413 || status === 414;
  if (!isGatewayStatus && (body.kind === "html" || body.kind === "invalid")) {
    return new WrongServer(failedRequest);
  }
  switch (status) {
    case 401:
      return new SignedOut(failedRequest);
    case 403:
      return new Forbidden(failedRequest);
    case 404:
      return new NotFound(failedRequest);
    case 412:
      return new VersionConflict(failedRequest);
    default:
      return new InvalidRequest(failedRequest);
  }
}
