import type { IncomingHttpHeaders } from "node:http";
import type { Person, Viewer } from "../state/people.ts";
import type { World } from "../state/world.ts";
import type { Json } from "./json.ts";
import type { Answer, Header } from "./message.ts";
import { Refusal } from "./refusal.ts";

/** A request whose route, format and caller are known. */
export interface Call {
  readonly world: World;
  readonly viewer: Viewer;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json | undefined;
  /** A part of the path, by the name it has in the route. */
  readonly part: (name: string) => string;
  /** The same as a number; too many digits are refused. */
  readonly id: (name: string) => number;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Such as `/trackers/{id}/artifacts`; `{word:text}` is a part that need not be a number. */
  readonly path: string;
  /** What the answers of this path announce in `Allow`. */
  readonly allow?: string;
  /** What OPTIONS tells besides. */
  readonly options?: (world: World) => readonly Header[];
  /** Some routes never look at credentials, good or bad; some want them wherever anonymous callers may read. */
  readonly credentials?: "ignored" | "required";
  /** Whether it takes and gives XML where not every route does. */
  readonly hasXml?: boolean;
  readonly handle: (call: Call) => Answer;
}

export type Match =
  | { readonly kind: "found"; readonly route: Route; readonly parts: ReadonlyMap<string, string> }
  | { readonly kind: "notNumeric"; readonly name: string }
  | {
      readonly kind: "wrongMethod";
      readonly methods: readonly string[];
      readonly hasParts: boolean;
      readonly route: Route;
    }
  | { readonly kind: "none" };

/** Literal paths come before those with parts, in the order of the table. */
export function findRoute(routes: readonly Route[], method: string, path: string): Match {
  const fitting = routes.flatMap((route) => {
    const parts = partsOf(route.path, path);
    return parts === undefined ? [] : [{ route, parts }];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (found !== undefined) {
    const wrong = [...found.parts].find(([name, value]) => !isText(name) && !/^-?\d+$/.test(value));
    if (wrong !== undefined) return { kind: "notNumeric", name: wrong[0] };
    return { kind: "found", route: found.route, parts: found.parts };
  }
  const [other] = fitting;
  if (other === undefined) return { kind: "none" };
  const methods = fitting.map(({ route }) => route.method);
  return { kind: "wrongMethod", methods, hasParts: other.parts.size > 0, route: other.route };
}

function isText(name: string): boolean {
  return name.endsWith(":text");
}

function partsOf(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const expected = pattern.split("/");
  const actual = path.split("/");
  if (expected.length !== actual.length) return undefined;
  const parts = new Map<string, string>();
  for (const [index, segment] of expected.entries()) {
    const value = actual[index] ?? "";
    if (!segment.startsWith("{")) {
      if (segment !== value) return undefined;
    } else if (value === "") {
      return undefined;
    } else {
      parts.set(segment.slice(1, -1), decodeURIComponent(value));
    }
  }
  return parts;
}

/** The caller of a route that requires credentials. */
export function writerOf({ viewer }: Call): Person {
  if (viewer === undefined) throw new Refusal(401);
  return viewer;
}

export function numberOf(name: string, digits: string): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) {
    throw new Refusal(400, `Invalid value specified for \`${name}\`. Expecting integer value`);
  }
  return value;
}
