import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { customEditorType } from "../support/window/customEditor.ts";
import { until } from "../support/wait.ts";
import { type AttachmentRow, attachmentsBelow, firstArtifact } from "./attachmentRows.ts";
import { connectTo, disconnectAll } from "./extensionUnderTest.ts";

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

function kindOf({ input }: vscode.Tab): string {
  if (input instanceof vscode.TabInputText) return "text";
  if (input instanceof vscode.TabInputCustom) return input.viewType;
  return input instanceof vscode.TabInputNotebook ? "notebook" : "other";
}

function activeTab(): vscode.Tab {
  return vscode.window.tabGroups.activeTabGroup.activeTab ?? assert.fail("no tab");
}

function uriIn(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input = tab?.input;
  const hasUri =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook;
  return hasUri ? input.uri : undefined;
}

function uriOf(tab: vscode.Tab): vscode.Uri {
  return uriIn(tab) ?? assert.fail("no address");
}

/** The tab in front, once it is this one: extensions hear of tabs some time after a command has opened them. */
async function tabInFront(isWanted: (uri: vscode.Uri) => boolean): Promise<vscode.Tab> {
  await until("the tab is in front", () => {
    const uri = uriIn(vscode.window.tabGroups.activeTabGroup.activeTab);
    return uri !== undefined && isWanted(uri);
  });
  return activeTab();
}

async function associate(associations: Readonly<Record<string, string>> | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update("workbench.editorAssociations", associations, vscode.ConfigurationTarget.Global);
}

async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

describe("the editor of an attachment", () => {
  let server: Simulator;
  let artifact: AttachmentRow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    await connectTo(server.url);
    artifact = await firstArtifact();
  });
  afterEach(async () => {
    await associate(undefined);
    await closeAll();
  });
  after(async () => {
    await disconnectAll();
    await server.close();
  });

  async function add(names: readonly string[], content = notebook): Promise<readonly AttachmentRow[]> {
    const ids = new Set<number>();
    for (const name of names) {
      const bytes = new TextEncoder().encode(content);
      const type = "application/octet-stream";
      ids.add(server.addFile({ name, type, content: bytes, artifactId: artifact.artifactId }).id);
    }
    await vscode.commands.executeCommand("artifacts.refresh", artifact);
    return (await attachmentsBelow(artifact)).filter(({ file }) => ids.has(file.id));
  }

  async function open(row: AttachmentRow): Promise<vscode.Tab> {
    await vscode.commands.executeCommand("artifacts.openAttachment", row);
    return tabInFront(({ query }) => query.includes(`"fileId":${row.file.id}`));
  }

  /** What VS Code picks by the address alone, as it does for its list of recently opened files. */
  async function openByAddress(uri: vscode.Uri): Promise<vscode.Tab> {
    await closeAll();
    await until("all tabs are closed", () => vscode.window.tabGroups.activeTabGroup.activeTab === undefined);
    await vscode.commands.executeCommand("vscode.open", uri);
    return tabInFront((opened) => opened.toString() === uri.toString());
  }

  it("is picked by VS Code from names outside of this scheme: the names below are dangerous", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder");
    const expected = { "a.ipynb": "notebook", "a.rendered": customEditorType, "a.svg": customEditorType };
    for (const [name, kind] of Object.entries(expected)) {
      const uri = vscode.Uri.joinPath(folder, name);
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(notebook));
      assert.equal(kindOf(await openByAddress(uri)), kind, name);
      await closeAll();
      await vscode.workspace.fs.delete(uri);
    }
  });

  it("is the text editor for everything but bitmap images, whatever the name and whoever claims it", async () => {
    const rows = await add(otherNames);
    assert.equal(rows.length, otherNames.length);
    for (const row of rows) {
      const tab = await open(row);
      assert.equal(kindOf(tab), "text", row.file.name);
      assert.equal(kindOf(await openByAddress(uriOf(tab))), "text", `${row.file.name} by its address`);
    }
    assert.deepEqual(vscode.workspace.notebookDocuments, []);
  });

  it("is VS Code's image preview for bitmap images, also if the bytes are something else", async () => {
    const rows = await add(
      imageNames,
      "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    );
    assert.equal(rows.length, imageNames.length);
    for (const row of rows) {
      const tab = await open(row);
      assert.equal(kindOf(tab), "imagePreview.previewEditor", row.file.name);
      assert.equal(tab.label, row.file.name);
      assert.equal(kindOf(await openByAddress(uriOf(tab))), "text", `${row.file.name} by its address`);
    }
  });

  it("stays the text editor if another editor is set for all files", async () => {
    await associate({ "*": customEditorType });
    const [row] = await add(["invoice.ipynb"]);
    assert.equal(kindOf(await open(row ?? assert.fail("no row"))), "text");
    await vscode.commands.executeCommand("artifacts.inspectAsJson", artifact);
    assert.equal(kindOf(await tabInFront(({ scheme }) => scheme === "artifact-json")), "text");
  });

  it("has the name of the attachment as its title, and the language of text that nothing runs", async () => {
    const languages = {
      "crash.LOG": "log",
      "fix.patch": "diff",
      "read.me.md": "markdown",
      "answer.json": "json",
      "script.pl": "plaintext",
      "build.yaml": "plaintext",
      "invoice.ipynb": "plaintext",
    };
    // Without a language by its name VS Code takes it from the first line.
    for (const row of await add(Object.keys(languages), "#!/usr/bin/perl\n")) {
      const tab = await open(row);
      const { label } = tab;
      const language = (await vscode.workspace.openTextDocument(uriOf(tab))).languageId;
      assert.deepEqual(
        [label, { [row.file.name]: language }],
        [row.file.name, { [label]: languages[label as keyof typeof languages] }],
      );
    }
  });

  it("gets nothing to show by an address whose end is not ours, as in tabs of earlier versions", async () => {
    const [row] = await add(["old.ipynb"]);
    const { query, path } = uriOf(await open(row ?? assert.fail("no row")));
    assert.equal(path, `/#${artifact.artifactId}/old.ipynb.attachment`);
    for (const ending of [
      "ipynb",
      "svg",
      "html",
      "rendered",
      "png",
      "txt",
      "attachment.ipynb",
      "ATTACHMENT",
    ]) {
      const old = vscode.Uri.from({ scheme: "artifact-file", path: `/#1/old.${ending}`, query });
      await assert.rejects(
        async () => vscode.workspace.fs.readFile(old),
        /Open the attachment again/,
        ending,
      );
      await assert.rejects(async () => vscode.workspace.fs.stat(old), /Open the attachment again/, ending);
    }
    const notebookUri = vscode.Uri.from({ scheme: "artifact-file", path: "/#1/old.ipynb", query });
    await assert.rejects(async () => vscode.workspace.openNotebookDocument(notebookUri));
    assert.deepEqual(vscode.workspace.notebookDocuments, []);
  });

  it("is not picked by what a server names in its API, for answers shown as JSON", async () => {
    const { siteApi } = artifact;
    await vscode.commands.executeCommand("artifacts.inspectAsJson", {
      siteApi,
      resource: "projects/a.rendered",
    });
    const tab = await tabInFront(({ scheme }) => scheme === "artifact-json");
    const uri = uriOf(tab);
    assert.equal(kindOf(tab), "text");
    assert.equal(kindOf(await openByAddress(uri)), "text");
    for (const path of ["/a.ipynb", "/a.rendered.json", "/a.json.svg", "/a"]) {
      await assert.rejects(async () => vscode.workspace.fs.readFile(uri.with({ path })), path);
    }
  });
});
