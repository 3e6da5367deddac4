import { callerOf } from "../http/credentials.ts";
import { checkContentType, decodeBody, isXml, negotiate } from "../http/content.ts";
import type { Format } from "../http/content.ts";
import type { Answer, Incoming, Outgoing, Responder } from "../http/message.ts";
import { sitePage } from "../http/pages.ts";
import { Refusal, answerOf } from "../http/refusal.ts";
import { findRoute, numberOf } from "../http/route.ts";
import type { Route } from "../http/route.ts";
import { encodeXml } from "../http/xml.ts";
import type { Viewer } from "../state/people.ts";
import type { World } from "../state/world.ts";
import { artifactRoutes } from "./routes/artifacts.ts";
import { fileRoutes } from "./routes/files.ts";
import { projectRoutes } from "./routes/projects.ts";
import { svnRoutes } from "./routes/svn.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { trackerRoutes } from "./routes/trackers.ts";

/** The table of the specification: what is not here is not there. */
const routes: readonly Route[] = [
  ...tokenRoutes,
  ...projectRoutes,
  ...trackerRoutes,
  ...artifactRoutes,
  ...fileRoutes,
  ...svnRoutes,
];

export function createDocumented(world: World): Responder {
  return (incoming) => respond(world, incoming);
}

function respond(world: World, incoming: Incoming): Outgoing {
  const path = /^\/api(?:\/v1)?(\/.*)$/.exec(incoming.pathname)?.[1];
  if (path === undefined) return compose(sitePage(incoming.pathname), "json");
  let format: Format = "json";
  let viewer: Viewer;
  let answer: Answer;
  try {
    checkContentType(incoming.headers);
    const match = findRoute(routes, incoming.method, path);
    if (match.kind !== "found") throw new Refusal(404);
    const { route, parts } = match;
    format = formatOf(route, incoming);
    viewer = route.credentials === "ignored" ? undefined : identify(world, incoming);
    if (route.credentials === "required" && viewer === undefined) throw new Refusal(401);
    const part = (name: string): string => parts.get(name) ?? "";
    answer = route.handle({
      world,
      viewer,
      query: incoming.query,
      headers: incoming.headers,
      // Here the body of a GET counts.
      body: decodeBody(incoming),
      part,
      id: (name) => numberOf(name, part(name)),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    answer = answerOf(error);
  }
  const outgoing = compose(answer, format);
  return viewer === undefined ? outgoing : { ...outgoing, account: viewer.username };
}

/** "Only these endpoints are stated as tested with XML"; the others refuse it. */
function formatOf({ hasXml = false }: Route, { headers, body }: Incoming): Format {
  const format = negotiate(headers.accept);
  if (hasXml) return format;
  if (isXml(headers) && body !== "") throw new Refusal(403, "This route reads JSON only");
  if (format === "xml") throw new Refusal(406);
  return format;
}

function identify(world: World, { headers }: Incoming): Viewer {
  const caller = callerOf(world, headers);
  switch (caller.kind) {
    case "anonymous":
      return undefined;
    case "person":
      return caller.person;
    case "suspended":
      throw new Refusal(403);
    case "expiredToken":
      throw new Refusal(401);
    case "invalid":
      // "Invalid credentials cause a server error", even where none are needed.
      throw new Refusal(500);
  }
}

function compose({ status, headers, body }: Answer, format: Format): Outgoing {
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
