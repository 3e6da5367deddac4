import type { Failure } from "./failure.ts";

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
