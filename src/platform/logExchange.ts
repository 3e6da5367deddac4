import { shortened } from "../model/displayText.ts";
import { type FailedRequest, isFailure } from "../model/failure.ts";
import type { Log } from "./log.ts";

interface Exchange {
  readonly request: FailedRequest;
  readonly milliseconds: number;
  readonly failure?: unknown;
}

/** So much of an address that the rest of the line still has room. */
const longestAddress = 1000;

function line({ request, milliseconds, failure }: Exchange): string {
  const outcome = isFailure(failure) ? failure.kind : "";
  const said = request.said === undefined ? "" : `“${request.said}”`;
  const parts = [
    request.method,
    shortened(request.url, longestAddress),
    request.status,
    `${Math.round(milliseconds)} ms`,
    outcome,
    said,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}

/** One request as a line of the log; one that failed with what lies behind it. */
export function logExchange(log: Log, exchange: Exchange): void {
  const { failure } = exchange;
  if (failure === undefined) log.debug(line(exchange));
  else if (isFailure(failure) && failure.kind === "cancelled") log.debug(line(exchange));
  else log.warn(line(exchange), failure instanceof Error ? failure.cause : failure);
}
