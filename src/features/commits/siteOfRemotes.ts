import type { Site } from "../../model/site.ts";
import type { RemoteAddress } from "../../store/commits/remotes.ts";

interface Likeness {
  readonly site: Site;
  readonly samePort: boolean;
  /** How much of the path both begin with, where the site has one. */
  readonly path: number;
}

function likeness(site: Site, remote: RemoteAddress): readonly Likeness[] {
  const { hostname, port, pathname } = new URL(site.web);
  if (hostname.toLowerCase() !== remote.host) return [];
  const sitePort = port === "" ? undefined : Number(port);
  // A remote that names no port may be one for ssh, which says nothing about the port of the pages.
  if (remote.port !== undefined && remote.port !== sitePort) return [];
  const parts = pathname.split("/").filter((part) => part !== "");
  const isBelow = parts.every((part, at) => remote.path[at] === part);
  return [{ site, samePort: remote.port === sitePort, path: isBelow ? parts.length : -1 }];
}

/** The site on whose host a remote is: of the first remote that is on one. Several sites of one host tell nothing unless one fits better. */
export function siteOfRemotes(sites: readonly Site[], remotes: readonly RemoteAddress[]): Site | undefined {
  for (const remote of remotes) {
    const alike = sites.flatMap((site) => likeness(site, remote));
    const rank = ({ samePort, path }: Likeness): number => path * 2 + (samePort ? 1 : 0);
    const best = Math.max(...alike.map(rank));
    const [first, second] = alike.filter((each) => rank(each) === best);
    if (first !== undefined) return second === undefined ? first.site : undefined;
  }
  return undefined;
}
