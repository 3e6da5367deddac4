// What a recorded refusal has to become: worked out from the recording, not by the code under test.
import { STATUS_CODES } from "node:http";
import type { Failure, RateLimit } from "../../src/model/failure.ts";
import { object, some } from "./raw.ts";
import { bytesOf, headerOf, isXml } from "./recording.ts";
import type { Recording } from "./recording.ts";

interface ExpectedFailure {
  readonly kind: Failure["kind"];
  readonly status: number;
  readonly said: string | undefined;
  readonly rateLimit: RateLimit | undefined;
}

const kinds: ReadonlyMap<number, Failure["kind"]> = new Map([
  [401, "signedOut"],
  [403, "forbidden"],
  [404, "notFound"],
  [412, "conflict"],
  [429, "quotaReached"],
]);

function kindOf(recording: Recording): Failure["kind"] {
  const { method, path } = recording.request;
  const { status, headers } = recording.response;
  if (status >= 300 && status < 400) return "moved";
  if (status >= 500) {
    // A gateway does not know whether the change that it passed on was carried out.
    return method !== "GET" && (status === 502 || status === 504) ? "outcomeUnknown" : "serverTrouble";
  }
  const isPage = headerOf(headers, "content-type")?.startsWith("text/html") === true;
  // Web servers have a page for an address that is too long, whatever lies behind them.
  if (isPage && status !== 414 && bytesOf(recording).length > 0) return "wrongServer";
  if (status === 403 && method === "DELETE" && path.startsWith("/api/artifacts/")) return "deletionRefused";
  return kinds.get(status) ?? "invalid";
}

function errorIn(recording: Recording): Readonly<Record<string, unknown>> {
  if (!isXml(recording)) return object(object(recording.response.body)["error"]);
  const message = /<message>(.*)<\/message>/s.exec(bytesOf(recording).toString())?.[1];
  return { message };
}

/** The sentence for people, else what follows the reason phrase and, in each line, its level; the phrase alone is no sentence. */
function saidIn(recording: Recording): string | undefined {
  const { i18n_error_message: localised, message } = errorIn(recording);
  if (typeof localised === "string") return localised.trim();
  if (typeof message !== "string") return undefined;
  const reason = STATUS_CODES[recording.response.status] ?? "";
  if (message === reason) return undefined;
  const said = message.startsWith(`${reason}: `) ? message.slice(reason.length + 2) : message;
  const lines = said.trim().split("\n");
  return lines.map((each) => (each.startsWith("error: ") ? each.slice("error: ".length) : each)).join("\n");
}

function rateLimitIn({ response: { headers } }: Recording): RateLimit | undefined {
  const [limit, remaining] = ["limit", "remaining"].map((name) =>
    some(headerOf(headers, `x-ratelimit-${name}`)),
  );
  return limit === undefined ? undefined : { limit: Number(limit), remaining: Number(remaining) };
}

export function expectedFailure(recording: Recording): ExpectedFailure {
  const { status } = recording.response;
  return { kind: kindOf(recording), status, said: saidIn(recording), rateLimit: rateLimitIn(recording) };
}
