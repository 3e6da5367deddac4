// The expected failure of a recorded response, computed without the code under test.
import { STATUS_CODES } from "node:http";
import type { Failure, RateLimit } from "../../src/model/failure.ts";
import { toObject, toOptional } from "./rawJson.ts";
import { getBodyBytes, getHeader, isXml } from "./recording.ts";
import type { Recording } from "./recording.ts";

interface ExpectedFailure {
  readonly kind: Failure["kind"];
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly rateLimit: RateLimit | undefined;
}

const kinds: ReadonlyMap<number, Failure["kind"]> = new Map([
  [401, "signedOut"],
  [403, "forbidden"],
  [404, "notFound"],
  [412, "conflict"],
  [429, "tooManyRequests"],
]);

function getFailureKind(recording: Recording): Failure["kind"] {
  const { method, path } = recording.request;
  const { status, headers } = recording.response;
  if (status >= 300 && status < 400) return "moved";
  if (status >= 500) {
    // A gateway doesn't know whether the change was applied.
    return method !== "GET" && (status === 502 || status === 504) ? "outcomeUnknown" : "serverError";
  }
  const isPage = getHeader(headers, "content-type")?.startsWith("text/html") === true;
  // Web servers return a page for a URL that is too long.
  if (isPage && status !== 414 && getBodyBytes(recording).length > 0) return "wrongServer";
  if (status === 403 && method === "DELETE" && path.startsWith("/api/artifacts/")) return "deletionRefused";
  return kinds.get(status) ?? "invalidRequest";
}

function getError(recording: Recording): Readonly<Record<string, unknown>> {
  if (!isXml(recording)) return toObject(toObject(recording.response.body)["error"]);
  const message = /<message>(.*)<\/message>/s.exec(getBodyBytes(recording).toString())?.[1];
  return { message };
}

/**
 * The localized message, or the text after the reason phrase without the level of each line; `undefined` for
 * the phrase alone.
 */
function getServerMessage(recording: Recording): string | undefined {
  const { i18n_error_message: localized, message } = getError(recording);
  if (typeof localized === "string") return localized.trim();
  if (typeof message !== "string") return undefined;
  const reason = STATUS_CODES[recording.response.status] ?? "";
  if (message === reason) return undefined;
  const serverMessage = message.startsWith(`${reason}: `) ? message.slice(reason.length + 2) : message;
  const lines = serverMessage.trim().split("\n");
  return lines.map((each) => (each.startsWith("error: ") ? each.slice("error: ".length) : each)).join("\n");
}

function getRateLimit({ response: { headers } }: Recording): RateLimit | undefined {
  const [limit, remaining] = ["limit", "remaining"].map((name) =>
    toOptional(getHeader(headers, `x-ratelimit-${name}`)),
  );
  return limit === undefined ? undefined : { limit: Number(limit), remaining: Number(remaining) };
}

export function getExpectedFailure(recording: Recording): ExpectedFailure {
  const { status } = recording.response;
  return {
    kind: getFailureKind(recording),
    status,
    serverMessage: getServerMessage(recording),
    rateLimit: getRateLimit(recording),
  };
}
