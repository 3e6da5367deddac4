// The sections of "My Work", below their site where there are several.
import type { Site } from "../../model/site.ts";
import type { ChildrenDependencies } from "../children.ts";
import type { CountChoice } from "../counting/countChoice.ts";
import { draftGroup } from "../drafts/draftRows.ts";
import type { SiteNode, TreeNode, WorkNode } from "../nodes.ts";
import { noteRow } from "./noteRow.ts";
import { siteNode } from "../roots.ts";

export interface WorkDependencies extends Pick<ChildrenDependencies, "catalog" | "reach" | "unsent"> {
  /** Whether the number at the icon counts it. */
  readonly isWorkCounted: (choice: CountChoice) => boolean;
}

function workNode(
  { isWorkCounted }: WorkDependencies,
  parent: SiteNode,
  concern: WorkNode["concern"],
): WorkNode {
  const { site, siteApi } = parent;
  const isCounted = isWorkCounted({ kind: "work", siteApi, concern });
  return { kind: "work", id: `${siteApi}/concern/${concern}`, site, siteApi, concern, isCounted };
}

/** What was typed comes first: it is lost on others until it is sent. */
export async function workSections(dependencies: WorkDependencies, parent: SiteNode): Promise<TreeNode[]> {
  const { site, siteApi, account } = parent;
  return [
    ...(await draftGroup(dependencies.unsent, parent)),
    ...(account === undefined
      ? [noteRow(`${siteApi}/work`, { kind: "signedOut", site: site.label }, { siteApi })]
      : [workNode(dependencies, parent, "assigned"), workNode(dependencies, parent, "submitted")]),
    { kind: "recent", id: `${siteApi}/recent`, site, siteApi },
  ];
}

export async function workRoots(dependencies: WorkDependencies, sites: readonly Site[]): Promise<TreeNode[]> {
  const nodes = await Promise.all(sites.map((site) => siteNode(dependencies, site)));
  const [only] = nodes;
  return only !== undefined && nodes.length === 1 ? workSections(dependencies, only) : nodes;
}
