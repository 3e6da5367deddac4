import type { IncomingHttpHeaders } from "node:http";
import { formatHttpDate } from "../clock.ts";
import type { Header } from "../http/messages.ts";
import { HttpError } from "../http/httpError.ts";
import type { Artifact } from "../state/artifact.ts";
import { parsePhpDate } from "../write/parsePhpDate.ts";

/** The time of the last change in seconds, unquoted: two changes within one second have the same etag. */
function createEtag({ updatedOn }: Artifact): string {
  return String(updatedOn / 1000);
}

export function createVersionHeaders(artifact: Artifact): readonly Header[] {
  return [
    ["Last-Modified", formatHttpDate(artifact.updatedOn)],
    ["Etag", createEtag(artifact)],
  ];
}

/** Both preconditions must hold, and both are compared for equality: quotes, `*` and later dates fail. */
export function checkPreconditions(headers: IncomingHttpHeaders, artifact: Artifact): void {
  const match = headers["if-match"];
  const unmodifiedSince = headers["if-unmodified-since"];
  const isCurrent =
    (match === undefined || match.trim() === createEtag(artifact)) &&
    (unmodifiedSince === undefined || parsePreconditionDate(unmodifiedSince) === artifact.updatedOn);
  if (!isCurrent) {
    throw new HttpError(412, "Somebody else changed the artifact meanwhile. Read it again first");
  }
}

function parsePreconditionDate(text: string): number | undefined {
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : parsePhpDate(text, 0);
  return at === undefined || Number.isNaN(at) ? undefined : at;
}
