import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { DownloadMover } from "../../src/features/attachments/attachmentDownloader.ts";
import {
  formatAttachError,
  formatDownloadError,
  formatRemovalError,
} from "../../src/features/attachments/attachmentErrors.ts";
import { confirmFilesToAttach } from "../../src/features/attachments/attachmentUploader.ts";
import { Forbidden, NotFound, Unreachable } from "../../src/model/failure.ts";
import { StagedFiles } from "../../src/store/attachments/stagedFiles.ts";
import { transferProgressText } from "../../src/vscode/notifications.ts";
import { MemoryFileSystem } from "../support/fixtures/memoryFileSystem.ts";

const scheme = "virtual";

describe("attachments in a virtual workspace", () => {
  let storage: vscode.Uri;
  let registration: vscode.Disposable;
  let stagedFiles: StagedFiles;

  before(async () => {
    storage = vscode.Uri.file(await mkdtemp(join(tmpdir(), "storage-")));
    stagedFiles = new StagedFiles(join(storage.fsPath, "uploads"));
    registration = vscode.workspace.registerFileSystemProvider(scheme, new MemoryFileSystem());
  });
  after(async () => {
    registration.dispose();
    await rm(storage.fsPath, { recursive: true });
  });

  async function writeDownload(name: string, content: string): Promise<string> {
    const path = join(storage.fsPath, name);
    await writeFile(path, content);
    return path;
  }

  const readText = async (uri: vscode.Uri): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));

  it("are moved to the workspace under a free name, and leave no staged files", async () => {
    const folder = vscode.Uri.from({ scheme, path: "/bay/.artifacts/12" });
    await vscode.workspace.fs.createDirectory(vscode.Uri.from({ scheme, path: "/bay" }));
    await vscode.workspace.fs.createDirectory(vscode.Uri.from({ scheme, path: "/bay/.artifacts" }));
    const mover = DownloadMover.create(folder, true, stagedFiles);
    assert.ok(mover);
    assert.equal(mover.stagingTarget.path, stagedFiles.getSharedFolder("downloads"));
    const first = await mover.move(await writeDownload("a.txt", "one"));
    const second = await mover.move(await writeDownload("a.txt", "two"));
    assert.deepEqual([first.path, second.path], ["/bay/.artifacts/12/a.txt", "/bay/.artifacts/12/a (2).txt"]);
    assert.deepEqual([await readText(first), await readText(second)], ["one", "two"]);
    assert.deepEqual(await readdir(storage.fsPath), []);
  });

  it("replace a file that the user selected", async () => {
    const target = vscode.Uri.from({ scheme, path: "/bay/chosen.txt" });
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode("old"));
    assert.equal(
      await DownloadMover.create(target, false, stagedFiles)?.move(await writeDownload("a.txt", "new")),
      target,
    );
    assert.equal(await readText(target), "new");
  });

  it("need no staging in a local folder", () => {
    assert.equal(DownloadMover.create(vscode.Uri.file("/bay"), true, stagedFiles), undefined);
  });

  it("are staged for the upload, and removed afterwards", async () => {
    const uri = vscode.Uri.from({ scheme, path: "/bay/notes.txt" });
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("notes"));
    const [source] = (await confirmFilesToAttach([uri])) ?? [];
    const preparedFile = await source?.prepare(stagedFiles);
    assert.ok(preparedFile);
    assert.deepEqual([preparedFile.file.name, preparedFile.isTemporary], ["notes.txt", true]);
    assert.equal(source?.displayPath, "virtual:/bay/notes.txt");
    assert.equal(await readFile(preparedFile.file.path, "utf8"), "notes");
    await preparedFile.release();
    assert.deepEqual(await readdir(join(storage.fsPath, "uploads")), []);
    const localUri = vscode.Uri.file(join(storage.fsPath, "mine.txt"));
    const [localFile] = (await confirmFilesToAttach([localUri])) ?? [];
    assert.equal((await localFile?.prepare(stagedFiles))?.file.path, localUri.fsPath);
  });

  it("are not staged for folders, and leave nothing behind if they can't be read", async () => {
    await vscode.workspace.fs.createDirectory(vscode.Uri.from({ scheme, path: "/bay/folder" }));
    assert.equal(await confirmFilesToAttach([vscode.Uri.from({ scheme, path: "/bay/folder" })]), undefined);
    const [missingFile] =
      (await confirmFilesToAttach([vscode.Uri.from({ scheme, path: "/bay/gone.txt" })])) ?? [];
    await assert.rejects(async () => missingFile?.prepare(stagedFiles));
    assert.deepEqual(await readdir(join(storage.fsPath, "uploads")), []);
  });
});

describe("messages about attachments", () => {
  const context = { name: "a\nb.log", site: "Harbour", artifact: "#12 Leak" };
  const request = { method: "GET", url: "https://a.example/api/artifact_files/1" };
  const unreachable = new Unreachable(request, "closed", undefined);
  const path = "/bay/a";

  it("are one distinct line for each outcome", () => {
    const texts = [
      formatDownloadError({ kind: "failed", failure: new NotFound(request), isResumable: false }, context),
      formatDownloadError({ kind: "failed", failure: new Forbidden(request), isResumable: false }, context),
      formatDownloadError({ kind: "failed", failure: unreachable, isResumable: false }, context),
      formatDownloadError({ kind: "failed", failure: unreachable, isResumable: true }, context),
      formatDownloadError({ kind: "disk", diskFailure: { kind: "noSpace", path } }, context),
      formatDownloadError({ kind: "disk", diskFailure: { kind: "noPermission", path } }, context),
      formatDownloadError({ kind: "disk", diskFailure: { kind: "outside", path } }, context),
      formatDownloadError({ kind: "disk", diskFailure: { kind: "disk", path, code: "EIO" } }, context),
      formatAttachError({ kind: "noUploads" }, context),
      formatAttachError({ kind: "tooLarge", size: 3_000_000, limit: 1_000_000 }, context),
      formatAttachError({ kind: "changed" }, context),
      formatAttachError({ kind: "disk", diskFailure: { kind: "disk", path, code: "ENOENT" } }, context),
      formatAttachError({ kind: "disk", diskFailure: { kind: "noPermission", path } }, context),
      formatAttachError({ kind: "conflict" }, context),
      formatAttachError({ kind: "noVersion" }, context),
      formatAttachError({ kind: "gone" }, context),
      formatAttachError({ kind: "failed", failure: unreachable }, context),
      formatRemovalError({ kind: "conflict" }, context),
      formatRemovalError({ kind: "failed", failure: unreachable }, context),
    ];
    assert.deepEqual(
      texts.filter((each) => each === undefined || /[\n{}]/.test(each) || !/[.:]$|\.$/.test(each)),
      [],
    );
    assert.equal(new Set(texts).size, texts.length);
  });

  it("are empty on success and cancellation", () => {
    assert.equal(formatDownloadError({ kind: "saved", path, size: 1 }, context), undefined);
    assert.equal(formatDownloadError({ kind: "canceled" }, context), undefined);
    assert.equal(formatAttachError({ kind: "canceled" }, context), undefined);
    assert.equal(formatRemovalError({ kind: "removed" }, context), undefined);
  });

  it("show progress, speed and remaining time", () => {
    const bytes = { bytes: 12_400_000, total: 64_000_000 };
    assert.equal(transferProgressText({ ...bytes, pace: undefined }), "12.4 MB of 64 MB");
    const pace = { bytesPerSecond: 8_100_000, secondsLeft: 6.4 };
    assert.equal(transferProgressText({ ...bytes, pace }), "12.4 MB of 64 MB, 8.1 MB/s, 6 sec left");
    assert.match(
      transferProgressText({ ...bytes, pace: { bytesPerSecond: 100, secondsLeft: 600 } }),
      /100 bytes\/s, 10 min left$/,
    );
  });
});
