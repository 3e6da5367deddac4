import assert from "node:assert/strict";
import { activateExtension, type TreeRow } from "./extensionUnderTest.ts";

export interface AttachmentRow extends TreeRow {
  readonly siteApi: string;
  readonly artifactId: number;
  readonly file: { readonly id: number; readonly name: string };
}

/** A public artifact, as a tree row with its children. */
export async function getFirstArtifact(): Promise<AttachmentRow> {
  const { tree } = await activateExtension();
  let rows: readonly TreeRow[] = await tree.getChildren();
  for (const label of ["Demo", "All Projects", "Open Tides", "Bugs"]) {
    const row = rows.find((each) => tree.getTreeItem(each).label === label);
    assert.ok(row, `no row ${label}`);
    rows = await tree.getChildren(row);
  }
  return rows[0] as AttachmentRow;
}

export async function getAttachments(artifact: TreeRow): Promise<readonly AttachmentRow[]> {
  const { tree } = await activateExtension();
  const rows = await tree.getChildren(artifact);
  return rows.filter(({ kind }) => kind === "attachment") as AttachmentRow[];
}
