// What stands below an artifact.
import { attachmentsIn } from "../../model/attachment.ts";
import { fieldText } from "../../model/fieldText.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { ArtifactNode, FieldsNode, TreeNode } from "../nodes.ts";
import { isKnown, listingRows, problemRows } from "./listingRows.ts";

interface PartRowsDependencies {
  readonly catalog: Catalog;
  /** Whether commits of a site can be looked for. */
  readonly hasCommits: (siteApi: string) => Promise<boolean>;
}

export type PartRows = (parent: ArtifactNode | FieldsNode) => Promise<TreeNode[]>;

/** Its attachments, and below them what its fields hold: both are told by one answer. */
async function partsOf(dependencies: PartRowsDependencies, parent: ArtifactNode): Promise<TreeNode[]> {
  const { id, site, siteApi, artifact, artifactId, trackerId, page } = parent;
  const listing = dependencies.catalog.of(site).fields(artifact);
  await listing.load();
  return [
    ...problemRows(parent, listing),
    ...attachmentsIn(listing.items).map(({ fieldId, file }): TreeNode => {
      const own = `${id}/attachment/${fieldId}/${file.id}`;
      return { kind: "attachment", id: own, site, siteApi, artifactId, trackerId, page, fieldId, file };
    }),
    { kind: "fields", id: `${id}/fields`, site, siteApi, artifact },
    ...(await commitsRow(dependencies, parent)),
  ];
}

/** Only where there is a repository to look into. */
async function commitsRow(
  { hasCommits }: PartRowsDependencies,
  { id, site, siteApi, artifactId }: ArtifactNode,
): Promise<readonly TreeNode[]> {
  if (!(await hasCommits(siteApi))) return [];
  return [{ kind: "commits", id: `${id}/commits`, site, siteApi, of: { siteApi, artifactId } }];
}

async function fieldsOf({ catalog }: PartRowsDependencies, parent: FieldsNode): Promise<TreeNode[]> {
  const { id, site, siteApi, artifact } = parent;
  const listing = catalog.of(site).fields(artifact);
  await listing.load();
  return listingRows(parent, listing, {
    of: "fields",
    items: listing.items.filter((item) => !isKnown(item) || fieldText(item.value).trim() !== ""),
    toRow: (field) => ({ kind: "field", id: `${id}/${field.fieldId}`, site, siteApi, field }),
  });
}

export function partRows(dependencies: PartRowsDependencies): PartRows {
  return (parent) =>
    parent.kind === "artifact" ? partsOf(dependencies, parent) : fieldsOf(dependencies, parent);
}
