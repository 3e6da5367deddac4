import { authenticate } from "../http/authenticate.ts";
import { checkContentType, decodeBody, isXml, negotiateFormat } from "../http/contentTypes.ts";
import type { DataFormat } from "../http/contentTypes.ts";
import type { RouteResponse, HttpRequest, HttpResponse, RequestHandler } from "../http/messages.ts";
import { getSitePage } from "../http/htmlPages.ts";
import { HttpError, toErrorResponse } from "../http/httpError.ts";
import { findRoute, parseNumber } from "../http/route.ts";
import type { Route } from "../http/route.ts";
import { encodeXml } from "../http/encodeXml.ts";
import type { Viewer } from "../state/user.ts";
import type { ServerState } from "../state/serverState.ts";
import { artifactRoutes } from "./routes/artifacts.ts";
import { fileRoutes } from "./routes/files.ts";
import { projectRoutes } from "./routes/projects.ts";
import { svnRoutes } from "./routes/svn.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { trackerRoutes } from "./routes/trackers.ts";

/** The routes of the specification; no others exist. */
const routes: readonly Route[] = [
  ...tokenRoutes,
  ...projectRoutes,
  ...trackerRoutes,
  ...artifactRoutes,
  ...fileRoutes,
  ...svnRoutes,
];

export function createDocumentedHandler(server: ServerState): RequestHandler {
  return (incoming) => handleRequest(server, incoming);
}

function handleRequest(server: ServerState, incoming: HttpRequest): HttpResponse {
  const path = /^\/api(?:\/v1)?(\/.*)$/.exec(incoming.pathname)?.[1];
  if (path === undefined) return composeResponse(getSitePage(incoming.pathname), "json");
  let format: DataFormat = "json";
  let viewer: Viewer;
  let answer: RouteResponse;
  try {
    checkContentType(incoming.headers);
    const match = findRoute(routes, incoming.method, path);
    if (match.kind !== "found") throw new HttpError(404);
    const { route, parameters } = match;
    format = negotiateRouteFormat(route, incoming);
    viewer = route.credentials === "ignored" ? undefined : resolveViewer(server, incoming);
    if (route.credentials === "required" && viewer === undefined) throw new HttpError(401);
    const getPathParameter = (name: string): string => parameters.get(name) ?? "";
    answer = route.handle({
      server,
      viewer,
      query: incoming.query,
      headers: incoming.headers,
      // The body of a GET is used.
      body: decodeBody(incoming),
      getPathParameter,
      getNumberParameter: (name) => parseNumber(name, getPathParameter(name)),
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    answer = toErrorResponse(error);
  }
  const outgoing = composeResponse(answer, format);
  return viewer === undefined ? outgoing : { ...outgoing, account: viewer.username };
}

/** "Only these endpoints are stated as tested with XML"; the others reject it. */
function negotiateRouteFormat({ supportsXml = false }: Route, { headers, body }: HttpRequest): DataFormat {
  const format = negotiateFormat(headers.accept);
  if (supportsXml) return format;
  if (isXml(headers) && body !== "") throw new HttpError(403, "This route reads JSON only");
  if (format === "xml") throw new HttpError(406);
  return format;
}

function resolveViewer(server: ServerState, { headers }: HttpRequest): Viewer {
  const caller = authenticate(server, headers);
  switch (caller.kind) {
    case "anonymous":
      return undefined;
    case "user":
      return caller.user;
    case "suspended":
      throw new HttpError(403);
    case "expiredToken":
      throw new HttpError(401);
    case "invalid":
      // "Invalid credentials cause a server error", even on routes that need no credentials.
      throw new HttpError(500);
  }
}

function composeResponse({ status, headers, body }: RouteResponse, format: DataFormat): HttpResponse {
  switch (body.kind) {
    case "page":
      return { status, headers: [["Content-Type", body.contentType], ...headers], body: body.content };
    case "file":
      return { status, headers: [["Content-Type", body.contentType], ...headers], body: body.content };
    case "empty":
      return { status, headers, body: "" };
    case "data":
      return {
        status,
        headers: [["Content-Type", `application/${format}; charset=utf-8`], ...headers],
        body: format === "json" ? JSON.stringify(body.data) : encodeXml(body.data),
      };
  }
}
