// Failures of requests: one class for each outcome that callers handle. Check `kind`, never `instanceof`,
// because two bundles can contain a copy of these classes.

/** Safe to log: the URL contains no secrets, and bodies are never stored. */
export interface RequestInfo {
  readonly method: string;
  readonly url: string;
  readonly status?: number | undefined;
  /** Whether the request was sent without credentials. */
  readonly isAnonymous?: boolean | undefined;
  /** The server's error message, localized if available. */
  readonly serverMessage?: string | undefined;
  /** Where the server found a syntax error in a query, from 1 on. */
  readonly position?: { readonly line: number; readonly column: number } | undefined;
  /** Rate limit reported by the server. */
  readonly rateLimit?: RateLimit | undefined;
  readonly retryAfterMs?: number | undefined;
}

export interface RateLimit {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
}

abstract class RequestFailure extends Error {
  readonly request: RequestInfo;

  constructor(kind: string, request: RequestInfo, cause?: unknown) {
    const status = request.status === undefined ? "" : ` ${request.status}`;
    const message = request.serverMessage === undefined ? "" : `: ${request.serverMessage}`;
    super(`${kind}:${status} ${request.method} ${request.url}${message}`, { cause });
    this.request = request;
  }
}

/** 401: credentials are missing or no longer accepted. */
export class SignedOut extends RequestFailure {
  readonly kind = "signedOut";
  constructor(request: RequestInfo) {
    super("signedOut", request);
  }
}

/** 403: the account isn't allowed to do this. */
export class Forbidden extends RequestFailure {
  readonly kind = "forbidden";
  constructor(request: RequestInfo) {
    super("forbidden", request);
  }
}

/** 404: absent, deleted, or hidden from this account. */
export class NotFound extends RequestFailure {
  readonly kind = "notFound";
  constructor(request: RequestInfo) {
    super("notFound", request);
  }
}

/** 412: the artifact changed since the version in the precondition. */
export class VersionConflict extends RequestFailure {
  readonly kind = "conflict";
  constructor(request: RequestInfo) {
    super("conflict", request);
  }
}

/** 429: too many requests. */
export class TooManyRequests extends RequestFailure {
  readonly kind = "tooManyRequests";
  constructor(request: RequestInfo) {
    super("tooManyRequests", request);
  }
}

/** `unknown` if the server doesn't report the reason. */
export type DeletionRefusalReason = "notAdministrator" | "disabled" | "unknown";

/** 403 on a deletion. */
export class DeletionRefused extends RequestFailure {
  readonly kind = "deletionRefused";
  readonly reason: DeletionRefusalReason;
  constructor(request: RequestInfo, reason: DeletionRefusalReason) {
    super("deletionRefused", request);
    this.reason = reason;
  }
}

/** No response to a write, which may or may not have been applied. Never retried without a check. */
export class OutcomeUnknown extends RequestFailure {
  readonly kind = "outcomeUnknown";
  constructor(request: RequestInfo, cause: unknown) {
    super("outcomeUnknown", request, cause);
  }
}

export type CriterionProblem =
  | "unknownField"
  | "duplicateField"
  | "notSearchable"
  | "invalidValue"
  | "invalidOperator"
  | "onlyNone"
  | "tooLong";

/** A criterion that the server would ignore, which would return too many results. It isn't sent. */
export class InvalidCriterion extends RequestFailure {
  readonly kind = "invalidCriterion";
  readonly field: string;
  readonly problem: CriterionProblem;
  constructor(request: RequestInfo, field: string, problem: CriterionProblem) {
    super("invalidCriterion", request);
    this.field = field;
    this.problem = problem;
  }
}

/** Any other 4xx: the server rejects the request. */
export class InvalidRequest extends RequestFailure {
  readonly kind = "invalidRequest";
  constructor(request: RequestInfo) {
    super("invalidRequest", request);
  }
}

/** 5xx: the server or a gateway failed. */
export class ServerError extends RequestFailure {
  readonly kind = "serverError";
  constructor(request: RequestInfo) {
    super("serverError", request);
  }
}

export type UnreachableReason =
  "name" | "refused" | "certificate" | "tls" | "closed" | "caFile" | "proxy" | "network";

/** No connection, or none that can be trusted. */
export class Unreachable extends RequestFailure {
  readonly kind = "unreachable";
  readonly reason: UnreachableReason;
  constructor(request: RequestInfo, reason: UnreachableReason, cause: unknown) {
    super("unreachable", request, cause);
    this.reason = reason;
  }
}

/** The server was reached but didn't answer in time, or stopped in the middle of a response. */
export class TimedOut extends RequestFailure {
  readonly kind = "timedOut";
  constructor(request: RequestInfo, cause: unknown) {
    super("timedOut", request, cause);
  }
}

/** Canceled by the user or by a newer request. */
export class Canceled extends RequestFailure {
  readonly kind = "canceled";
  constructor(request: RequestInfo) {
    super("canceled", request);
  }
}

/** 3xx: redirects are never followed, so that credentials stay with their origin. */
export class Moved extends RequestFailure {
  readonly kind = "moved";
  readonly location: string;
  constructor(request: RequestInfo, location: string) {
    super("moved", request);
    this.location = location;
  }
}

/** The response isn't from this REST API: a web page, another product, a login portal. */
export class WrongServer extends RequestFailure {
  readonly kind = "wrongServer";
  constructor(request: RequestInfo) {
    super("wrongServer", request);
  }
}

export type UnexpectedResponseReason =
  "json" | "xml" | "shape" | "length" | "tooLarge" | "listTooLarge" | "foreignUrl";

/** A response of the REST API that can't be parsed. */
export class UnexpectedResponse extends RequestFailure {
  readonly kind = "unexpectedResponse";
  readonly reason: UnexpectedResponseReason;
  constructor(request: RequestInfo, reason: UnexpectedResponseReason, cause?: unknown) {
    super("unexpectedResponse", request, cause);
    this.reason = reason;
  }
}

/** Nothing was sent: the URL is unencrypted and the user hasn't consented to that. */
export class NotEncrypted extends RequestFailure {
  readonly kind = "notEncrypted";
  constructor(request: RequestInfo) {
    super("notEncrypted", request);
  }
}

export type Failure =
  | NotEncrypted
  | SignedOut
  | Forbidden
  | NotFound
  | VersionConflict
  | TooManyRequests
  | DeletionRefused
  | OutcomeUnknown
  | InvalidCriterion
  | InvalidRequest
  | ServerError
  | Unreachable
  | TimedOut
  | Canceled
  | Moved
  | WrongServer
  | UnexpectedResponse;

const failureKinds: Readonly<Record<Failure["kind"], true>> = {
  notEncrypted: true,
  signedOut: true,
  forbidden: true,
  notFound: true,
  conflict: true,
  tooManyRequests: true,
  deletionRefused: true,
  outcomeUnknown: true,
  invalidCriterion: true,
  invalidRequest: true,
  serverError: true,
  unreachable: true,
  timedOut: true,
  canceled: true,
  moved: true,
  wrongServer: true,
  unexpectedResponse: true,
};

/** Servers without a route answer 404, or 405 if the method is unknown. */
export function isMissingApiRoute({ kind, request: { status } }: Failure): boolean {
  return kind === "notFound" || status === 405;
}

/** Deleted or hidden from the user: the other artifacts of a request can still be shown. */
export function isInaccessible({ kind }: Failure): boolean {
  return kind === "notFound" || kind === "forbidden";
}

export function isFailure(thrown: unknown): thrown is Failure {
  return (
    thrown instanceof Error &&
    "request" in thrown &&
    "kind" in thrown &&
    typeof thrown.kind === "string" &&
    Object.hasOwn(failureKinds, thrown.kind)
  );
}

/**
 * Whether the network or the server is down. A closed connection means the server is up, and an untrusted
 * server must not be treated as offline.
 */
export function isOfflineFailure(failure: Failure): boolean {
  if (failure.kind === "timedOut") return true;
  if (failure.kind !== "unreachable") return false;
  return ["name", "refused", "network", "proxy"].includes(failure.reason);
}

/** The server may be down, or only this request fails: a probe decides. */
export function mayBeOfflineFailure(failure: Failure): boolean {
  if (failure.kind === "serverError") return true;
  const { status } = failure.request;
  return failure.kind === "outcomeUnknown" && (status === undefined || status >= 500);
}

/** Too many requests, or a gateway without a backend. */
const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const lostConnectionReasons: ReadonlySet<string> = new Set(["closed", "network", "name", "refused"]);

/** A transfer is retried for more reasons because it was connected before and resumes where it stopped. */
export function isRetryable(failure: Failure, attempt: "request" | "transfer"): boolean {
  const isTransfer = attempt === "transfer";
  if (failure.kind === "timedOut") return isTransfer;
  if (failure.kind === "unreachable") {
    return isTransfer ? lostConnectionReasons.has(failure.reason) : failure.reason === "closed";
  }
  return busyStatuses.has(failure.request.status ?? 0);
}
