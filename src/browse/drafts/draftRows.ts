// The rows of what was typed and not sent.
import { subjectKey } from "../../model/subject.ts";
import type { DraftNode, DraftsNode, SiteNode } from "../nodes.ts";
import type { Unsent } from "./unsent.ts";

/** The row above a site's drafts; none where there is no draft. */
export async function draftGroup(
  unsent: Unsent,
  { site, siteApi, account }: SiteNode,
): Promise<readonly DraftsNode[]> {
  const accountId = account?.id;
  const { length: count } = await unsent.of(siteApi, accountId);
  return count === 0 ? [] : [{ kind: "drafts", id: `${siteApi}/drafts`, site, siteApi, accountId, count }];
}

export async function draftRows(
  unsent: Unsent,
  { id, site, siteApi, accountId }: DraftsNode,
): Promise<DraftNode[]> {
  const drafts = await unsent.of(siteApi, accountId);
  return drafts.map((kept) => ({
    kind: "draft",
    id: `${id}/${subjectKey(kept.subject)}`,
    site,
    siteApi,
    subject: kept.subject,
    kept,
  }));
}
