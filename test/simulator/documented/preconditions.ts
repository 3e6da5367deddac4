import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { formatHttpDate } from "../clock.ts";
import type { Header } from "../http/messages.ts";
import { HttpError } from "../http/httpError.ts";
import type { Artifact } from "../state/artifact.ts";

/** "Hash of the current artifact version", so two changes within one second have different hashes. */
function createEtag({ id, version, updatedOn }: Artifact): string {
  return `"${createHash("sha1").update(`${id} ${version} ${updatedOn}`).digest("hex")}"`;
}

export function createVersionHeaders(artifact: Artifact): readonly Header[] {
  return [
    ["Etag", createEtag(artifact)],
    ["Last-Modified", formatHttpDate(artifact.updatedOn)],
  ];
}

/** "When the supplied value does not match the current version, the response is 412." */
export function checkPreconditions(headers: IncomingHttpHeaders, artifact: Artifact): void {
  const match = headers["if-match"];
  const unmodifiedSince = headers["if-unmodified-since"];
  const isCurrent =
    (match === undefined || match === createEtag(artifact)) &&
    (unmodifiedSince === undefined || unmodifiedSince === formatHttpDate(artifact.updatedOn));
  if (!isCurrent) throw new HttpError(412);
}
