import { isObject, parseJson } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import type { Header, RouteResponse } from "../../http/messages.ts";
import { HttpError, withErrorHeaders } from "../../http/httpError.ts";
import { parsePage } from "../../http/queryParameters.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { searchAcrossTrackers } from "../../search/searchAcrossTrackers.ts";
import { requireAnonymousAccess } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";

const allow = "OPTIONS, GET";
const max = 50;

export const crossTrackerQueryRoutes: readonly Route[] = [
  { method: "GET", path: "/crosstracker_query/content", allow, handle: runQuery },
];

function runQuery(call: RouteCall): RouteResponse {
  const { query, server, viewer } = call;
  const page = parsePage(query, { defaultValue: max, min: 1, max });
  const parameter = query.get("query");
  if (parameter === undefined) throw new HttpError(400, "`query` is required.");
  requireAnonymousAccess(call);
  const headers: readonly Header[] = [["Allow", allow]];
  const { rows, columns, size } = withErrorHeaders(headers, () =>
    searchAcrossTrackers(parseQueryText(parameter), page, server, viewer),
  );
  return createDataResponse(
    { artifacts: rows, selected: columns.map(({ type, name }) => ({ type, name })) },
    ...headers,
    ...createPaginationHeaders(page, size, max),
  );
}

/** The server has no dashboards with widgets. */
function parseQueryText(parameter: string): string {
  const query = parseJson(parameter);
  if (query === undefined) throw new HttpError(400, "Parameter 'query' is not JSON formatted: Syntax error");
  const { tql_query: text, widget_id: widget } = isObject(query) ? query : {};
  if (typeof text !== "string") throw new HttpError(400, "Parameter 'query' is invalid: tql_query");
  if (typeof widget === "number") {
    throw new HttpError(404, undefined, { localizedMessage: `Widget with id ${widget} not found` });
  }
  return text;
}
