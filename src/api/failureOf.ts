// From what the wire and the server say to the failures that the rest of the program knows.
import {
  Cancelled,
  type FailedRequest,
  type Failure,
  Forbidden,
  Invalid,
  Moved,
  NotFound,
  NotUnderstood,
  ServerTrouble,
  SignedOut,
  TimedOut,
  Unreachable,
  type UnreachableReason,
  WrongServer,
} from "../model/failure.ts";
import type { WireAnswer } from "./transport.ts";

const timeouts = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

const reasons: readonly (readonly [RegExp, UnreachableReason])[] = [
  [/^(ENOTFOUND|EAI_)/, "name"],
  [/^ECONNREFUSED$/, "refused"],
  [/^CA_FILE_UNREADABLE$/, "caFile"],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, "certificate"],
  [/^(EPROTO|ERR_SSL)/, "tls"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)/, "closed"],
];

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // A name with several addresses fails with one error per address; the first tells what is the matter.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

/** No answer came: why not. */
export function failureOfThrown(
  error: unknown,
  request: FailedRequest,
  signal: AbortSignal | undefined,
): Failure {
  if (signal?.aborted === true) return new Cancelled(request);
  const code = codeOf(error);
  if (code === "BODY_TOO_LARGE") return new NotUnderstood(request, "tooLarge", error);
  if (timeouts.has(code)) return new TimedOut(request, error);
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1] ?? "network";
  return new Unreachable(request, reason, error);
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function sentence(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The server's own words: the localised ones first, else what follows the reason phrase. */
function saidIn(body: unknown): string | undefined {
  const error = member(body, "error");
  const several = member(error, "i18n_error_messages");
  if (Array.isArray(several)) return sentence(several.filter((each) => typeof each === "string").join(" "));
  const message = sentence(member(error, "message"));
  return (
    sentence(member(error, "i18n_error_message")) ??
    message?.replace(/^[A-Z][A-Za-z ]+: /, "") ??
    sentence(error)
  );
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

/** An answer that is no success: what it means. */
export function failureOfAnswer(answer: WireAnswer, request: FailedRequest): Failure {
  const { status } = answer;
  const body = parsed(answer.body);
  const failed = { ...request, status, said: saidIn(body) };
  if (status >= 300 && status < 400) return new Moved(failed, answer.header("location") ?? "");
  if (status >= 500) return new ServerTrouble(failed);
  // The API answers errors as JSON objects. A 4xx without one comes from something else at that address.
  if (body === undefined && answer.body.length > 0) return new WrongServer(failed);
  switch (status) {
    case 401:
      return new SignedOut(failed);
    case 403:
      return new Forbidden(failed);
    case 404:
      return new NotFound(failed);
    default:
      return new Invalid(failed);
  }
}
