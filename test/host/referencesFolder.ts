// A folder of the workspace with files that mention artifacts, and what the References view shows of it.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { WorkspaceReferencesFeature } from "../../src/features/commits/workspaceReferences/feature.ts";
import type { ReferenceRow } from "../../src/features/commits/workspaceReferences/referenceRows.ts";
import { assertEventually } from "../support/wait.ts";

export function getRowLabel({ item: { label } }: ReferenceRow): string {
  return typeof label === "string" ? label : (label?.label ?? "");
}

/** Only the parts of a view that the feature uses. */
export class FakeReferencesView {
  message = "";
  readonly #visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly rowChanges = new vscode.EventEmitter<undefined>();

  show(): void {
    this.#visibility.fire({ visible: true });
  }
}

export class ReferencesFolder {
  readonly uri: vscode.Uri;

  constructor(name: string) {
    const [workspaceFolder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspaceFolder, "these tests run in a folder");
    this.uri = vscode.Uri.joinPath(workspaceFolder.uri, name);
  }

  getUri(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.uri, name);
  }

  /** Creates folders that are missing. */
  async write(name: string, text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(this.getUri(name), Buffer.from(text));
  }

  async delete(name = ""): Promise<void> {
    await vscode.workspace.fs.delete(this.getUri(name), { recursive: true });
  }

  /** Artifacts without titles, and below them the files of this folder. */
  readRows(feature: WorkspaceReferencesFeature): readonly string[] {
    const format = (row: ReferenceRow): string => getRowLabel(row).replace(/ .*$/s, "");
    return feature.getRows(undefined).flatMap((row) => {
      const inside = feature
        .getRows(row)
        .filter(({ item }) => item.resourceUri?.path.startsWith(`${this.uri.path}/`) === true);
      return inside.length === 0 ? [] : [format(row), ...inside.map((each) => `  ${format(each)}`)];
    });
  }

  async waitForRows(feature: WorkspaceReferencesFeature, expected: readonly string[]): Promise<void> {
    await assertEventually(() => Promise.resolve(assert.deepEqual(this.readRows(feature), expected)));
  }
}
