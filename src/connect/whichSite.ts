import type { Site } from "../model/site.ts";
import { pickSite } from "../platform/pickSite.ts";
import type { SiteTarget } from "../protocol/commands.ts";

/** The site a command is meant for: the row it was called on, the only one there is, or one that is picked. */
export async function whichSite(
  candidates: readonly Site[],
  target: SiteTarget | undefined,
  title: string,
): Promise<Site | undefined> {
  return target === undefined
    ? pickSite(candidates, { title })
    : candidates.find(({ api }) => api === target.siteApi);
}
