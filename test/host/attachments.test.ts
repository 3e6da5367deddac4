import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { createAttachmentsFeature } from "../../src/features/attachments/feature.ts";
import type { AttachmentTarget } from "../../src/protocol/commands.ts";
import type { Services } from "../../src/services.ts";
import { createAttachments } from "../../src/store/attachments/attachments.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { AddedFile } from "../simulator/stage.ts";
import { openStore } from "../support/fixtures/openStore.ts";
import { until } from "../support/wait.ts";
import { type AttachmentRow, attachmentsBelow, firstArtifact } from "./attachmentRows.ts";
import { connectTo, disconnectAll } from "./extensionUnderTest.ts";

const mebibyte = 1024 * 1024;

function workspaceFolder(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return folder.uri.fsPath;
}

async function sha256(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

async function setFolder(value: string | undefined, target: vscode.ConfigurationTarget): Promise<void> {
  await vscode.workspace.getConfiguration().update("artifacts.attachments.folder", value, target);
}

// Nobody is signed in here, and only the product gives files to everybody: for the other dialect see the unit tests.
describe("attachments in VS Code", () => {
  let server: Simulator;
  let artifact: AttachmentRow;
  let folder: string;

  async function add(file: Partial<AddedFile> & { readonly name: string }): Promise<AttachmentRow> {
    const { id } = server.addFile({
      ...({ type: "application/octet-stream", ...file } as AddedFile),
      artifactId: artifact.artifactId,
    });
    await vscode.commands.executeCommand("artifacts.refresh", artifact);
    const row = (await attachmentsBelow(artifact)).find((each) => each.file.id === id);
    assert.ok(row, file.name);
    return row;
  }

  async function download(row: AttachmentRow): Promise<readonly string[]> {
    const before = existsSync(folder) ? await readdir(folder) : [];
    await vscode.commands.executeCommand("artifacts.downloadAttachment", row);
    const now = existsSync(folder) ? await readdir(folder) : [];
    return now.filter((name) => !before.includes(name));
  }

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    await connectTo(server.url);
    artifact = await firstArtifact();
    folder = join(workspaceFolder(), ".artifacts", String(artifact.artifactId));
  });
  afterEach(async () => {
    await setFolder(undefined, vscode.ConfigurationTarget.Workspace);
    await setFolder(undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await disconnectAll();
    await server.close();
    await rm(join(workspaceFolder(), ".artifacts"), { recursive: true, force: true });
  });

  it("land in the workspace byte by byte, whatever their size, and all of them at once", async () => {
    const sizes = [0, 1, mebibyte, mebibyte + 1, 64 * mebibyte];
    const sums = new Map<string, string>();
    for (const size of sizes) {
      const name = `file-${size}.bin`;
      const { sha256: sum } = server.addFile({
        name,
        type: "application/octet-stream",
        size,
        artifactId: artifact.artifactId,
      });
      sums.set(name, sum);
    }
    await vscode.commands.executeCommand("artifacts.downloadAll", artifact);
    for (const [name, sum] of sums) assert.equal(await sha256(join(folder, name)), sum, name);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith(".part")),
      [],
    );
  });

  it("are downloaded as they are selected, along with what else is", async () => {
    const rows = [await add({ name: "one.log", size: 10 }), await add({ name: "two.log", size: 20 })];
    const unselected = await add({ name: "three.log", size: 30 });
    await vscode.commands.executeCommand("artifacts.downloadAttachment", rows[1], [...rows, artifact]);
    assert.deepEqual((await readdir(folder)).toSorted(), ["one.log", "two.log"]);
    // A row outside of the selection is meant alone.
    await vscode.commands.executeCommand("artifacts.downloadAttachment", unselected, rows);
    assert.deepEqual((await readdir(folder)).toSorted(), ["one.log", "three.log", "two.log"]);
  });

  it("stand below their artifact, and open in place without being saved", async () => {
    const content = new TextEncoder().encode("first line\nsecond line\n");
    const row = await add({ name: "crash.log", type: "text/plain", content });
    await vscode.commands.executeCommand("artifacts.openAttachment", row);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, "artifact-file");
    assert.equal(document.getText(), "first line\nsecond line\n");
    assert.equal(document.languageId, "log");
    assert.equal(vscode.workspace.fs.isWritableFileSystem("artifact-file"), false);
    assert.ok(!existsSync(folder));

    const mine = join(workspaceFolder(), "mine.log");
    await writeFile(mine, "first line\n");
    await vscode.commands.executeCommand("vscode.diff", vscode.Uri.file(mine), document.uri);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    await rm(mine);
  });

  it("are read as they are by whoever reads them in place", async () => {
    const content = Buffer.alloc(3 * mebibyte + 17, "a line of a long text\n");
    const row = await add({ name: "a.bin", content });
    await vscode.commands.executeCommand("artifacts.openAttachment", row);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.input as { uri?: vscode.Uri } | undefined;
    assert.ok(tab?.uri);
    const bytes = await vscode.workspace.fs.readFile(tab.uri);
    assert.equal(createHash("sha256").update(bytes).digest("hex"), server.sha256(row.file.id));
    assert.equal((await vscode.workspace.fs.stat(tab.uri)).permissions, vscode.FilePermission.Readonly);
  });

  it("that are large and no text are not opened: it is said what they are, and that they can be downloaded", async () => {
    const row = (await add({ name: "firmware.img", size: 32 * mebibyte })) as AttachmentRow &
      AttachmentTarget;
    const { sites, catalog, connections } = openStore([{ url: server.url }]);
    const said: string[] = [];
    const memory = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
    const tools = createAttachments({ memory, folder: join(workspaceFolder(), ".artifacts") });
    const { showInformationMessage } = vscode.window;
    Object.assign(vscode.window, {
      showInformationMessage: (text: string, ...labels: readonly string[]) => {
        said.push(text);
        return Promise.resolve(labels.find((label) => label === "Download"));
      },
    });
    try {
      const opened = createAttachmentsFeature({
        sites,
        catalog,
        tools: () => Promise.resolve(tools),
        memory: { ...memory, setKeysForSync: () => undefined },
        boundary: new Boundary(new Log("Files under test"), () => undefined),
      } as Partial<Services> as Services);
      await opened.open(row);
      await until("it is downloaded", () => existsSync(join(folder, "firmware.img")));
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
      await connections.close();
    }
    assert.equal(
      said[0],
      "firmware.img is a binary file (application/octet-stream, 33.6 MB). Download it to open it in another application.",
    );
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.deepEqual(
      tabs.map(({ label }) => label),
      [],
    );
  });

  it("are not read for another account, nor by addresses that are made up", async () => {
    const row = await add({ name: "a.txt", type: "text/plain", size: 5 });
    const address = (about: object): vscode.Uri =>
      vscode.Uri.from({
        scheme: "artifact-file",
        path: "/#1/a.txt.attachment",
        query: JSON.stringify(about),
      });
    const { siteApi, artifactId } = row;
    const fileId = row.file.id;
    await vscode.workspace.fs.readFile(address({ siteApi, artifactId, fileId }));
    const refused = [
      address({ siteApi, artifactId, fileId, accountId: "101" }),
      address({ siteApi, artifactId, fileId: fileId + 1000 }),
      address({ siteApi: "https://evil.example/api", artifactId, fileId }),
      address({ siteApi, artifactId: "1", fileId }),
      vscode.Uri.from({ scheme: "artifact-file", path: "/a.attachment", query: "{" }),
    ];
    for (const uri of refused) {
      await assert.rejects(async () => vscode.workspace.fs.readFile(uri), uri.toString());
    }
  });

  it("get safe names, and never take the place of a file", async () => {
    const content = new Uint8Array([1, 2, 3]);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "notes.txt"), "mine");
    assert.deepEqual(await download(await add({ name: "notes.txt", content })), ["notes (2).txt"]);
    assert.equal(await readFile(join(folder, "notes.txt"), "utf8"), "mine");
    for (const name of ["..\\..\\evil", "../../evil", "/etc/passwd", "CON", `${"x".repeat(296)}.txt`]) {
      const [saved] = await download(await add({ name, content }));
      assert.ok(saved !== undefined && !/[\\/]/.test(saved) && saved.length <= 140, saved);
    }
    assert.deepEqual(await readdir(join(workspaceFolder(), ".artifacts")), [String(artifact.artifactId)]);
  });

  it("are not written through a link that leads elsewhere", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "elsewhere-"));
    await symlink(elsewhere, join(workspaceFolder(), ".artifacts"));
    const row = await add({ name: "a.txt", size: 5 });
    await vscode.commands.executeCommand("artifacts.downloadAttachment", row);
    assert.deepEqual(await readdir(elsewhere), []);
    await rm(join(workspaceFolder(), ".artifacts"));
    await rm(elsewhere, { recursive: true });
  });

  it("go where the person says, and where the workspace says only if that stays inside", async () => {
    const row = await add({ name: "a.txt", size: 5 });
    const outside = await mkdtemp(join(tmpdir(), "outside-"));
    await setFolder(outside, vscode.ConfigurationTarget.Workspace);
    assert.deepEqual(await download(row), ["a.txt"]);
    assert.deepEqual(await readdir(outside), []);
    await setFolder("seen/${id}", vscode.ConfigurationTarget.Workspace);
    await vscode.commands.executeCommand("artifacts.downloadAttachment", row);
    const seen = join(workspaceFolder(), "seen");
    assert.deepEqual(await readdir(join(seen, String(artifact.artifactId))), ["a.txt"]);
    await rm(seen, { recursive: true });
    await setFolder(undefined, vscode.ConfigurationTarget.Workspace);
    await setFolder(join(outside, "new", "${id}"), vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("artifacts.downloadAttachment", row);
    assert.deepEqual(await readdir(join(outside, "new", String(artifact.artifactId))), ["a.txt"]);
    await rm(outside, { recursive: true });
  });

  const bad: Readonly<Record<string, (row: AttachmentRow) => void>> = {
    "the server has lost": () => undefined,
    "come in chunks that are too short": () =>
      server.faults.add({ path: /artifact_files/, fault: { kind: "chunkLength", by: -1 } }),
    "come in chunks that are too long": () =>
      server.faults.add({ path: /artifact_files/, fault: { kind: "chunkLength", by: 1 } }),
    "come as something else than base64": () =>
      server.faults.add({ path: /artifact_files/, fault: { kind: "corruptBase64" } }),
    "the server refuses": () =>
      server.faults.add({ path: /artifact_files/, fault: { kind: "status", status: 403 } }),
  };
  for (const [name, spoil] of Object.entries(bad)) {
    it(`leave nothing behind which ${name}`, async () => {
      const isLost = name.includes("lost");
      const row = await add({ name: "a.bin", size: 2 * mebibyte, isLost });
      server.faults.add({ path: /^\/plugins\//, fault: { kind: "status", status: 404 } });
      spoil(row);
      assert.deepEqual(await download(row), []);
    });
  }
});
