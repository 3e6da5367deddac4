// From what the wire and the server say to the failures that the rest of the program knows.
import { STATUS_CODES } from "node:http";
import {
  Cancelled,
  Conflict,
  type FailedRequest,
  type Failure,
  Forbidden,
  Invalid,
  Moved,
  NotFound,
  NotUnderstood,
  OutcomeUnknown,
  QuotaReached,
  type RateLimit,
  ServerTrouble,
  SignedOut,
  TimedOut,
  Unreachable,
  type UnreachableReason,
  WrongServer,
} from "../../model/failure.ts";
import { shortened } from "../../model/displayText.ts";
import { elements } from "../../model/fields/reading.ts";
import { readBody } from "./body.ts";
import type { Hide } from "./secrets.ts";
import type { WireAnswer } from "./transport.ts";

const timeouts = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT", "ANSWER_TOO_SLOW"]);
const connectTimeout = "UND_ERR_CONNECT_TIMEOUT";
/** We ended the connection ourselves: with a sign-out, or at the end of the program. */
const closedBeforeSent = "TRANSPORT_CLOSED";
const closedByUs = new Set([closedBeforeSent, "UND_ERR_DESTROYED"]);

const reasons: readonly (readonly [RegExp, UnreachableReason])[] = [
  [/^(ENOTFOUND|EAI_)/, "name"],
  [/^ECONNREFUSED$/, "refused"],
  [/^CA_FILE_UNREADABLE$/, "caFile"],
  [/^PROXY_FAILED$/, "proxy"],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, "certificate"],
  [/^(EPROTO|ERR_SSL)/, "tls"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_)/, "closed"],
];

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // A name with several addresses fails with one error per address; the first tells what is the matter.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

/** Nothing was sent in these cases; in all others a change may have arrived. */
const notSent = new Set<UnreachableReason>(["name", "refused", "caFile", "certificate", "tls", "proxy"]);

/** No answer came: why not. */
export function failureOfThrown(
  error: unknown,
  request: FailedRequest,
  { isChange, signal }: { readonly isChange: boolean; readonly signal: AbortSignal | undefined },
): Failure {
  const code = codeOf(error);
  if (code === connectTimeout) return new TimedOut(request, error);
  if (code === closedBeforeSent) return new Cancelled(request);
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1] ?? "network";
  if (isChange && !notSent.has(reason)) return new OutcomeUnknown(request, error);
  if (signal?.aborted === true || closedByUs.has(code)) return new Cancelled(request);
  if (code === "BODY_TOO_LARGE") return new NotUnderstood(request, "tooLarge", error);
  return timeouts.has(code) ? new TimedOut(request, error) : new Unreachable(request, reason, error);
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function sentence(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** What a message says beyond the reason phrase that every status has, and the level before each of its lines. */
function withoutReason(message: string, status: number): string | undefined {
  const reason = STATUS_CODES[status] ?? "";
  if (message === reason) return undefined;
  const said = message.startsWith(`${reason}: `) ? message.slice(reason.length + 2) : message;
  return sentence(said.replaceAll(/^error: /gm, ""));
}

/** The server's own words: the localised ones first. */
function saidIn(body: unknown, status: number): string | undefined {
  const error = member(body, "error");
  const several = elements(member(error, "i18n_error_messages"));
  const message = sentence(member(error, "message"));
  const localised =
    sentence(several.filter((each) => typeof each === "string").join(" ")) ??
    sentence(member(error, "i18n_error_message"));
  return localised ?? (message === undefined ? sentence(error) : withoutReason(message, status));
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** What an answer tells of the limit on such requests; undefined if it tells nothing. */
export function rateLimitOf(header: WireAnswer["header"]): RateLimit | undefined {
  const limit = count(header("x-ratelimit-limit"));
  const remaining = count(header("x-ratelimit-remaining"));
  return limit === undefined && remaining === undefined ? undefined : { limit, remaining };
}

/** Seconds, or a date; undefined for what is neither. */
function retryAfter(answer: WireAnswer): number | undefined {
  const text = answer.header("retry-after");
  if (text === undefined) return undefined;
  const seconds = count(text);
  // Other texts are taken for dates too, of long ago.
  const date = text.trim().endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  if (seconds !== undefined) return seconds * 1000;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** As much of a server's text as a failure keeps: it is shown and logged. */
const longestSaid = 2000;

/** A text or an address that came from a server, for a failure. Hidden first: half of a secret can't be recognized. */
export function quoted(text: string, hide: Hide): string {
  return shortened(hide(text), longestSaid);
}

/** An answer that is no success: what it means, and what the server says of it but for what is to be hidden. */
export function failureOfAnswer(answer: WireAnswer, request: FailedRequest, hide: Hide): Failure {
  const { status, header } = answer;
  const body = readBody(answer);
  const words = body.kind === "value" ? saidIn(body.value, status) : undefined;
  const said = words === undefined ? undefined : quoted(words, hide);
  const failed = {
    ...request,
    status,
    said,
    rateLimit: rateLimitOf(header),
    retryAfterMs: retryAfter(answer),
  };
  // Never asked for, so it answers something that we did not ask.
  if (status === 304) return new NotUnderstood(failed, "shape");
  if (status >= 300 && status < 400) return new Moved(failed, quoted(header("location") ?? "", hide));
  // A gateway that lost the answer does not know either whether a change was carried out.
  if ((status === 502 || status === 504) && request.method !== "GET") {
    return new OutcomeUnknown(failed, undefined);
  }
  if (status >= 500) return new ServerTrouble(failed);
  if (status === 429) return new QuotaReached(failed);
  // The API answers errors as objects. A 4xx without one comes from something else at that address.
  // Gateways and web servers answer some of them with a page all the same.
  const isFromAnywhere = status === 401 || status === 413 || status === 414;
  if (!isFromAnywhere && (body.kind === "page" || body.kind === "broken")) return new WrongServer(failed);
  switch (status) {
    case 401:
      return new SignedOut(failed);
    case 403:
      return new Forbidden(failed);
    case 404:
      return new NotFound(failed);
    case 412:
      return new Conflict(failed);
    default:
      return new Invalid(failed);
  }
}
