// Addresses of Subversion, as far as they tell whether a working copy is of a repository.

interface Address {
  readonly scheme: string;
  /** In lower case. */
  readonly host: string;
  readonly port: string;
  readonly path: readonly string[];
}

const longestAddress = 2_000;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function addressIn(text: string): Address | undefined {
  if (text.length > longestAddress || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(text);
  if (hostname === "") return undefined;
  const path = pathname.split("/").filter((part) => part !== "");
  return { scheme: protocol, host: hostname.toLowerCase(), port, path: path.map(decoded) };
}

/** The parts of the path, for who looks for a name in it. */
export function svnPath(address: string): readonly string[] {
  return addressIn(address)?.path ?? [];
}

/** Whether one is at the other, or below. The same repository may be reached by several schemes, each with its port. */
export function liesUnder(address: string, repository: string): boolean {
  const [inner, outer] = [addressIn(address), addressIn(repository)];
  if (inner === undefined || outer === undefined || inner.host !== outer.host) return false;
  if (inner.scheme === outer.scheme && inner.port !== outer.port) return false;
  return outer.path.length > 0 && outer.path.every((part, at) => inner.path[at] === part);
}
