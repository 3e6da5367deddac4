import type { Catalog } from "../store/catalog.ts";
import type { Listing } from "../store/listing.ts";
import type { Sites } from "../store/sites.ts";
import type { MoreNode, ParentNode, TreeNode } from "./nodes.ts";
import type { ProjectFilters } from "./projectFilters.ts";

interface RefreshDependencies {
  readonly catalog: Catalog;
  readonly sites: Sites;
  readonly filters: ProjectFilters;
}

function listingsBelow(
  catalog: Catalog,
  node: Exclude<ParentNode, { kind: "site" }>,
): readonly Listing<unknown>[] {
  const site = catalog.of(node.site);
  switch (node.kind) {
    case "allProjects":
      return [site.allProjects];
    case "project":
      return [site.trackers(node.project)];
    case "tracker":
      return [site.artifacts(node.tracker)];
    case "artifact":
    case "fields":
      return [site.fields(node.artifact)];
  }
}

/** Marks as old what stands below a row, or everything; what is visible is then read again. */
export function invalidateBelow({ catalog, sites }: RefreshDependencies, node: TreeNode | undefined): void {
  switch (node?.kind) {
    case undefined:
      for (const site of sites.list()) catalog.of(site).invalidate();
      break;
    case "site":
      catalog.of(node.site).invalidate();
      break;
    case "allProjects":
    case "project":
    case "tracker":
    case "artifact":
    case "fields":
      for (const listing of listingsBelow(catalog, node)) listing.invalidate();
      break;
    case "field":
    case "unreadable":
    case "more":
    case "problem":
    case "nothing":
      break;
  }
}

/** Reads the next page of what a "Load More" row ends. */
export async function loadMore(
  { catalog, filters }: RefreshDependencies,
  { parent }: MoreNode,
): Promise<void> {
  if (parent.kind === "site") return;
  const filter = parent.kind === "allProjects" ? filters.of(parent.siteApi) : undefined;
  for (const listing of listingsBelow(catalog, parent)) {
    if (filter === undefined) await listing.more();
    else filters.extend(parent.siteApi, filter, listing.lookedAt ?? 0);
  }
}
