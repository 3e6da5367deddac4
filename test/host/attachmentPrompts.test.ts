import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { offerGitignore } from "../../src/features/attachments/downloadFolder.ts";
import { type AttachmentsFeature, createAttachmentsFeature } from "../../src/features/attachments/feature.ts";
import { FilesReceivedFromPage } from "../../src/features/form/attachmentMethods.ts";
import { type Attachment, findAttachments } from "../../src/model/attachment.ts";
import type { Services } from "../../src/services.ts";
import {
  type AttachmentServices,
  createAttachmentServices,
} from "../../src/store/attachments/attachmentServices.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { fileField, stringField } from "../simulator/demo/fieldDefinition.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { noPendingUploads } from "../support/fixtures/pendingAttachmentsFixture.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { assertEventually } from "../support/wait.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";
import { FakeDialogs } from "./fakeDialogs.ts";

const createState = (): vscode.Memento => createMemento() as vscode.Memento;

describe("prompts for attachments", () => {
  const log = new Log("Attachments under test");
  let server: Simulator;
  let store: TestStore;
  let feature: AttachmentsFeature;
  let tools: AttachmentServices;
  let dialogs: FakeDialogs;
  let folder: string;
  let artifactId: number;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    const { artifactIds } = server.addTracker({
      projectId: 102,
      label: "Reports",
      fields: [
        stringField("name", "Name", { generateValue: () => ({ kind: "string", text: "Leak" }) }),
        fileField("files", "Attachments", { generateValue: () => ({ kind: "files", files: [] }) }),
      ],
      artifacts: 1,
    });
    artifactId = artifactIds[0] ?? assert.fail("no artifact");
    store = createTestStore([{ url: server.url, label: "Demo" }]);
    await signIn(store, `${server.url}/api`, server.accounts.member);
    folder = await mkdtemp(join(tmpdir(), "attachments-"));
    const errorHandler = new ErrorHandler(log, () => undefined);
    tools = createAttachmentServices({
      memento: createMemento(),
      folder: join(folder, "staging"),
      ...noPendingUploads,
    });
    feature = createAttachmentsFeature({
      ...store,
      attachmentTools: () => Promise.resolve(tools),
      workspaceState: createState(),
      errorHandler,
    } as Partial<Services> as Services);
    dialogs = new FakeDialogs();
  });
  afterEach(async () => {
    dialogs.restore();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await store.connections.close();
    await server.close();
    await rm(folder, { recursive: true });
  });
  after(() => log.dispose());

  async function fetchAttachments(): Promise<readonly Attachment[]> {
    const [site] = store.sites.list();
    const { client } = await store.connections.connect(site ?? assert.fail("no site"));
    return findAttachments((await client.artifact(artifactId)).values);
  }

  const fetchNames = async (): Promise<readonly string[]> =>
    (await fetchAttachments()).map((each) => each.file.name);

  async function addAttachment(
    name: string,
    content: string,
    isMissingOnDisk = false,
  ): Promise<Attachment & ArtifactIds> {
    const bytes = new TextEncoder().encode(content);
    const { id } = server.addFile({ name, type: "text/plain", content: bytes, artifactId, isMissingOnDisk });
    // Advances the clock past the second of the change.
    server.clock.advance(60_000);
    const attachment = (await fetchAttachments()).find((each) => each.file.id === id) ?? assert.fail(name);
    return { ...attachment, siteApi: `${server.url}/api`, artifactId };
  }

  interface ArtifactIds {
    readonly siteApi: string;
    readonly artifactId: number;
  }

  it("ask where to save an attachment, which is then opened as text, whatever its name", async () => {
    const path = join(folder, "mine.ipynb");
    dialogs.setAnswer("showSaveDialog", () => vscode.Uri.file(path));
    dialogs.buttonsToPress.push("Open");
    await feature.saveAs(await addAttachment("theirs.ipynb", '{ "cells": [] }'));
    assert.equal(await readFile(path, "utf8"), '{ "cells": [] }');
    assert.match(dialogs.messages.join("\n"), /^Saved .*mine\.ipynb\.$/);
    await assertEventually(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputText && input.uri.fsPath === path);
      return Promise.resolve();
    });
    assert.deepEqual(vscode.workspace.notebookDocuments, []);
  });

  it("offer a retry if the server has lost an attachment", async () => {
    const missing = await addAttachment("gone.bin", "12345", true);
    const path = join(folder, "gone.bin");
    dialogs.setAnswer("showSaveDialog", () => vscode.Uri.file(path));
    dialogs.buttonsToPress.push("Retry");
    await feature.saveAs(missing);
    const message = "The content of gone.bin was deleted from Demo, or you don't have access to it.";
    await assertEventually(() => {
      assert.deepEqual(dialogs.messages, [message, message]);
      return Promise.resolve();
    });
    assert.ok(!existsSync(path));
  });

  it("ask which files to attach, and for a description", async () => {
    await addAttachment("leak.log", "leak seen");
    const file = join(folder, "more.txt");
    await writeFile(file, "more of it");
    dialogs.setAnswer("showOpenDialog", () => [vscode.Uri.file(file)]);
    const titles: unknown[] = [];
    dialogs.setAnswer("showInputBox", ({ title }: vscode.InputBoxOptions) => {
      titles.push(title);
      return "From the valve";
    });
    const changeConcurrently = (): void => {
      server.clock.advance(60_000);
      server.addFile({ name: "theirs.txt", type: "text/plain", size: 5, artifactId });
      server.clock.advance(60_000);
    };
    server.faults.add({
      method: "PUT",
      path: /artifacts/,
      times: 1,
      fault: { kind: "concurrentChange", act: changeConcurrently },
    });
    await feature.attachmentCommands.attachToArtifact({ siteApi: `${server.url}/api`, artifactId });
    assert.deepEqual(titles, [`Attach more.txt to #${artifactId}`]);
    assert.deepEqual(dialogs.messages, [`Attached more.txt to #${artifactId}.`]);
    assert.deepEqual(await fetchNames(), ["leak.log", "theirs.txt", "more.txt"]);
    assert.equal((await fetchAttachments()).at(-1)?.file.description, "From the valve");
  });

  it("name the files of a new artifact, whose copies are kept with its draft", async () => {
    const path = join(folder, "more.txt");
    await writeFile(path, "more");
    dialogs.setAnswer("showOpenDialog", () => [vscode.Uri.file(path)]);
    const titles: unknown[] = [];
    let description: string | undefined = "From the valve";
    dialogs.setAnswer("showInputBox", ({ title }: vscode.InputBoxOptions) => {
      titles.push(title);
      return description;
    });
    const { attachmentCommands } = feature;
    const target = { label: "New artifact in Reports", fieldLabel: undefined, maxBytes: 4, draftKey: "a" };
    const [selected, ...others] = await attachmentCommands.selectNewFiles(target);
    const file = { name: "more.txt", size: 4, type: "text/plain", description, path, isCopy: false };
    assert.deepEqual([selected, others], [{ ...file, key: selected?.key }, []]);
    assert.deepEqual(titles, ["Attach more.txt to New artifact in Reports"]);
    const staged = await tools.stagedFiles.create("pasted.png");
    await staged.append(Buffer.from("PNG"));
    await staged.finish();
    const files = [{ path: staged.path, name: "pasted.png", type: "image/png", origin: "pasted.png" }];
    const [copy] = await attachmentCommands.selectNewFiles({ ...target, files });
    await staged.remove();
    assert.ok(copy);
    assert.deepEqual([copy.isCopy, await readFile(copy.path, "utf8")], [true, "PNG"]);
    assert.deepEqual(await attachmentCommands.selectNewFiles({ ...target, maxBytes: 3 }), []);
    assert.deepEqual(dialogs.messages, [
      "more.txt is too large (4 bytes). This field accepts files up to 3 bytes.",
    ]);
    description = undefined;
    assert.deepEqual(await attachmentCommands.selectNewFiles(target), []);
  });

  it("ask for confirmation before one attachment is removed", async () => {
    const attachment = await addAttachment("leak.log", "leak seen");
    await addAttachment("gauge.log", "12 bar");
    await feature.remove(attachment);
    assert.equal((await fetchNames()).length, 2, "the removal was not confirmed");
    dialogs.buttonsToPress.push("Remove");
    await feature.remove(attachment);
    const question = `Remove leak.log from #${artifactId}?\nThe file will be permanently deleted from the server. You can't undo this action.`;
    assert.deepEqual(dialogs.messages, [question, question]);
    assert.deepEqual(await fetchNames(), ["gauge.log"]);
  });

  it("are not shown if received files can't be staged, but the error is", async () => {
    const staging = join(folder, "staging");
    await writeFile(staging, "no folder");
    const tools = createAttachmentServices({
      memento: createMemento(),
      folder: staging,
      ...noPendingUploads,
    });
    const loggedErrors: unknown[] = [];
    const receivedFiles = new FilesReceivedFromPage(
      () => Promise.resolve(tools),
      (error) => loggedErrors.push(error),
    );
    await assert.rejects(receivedFiles.begin("pasted.png", "image/png", 5), {
      message:
        "pasted.png wasn't attached because VS Code can't write to its storage. See the log for details.",
    });
    assert.equal(loggedErrors.length, 1);
    assert.deepEqual(await receivedFiles.discardAll(), []);
  });

  it("offer to add the folder to .gitignore, unless that file is a symbolic link", async () => {
    const workspace = join(folder, "workspace");
    await mkdir(join(workspace, ".git"), { recursive: true });
    const root = vscode.Uri.file(workspace);
    const sharedFolder = vscode.Uri.joinPath(root, ".artifacts");
    const workspaceFolder = { uri: root, name: "workspace", index: 0 };
    const destination = {
      folder: vscode.Uri.joinPath(sharedFolder, "1"),
      root,
      sharedFolder,
      workspaceFolder,
    };
    const outsideFile = join(folder, "bashrc");
    await writeFile(outsideFile, "# mine\n");
    const gitignore = join(workspace, ".gitignore");
    await symlink(outsideFile, gitignore);
    const state = createState();
    dialogs.buttonsToPress.push("Add to .gitignore");
    await offerGitignore(state, destination);
    assert.deepEqual(dialogs.messages, []);
    assert.equal(await readFile(outsideFile, "utf8"), "# mine\n");
    await rm(gitignore);
    // It wasn't offered before.
    await offerGitignore(state, destination);
    const question = "Add downloaded attachments (/.artifacts/) to .gitignore?";
    assert.deepEqual(dialogs.messages, [question]);
    assert.equal(await readFile(gitignore, "utf8"), "/.artifacts/\n");
    // Neither offered again, nor if .gitignore has the rule.
    await offerGitignore(state, destination);
    await offerGitignore(createState(), destination);
    assert.deepEqual(dialogs.messages, [question]);
  });
});
