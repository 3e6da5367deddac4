import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { httpDate } from "../clock.ts";
import type { Header } from "../http/message.ts";
import { Refusal } from "../http/refusal.ts";
import type { Artifact } from "../state/artifact.ts";

/** "Hash of the current artifact version", so it tells apart two changes within one second. */
function etag({ id, version, updatedOn }: Artifact): string {
  return `"${createHash("sha1").update(`${id} ${version} ${updatedOn}`).digest("hex")}"`;
}

export function versionHeaders(artifact: Artifact): readonly Header[] {
  return [
    ["Etag", etag(artifact)],
    ["Last-Modified", httpDate(artifact.updatedOn)],
  ];
}

/** "When the supplied value does not match the current version, the response is 412." */
export function checkConditions(headers: IncomingHttpHeaders, artifact: Artifact): void {
  const match = headers["if-match"];
  const since = headers["if-unmodified-since"];
  const isFresh =
    (match === undefined || match === etag(artifact)) &&
    (since === undefined || since === httpDate(artifact.updatedOn));
  if (!isFresh) throw new Refusal(412);
}
