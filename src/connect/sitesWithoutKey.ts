import type { Site } from "../model/site.ts";
import type { ConnectDependencies } from "./dependencies.ts";

/** Sites that somebody has signed in to, and what they did so with is no longer there. */
export async function sitesWithoutKey({
  sites,
  accounts,
  signIns,
}: Pick<ConnectDependencies, "sites" | "accounts" | "signIns">): Promise<readonly Site[]> {
  const gone: Site[] = [];
  for (const site of sites.list().filter(({ api }) => signIns.has(api))) {
    if ((await accounts.all(site.api)).length === 0) gone.push(site);
  }
  return gone;
}
