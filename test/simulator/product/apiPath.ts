import type { DataFormat } from "../http/contentTypes.ts";

export interface ApiPath {
  /**
   * The path below the API root, with a leading and without a trailing slash; matches no route if the path was
   * malformed.
   */
  readonly route: string;
  readonly suffix: DataFormat | undefined;
}

/** `/api/v1/…` and `/api/…` are the same; one trailing slash is dropped; `.json` and `.xml` select the format. */
export function parseApiPath(pathname: string): ApiPath {
  const route = pathname.replace(/^\/api(\/v1(?=\/|$))?/, "").replace(/(?<=[^/])\/$/, "");
  const suffix = /\.(json|xml)$/.exec(route)?.[1];
  return {
    route: suffix === undefined ? route : route.slice(0, -suffix.length - 1),
    suffix: suffix === "json" || suffix === "xml" ? suffix : undefined,
  };
}
