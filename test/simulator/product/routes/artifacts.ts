import { isObject, parseJson } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import type { Header } from "../../http/messages.ts";
import { parseChoice, parsePage } from "../../http/queryParameters.ts";
import { HttpError, withErrorHeaders } from "../../http/httpError.ts";
import type { Route } from "../../http/route.ts";
import { canReadArtifact } from "../../state/access.ts";
import { slicePage } from "../../state/listArtifacts.ts";
import { requireArtifact, requireAnonymousAccess } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representArtifact } from "../representations/artifact.ts";
import { representTrackerInState } from "../representations/trackerInState.ts";
import { createVersionHeaders } from "../preconditions.ts";

const allow = "OPTIONS, GET, PUT, DELETE, PATCH";
const batchAllow = "OPTIONS, GET, POST";
const maxBatchSize = 100;

export const artifactRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/artifacts",
    allow: batchAllow,
    handle: (call) => {
      const { query, viewer, server } = call;
      const window = parsePage(query, { defaultValue: maxBatchSize, min: 1, max: maxBatchSize });
      const criteria = query.get("query");
      if (criteria === undefined) throw new HttpError(400, "`query` is required.");
      requireAnonymousAccess(call);
      const headers: readonly Header[] = [["Allow", batchAllow]];
      const ids = withErrorHeaders(headers, () => parseBatchIds(criteria));
      const { items, size } = slicePage(ids, window);
      // By id, whatever their order in the query; unreadable ones are omitted.
      const found = items
        .flatMap((id) => server.artifacts.find(id) ?? [])
        .toSorted((one, other) => one.id - other.id);
      const collection = found
        .filter((item) => item.tracker.status === "active" && canReadArtifact(viewer, item))
        .map((item) => representArtifact(item, viewer, server, { values: "all" }));
      return createDataResponse(
        { collection },
        ...headers,
        ...createPaginationHeaders(window, size, maxBatchSize),
      );
    },
  },
  {
    method: "GET",
    path: "/artifacts/{id}",
    allow,
    handle: (call) => {
      const { query, viewer, server } = call;
      const values = parseChoice(query, "values_format", ["", "collection", "by_field", "all"]);
      const structure = parseChoice(query, "tracker_structure_format", ["", "minimal", "complete"]);
      const item = requireArtifact(call, call.getNumberParameter("id"));
      return createDataResponse(
        representArtifact(item, viewer, server, {
          values: values === "" ? "collection" : values,
          ...(structure === "complete" && { tracker: representTrackerInState(item, viewer, server) }),
        }),
        ["Allow", allow],
        ...createVersionHeaders(item),
      );
    },
  },
];

function parseBatchIds(criteria: string): readonly number[] {
  const query = parseJson(criteria);
  const ids = isObject(query) ? query["id"] : undefined;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "number" && Number.isInteger(id))) {
    throw new HttpError(400, "`id` must be a list of whole numbers");
  }
  const numbers = ids as readonly number[];
  if (new Set(numbers).size < numbers.length) throw new HttpError(400, "The same `id` is there twice");
  if (numbers.length > maxBatchSize) throw new HttpError(403, `At most ${maxBatchSize} artifacts at once`);
  return numbers;
}
