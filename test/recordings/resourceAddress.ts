// The resource of a request, independent of how its path was written.

interface RecordedPath {
  readonly method: string;
  readonly path: string;
}

export interface ResourceAddress {
  readonly method: string;
  /** Relative to the API root with a leading slash; the whole path outside the API. */
  readonly path: string;
  readonly parameters: URLSearchParams;
}

/** Ignores the version, a trailing slash and a format suffix. */
export function parseAddress({ method, path }: RecordedPath): ResourceAddress {
  const [pathname = "", query = ""] = path.split("?", 2);
  return {
    method,
    path: pathname
      .replace(/^\/api(\/v1)?(?=\/)/, "")
      .replace(/(?<=[^/])\/$/, "")
      .replace(/\.(json|xml)$/, ""),
    parameters: new URLSearchParams(query),
  };
}

/** The parameters of a path for a pattern such as `/artifacts/{id}`; `undefined` if it doesn't match. */
export function matchPath(pattern: string, path: string): readonly string[] | undefined {
  const expression = pattern.replaceAll(/\{[^}]*\}/g, "([^/]+)");
  return new RegExp(`^${expression}$`).exec(path)?.slice(1);
}
