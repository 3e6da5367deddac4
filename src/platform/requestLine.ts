import { type FailedRequest, isFailure } from "../model/failure.ts";

interface Exchange {
  readonly request: FailedRequest;
  readonly milliseconds: number;
  readonly failure?: unknown;
}

/** One request as a line of the log. */
export function requestLine({ request, milliseconds, failure }: Exchange): string {
  const outcome = isFailure(failure) ? failure.kind : failure === undefined ? "" : "error";
  const said = request.said === undefined ? "" : `“${request.said}”`;
  const parts = [
    request.method,
    request.url,
    request.status,
    `${Math.round(milliseconds)} ms`,
    outcome,
    said,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}
