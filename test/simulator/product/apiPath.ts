import type { Format } from "../http/content.ts";

export interface ApiPath {
  /** Below the API root, with a slash in front and none at the end; matches no route when the path was malformed. */
  readonly route: string;
  readonly suffix: Format | undefined;
}

/** `/api/v1/…` and `/api/…` are the same; one slash at the end is dropped; `.json` and `.xml` choose the format. */
export function apiPath(pathname: string): ApiPath {
  const below = pathname.replace(/^\/api(\/v1(?=\/|$))?/, "").replace(/(?<=[^/])\/$/, "");
  const suffix = /\.(json|xml)$/.exec(below)?.[1];
  return {
    route: suffix === undefined ? below : below.slice(0, -suffix.length - 1),
    suffix: suffix === "json" || suffix === "xml" ? suffix : undefined,
  };
}
