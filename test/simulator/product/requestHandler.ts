import { authenticate } from "../http/authenticate.ts";
import { checkContentType, decodeBody, negotiateFormat } from "../http/contentTypes.ts";
import type { Json } from "../http/json.ts";
import { createEmptyResponse } from "../http/messages.ts";
import type { RouteResponse, HttpRequest, HttpResponse, RequestHandler } from "../http/messages.ts";
import { createWebServerPage, createTuleapPage, getSitePage } from "../http/htmlPages.ts";
import { HttpError, toErrorResponse } from "../http/httpError.ts";
import { findRoute, parseNumber } from "../http/route.ts";
import type { RouteMatch, Route } from "../http/route.ts";
import type { Viewer } from "../state/user.ts";
import type { ServerState } from "../state/serverState.ts";
import { parseApiPath } from "./apiPath.ts";
import type { ApiPath } from "./apiPath.ts";
import { composeResponse } from "./composeResponse.ts";
import type { ResponseFormatOptions } from "./composeResponse.ts";
import { parseAttachmentId, downloadAttachment } from "./attachmentDownload.ts";
import { accessKeyRoutes } from "./routes/accessKeys.ts";
import { artifactRoutes } from "./routes/artifacts.ts";
import { artifactWriteRoutes } from "./routes/artifactWrites.ts";
import { backlogRoutes } from "./routes/backlogs.ts";
import { cardwallRoutes } from "./routes/cardwall.ts";
import { changesetRoutes } from "./routes/changesets.ts";
import { crossTrackerQueryRoutes } from "./routes/crossTrackerQueries.ts";
import { currentUserRoutes } from "./routes/currentUser.ts";
import { fieldFileRoutes } from "./routes/fieldFiles.ts";
import { fileRoutes } from "./routes/files.ts";
import { fullTextSearchRoutes } from "./routes/fullTextSearch.ts";
import { kanbanRoutes } from "./routes/kanban.ts";
import { kanbanCardRoutes } from "./routes/kanbanCards.ts";
import { linkRoutes } from "./routes/links.ts";
import { milestoneRoutes } from "./routes/milestones.ts";
import { projectRoutes } from "./routes/projects.ts";
import { reportRoutes } from "./routes/reports.ts";
import { svnRoutes } from "./routes/svn.ts";
import { temporaryFileRoutes } from "./routes/temporaryFiles.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { trackerRoutes } from "./routes/trackers.ts";
import { userRoutes } from "./routes/users.ts";
import { versionRoutes } from "./routes/version.ts";
import { handleTusRequest, parseUploadId } from "./tus.ts";

const routes: readonly Route[] = [
  ...versionRoutes,
  ...projectRoutes,
  ...trackerRoutes,
  ...reportRoutes,
  ...artifactRoutes,
  ...artifactWriteRoutes,
  ...changesetRoutes,
  ...linkRoutes,
  ...fileRoutes,
  ...fieldFileRoutes,
  ...temporaryFileRoutes,
  ...svnRoutes,
  ...kanbanRoutes,
  ...kanbanCardRoutes,
  ...milestoneRoutes,
  ...backlogRoutes,
  ...cardwallRoutes,
  ...crossTrackerQueryRoutes,
  ...userRoutes,
  ...currentUserRoutes,
  ...tokenRoutes,
  ...accessKeyRoutes,
];

const maxUrlLength = 8000;

export interface ProductOptions {
  readonly fullTextSearch: boolean;
}

export function createProductHandler(
  server: ServerState,
  { fullTextSearch }: ProductOptions,
): RequestHandler {
  const availableRoutes = fullTextSearch ? [...routes, ...fullTextSearchRoutes] : routes;
  return (incoming) => handleRequest(server, availableRoutes, incoming);
}

function handleRequest(
  server: ServerState,
  availableRoutes: readonly Route[],
  incoming: HttpRequest,
): HttpResponse {
  const jsonFormat: ResponseFormatOptions = { format: "json", variesOnAccept: true };
  if (incoming.url.length > maxUrlLength) {
    return composeResponse(incoming, createWebServerPage(414, "414 Request-URI Too Large"), jsonFormat);
  }
  if (incoming.pathname === "/api") {
    const location = `${incoming.origin}/api/`;
    return composeResponse(
      incoming,
      createWebServerPage(301, "301 Moved Permanently", ["Location", location]),
      jsonFormat,
    );
  }
  if (incoming.pathname.startsWith("/api/")) return handleApiRequest(server, availableRoutes, incoming);
  const upload = parseUploadId(incoming.pathname);
  if (upload !== undefined) {
    return handleOutsideApi(server, incoming, (viewer) => handleTusRequest(server, viewer, incoming, upload));
  }
  const attachment = parseAttachmentId(incoming.pathname);
  if (attachment === undefined) return composeResponse(incoming, getSitePage(incoming.pathname), jsonFormat);
  return handleOutsideApi(server, incoming, (viewer) =>
    composeResponse(incoming, downloadAttachment(server, viewer, attachment), jsonFormat),
  );
}

/** For paths outside the API that accept API credentials. Errors are HTML pages. */
function handleOutsideApi(
  server: ServerState,
  incoming: HttpRequest,
  response: (viewer: Viewer) => HttpResponse,
): HttpResponse {
  const authentication = authenticate(server, incoming.headers);
  if (authentication.kind === "user") {
    return { ...response(authentication.user), account: authentication.user.username };
  }
  if (authentication.kind === "anonymous") return response(undefined);
  return composeResponse(incoming, createTuleapPage(403, "Forbidden"), {
    format: "json",
    variesOnAccept: true,
  });
}

/** In the product's order: content type and body, route, format, authentication, then the request itself. */
function handleApiRequest(
  server: ServerState,
  availableRoutes: readonly Route[],
  incoming: HttpRequest,
): HttpResponse {
  const path = parseApiPath(incoming.pathname);
  let formatOptions: ResponseFormatOptions = {
    format: path.suffix ?? "json",
    variesOnAccept: path.suffix === undefined,
  };
  let viewer: Viewer;
  let response: RouteResponse;
  try {
    const method = getMethod(incoming);
    checkContentType(incoming.headers);
    const body = ["POST", "PUT", "PATCH"].includes(method) ? decodeBody(incoming) : undefined;
    const match = findRoute(availableRoutes, method === "HEAD" ? "GET" : method, path.route);
    if (method === "OPTIONS") {
      response = createOptionsResponse(match, server);
    } else {
      const { route, parameters } = requireRoute(match);
      formatOptions = { ...formatOptions, format: negotiatePathFormat(incoming, path) };
      viewer = route.credentials === "ignored" ? undefined : resolveViewer(server, incoming);
      if (route.credentials === "required" && viewer === undefined) throw new HttpError(401);
      response = route.handle(createRouteCall(server, viewer, incoming, body, parameters));
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    response = toErrorResponse(error);
    if (error.status === 406) formatOptions = { format: "json", variesOnAccept: false };
    else if (path.suffix === undefined) {
      formatOptions = { ...formatOptions, format: negotiateErrorFormat(incoming) };
    }
  }
  const outgoing = composeResponse(incoming, response, formatOptions);
  return viewer === undefined ? outgoing : { ...outgoing, account: viewer.username };
}

function getMethod({ method, headers }: HttpRequest): string {
  const override = headers["x-http-method-override"];
  return typeof override === "string" ? override.toUpperCase() : method;
}

function requireRoute(match: RouteMatch): Extract<RouteMatch, { kind: "found" }> {
  switch (match.kind) {
    case "found":
      return match;
    case "notNumeric":
      throw new HttpError(400, `invalid value specified for \`${match.name}\``);
    case "methodNotAllowed": {
      // A wrong method is only reported for paths without parameters; the others have no such route.
      if (match.hasParameters) throw new HttpError(404);
      const allow = [...new Set([...match.methods, "OPTIONS"])].toSorted().join(", ");
      throw new HttpError(405, undefined, { headers: [["Allow", allow]] });
    }
    case "notFound":
      throw new HttpError(404);
  }
}

/** Ignores credentials. */
function createOptionsResponse(match: RouteMatch, server: ServerState): RouteResponse {
  if (match.kind !== "methodNotAllowed" && match.kind !== "found") throw new HttpError(404);
  const { allow = "OPTIONS, GET", optionsHeaders: getHeaders = () => [] } = match.route;
  return createEmptyResponse(200, ["Allow", allow], ...getHeaders(server));
}

function negotiatePathFormat({ headers }: HttpRequest, path: ApiPath) {
  return path.suffix ?? negotiateFormat(headers.accept);
}

/** Errors are sent in the negotiated format, or as JSON if negotiation fails. */
function negotiateErrorFormat({ headers }: HttpRequest) {
  try {
    return negotiateFormat(headers.accept);
  } catch {
    return "json";
  }
}

function resolveViewer(server: ServerState, { headers }: HttpRequest): Viewer {
  const authentication = authenticate(server, headers);
  switch (authentication.kind) {
    case "anonymous":
      return undefined;
    case "user":
      return authentication.user;
    case "suspended":
      throw new HttpError(403, "Account Suspended");
    case "expiredToken":
      throw new HttpError(401, "Invalid Token");
    case "invalid":
      throw new HttpError(401, credentialErrors[authentication.reason]);
  }
}

const credentialErrors = {
  key: "Invalid access key",
  keyFormat: "Key or token incorrectly formatted",
  bearer: "Invalid OAuth2 access token",
  token: "Invalid Token",
  basic: "Basic Authentication Required",
};

function createRouteCall(
  server: ServerState,
  viewer: Viewer,
  { query, headers }: HttpRequest,
  body: Json | undefined,
  parameters: ReadonlyMap<string, string>,
) {
  const getPathParameter = (name: string): string => parameters.get(name) ?? "";
  const getNumberParameter = (name: string): number => parseNumber(name, getPathParameter(name));
  return { server, viewer, query, headers, body, getPathParameter, getNumberParameter };
}
