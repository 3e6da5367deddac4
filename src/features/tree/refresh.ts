import type { Catalog } from "../../store/catalog.ts";
import type { PagedList } from "../../store/pagedList.ts";
import type { TreeContext } from "./context.ts";
import type { ListNode, ParentNode, TreeNode } from "./nodes.ts";

type AnyListing = Pick<PagedList<object>, "invalidate" | "more" | "lookedAt">;

function listingBelow(
  catalog: Catalog,
  node: Exclude<ParentNode, ListNode | { kind: "site" | "svnFolder" }>,
): AnyListing {
  const site = catalog.of(node.site);
  switch (node.kind) {
    case "allProjects":
      return site.allProjects;
    case "project":
      return site.trackers(node.project);
    case "artifact":
    case "fields":
      return site.fields(node.artifact);
  }
}

/** Marks as old what stands below a row, or everything; what is visible is then read again. */
export async function invalidateBelow(
  { catalog, sites, loadRows }: Pick<TreeContext, "catalog" | "sites" | "loadRows">,
  node: TreeNode | undefined,
): Promise<void> {
  switch (node?.kind) {
    case undefined:
      for (const site of sites.list()) catalog.of(site).invalidate();
      break;
    case "site":
      catalog.of(node.site).invalidate();
      break;
    case "allProjects":
    case "artifact":
    case "fields":
      listingBelow(catalog, node).invalidate();
      break;
    case "project":
      listingBelow(catalog, node).invalidate();
      (await loadRows()).resources.refresh(node);
      break;
    case "tracker":
    case "query":
    case "work":
      (await loadRows()).lists.refresh(node);
      break;
    case "svnFolder":
      (await loadRows()).resources.refresh(node);
      break;
    case "brokenQuery":
    case "recent":
    case "note":
    case "group":
    case "commits":
    case "commit":
    case "svnRepository":
    case "resources":
    case "resource":
    case "drafts":
    case "draft":
    case "attachment":
    case "field":
    case "unreadable":
    case "more":
    case "problem":
    case "nothing":
      break;
  }
}

/** Reads the next page of what stands below a row. */
export async function loadMore(
  { catalog, filters, loadRows }: Pick<TreeContext, "catalog" | "filters" | "loadRows">,
  parent: ParentNode,
): Promise<void> {
  if (parent.kind === "site") return;
  if (parent.kind === "tracker" || parent.kind === "query" || parent.kind === "work") {
    await (await loadRows()).lists.more(parent);
    return;
  }
  if (parent.kind === "svnFolder") {
    await (await loadRows()).resources.more(parent);
    return;
  }
  const listing = listingBelow(catalog, parent);
  const filter = parent.kind === "allProjects" ? filters.of(parent.siteApi) : undefined;
  if (filter === undefined) await listing.more();
  else filters.extend(parent.siteApi, filter, listing.lookedAt ?? 0);
}
