import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { Handover } from "../../src/features/attachments/download.ts";
import {
  attachProblem,
  downloadProblem,
  removalProblem,
} from "../../src/features/attachments/outcomeText.ts";
import { sourcesAt } from "../../src/features/attachments/upload.ts";
import { Forbidden, NotFound, Unreachable } from "../../src/model/failure.ts";
import { Staging } from "../../src/store/attachments/staging.ts";
import { transferText } from "../../src/vscode/notifications.ts";
import { MemoryFiles } from "../support/fixtures/memoryFiles.ts";

const scheme = "nowhere";

describe("a workspace that is no folder of this machine", () => {
  let storage: vscode.Uri;
  let registered: vscode.Disposable;
  let staging: Staging;

  before(async () => {
    storage = vscode.Uri.file(await mkdtemp(join(tmpdir(), "storage-")));
    staging = new Staging(join(storage.fsPath, "uploads"));
    registered = vscode.workspace.registerFileSystemProvider(scheme, new MemoryFiles());
  });
  after(async () => {
    registered.dispose();
    await rm(storage.fsPath, { recursive: true });
  });

  async function staged(name: string, content: string): Promise<string> {
    const path = join(storage.fsPath, name);
    await writeFile(path, content);
    return path;
  }

  const text = async (uri: vscode.Uri): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));

  it("is handed what was downloaded, under a free name, and nothing stays behind", async () => {
    const folder = vscode.Uri.from({ scheme, path: "/bay/.artifacts/12" });
    await vscode.workspace.fs.createDirectory(vscode.Uri.from({ scheme, path: "/bay" }));
    await vscode.workspace.fs.createDirectory(vscode.Uri.from({ scheme, path: "/bay/.artifacts" }));
    const handover = Handover.to(folder, true, staging);
    assert.ok(handover);
    assert.equal(handover.target.path, staging.sharedFolder("downloads"));
    const first = await handover.pass(await staged("a.txt", "one"));
    const second = await handover.pass(await staged("a.txt", "two"));
    assert.deepEqual([first.path, second.path], ["/bay/.artifacts/12/a.txt", "/bay/.artifacts/12/a (2).txt"]);
    assert.deepEqual([await text(first), await text(second)], ["one", "two"]);
    assert.deepEqual(await readdir(storage.fsPath), []);
  });

  it("gets a file in the place of another one where the person has said so", async () => {
    const goal = vscode.Uri.from({ scheme, path: "/bay/chosen.txt" });
    await vscode.workspace.fs.writeFile(goal, new TextEncoder().encode("old"));
    assert.equal(await Handover.to(goal, false, staging)?.pass(await staged("a.txt", "new")), goal);
    assert.equal(await text(goal), "new");
  });

  it("needs no such detour where it is one", () => {
    assert.equal(Handover.to(vscode.Uri.file("/bay"), true, staging), undefined);
  });

  it("lends its files for as long as they are sent", async () => {
    const uri = vscode.Uri.from({ scheme, path: "/bay/notes.txt" });
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("notes"));
    const [source] = (await sourcesAt([uri])) ?? [];
    const ready = await source?.ready(staging);
    assert.ok(ready);
    assert.deepEqual([ready.file.name, ready.isTemporary], ["notes.txt", true]);
    assert.equal(source?.origin, "nowhere:/bay/notes.txt");
    assert.equal(await readFile(ready.file.path, "utf8"), "notes");
    await ready.giveBack();
    assert.deepEqual(await readdir(join(storage.fsPath, "uploads")), []);
    const mine = vscode.Uri.file(join(storage.fsPath, "mine.txt"));
    const [own] = (await sourcesAt([mine])) ?? [];
    assert.equal((await own?.ready(staging))?.file.path, mine.fsPath);
  });

  it("lends no folders, and leaves nothing behind of what it can't lend", async () => {
    await vscode.workspace.fs.createDirectory(vscode.Uri.from({ scheme, path: "/bay/folder" }));
    assert.equal(await sourcesAt([vscode.Uri.from({ scheme, path: "/bay/folder" })]), undefined);
    const [gone] = (await sourcesAt([vscode.Uri.from({ scheme, path: "/bay/gone.txt" })])) ?? [];
    await assert.rejects(async () => gone?.ready(staging));
    assert.deepEqual(await readdir(join(storage.fsPath, "uploads")), []);
  });
});

describe("what came of attachments in words", () => {
  const about = { name: "a\nb.log", site: "Harbour", artifact: "#12 Leak" };
  const request = { method: "GET", url: "https://a.example/api/artifact_files/1" };
  const cut = new Unreachable(request, "closed", undefined);
  const path = "/bay/a";

  it("is one line of its own for each", () => {
    const texts = [
      downloadProblem({ kind: "failed", failure: new NotFound(request), isKept: false }, about),
      downloadProblem({ kind: "failed", failure: new Forbidden(request), isKept: false }, about),
      downloadProblem({ kind: "failed", failure: cut, isKept: false }, about),
      downloadProblem({ kind: "failed", failure: cut, isKept: true }, about),
      downloadProblem({ kind: "disk", trouble: { kind: "noSpace", path } }, about),
      downloadProblem({ kind: "disk", trouble: { kind: "noPermission", path } }, about),
      downloadProblem({ kind: "disk", trouble: { kind: "outside", path } }, about),
      downloadProblem({ kind: "disk", trouble: { kind: "disk", path, code: "EIO" } }, about),
      attachProblem({ kind: "noUploads" }, about),
      attachProblem({ kind: "tooLarge", size: 3_000_000, limit: 1_000_000 }, about),
      attachProblem({ kind: "changed" }, about),
      attachProblem({ kind: "disk", trouble: { kind: "disk", path, code: "ENOENT" } }, about),
      attachProblem({ kind: "disk", trouble: { kind: "noPermission", path } }, about),
      attachProblem({ kind: "conflict" }, about),
      attachProblem({ kind: "noRevision" }, about),
      attachProblem({ kind: "gone" }, about),
      attachProblem({ kind: "failed", failure: cut }, about),
      removalProblem({ kind: "conflict" }, about),
      removalProblem({ kind: "failed", failure: cut }, about),
    ];
    assert.deepEqual(
      texts.filter((each) => each === undefined || /[\n{}]/.test(each) || !/[.:]$|\.$/.test(each)),
      [],
    );
    assert.equal(new Set(texts).size, texts.length);
  });

  it("is nothing where it went well, or was called off", () => {
    assert.equal(downloadProblem({ kind: "saved", path, size: 1 }, about), undefined);
    assert.equal(downloadProblem({ kind: "cancelled" }, about), undefined);
    assert.equal(attachProblem({ kind: "cancelled" }, about), undefined);
    assert.equal(removalProblem({ kind: "removed" }, about), undefined);
  });

  it("tells how far it is, how fast, and how long it will take", () => {
    const bytes = { bytes: 12_400_000, total: 64_000_000 };
    assert.equal(transferText({ ...bytes, pace: undefined }), "12.4 MB of 64 MB");
    const pace = { rate: 8_100_000, secondsLeft: 6.4 };
    assert.equal(transferText({ ...bytes, pace }), "12.4 MB of 64 MB, 8.1 MB/s, 6 sec left");
    assert.match(
      transferText({ ...bytes, pace: { rate: 100, secondsLeft: 600 } }),
      /100 bytes\/s, 10 min left$/,
    );
  });
});
