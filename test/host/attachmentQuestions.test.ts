import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { offerGitignore } from "../../src/features/attachments/destination.ts";
import { type AttachmentsFeature, createAttachmentsFeature } from "../../src/features/attachments/feature.ts";
import { IncomingFiles } from "../../src/features/form/attachmentMethods.ts";
import { type Attachment, attachmentsIn } from "../../src/model/attachment.ts";
import type { Services } from "../../src/services.ts";
import { createAttachments } from "../../src/store/attachments/attachments.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { file, string } from "../simulator/demo/draftField.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../support/fixtures/openStore.ts";
import { assertSoon } from "../support/wait.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";
import { WindowAnswers } from "./windowAnswers.ts";

const memento = (): vscode.Memento => memoryInProcess() as vscode.Memento;

describe("what is asked about attachments", () => {
  const log = new Log("Attachments under test");
  let server: Simulator;
  let store: Store;
  let feature: AttachmentsFeature;
  let answers: WindowAnswers;
  let folder: string;
  let artifactId: number;

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    const { artifactIds } = server.addTracker({
      projectId: 102,
      label: "Reports",
      fields: [
        string("name", "Name", { fill: () => ({ kind: "string", text: "Leak" }) }),
        file("files", "Attachments", { fill: () => ({ kind: "files", files: [] }) }),
      ],
      artifacts: 1,
    });
    artifactId = artifactIds[0] ?? assert.fail("no artifact");
    store = openStore([{ url: server.url, label: "Demo" }]);
    await signIn(store, `${server.url}/api`, server.accounts.member);
    folder = await mkdtemp(join(tmpdir(), "attachments-"));
    const boundary = new Boundary(log, () => undefined);
    const tools = createAttachments({ memory: memoryInProcess(), folder: join(folder, "staging") });
    feature = createAttachmentsFeature({
      ...store,
      tools: () => Promise.resolve(tools),
      memory: memento(),
      boundary,
    } as Partial<Services> as Services);
    answers = new WindowAnswers();
  });
  afterEach(async () => {
    answers.restore();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await store.connections.close();
    await server.close();
    await rm(folder, { recursive: true });
  });
  after(() => log.dispose());

  async function attached(): Promise<readonly Attachment[]> {
    const [site] = store.sites.list();
    const { client } = await store.connections.to(site ?? assert.fail("no site"));
    return attachmentsIn((await client.artifact(artifactId)).values);
  }

  const names = async (): Promise<readonly string[]> => (await attached()).map((each) => each.file.name);

  async function add(name: string, content: string, isLost = false): Promise<Attachment & Target> {
    const bytes = new TextEncoder().encode(content);
    const { id } = server.addFile({ name, type: "text/plain", content: bytes, artifactId, isLost });
    // What was attached long ago is at rest.
    server.clock.advance(60_000);
    const found = (await attached()).find((each) => each.file.id === id) ?? assert.fail(name);
    return { ...found, siteApi: `${server.url}/api`, artifactId };
  }

  interface Target {
    readonly siteApi: string;
    readonly artifactId: number;
  }

  it("is where to save one, which is opened from there as text, whatever its name", async () => {
    const path = join(folder, "mine.ipynb");
    answers.answer("showSaveDialog", () => vscode.Uri.file(path));
    answers.presses.push("Open");
    await feature.saveAs(await add("theirs.ipynb", '{ "cells": [] }'));
    assert.equal(await readFile(path, "utf8"), '{ "cells": [] }');
    assert.match(answers.said.join("\n"), /^Saved .*mine\.ipynb\.$/);
    await assertSoon(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputText && input.uri.fsPath === path);
      return Promise.resolve();
    });
    assert.deepEqual(vscode.workspace.notebookDocuments, []);
  });

  it("is whether to try again, where the server has lost one", async () => {
    const lost = await add("gone.bin", "12345", true);
    const path = join(folder, "gone.bin");
    answers.answer("showSaveDialog", () => vscode.Uri.file(path));
    answers.presses.push("Try Again");
    await feature.saveAs(lost);
    const why = "Demo no longer has the content of gone.bin, or hides it from you.";
    await assertSoon(() => {
      assert.deepEqual(answers.said, [why, why]);
      return Promise.resolve();
    });
    assert.ok(!existsSync(path));
  });

  it("is which files to attach, and what to say of them", async () => {
    await add("leak.log", "leak seen");
    const more = join(folder, "more.txt");
    await writeFile(more, "more of it");
    answers.answer("showOpenDialog", () => [vscode.Uri.file(more)]);
    const titles: unknown[] = [];
    answers.answer("showInputBox", ({ title }: vscode.InputBoxOptions) => {
      titles.push(title);
      return "From the valve";
    });
    const act = (): void => {
      server.clock.advance(60_000);
      server.addFile({ name: "theirs.txt", type: "text/plain", size: 5, artifactId });
      server.clock.advance(60_000);
    };
    server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault: { kind: "meanwhile", act } });
    await feature.attaching.toArtifact({ siteApi: `${server.url}/api`, artifactId });
    assert.deepEqual(titles, [`Attach more.txt to #${artifactId}`]);
    assert.deepEqual(answers.said, [`Attached more.txt to #${artifactId}.`]);
    assert.deepEqual(await names(), ["leak.log", "theirs.txt", "more.txt"]);
    assert.equal((await attached()).at(-1)?.file.description, "From the valve");
  });

  it("is whether to remove one, which leaves the others", async () => {
    const leak = await add("leak.log", "leak seen");
    await add("gauge.log", "12 bar");
    await feature.remove(leak);
    assert.equal((await names()).length, 2, "it was not confirmed");
    answers.presses.push("Remove");
    await feature.remove(leak);
    const question = `Remove leak.log from #${artifactId}?\nThe server erases its content. It can't be brought back.`;
    assert.deepEqual(answers.said, [question, question]);
    assert.deepEqual(await names(), ["gauge.log"]);
  });

  it("is nothing where they can't be kept until they are sent, and what is in the way is said", async () => {
    const staging = join(folder, "staging");
    await writeFile(staging, "no folder");
    const tools = createAttachments({ memory: memoryInProcess(), folder: staging });
    const noted: unknown[] = [];
    const incoming = new IncomingFiles(
      () => Promise.resolve(tools),
      (error) => noted.push(error),
    );
    await assert.rejects(incoming.begin("pasted.png", "image/png", 5), {
      message: "pasted.png was not taken, because VS Code can't write to its own storage: see the log.",
    });
    assert.equal(noted.length, 1);
    assert.deepEqual(await incoming.dropAll(), []);
  });

  it("is whether git is to pass over them, but not where its list is a link", async () => {
    const workspace = join(folder, "workspace");
    await mkdir(join(workspace, ".git"), { recursive: true });
    const root = vscode.Uri.file(workspace);
    const shared = vscode.Uri.joinPath(root, ".artifacts");
    const workspaceFolder = { uri: root, name: "workspace", index: 0 };
    const destination = { folder: vscode.Uri.joinPath(shared, "1"), root, shared, workspaceFolder };
    const elsewhere = join(folder, "bashrc");
    await writeFile(elsewhere, "# mine\n");
    const list = join(workspace, ".gitignore");
    await symlink(elsewhere, list);
    const memory = memento();
    answers.presses.push("Add to .gitignore");
    await offerGitignore(memory, destination);
    assert.deepEqual(answers.said, []);
    assert.equal(await readFile(elsewhere, "utf8"), "# mine\n");
    await rm(list);
    // It was not offered before, so it is now.
    await offerGitignore(memory, destination);
    const question = "Keep downloaded attachments (/.artifacts/) out of git?";
    assert.deepEqual(answers.said, [question]);
    assert.equal(await readFile(list, "utf8"), "/.artifacts/\n");
    // Neither again, nor where the list has it by now.
    await offerGitignore(memory, destination);
    await offerGitignore(memento(), destination);
    assert.deepEqual(answers.said, [question]);
  });
});
