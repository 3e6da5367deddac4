import { callerOf } from "../http/credentials.ts";
import { checkContentType, decodeBody, negotiate } from "../http/content.ts";
import type { Json } from "../http/json.ts";
import { empty } from "../http/message.ts";
import type { Answer, Incoming, Outgoing, Responder } from "../http/message.ts";
import { frontPage, platformPage, sitePage } from "../http/pages.ts";
import { Refusal, answerOf } from "../http/refusal.ts";
import { findRoute, numberOf } from "../http/route.ts";
import type { Match, Route } from "../http/route.ts";
import type { Viewer } from "../state/people.ts";
import type { World } from "../state/world.ts";
import { apiPath } from "./apiPath.ts";
import type { ApiPath } from "./apiPath.ts";
import { compose } from "./compose.ts";
import type { Composition } from "./compose.ts";
import { attachmentId, rawFile } from "./attachment.ts";
import { accessKeyRoutes } from "./routes/accessKeys.ts";
import { artifactRoutes } from "./routes/artifacts.ts";
import { artifactWriteRoutes } from "./routes/artifactWrites.ts";
import { changesetRoutes } from "./routes/changesets.ts";
import { fieldFileRoutes } from "./routes/fieldFiles.ts";
import { fileRoutes } from "./routes/files.ts";
import { linkRoutes } from "./routes/links.ts";
import { projectRoutes } from "./routes/projects.ts";
import { reportRoutes } from "./routes/reports.ts";
import { svnRoutes } from "./routes/svn.ts";
import { temporaryFileRoutes } from "./routes/temporaryFiles.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { trackerRoutes } from "./routes/trackers.ts";
import { userRoutes } from "./routes/users.ts";
import { versionRoutes } from "./routes/version.ts";
import { tus, uploadId } from "./tus.ts";

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
  ...userRoutes,
  ...tokenRoutes,
  ...accessKeyRoutes,
];

const longestUrl = 8000;

export function createProduct(world: World): Responder {
  return (incoming) => respond(world, incoming);
}

function respond(world: World, incoming: Incoming): Outgoing {
  const plain: Composition = { format: "json", variesOnAccept: true };
  if (incoming.url.length > longestUrl) {
    return compose(incoming, frontPage(414, "414 Request-URI Too Large"), plain);
  }
  if (incoming.pathname === "/api") {
    const location = `${incoming.origin}/api/`;
    return compose(incoming, frontPage(301, "301 Moved Permanently", ["Location", location]), plain);
  }
  if (incoming.pathname.startsWith("/api/")) return judge(world, incoming);
  const upload = uploadId(incoming.pathname);
  if (upload !== undefined) return beside(world, incoming, (viewer) => tus(world, viewer, incoming, upload));
  const attachment = attachmentId(incoming.pathname);
  if (attachment === undefined) return compose(incoming, sitePage(incoming.pathname), plain);
  return beside(world, incoming, (viewer) => compose(incoming, rawFile(world, viewer, attachment), plain));
}

/** Outside the API, but open to its credentials. What it refuses it refuses as to a person with a browser. */
function beside(world: World, incoming: Incoming, answer: (viewer: Viewer) => Outgoing): Outgoing {
  const caller = callerOf(world, incoming.headers);
  if (caller.kind === "person") return { ...answer(caller.person), account: caller.person.username };
  if (caller.kind === "anonymous") return answer(undefined);
  return compose(incoming, platformPage(403, "Forbidden"), { format: "json", variesOnAccept: true });
}

/** In the product's order: what the body is, which route, which format, who asks, and only then what for. */
function judge(world: World, incoming: Incoming): Outgoing {
  const path = apiPath(incoming.pathname);
  let composition: Composition = { format: path.suffix ?? "json", variesOnAccept: path.suffix === undefined };
  let viewer: Viewer;
  let answer: Answer;
  try {
    const method = methodOf(incoming);
    checkContentType(incoming.headers);
    const body = ["POST", "PUT", "PATCH"].includes(method) ? decodeBody(incoming) : undefined;
    const match = findRoute(routes, method === "HEAD" ? "GET" : method, path.route);
    if (method === "OPTIONS") {
      answer = options(match, world);
    } else {
      const { route, parts } = found(match);
      composition = { ...composition, format: formatOf(incoming, path) };
      viewer = route.credentials === "ignored" ? undefined : identify(world, incoming);
      if (route.credentials === "required" && viewer === undefined) throw new Refusal(401);
      answer = route.handle(callOf(world, viewer, incoming, body, parts));
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    answer = answerOf(error);
    if (error.status === 406) composition = { format: "json", variesOnAccept: false };
    else if (path.suffix === undefined) composition = { ...composition, format: lenientFormat(incoming) };
  }
  const outgoing = compose(incoming, answer, composition);
  return viewer === undefined ? outgoing : { ...outgoing, account: viewer.username };
}

function methodOf({ method, headers }: Incoming): string {
  const override = headers["x-http-method-override"];
  return typeof override === "string" ? override.toUpperCase() : method;
}

function found(match: Match): Extract<Match, { kind: "found" }> {
  switch (match.kind) {
    case "found":
      return match;
    case "notNumeric":
      throw new Refusal(400, `invalid value specified for \`${match.name}\``);
    case "wrongMethod": {
      // A wrong method is told only where the path is fixed; with an id in it, there is simply no such route.
      if (match.hasParts) throw new Refusal(404);
      const allow = [...new Set([...match.methods, "OPTIONS"])].toSorted().join(", ");
      throw new Refusal(405, undefined, { headers: [["Allow", allow]] });
    }
    case "none":
      throw new Refusal(404);
  }
}

/** Never looks at credentials. */
function options(match: Match, world: World): Answer {
  if (match.kind !== "wrongMethod") throw new Refusal(404);
  const { allow = "OPTIONS, GET", options: more = () => [] } = match.route;
  return empty(200, ["Allow", allow], ...more(world));
}

function formatOf({ headers }: Incoming, path: ApiPath) {
  return path.suffix ?? negotiate(headers.accept);
}

/** An error is told in the wanted format where that can be known, else as JSON. */
function lenientFormat({ headers }: Incoming) {
  try {
    return negotiate(headers.accept);
  } catch {
    return "json";
  }
}

function identify(world: World, { headers }: Incoming): Viewer {
  const caller = callerOf(world, headers);
  switch (caller.kind) {
    case "anonymous":
      return undefined;
    case "person":
      return caller.person;
    case "suspended":
      throw new Refusal(403, "Account Suspended");
    case "expiredToken":
      throw new Refusal(401, "Invalid Token");
    case "invalid":
      throw new Refusal(401, complaints[caller.what]);
  }
}

const complaints = {
  key: "Invalid access key",
  keyFormat: "Key or token incorrectly formatted",
  bearer: "Invalid OAuth2 access token",
  token: "Invalid Token",
  basic: "Basic Authentication Required",
};

function callOf(
  world: World,
  viewer: Viewer,
  { query, headers }: Incoming,
  body: Json | undefined,
  parts: ReadonlyMap<string, string>,
) {
  const part = (name: string): string => parts.get(name) ?? "";
  return { world, viewer, query, headers, body, part, id: (name: string) => numberOf(name, part(name)) };
}
