import { commitLink } from "../../store/commits/commitLink.ts";
import { remotesOf } from "../../store/commits/remotes.ts";
import type { Sites } from "../../store/sites.ts";
import type { OpenRepository } from "../workplace.ts";

/** The page of a commit, where an address of a remote tells it. */
export async function commitPage(
  sites: Sites,
  { asked }: OpenRepository,
  hash: string,
): Promise<string | undefined> {
  const told = await remotesOf(asked);
  if (told.kind !== "remotes") return undefined;
  const platforms = sites.list().map(({ web }) => web);
  for (const { address } of told.remotes) {
    const link = commitLink(address, hash, platforms);
    if (link !== undefined) return link;
  }
  return undefined;
}
