import assert from "node:assert/strict";
import * as vscode from "vscode";
import { FormFileReferences } from "../../src/features/form/formFileReferences.ts";
import type { FormPanel } from "../../src/features/form/formPanel.ts";
import type { FileReferenceView } from "../../src/protocol/formProtocol.ts";
import type { Services } from "../../src/services.ts";
import type { FileReference } from "../../src/store/references/referenceIndex.ts";

describe("FormFileReferences", () => {
  let closed: AbortController;
  const file = getFile();
  const reference: FileReference = {
    file: file.toString(),
    artifactId: 12,
    line: 1,
    character: 4,
    endLine: 1,
    endCharacter: 11,
    lineText: "see art #12 \u202e",
  };
  let sent: (readonly FileReferenceView[])[];
  let watchCount: number;
  let disposeCount: number;
  let onFound: (references: readonly FileReference[]) => void;

  before(() => vscode.workspace.fs.writeFile(file, Buffer.from("one\nsee art #12\n")));
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(file);
  });
  beforeEach(() => {
    closed = new AbortController();
    sent = [];
    watchCount = 0;
    disposeCount = 0;
  });

  function getFile(): vscode.Uri {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, "these tests run in a folder");
    return vscode.Uri.joinPath(folder.uri, "form-file-references.md");
  }

  function readSelectedText(): string | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.getText(editor.selection);
  }

  function create(subject: object): FormFileReferences {
    const panel = {
      session: { subject },
      site: { api: "https://a.example/api" },
      signal: closed.signal,
      notifyPage: (_: string, params: readonly FileReferenceView[]) => sent.push(params),
    };
    const watchFileReferences: Services["features"]["commits"]["watchFileReferences"] = (_, listener) => {
      watchCount += 1;
      onFound = listener;
      return Promise.resolve({ dispose: () => void (disposeCount += 1) });
    };
    const services = { features: { commits: { watchFileReferences } } };
    return new FormFileReferences(services as unknown as Services, panel as unknown as FormPanel);
  }

  it("sends each line once, whenever there are others, and to a new page", async () => {
    const references = create({ kind: "artifact", artifactId: 12 });
    await references.show();
    assert.deepEqual(sent, []);
    const expected = {
      file: file.toString(),
      line: 1,
      label: "form-file-references.md:2",
      text: "see art #12",
    };
    onFound([reference, { ...reference, character: 20 }]);
    assert.deepEqual(sent, [[expected]]);
    await references.show();
    assert.deepEqual(sent, [[expected], [expected]]);
    onFound([]);
    assert.deepEqual(sent.at(-1), []);
    assert.equal(watchCount, 1);
  });

  it("opens only lines that were sent", async () => {
    const references = create({ kind: "artifact", artifactId: 12 });
    await references.show();
    onFound([reference]);
    await references.open({ file: "file:///etc/passwd", line: 1 });
    await references.open({ file: file.toString(), line: 0 });
    assert.equal(readSelectedText(), undefined);
    await references.open({ file: file.toString(), line: 1 });
    assert.equal(readSelectedText(), "art #12");
  });

  it("stops watching if the form is closed before it began", async () => {
    const shown = create({ kind: "artifact", artifactId: 12 }).show();
    closed.abort();
    await shown;
    assert.deepEqual([watchCount, disposeCount], [1, 1]);
  });

  it("watches nothing for a new artifact, and stops when the form is closed", async () => {
    await create({ kind: "new" }).show();
    assert.equal(watchCount, 0);
    await create({ kind: "artifact", artifactId: 12 }).show();
    assert.deepEqual([watchCount, disposeCount], [1, 0]);
    closed.abort();
    assert.equal(disposeCount, 1);
    await create({ kind: "artifact", artifactId: 12 }).show();
    assert.equal(watchCount, 1);
  });
});
