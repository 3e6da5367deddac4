// What can go wrong between us and a server: one class per outcome that a caller can act on. Outcomes are
// told apart by `kind`, never by `instanceof`: entry and late bundle each hold a copy of these classes.

/** The request that failed, safe to log: the address carries no secrets and bodies are never kept. */
export interface FailedRequest {
  readonly method: string;
  readonly url: string;
  readonly status?: number | undefined;
  /** Whether it was sent without credentials: nobody is signed in there. */
  readonly isAnonymous?: boolean | undefined;
  /** The server's own sentence, the localised one first. */
  readonly said?: string | undefined;
  /** What the server tells of its limit on such requests. */
  readonly rateLimit?: RateLimit | undefined;
  /** How long the server wants to be left alone. */
  readonly retryAfterMs?: number | undefined;
}

export interface RateLimit {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
}

abstract class RequestFailure extends Error {
  readonly request: FailedRequest;

  constructor(kind: string, request: FailedRequest, cause?: unknown) {
    const status = request.status === undefined ? "" : ` ${request.status}`;
    const said = request.said === undefined ? "" : `: ${request.said}`;
    super(`${kind}:${status} ${request.method} ${request.url}${said}`, { cause });
    this.request = request;
  }
}

/** 401: no credentials where some are needed, or credentials that are no longer accepted. */
export class SignedOut extends RequestFailure {
  readonly kind = "signedOut";
  constructor(request: FailedRequest) {
    super("signedOut", request);
  }
}

/** 403: known to the server, but not allowed. */
export class Forbidden extends RequestFailure {
  readonly kind = "forbidden";
  constructor(request: FailedRequest) {
    super("forbidden", request);
  }
}

/** 404: absent, deleted, or hidden from this account. */
export class NotFound extends RequestFailure {
  readonly kind = "notFound";
  constructor(request: FailedRequest) {
    super("notFound", request);
  }
}

/** 412: the artifact is no longer in the state that the change was made for. */
export class Conflict extends RequestFailure {
  readonly kind = "conflict";
  constructor(request: FailedRequest) {
    super("conflict", request);
  }
}

/** 429: more than the server allows for now. */
export class QuotaReached extends RequestFailure {
  readonly kind = "quotaReached";
  constructor(request: FailedRequest) {
    super("quotaReached", request);
  }
}

/** Why a deletion was refused; `unknown` where it is one of the others and nothing tells which. */
export type DeletionRefusal = "notAdministrator" | "switchedOff" | "unknown";

/** 403 on a deletion. */
export class DeletionRefused extends RequestFailure {
  readonly kind = "deletionRefused";
  readonly because: DeletionRefusal;
  constructor(request: FailedRequest, because: DeletionRefusal) {
    super("deletionRefused", request);
    this.because = because;
  }
}

/** A change was sent and its answer lost: it may have been carried out. Never sent again without a look. */
export class OutcomeUnknown extends RequestFailure {
  readonly kind = "outcomeUnknown";
  constructor(request: FailedRequest, cause: unknown) {
    super("outcomeUnknown", request, cause);
  }
}

export type CriterionProblem =
  "unknownField" | "repeatedField" | "notSearchable" | "badValue" | "badOperator" | "noneAlone" | "tooLong";

/** A criterion that the server would pass over in silence, widening the result. It was not sent. */
export class CriterionRefused extends RequestFailure {
  readonly kind = "criterionRefused";
  readonly field: string;
  readonly problem: CriterionProblem;
  constructor(request: FailedRequest, field: string, problem: CriterionProblem) {
    super("criterionRefused", request);
    this.field = field;
    this.problem = problem;
  }
}

/** Any other 4xx: the server understood who asks and where, and refuses what was asked. */
export class Invalid extends RequestFailure {
  readonly kind = "invalid";
  constructor(request: FailedRequest) {
    super("invalid", request);
  }
}

/** 5xx: the server, or something in front of it, is in trouble. */
export class ServerTrouble extends RequestFailure {
  readonly kind = "serverTrouble";
  constructor(request: FailedRequest) {
    super("serverTrouble", request);
  }
}

export type UnreachableReason =
  "name" | "refused" | "certificate" | "tls" | "closed" | "caFile" | "proxy" | "network";

/** No answer could be had: nobody there, or nobody we may trust. */
export class Unreachable extends RequestFailure {
  readonly kind = "unreachable";
  readonly reason: UnreachableReason;
  constructor(request: FailedRequest, reason: UnreachableReason, cause: unknown) {
    super("unreachable", request, cause);
    this.reason = reason;
  }
}

/** The server was reached but did not answer, or fell silent in the middle. */
export class TimedOut extends RequestFailure {
  readonly kind = "timedOut";
  constructor(request: FailedRequest, cause: unknown) {
    super("timedOut", request, cause);
  }
}

/** The person, or a newer request, called it off. */
export class Cancelled extends RequestFailure {
  readonly kind = "cancelled";
  constructor(request: FailedRequest) {
    super("cancelled", request);
  }
}

/** 3xx. Redirects are never followed: credentials stay with the origin they were given for. */
export class Moved extends RequestFailure {
  readonly kind = "moved";
  readonly location: string;
  constructor(request: FailedRequest, location: string) {
    super("moved", request);
    this.location = location;
  }
}

/** Something answers, but it does not speak this REST API: a web page, another product, a login portal. */
export class WrongServer extends RequestFailure {
  readonly kind = "wrongServer";
  constructor(request: FailedRequest) {
    super("wrongServer", request);
  }
}

export type NotUnderstoodReason =
  "json" | "xml" | "shape" | "length" | "tooLarge" | "listTooLarge" | "foreignAddress";

/** The right kind of server, with an answer that makes no sense to us. */
export class NotUnderstood extends RequestFailure {
  readonly kind = "notUnderstood";
  readonly reason: NotUnderstoodReason;
  constructor(request: FailedRequest, reason: NotUnderstoodReason, cause?: unknown) {
    super("notUnderstood", request, cause);
    this.reason = reason;
  }
}

/** Nothing was sent: the address is unencrypted, and the user has not consented to that. */
export class NotEncrypted extends RequestFailure {
  readonly kind = "notEncrypted";
  constructor(request: FailedRequest) {
    super("notEncrypted", request);
  }
}

export type Failure =
  | NotEncrypted
  | SignedOut
  | Forbidden
  | NotFound
  | Conflict
  | QuotaReached
  | DeletionRefused
  | OutcomeUnknown
  | CriterionRefused
  | Invalid
  | ServerTrouble
  | Unreachable
  | TimedOut
  | Cancelled
  | Moved
  | WrongServer
  | NotUnderstood;

const kinds: Readonly<Record<Failure["kind"], true>> = {
  notEncrypted: true,
  signedOut: true,
  forbidden: true,
  notFound: true,
  conflict: true,
  quotaReached: true,
  deletionRefused: true,
  outcomeUnknown: true,
  criterionRefused: true,
  invalid: true,
  serverTrouble: true,
  unreachable: true,
  timedOut: true,
  cancelled: true,
  moved: true,
  wrongServer: true,
  notUnderstood: true,
};

/** Servers without a route know no such address, or not with this method. */
export function hasNoRoute({ kind, request: { status } }: Failure): boolean {
  return kind === "notFound" || status === 405;
}

/** Gone, or hidden from us: of several that were asked for, it is no reason to show nothing of the others. */
export function isAway({ kind }: Failure): boolean {
  return kind === "notFound" || kind === "forbidden";
}

export function isFailure(thrown: unknown): thrown is Failure {
  return (
    thrown instanceof Error &&
    "request" in thrown &&
    "kind" in thrown &&
    typeof thrown.kind === "string" &&
    Object.hasOwn(kinds, thrown.kind)
  );
}

/**
 * Nobody answers: the network is gone, or the server is. A server that hangs up is there, and one that can't be trusted must
 * not be taken for one that is away.
 */
export function isOutOfReach(failure: Failure): boolean {
  if (failure.kind === "timedOut") return true;
  if (failure.kind !== "unreachable") return false;
  return ["name", "refused", "network", "proxy"].includes(failure.reason);
}

/** The server may be unavailable, or have trouble with this one request only: a probe tells which. */
export function mayBeOutOfReach(failure: Failure): boolean {
  if (failure.kind === "serverTrouble") return true;
  const { status } = failure.request;
  return failure.kind === "outcomeUnknown" && (status === undefined || status >= 500);
}

/** Too many requests, or a gateway that can't reach its server. */
const busyStatus: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const lostConnection: ReadonlySet<string> = new Set(["closed", "network", "name", "refused"]);

/** Whether another attempt may succeed. A transfer was connected a moment ago, and continues where it was cut. */
export function isRetryable(failure: Failure, attempt: "request" | "transfer"): boolean {
  const isTransfer = attempt === "transfer";
  if (failure.kind === "timedOut") return isTransfer;
  if (failure.kind === "unreachable") {
    return isTransfer ? lostConnection.has(failure.reason) : failure.reason === "closed";
  }
  return busyStatus.has(failure.request.status ?? 0);
}
