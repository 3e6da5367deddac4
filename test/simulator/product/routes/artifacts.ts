import { httpDate } from "../../clock.ts";
import { isObject } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { ok } from "../../http/message.ts";
import { choice } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { requireArtifact } from "../access.ts";
import { artifact } from "../represent/artifact.ts";
import { completeTracker } from "../represent/tracker.ts";

const allow = "OPTIONS, GET, PUT, DELETE, PATCH";

export const artifactRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifacts/{id}",
    allow,
    handle: (call) => {
      const { query, viewer, world } = call;
      const values = choice(query, "values_format", ["", "collection", "by_field", "all"]);
      const structure = choice(query, "tracker_structure_format", ["", "minimal", "complete"]);
      const item = requireArtifact(call, call.id("id"));
      const tracker = structure === "complete" ? completeTracker(item.tracker, viewer, world) : undefined;
      return ok(
        artifact(item, viewer, world, {
          values: values === "" ? "collection" : values,
          ...(tracker && { tracker: withHiddenFieldsets(tracker) }),
        }),
        ["Allow", allow],
        ["Last-Modified", httpDate(item.updatedOn)],
        ["Etag", String(item.updatedOn / 1000)],
      );
    },
  },
];

/** Only within an artifact does a fieldset say whether the workflow hides it. */
function withHiddenFieldsets(tracker: JsonObject): JsonObject {
  const fields = Array.isArray(tracker["fields"]) ? (tracker["fields"] as readonly JsonObject[]) : [];
  return {
    ...tracker,
    fields: fields.map((field) =>
      isObject(field) && field["type"] === "fieldset" ? { ...field, is_hidden: false } : field,
    ),
  };
}
