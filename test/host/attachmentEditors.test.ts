import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { customEditorType } from "../support/window/customEditorExtension.ts";
import { waitUntil } from "../support/wait.ts";
import { type AttachmentRow, getAttachments, getFirstArtifact } from "./attachmentRows.ts";
import { setSites, clearSites } from "./extensionUnderTest.ts";

const notebook = JSON.stringify({
  cells: [
    {
      cell_type: "code",
      execution_count: 1,
      metadata: {},
      source: ["1"],
      outputs: [
        { output_type: "display_data", metadata: {}, data: { "text/html": ["<script>alert(1)</script>"] } },
      ],
    },
  ],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});

/** Names that VS Code opens as a notebook, in a custom editor, as text, or that look like something else. */
const otherNames = [
  "invoice.ipynb",
  "INVOICE.IPyNb",
  "photo.png.ipynb",
  "invoice.ipynb ",
  "invoice.ipynb.",
  "invoice\u202Egnp.ipynb",
  "drawing.svg",
  "drawing.png.SVG",
  "page.html",
  "Page.HTML",
  "plan.rendered",
  "film.mp4",
  "sound.MP3",
  "letter.pdf",
  "notes.txt",
  "evil.code-workspace",
  ".ipynb",
  "ipynb",
];
const imageNames = ["photo.png", "photo.JPG", "photo.jpeg", "plan.rendered.png", "invoice.ipynb.gif"];

function getEditorKind({ input }: vscode.Tab): string {
  if (input instanceof vscode.TabInputText) return "text";
  if (input instanceof vscode.TabInputCustom) return input.viewType;
  return input instanceof vscode.TabInputNotebook ? "notebook" : "other";
}

function getActiveTab(): vscode.Tab {
  return vscode.window.tabGroups.activeTabGroup.activeTab ?? assert.fail("no tab");
}

function findTabUri(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input = tab?.input;
  const hasUri =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook;
  return hasUri ? input.uri : undefined;
}

function getTabUri(tab: vscode.Tab): vscode.Uri {
  return findTabUri(tab) ?? assert.fail("the tab has no URI");
}

/** VS Code reports tabs to extensions some time after a command has opened them. */
async function waitForTab(matches: (uri: vscode.Uri) => boolean): Promise<vscode.Tab> {
  await waitUntil("the tab is active", () => {
    const uri = findTabUri(vscode.window.tabGroups.activeTabGroup.activeTab);
    return uri !== undefined && matches(uri);
  });
  return getActiveTab();
}

async function setAssociations(associations: Readonly<Record<string, string>> | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update("workbench.editorAssociations", associations, vscode.ConfigurationTarget.Global);
}

async function closeAllEditors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

describe("the editor of an attachment", () => {
  let server: Simulator;
  let artifact: AttachmentRow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    await setSites(server.url);
    artifact = await getFirstArtifact();
  });
  afterEach(async () => {
    await setAssociations(undefined);
    await closeAllEditors();
  });
  after(async () => {
    await clearSites();
    await server.close();
  });

  async function addAttachments(
    names: readonly string[],
    content = notebook,
  ): Promise<readonly AttachmentRow[]> {
    const ids = new Set<number>();
    for (const name of names) {
      const bytes = new TextEncoder().encode(content);
      const type = "application/octet-stream";
      ids.add(server.addFile({ name, type, content: bytes, artifactId: artifact.artifactId }).id);
    }
    await vscode.commands.executeCommand("artifacts.refresh", artifact);
    return (await getAttachments(artifact)).filter(({ file }) => ids.has(file.id));
  }

  async function open(row: AttachmentRow): Promise<vscode.Tab> {
    await vscode.commands.executeCommand("artifacts.openAttachment", row);
    return waitForTab(({ query }) => query.includes(`"fileId":${row.file.id}`));
  }

  /** VS Code selects the editor by the URI alone, as for its list of recently opened files. */
  async function openUri(uri: vscode.Uri): Promise<vscode.Tab> {
    await closeAllEditors();
    await waitUntil(
      "all tabs are closed",
      () => vscode.window.tabGroups.activeTabGroup.activeTab === undefined,
    );
    await vscode.commands.executeCommand("vscode.open", uri);
    return waitForTab((opened) => opened.toString() === uri.toString());
  }

  it("would be selected by name for files outside of the attachment scheme", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder");
    const expected = { "a.ipynb": "notebook", "a.rendered": customEditorType, "a.svg": customEditorType };
    for (const [name, kind] of Object.entries(expected)) {
      const uri = vscode.Uri.joinPath(folder, name);
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(notebook));
      assert.equal(getEditorKind(await openUri(uri)), kind, name);
      await closeAllEditors();
      await vscode.workspace.fs.delete(uri);
    }
  });

  it("is the text editor for everything but bitmap images, whatever the name", async () => {
    const rows = await addAttachments(otherNames);
    assert.equal(rows.length, otherNames.length);
    for (const row of rows) {
      const tab = await open(row);
      assert.equal(getEditorKind(tab), "text", row.file.name);
      assert.equal(getEditorKind(await openUri(getTabUri(tab))), "text", `${row.file.name} by its URI`);
    }
    assert.deepEqual(vscode.workspace.notebookDocuments, []);
  });

  it("is the image preview for bitmap names, even if the content is something else", async () => {
    const rows = await addAttachments(
      imageNames,
      "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    );
    assert.equal(rows.length, imageNames.length);
    for (const row of rows) {
      const tab = await open(row);
      assert.equal(getEditorKind(tab), "imagePreview.previewEditor", row.file.name);
      assert.equal(tab.label, row.file.name);
      assert.equal(getEditorKind(await openUri(getTabUri(tab))), "text", `${row.file.name} by its URI`);
    }
  });

  it("is the text editor even if another editor is associated with all files", async () => {
    await setAssociations({ "*": customEditorType });
    const [row] = await addAttachments(["invoice.ipynb"]);
    assert.equal(getEditorKind(await open(row ?? assert.fail("no row"))), "text");
    await vscode.commands.executeCommand("artifacts.inspectAsJson", artifact);
    assert.equal(getEditorKind(await waitForTab(({ scheme }) => scheme === "artifact-json")), "text");
  });

  it("has the name of the attachment as title, and the language of a text that can't be run", async () => {
    const languages = {
      "crash.LOG": "log",
      "fix.patch": "diff",
      "read.me.md": "markdown",
      "answer.json": "json",
      "script.pl": "plaintext",
      "build.yaml": "plaintext",
      "invoice.ipynb": "plaintext",
    };
    // Without a language for the extension VS Code detects it by the first line.
    for (const row of await addAttachments(Object.keys(languages), "#!/usr/bin/perl\n")) {
      const tab = await open(row);
      const { label } = tab;
      const language = (await vscode.workspace.openTextDocument(getTabUri(tab))).languageId;
      assert.deepEqual(
        [label, { [row.file.name]: language }],
        [row.file.name, { [label]: languages[label as keyof typeof languages] }],
      );
    }
  });

  it("shows nothing for a URI with another extension, as in tabs of earlier versions", async () => {
    const [row] = await addAttachments(["old.ipynb"]);
    const { query, path } = getTabUri(await open(row ?? assert.fail("no row")));
    assert.equal(path, `/#${artifact.artifactId}/old.ipynb.attachment`);
    for (const extension of [
      "ipynb",
      "svg",
      "html",
      "rendered",
      "png",
      "txt",
      "attachment.ipynb",
      "ATTACHMENT",
    ]) {
      const oldUri = vscode.Uri.from({ scheme: "artifact-file", path: `/#1/old.${extension}`, query });
      await assert.rejects(
        async () => vscode.workspace.fs.readFile(oldUri),
        /Open the attachment again/,
        extension,
      );
      await assert.rejects(
        async () => vscode.workspace.fs.stat(oldUri),
        /Open the attachment again/,
        extension,
      );
    }
    const notebookUri = vscode.Uri.from({ scheme: "artifact-file", path: "/#1/old.ipynb", query });
    await assert.rejects(async () => vscode.workspace.openNotebookDocument(notebookUri));
    assert.deepEqual(vscode.workspace.notebookDocuments, []);
  });

  it("is not selected by API paths of the server for responses shown as JSON", async () => {
    const { siteApi } = artifact;
    await vscode.commands.executeCommand("artifacts.inspectAsJson", {
      siteApi,
      resource: "projects/a.rendered",
    });
    const tab = await waitForTab(({ scheme }) => scheme === "artifact-json");
    const uri = getTabUri(tab);
    assert.equal(getEditorKind(tab), "text");
    assert.equal(getEditorKind(await openUri(uri)), "text");
    for (const path of ["/a.ipynb", "/a.rendered.json", "/a.json.svg", "/a"]) {
      await assert.rejects(async () => vscode.workspace.fs.readFile(uri.with({ path })), path);
    }
  });
});
