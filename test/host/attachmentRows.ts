import assert from "node:assert/strict";
import { exportsOf, type Row } from "./extensionUnderTest.ts";

export interface AttachmentRow extends Row {
  readonly siteApi: string;
  readonly artifactId: number;
  readonly file: { readonly id: number; readonly name: string };
}

/** An artifact that everybody may see, with all that it leads to below it. */
export async function firstArtifact(): Promise<AttachmentRow> {
  const { tree } = await exportsOf();
  let rows: readonly Row[] = await tree.getChildren();
  for (const step of ["Demo", "All Projects", "Open Tides", "Bugs"]) {
    const row = rows.find((each) => tree.getTreeItem(each).label === step);
    assert.ok(row, `no row ${step}`);
    rows = await tree.getChildren(row);
  }
  return rows[0] as AttachmentRow;
}

export async function attachmentsBelow(artifact: Row): Promise<readonly AttachmentRow[]> {
  const { tree } = await exportsOf();
  const rows = await tree.getChildren(artifact);
  return rows.filter(({ kind }) => kind === "attachment") as AttachmentRow[];
}
