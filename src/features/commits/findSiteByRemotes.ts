import type { Site } from "../../model/site.ts";
import type { RemoteUrl } from "../../store/commits/remotes.ts";

interface SiteMatch {
  readonly site: Site;
  readonly isSamePort: boolean;
  /** Number of path segments that both begin with; -1 if the paths differ. */
  readonly pathLength: number;
}

function matchSite(site: Site, remote: RemoteUrl): readonly SiteMatch[] {
  const { hostname, port, pathname } = new URL(site.web);
  if (hostname.toLowerCase() !== remote.host) return [];
  const sitePort = port === "" ? undefined : Number(port);
  // A remote without a port may be an SSH remote, which is unrelated to the port of the web pages.
  if (remote.port !== undefined && remote.port !== sitePort) return [];
  const parts = pathname.split("/").filter((part) => part !== "");
  const hasSamePath = parts.every((part, at) => remote.path[at] === part);
  return [{ site, isSamePort: remote.port === sitePort, pathLength: hasSamePath ? parts.length : -1 }];
}

/** The best matching site of the first remote whose host has sites; undefined if two sites match equally well. */
export function findSiteByRemotes(sites: readonly Site[], remotes: readonly RemoteUrl[]): Site | undefined {
  for (const remote of remotes) {
    const matches = sites.flatMap((site) => matchSite(site, remote));
    const rank = ({ isSamePort, pathLength }: SiteMatch): number => pathLength * 2 + (isSamePort ? 1 : 0);
    const best = Math.max(...matches.map(rank));
    const [first, second] = matches.filter((each) => rank(each) === best);
    if (first !== undefined) return second === undefined ? first.site : undefined;
  }
  return undefined;
}
