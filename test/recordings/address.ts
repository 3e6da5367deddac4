// What a request is about, whichever way its path was written.

interface Written {
  readonly method: string;
  readonly path: string;
}

export interface Address {
  readonly method: string;
  /** Below the API root with a slash in front; for addresses outside the API the whole path. */
  readonly path: string;
  readonly parameters: URLSearchParams;
}

/** With or without the version, with a slash or a format at the end: the same resource. */
export function addressOf({ method, path }: Written): Address {
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

/** The parts of a path that a pattern such as `/artifacts/{id}` leaves open; undefined if it does not fit. */
export function partsOf(pattern: string, path: string): readonly string[] | undefined {
  const expression = pattern.replaceAll(/\{[^}]*\}/g, "([^/]+)");
  return new RegExp(`^${expression}$`).exec(path)?.slice(1);
}
