import { createHash } from "node:crypto";
import { httpDate } from "../../clock.ts";
import { ok } from "../../http/message.ts";
import type { Route } from "../../http/route.ts";
import type { Artifact } from "../../state/artifact.ts";
import { requireArtifact } from "../access.ts";
import { artifact } from "../represent.ts";

export const artifactRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifacts/{id}",
    handle: (call) => {
      const item = requireArtifact(call, call.id("id"));
      return ok(
        artifact(item, call.viewer, call.world),
        ["Etag", etag(item)],
        ["Last-Modified", httpDate(item.updatedOn)],
      );
    },
  },
];

/** "Hash of the current artifact version", so it tells apart two changes within one second. */
function etag({ id, version, updatedOn }: Artifact): string {
  return `"${createHash("sha1").update(`${id} ${version} ${updatedOn}`).digest("hex")}"`;
}
