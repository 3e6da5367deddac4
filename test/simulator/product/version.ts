import type { IncomingHttpHeaders } from "node:http";
import { httpDate } from "../clock.ts";
import type { Header } from "../http/message.ts";
import { Refusal } from "../http/refusal.ts";
import type { Artifact } from "../state/artifact.ts";
import { phpDate } from "../writing/phpDate.ts";

/** The second of the last change, bare: two changes within one second look like one. */
function etag({ updatedOn }: Artifact): string {
  return String(updatedOn / 1000);
}

export function versionHeaders(artifact: Artifact): readonly Header[] {
  return [
    ["Last-Modified", httpDate(artifact.updatedOn)],
    ["Etag", etag(artifact)],
  ];
}

/** Both conditions must hold, and both mean equality: quotes, `*` and later dates are refused. */
export function checkConditions(headers: IncomingHttpHeaders, artifact: Artifact): void {
  const match = headers["if-match"];
  const since = headers["if-unmodified-since"];
  const isFresh =
    (match === undefined || match.trim() === etag(artifact)) &&
    (since === undefined || instantOf(since) === artifact.updatedOn);
  if (!isFresh) throw new Refusal(412, "Somebody else changed the artifact meanwhile. Read it again first");
}

function instantOf(text: string): number | undefined {
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : phpDate(text, 0);
  return at === undefined || Number.isNaN(at) ? undefined : at;
}
