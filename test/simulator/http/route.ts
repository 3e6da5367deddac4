import type { IncomingHttpHeaders } from "node:http";
import type { User, Viewer } from "../state/user.ts";
import type { ServerState } from "../state/serverState.ts";
import type { Json } from "./json.ts";
import type { RouteResponse, Header } from "./messages.ts";
import { HttpError } from "./httpError.ts";

/** A request with its route, format and viewer resolved. */
export interface RouteCall {
  readonly server: ServerState;
  readonly viewer: Viewer;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json | undefined;
  /** A path parameter by its name in the route. */
  readonly getPathParameter: (name: string) => string;
  /** A path parameter as a number; rejects too many digits. */
  readonly getNumberParameter: (name: string) => number;
}

export interface Route {
  /** Every path has OPTIONS; as the only method it makes the others a 405. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  /** Such as `/trackers/{id}/artifacts`; `{word:text}` is a parameter that need not be a number. */
  readonly path: string;
  /** The `Allow` header of the responses of this path. */
  readonly allow?: string;
  /** Additional headers of OPTIONS responses. */
  readonly optionsHeaders?: (server: ServerState) => readonly Header[];
  /** Some routes ignore credentials, valid or not; some require them even where anonymous users can read. */
  readonly credentials?: "ignored" | "required";
  /** Whether the route supports XML, in a dialect where not every route does. */
  readonly supportsXml?: boolean;
  readonly handle: (call: RouteCall) => RouteResponse;
}

export type RouteMatch =
  | { readonly kind: "found"; readonly route: Route; readonly parameters: ReadonlyMap<string, string> }
  | { readonly kind: "notNumeric"; readonly name: string }
  | {
      readonly kind: "methodNotAllowed";
      readonly methods: readonly string[];
      readonly hasParameters: boolean;
      readonly route: Route;
    }
  | { readonly kind: "notFound" };

/** Literal paths take precedence over paths with parameters because they come first in the list. */
export function findRoute(routes: readonly Route[], method: string, path: string): RouteMatch {
  const matching = routes.flatMap((route) => {
    const parameters = matchPath(route.path, path);
    return parameters === undefined ? [] : [{ route, parameters }];
  });
  const match = matching.find(({ route }) => route.method === method);
  if (match !== undefined) {
    const invalid = [...match.parameters].find(
      ([name, value]) => !isTextParameter(name) && !/^-?\d+$/.test(value),
    );
    if (invalid !== undefined) return { kind: "notNumeric", name: invalid[0] };
    return { kind: "found", route: match.route, parameters: match.parameters };
  }
  const [first] = matching;
  if (first === undefined) return { kind: "notFound" };
  const methods = matching.map(({ route }) => route.method);
  return { kind: "methodNotAllowed", methods, hasParameters: first.parameters.size > 0, route: first.route };
}

function isTextParameter(name: string): boolean {
  return name.endsWith(":text");
}

function matchPath(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const expected = pattern.split("/");
  const actual = path.split("/");
  if (expected.length !== actual.length) return undefined;
  const parameters = new Map<string, string>();
  for (const [index, segment] of expected.entries()) {
    const value = actual[index] ?? "";
    if (!segment.startsWith("{")) {
      if (segment !== value) return undefined;
    } else if (value === "") {
      return undefined;
    } else {
      parameters.set(segment.slice(1, -1), decodeURIComponent(value));
    }
  }
  return parameters;
}

/** The viewer of a route that requires credentials. */
export function requireViewer({ viewer }: RouteCall): User {
  if (viewer === undefined) throw new HttpError(401);
  return viewer;
}

export function parseNumber(name: string, digits: string): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) {
    throw new HttpError(400, `Invalid value specified for \`${name}\`. Expecting integer value`);
  }
  return value;
}
