import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { createAttachmentsFeature } from "../../src/features/attachments/feature.ts";
import type { AttachmentTarget } from "../../src/protocol/commandArguments.ts";
import type { Services } from "../../src/services.ts";
import { createAttachmentServices } from "../../src/store/attachments/attachmentServices.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { FileToAdd } from "../simulator/directChanges.ts";
import { noPendingUploads } from "../support/fixtures/pendingAttachmentsFixture.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";
import { waitUntil } from "../support/wait.ts";
import { type AttachmentRow, getAttachments, getFirstArtifact } from "./attachmentRows.ts";
import { setSites, clearSites } from "./extensionUnderTest.ts";

const mebibyte = 1024 * 1024;

function getWorkspaceFolder(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return folder.uri.fsPath;
}

async function hashFile(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

async function setFolder(value: string | undefined, target: vscode.ConfigurationTarget): Promise<void> {
  await vscode.workspace.getConfiguration().update("artifacts.attachments.folder", value, target);
}

// Without an account, only the product dialect serves files; unit tests cover the other one.
describe("attachments", () => {
  let server: Simulator;
  let artifact: AttachmentRow;
  let folder: string;

  async function addAttachment(file: Partial<FileToAdd> & { readonly name: string }): Promise<AttachmentRow> {
    const { id } = server.addFile({
      ...({ type: "application/octet-stream", ...file } as FileToAdd),
      artifactId: artifact.artifactId,
    });
    await vscode.commands.executeCommand("artifacts.refresh", artifact);
    const row = (await getAttachments(artifact)).find((each) => each.file.id === id);
    assert.ok(row, file.name);
    return row;
  }

  async function download(row: AttachmentRow): Promise<readonly string[]> {
    const before = existsSync(folder) ? await readdir(folder) : [];
    await vscode.commands.executeCommand("artifacts.downloadAttachment", row);
    const after = existsSync(folder) ? await readdir(folder) : [];
    return after.filter((name) => !before.includes(name));
  }

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    await setSites(server.url);
    artifact = await getFirstArtifact();
    folder = join(getWorkspaceFolder(), ".artifacts", String(artifact.artifactId));
  });
  afterEach(async () => {
    await setFolder(undefined, vscode.ConfigurationTarget.Workspace);
    await setFolder(undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await clearSites();
    await server.close();
    await rm(join(getWorkspaceFolder(), ".artifacts"), { recursive: true, force: true });
  });

  it("are all downloaded to the workspace unchanged, whatever their size", async () => {
    const sizes = [0, 1, mebibyte, mebibyte + 1, 64 * mebibyte];
    const hashes = new Map<string, string>();
    for (const size of sizes) {
      const name = `file-${size}.bin`;
      const { sha256: hash } = server.addFile({
        name,
        type: "application/octet-stream",
        size,
        artifactId: artifact.artifactId,
      });
      hashes.set(name, hash);
    }
    await vscode.commands.executeCommand("artifacts.downloadAllAttachments", artifact);
    for (const [name, hash] of hashes) assert.equal(await hashFile(join(folder, name)), hash, name);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith(".part")),
      [],
    );
  });

  it("are downloaded as selected, ignoring other selected rows", async () => {
    const rows = [
      await addAttachment({ name: "one.log", size: 10 }),
      await addAttachment({ name: "two.log", size: 20 }),
    ];
    const unselected = await addAttachment({ name: "three.log", size: 30 });
    await vscode.commands.executeCommand("artifacts.downloadAttachment", rows[1], [...rows, artifact]);
    assert.deepEqual((await readdir(folder)).toSorted(), ["one.log", "two.log"]);
    // A row outside of the selection is the only target.
    await vscode.commands.executeCommand("artifacts.downloadAttachment", unselected, rows);
    assert.deepEqual((await readdir(folder)).toSorted(), ["one.log", "three.log", "two.log"]);
  });

  it("open in an editor without being saved", async () => {
    const content = new TextEncoder().encode("first line\nsecond line\n");
    const row = await addAttachment({ name: "crash.log", type: "text/plain", content });
    await vscode.commands.executeCommand("artifacts.openAttachment", row);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, "artifact-file");
    assert.equal(document.getText(), "first line\nsecond line\n");
    assert.equal(document.languageId, "log");
    assert.equal(vscode.workspace.fs.isWritableFileSystem("artifact-file"), false);
    assert.ok(!existsSync(folder));

    const localFile = join(getWorkspaceFolder(), "mine.log");
    await writeFile(localFile, "first line\n");
    await vscode.commands.executeCommand("vscode.diff", vscode.Uri.file(localFile), document.uri);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    await rm(localFile);
  });

  it("are read unchanged through the file system", async () => {
    const content = Buffer.alloc(3 * mebibyte + 17, "a line of a long text\n");
    const row = await addAttachment({ name: "a.bin", content });
    await vscode.commands.executeCommand("artifacts.openAttachment", row);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.input as { uri?: vscode.Uri } | undefined;
    assert.ok(tab?.uri);
    const bytes = await vscode.workspace.fs.readFile(tab.uri);
    assert.equal(createHash("sha256").update(bytes).digest("hex"), server.getFileSha256(row.file.id));
    assert.equal((await vscode.workspace.fs.stat(tab.uri)).permissions, vscode.FilePermission.Readonly);
  });

  it("that are large and binary are not opened, but offered for download", async () => {
    const row = (await addAttachment({ name: "firmware.img", size: 32 * mebibyte })) as AttachmentRow &
      AttachmentTarget;
    const { sites, catalog, connections } = createTestStore([{ url: server.url }]);
    const messages: string[] = [];
    const memento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
    const tools = createAttachmentServices({
      memento,
      folder: join(getWorkspaceFolder(), ".artifacts"),
      ...noPendingUploads,
    });
    const { showInformationMessage } = vscode.window;
    Object.assign(vscode.window, {
      showInformationMessage: (text: string, ...labels: readonly string[]) => {
        messages.push(text);
        return Promise.resolve(labels.find((label) => label === "Download"));
      },
    });
    try {
      const feature = createAttachmentsFeature({
        sites,
        catalog,
        attachmentTools: () => Promise.resolve(tools),
        workspaceState: { ...memento, setKeysForSync: () => undefined },
        errorHandler: new ErrorHandler(new Log("Files under test"), () => undefined),
      } as Partial<Services> as Services);
      await feature.open(row);
      await waitUntil("the file is downloaded", () => existsSync(join(folder, "firmware.img")));
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
      await connections.close();
    }
    assert.equal(
      messages[0],
      "firmware.img is a binary file (application/octet-stream, 33.6 MB). Download it to open it in another application.",
    );
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.deepEqual(
      tabs.map(({ label }) => label),
      [],
    );
  });

  it("are not read for another account or by invalid URIs", async () => {
    const row = await addAttachment({ name: "a.txt", type: "text/plain", size: 5 });
    const createUri = (query: object): vscode.Uri =>
      vscode.Uri.from({
        scheme: "artifact-file",
        path: "/#1/a.txt.attachment",
        query: JSON.stringify(query),
      });
    const { siteApi, artifactId } = row;
    const fileId = row.file.id;
    await vscode.workspace.fs.readFile(createUri({ siteApi, artifactId, fileId }));
    const invalidUris = [
      createUri({ siteApi, artifactId, fileId, accountId: "101" }),
      createUri({ siteApi, artifactId, fileId: fileId + 1000 }),
      createUri({ siteApi: "https://evil.example/api", artifactId, fileId }),
      createUri({ siteApi, artifactId: "1", fileId }),
      vscode.Uri.from({ scheme: "artifact-file", path: "/a.attachment", query: "{" }),
    ];
    for (const uri of invalidUris) {
      await assert.rejects(async () => vscode.workspace.fs.readFile(uri), uri.toString());
    }
  });

  it("get safe names, and never replace an existing file", async () => {
    const content = new Uint8Array([1, 2, 3]);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "notes.txt"), "mine");
    assert.deepEqual(await download(await addAttachment({ name: "notes.txt", content })), ["notes (2).txt"]);
    assert.equal(await readFile(join(folder, "notes.txt"), "utf8"), "mine");
    for (const name of ["..\\..\\evil", "../../evil", "/etc/passwd", "CON", `${"x".repeat(296)}.txt`]) {
      const [savedName] = await download(await addAttachment({ name, content }));
      assert.ok(savedName !== undefined && !/[\\/]/.test(savedName) && savedName.length <= 140, savedName);
    }
    assert.deepEqual(await readdir(join(getWorkspaceFolder(), ".artifacts")), [String(artifact.artifactId)]);
  });

  it("are not written through a symbolic link", async () => {
    const linkTarget = await mkdtemp(join(tmpdir(), "elsewhere-"));
    await symlink(linkTarget, join(getWorkspaceFolder(), ".artifacts"));
    const row = await addAttachment({ name: "a.txt", size: 5 });
    await vscode.commands.executeCommand("artifacts.downloadAttachment", row);
    assert.deepEqual(await readdir(linkTarget), []);
    await rm(join(getWorkspaceFolder(), ".artifacts"));
    await rm(linkTarget, { recursive: true });
  });

  it("are saved to the folder of user settings, or of workspace settings only if it is inside of the workspace", async () => {
    const row = await addAttachment({ name: "a.txt", size: 5 });
    const outsideFolder = await mkdtemp(join(tmpdir(), "outside-"));
    await setFolder(outsideFolder, vscode.ConfigurationTarget.Workspace);
    assert.deepEqual(await download(row), ["a.txt"]);
    assert.deepEqual(await readdir(outsideFolder), []);
    await setFolder("seen/${id}", vscode.ConfigurationTarget.Workspace);
    await vscode.commands.executeCommand("artifacts.downloadAttachment", row);
    const seenFolder = join(getWorkspaceFolder(), "seen");
    assert.deepEqual(await readdir(join(seenFolder, String(artifact.artifactId))), ["a.txt"]);
    await rm(seenFolder, { recursive: true });
    await setFolder(undefined, vscode.ConfigurationTarget.Workspace);
    await setFolder(join(outsideFolder, "new", "${id}"), vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("artifacts.downloadAttachment", row);
    assert.deepEqual(await readdir(join(outsideFolder, "new", String(artifact.artifactId))), ["a.txt"]);
    await rm(outsideFolder, { recursive: true });
  });

  const faults: Readonly<Record<string, (row: AttachmentRow) => void>> = {
    "were lost by the server": () => undefined,
    "arrive in chunks that are too short": () =>
      server.faults.add({ path: /artifact_files/, fault: { kind: "chunkLength", by: -1 } }),
    "arrive in chunks that are too long": () =>
      server.faults.add({ path: /artifact_files/, fault: { kind: "chunkLength", by: 1 } }),
    "arrive with invalid base64": () =>
      server.faults.add({ path: /artifact_files/, fault: { kind: "corruptBase64" } }),
    "are rejected by the server": () =>
      server.faults.add({ path: /artifact_files/, fault: { kind: "status", status: 403 } }),
  };
  for (const [name, addFault] of Object.entries(faults)) {
    it(`that ${name} leave no files behind`, async () => {
      const isMissingOnDisk = name.includes("lost");
      const row = await addAttachment({ name: "a.bin", size: 2 * mebibyte, isMissingOnDisk });
      server.faults.add({ path: /^\/plugins\//, fault: { kind: "status", status: 404 } });
      addFault(row);
      assert.deepEqual(await download(row), []);
    });
  }
});
