import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PendingFile } from "../../../../src/model/valueTypes.ts";
import { findProblemsByTarget } from "../../../../src/model/form/problems.ts";
import type { FormSession } from "../../../../src/store/formSession.ts";
import type { SaveResult } from "../../../../src/store/saveOperation.ts";
import { fileField, stringField } from "../../../simulator/demo/fieldDefinition.ts";
import type { Fault } from "../../../simulator/faults.ts";
import type { TrackerHandle } from "../../../simulator/trackerAdministration.ts";
import type { Dialect } from "../../../simulator/simulator.ts";
import {
  createLineInput,
  editField,
  FormFixture,
  getField,
  neverAborted,
  saveForm,
  summarizeNotices,
} from "../../../support/fixtures/formFixture.ts";
import { createContent } from "../../api/uploadFixture.ts";
import { sha256 } from "./downloadFixture.ts";

const mebibyte = 1024 * 1024;

/** A window with a tracker whose new artifacts can have files. */
class NewFilesFixture {
  readonly forms: FormFixture;
  readonly tracker: TrackerHandle;

  private constructor(forms: FormFixture, tracker: TrackerHandle) {
    this.forms = forms;
    this.tracker = tracker;
  }

  static async open(dialect: Dialect, isRequired = false): Promise<NewFilesFixture> {
    const forms = await FormFixture.open(dialect);
    const tracker = forms.server.addTracker({
      projectId: 102,
      label: "Dives",
      fields: [
        stringField("name", "Name", { required: true }),
        fileField("files", "Files", { required: isRequired }),
        fileField("charts", "Charts", {}),
      ],
      semantics: { title: "name" },
    });
    await mkdir(forms.folder.getSiblingPath("files"));
    return new NewFilesFixture(forms, tracker);
  }

  get server(): FormFixture["server"] {
    return this.forms.server;
  }

  getPath(name: string): string {
    return join(this.forms.folder.getSiblingPath("files"), name);
  }

  async createFile(name: string, content: string | Uint8Array = name): Promise<PendingFile> {
    const path = this.getPath(name);
    await writeFile(path, content);
    const size = typeof content === "string" ? Buffer.byteLength(content) : content.length;
    return { key: `key of ${name}`, name, size, type: "text/plain", description: "", path, isCopy: false };
  }

  openForm(window?: string): Promise<FormSession> {
    return this.forms.open(this.forms.createNewSubject(this.tracker.id), undefined, window);
  }

  addFiles(session: FormSession, ...files: readonly PendingFile[]): void {
    assert.equal(session.addFiles(this.tracker.fieldId("files"), files), "accepted");
  }

  /** Opens a form with a name and files. */
  async openWithFiles(...names: readonly string[]): Promise<FormSession> {
    const session = await this.openForm();
    editField(session, "name", createLineInput("Reef"));
    this.addFiles(session, ...(await Promise.all(names.map((name) => this.createFile(name)))));
    return session;
  }

  countRequests(method: string, path: RegExp): number {
    return this.forms.countRequests(method, path);
  }

  get creations(): number {
    return this.countRequests("POST", /\/artifacts$/);
  }

  addFault(
    method: string,
    path: RegExp,
    fault: Fault,
    rule: { times?: number; skip?: number } = {},
  ): () => void {
    return this.server.faults.add({ method, path, fault, ...rule });
  }

  /** Names of the files of the created artifact, and whether their content is what was sent. */
  async fetchFiles(session: FormSession, name = "files"): Promise<readonly (readonly [string, string])[]> {
    const { subject } = session;
    const id = subject.kind === "artifact" ? subject.artifactId : assert.fail("not created");
    const reader = await this.forms.openAsReader(id, this.tracker.id);
    const { value } = getField(reader, name);
    const files = value?.kind === "files" ? value.files : [];
    return files.map((file) => [file.name, this.server.getFileSha256(file.id)]);
  }

  /** Keys of the uploads that can be resumed. */
  get storedUploads(): readonly string[] {
    return this.forms.storedUploads;
  }

  async close(): Promise<void> {
    await this.forms.attachmentTools.whenIdle();
    await this.forms.close();
  }
}

const hashed = (name: string, content: string | Uint8Array = name): readonly [string, string] => [
  name,
  sha256(content),
];
const isChunk = [/uploads/, "PATCH"] as const;

describe("files of a new artifact on the product dialect", () => {
  let fixture: NewFilesFixture;

  beforeEach(async () => {
    fixture = await NewFilesFixture.open("product");
  });
  afterEach(() => fixture.close());

  const countChunks = (): number => fixture.countRequests("PATCH", /uploads/);
  const whenIdle = (): Promise<void> => fixture.forms.attachmentTools.whenIdle();

  it("are uploaded, and sent with the creation in one request", async () => {
    const session = await fixture.openForm();
    editField(session, "name", createLineInput("Reef"));
    const large = createContent(2 * mebibyte + 5);
    fixture.addFiles(
      session,
      await fixture.createFile("notes.txt"),
      await fixture.createFile("large.bin", large),
    );
    const charts = [await fixture.createFile("chart.txt"), await fixture.createFile("empty.txt", "")];
    assert.equal(session.addFiles(fixture.tracker.fieldId("charts"), charts), "accepted");
    const progress: number[] = [];
    const result = await session.save("checked", neverAborted, {
      onUploadProgress: ({ bytes, total }) => void progress.push(bytes / total),
    });
    await session.whenChecked();
    assert.deepEqual([result.kind, summarizeNotices(session)], ["saved", []]);
    assert.equal(progress.at(-1), 1);
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("notes.txt"), hashed("large.bin", large)]);
    assert.deepEqual(await fixture.fetchFiles(session, "charts"), [
      hashed("chart.txt"),
      hashed("empty.txt", ""),
    ]);
    assert.deepEqual([fixture.creations, fixture.countRequests("PUT", /artifacts/)], [1, 0]);
    await whenIdle();
    assert.deepEqual([session.draft.inputs, fixture.storedUploads], [[], []]);
  });

  it("are reported by name if one can't be uploaded, and the others aren't sent again", async () => {
    const session = await fixture.openWithFiles("first.txt", "second.txt");
    const removeFault = fixture.addFault(
      "POST",
      /tracker_fields/,
      { kind: "status", status: 503 },
      { skip: 1 },
    );
    assert.equal((await saveForm(session)).kind, "notSaved");
    const [notice] = session.notices;
    const failedName = notice?.kind === "fileNotUploaded" ? notice.name : assert.fail();
    assert.deepEqual(summarizeNotices(session), [["fileNotUploaded", failedName, "failed"]]);
    assert.deepEqual([fixture.creations, countChunks()], [0, 1]);
    removeFault();
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual([summarizeNotices(session), countChunks(), fixture.creations], [[], 2, 1]);
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("first.txt"), hashed("second.txt")]);
  });

  it("resume where the connection was lost", async () => {
    const session = await fixture.openForm();
    editField(session, "name", createLineInput("Reef"));
    const large = createContent(3 * mebibyte);
    fixture.addFiles(session, await fixture.createFile("large.bin", large));
    const removeFault = fixture.addFault("PATCH", /uploads/, { kind: "status", status: 400 }, { skip: 2 });
    assert.equal((await saveForm(session)).kind, "notSaved");
    removeFault();
    const before = countChunks();
    assert.equal((await saveForm(session)).kind, "saved");
    assert.equal(countChunks() - before, 1);
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("large.bin", large)]);
  });

  const rejections: readonly (readonly [string, Fault])[] = [
    ["400", { kind: "status", status: 400, body: JSON.stringify({ error: { code: 400, message: "no" } }) }],
    ["403", { kind: "status", status: 403, body: JSON.stringify({ error: { code: 403, message: "no" } }) }],
    ["500", { kind: "status", status: 500 }],
    ["500 with a message", { kind: "status", status: 500, body: '{"error":{"code":500,"message":"no"}}' }],
    ["a lost connection", { kind: "drop" }],
  ];
  for (const [name, fault] of rejections) {
    it(`are kept on the server if the creation fails with ${name}`, async () => {
      const session = await fixture.openWithFiles("notes.txt");
      const removeFault = fixture.addFault("POST", /\/artifacts$/, fault);
      assert.equal((await saveForm(session)).kind, "notSaved");
      await whenIdle();
      assert.equal(fixture.countRequests("DELETE", /./), 0);
      removeFault();
      assert.equal((await saveForm(session)).kind, "saved");
      assert.equal(countChunks(), 1);
      assert.deepEqual(await fixture.fetchFiles(session), [hashed("notes.txt")]);
    });
  }

  it("are deleted on the server if the upload is canceled, and stay in the draft", async () => {
    const session = await fixture.openWithFiles("first.txt", "second.txt", "third.txt");
    const controller = new AbortController();
    const [path, method] = isChunk;
    fixture.addFault(
      method,
      path,
      { kind: "concurrentChange", act: () => controller.abort() },
      { skip: 2, times: 1 },
    );
    assert.equal((await session.save("checked", controller.signal)).kind, "notSaved");
    await whenIdle();
    assert.deepEqual([summarizeNotices(session), fixture.creations, fixture.storedUploads], [[], 0, []]);
    assert.equal(fixture.countRequests("DELETE", /uploads/), 3);
    assert.equal((await saveForm(session)).kind, "saved");
    assert.equal((await fixture.fetchFiles(session)).length, 3);
  });

  it("are deleted on the server if the draft is discarded, with their copies", async () => {
    const { stagedFiles } = fixture.forms.attachmentTools;
    const staged = await stagedFiles.create("pasted.png");
    await staged.append(Buffer.from("PNG"));
    await staged.finish();
    const path = await stagedFiles.moveToDraft(staged.path, "a");
    await staged.remove();
    const session = await fixture.openWithFiles("notes.txt");
    const pasted = { ...(await fixture.createFile("pasted.png", "PNG")), path, isCopy: true };
    fixture.addFiles(session, pasted);
    fixture.addFault("POST", /\/artifacts$/, { kind: "status", status: 500 });
    assert.equal((await saveForm(session)).kind, "notSaved");
    assert.ok(existsSync(path));
    await session.discard();
    await whenIdle();
    assert.deepEqual([fixture.countRequests("DELETE", /uploads/), fixture.storedUploads], [2, []]);
    assert.deepEqual([existsSync(path), existsSync(fixture.getPath("notes.txt"))], [false, true]);
  });

  it("are uploaded again if the server has deleted them meanwhile", async () => {
    const session = await fixture.openWithFiles("notes.txt");
    const removeFault = fixture.addFault("POST", /\/artifacts$/, { kind: "status", status: 500 });
    assert.equal((await saveForm(session)).kind, "notSaved");
    removeFault();
    fixture.server.clock.advance(5 * 60 * 60 * 1000);
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual([countChunks(), summarizeNotices(session)], [2, []]);
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("notes.txt")]);
  });

  it("are uploaded again if the server deletes them just before the creation", async () => {
    const session = await fixture.openWithFiles("notes.txt");
    const act = (): void => fixture.server.clock.advance(5 * 60 * 60 * 1000);
    fixture.addFault("POST", /\/artifacts$/, { kind: "concurrentChange", act }, { times: 1 });
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual([fixture.creations, countChunks(), summarizeNotices(session)], [2, 2, []]);
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("notes.txt")]);
  });

  it("aren't deleted on the server if the artifact might have been created", async () => {
    const session = await fixture.openWithFiles("notes.txt");
    fixture.addFault("POST", /\/artifacts$/, { kind: "drop", when: "after" }, { times: 1 });
    assert.equal((await saveForm(session)).kind, "notSaved");
    assert.deepEqual(summarizeNotices(session), [["unknown", 1]]);
    await session.discard();
    await whenIdle();
    assert.deepEqual([fixture.countRequests("DELETE", /./), fixture.storedUploads], [0, []]);
  });

  it("are uploaded again if the user saves anyway after an unknown outcome", async () => {
    const session = await fixture.openWithFiles("notes.txt");
    fixture.addFault("POST", /\/artifacts$/, { kind: "drop", when: "after" }, { times: 1 });
    assert.equal((await saveForm(session)).kind, "notSaved");
    const result: SaveResult = await session.save("anyway", neverAborted);
    assert.equal(result.kind, "saved");
    assert.deepEqual([fixture.creations, countChunks()], [2, 2]);
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("notes.txt")]);
  });

  it("survive a reload of the window, and complete uploads aren't sent again", async () => {
    const session = await fixture.openWithFiles("notes.txt");
    const removeFault = fixture.addFault("POST", /\/artifacts$/, { kind: "status", status: 500 });
    assert.equal((await saveForm(session)).kind, "notSaved");
    removeFault();
    await session.close();
    const restored = await fixture.openForm("next");
    assert.deepEqual(restored.draft.inputs, session.draft.inputs);
    assert.equal((await saveForm(restored)).kind, "saved");
    assert.equal(countChunks(), 1);
    assert.deepEqual(await fixture.fetchFiles(restored), [hashed("notes.txt")]);
  });

  it("are uploaded as they are when the artifact is created", async () => {
    const session = await fixture.openWithFiles("notes.txt");
    const removeFault = fixture.addFault("POST", /\/artifacts$/, { kind: "status", status: 500 });
    assert.equal((await saveForm(session)).kind, "notSaved");
    removeFault();
    await writeFile(fixture.getPath("notes.txt"), "changed since");
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("notes.txt", "changed since")]);
    assert.equal(fixture.countRequests("DELETE", /uploads/), 1);
  });

  it("that no longer exist are reported before anything is sent", async () => {
    const session = await fixture.openWithFiles("first.txt", "gone.txt");
    await rm(fixture.getPath("gone.txt"));
    assert.equal((await saveForm(session)).kind, "notSaved");
    assert.deepEqual(summarizeNotices(session), [["fileNotUploaded", "gone.txt", "disk"]]);
    assert.deepEqual([fixture.countRequests("POST", /./), fixture.countRequests("PATCH", /./)], [0, 0]);
    assert.equal(await session.removeFile(fixture.tracker.fieldId("files"), "key of gone.txt"), "accepted");
    assert.deepEqual(summarizeNotices(session), []);
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("first.txt")]);
  });

  it("are limited to the size that the field accepts", async () => {
    const session = await fixture.openForm();
    editField(session, "name", createLineInput("Reef"));
    const { control, id } = getField(session, "files");
    const maximum = control.kind === "newFiles" ? (control.maxBytes ?? assert.fail()) : assert.fail();
    const file = await fixture.createFile("huge.bin");
    fixture.addFiles(session, { ...file, size: maximum + 1 });
    assert.deepEqual(findProblemsByTarget(session.base?.form ?? assert.fail(), session.draft).get(id), {
      kind: "fileTooLarge",
      value: "huge.bin",
      maximum,
    });
    assert.deepEqual(await saveForm(session), { kind: "problem", target: id });
    assert.equal(fixture.countRequests("POST", /./), 0);
  });

  it("that are removed are deleted on the server, and uploaded again after undo", async () => {
    const session = await fixture.openWithFiles("first.txt", "second.txt");
    const removeFault = fixture.addFault("POST", /\/artifacts$/, { kind: "status", status: 500 });
    assert.equal((await saveForm(session)).kind, "notSaved");
    removeFault();
    await session.removeFile(fixture.tracker.fieldId("files"), "key of first.txt");
    await whenIdle();
    assert.equal(fixture.countRequests("DELETE", /uploads/), 1);
    assert.equal(session.undoOrRedo("undo"), fixture.tracker.fieldId("files"));
    assert.equal((await saveForm(session)).kind, "saved");
    assert.equal(countChunks(), 3);
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("first.txt"), hashed("second.txt")]);
  });

  it("replace a file with the same path, and can have the same name", async () => {
    const session = await fixture.openWithFiles("notes.txt");
    const again = { ...(await fixture.createFile("notes.txt", "again")), key: "again", description: "newer" };
    await mkdir(fixture.getPath("other"));
    const sameName = { ...(await fixture.createFile("other/notes.txt", "other")), name: "notes.txt" };
    fixture.addFiles(session, again, sameName);
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual(await fixture.fetchFiles(session), [
      hashed("notes.txt", "again"),
      hashed("notes.txt", "other"),
    ]);
  });

  it("can't be changed while they are uploaded", async () => {
    const session = await fixture.openWithFiles("first.txt");
    const fieldId = fixture.tracker.fieldId("files");
    const second = await fixture.createFile("second.txt");
    const saving = saveForm(session);
    assert.deepEqual(
      [session.addFiles(fieldId, [second]), await session.removeFile(fieldId, "key of first.txt")],
      ["refused", "refused"],
    );
    assert.equal(session.undoOrRedo("undo"), undefined);
    assert.equal((await saving).kind, "saved");
    assert.deepEqual([session.draft.inputs, session.addFiles(fieldId, [second])], [[], "refused"]);
  });

  it("are uploaded as temporary files if the server has no other route", async () => {
    fixture.addFault("POST", /tracker_fields/, {
      kind: "status",
      status: 404,
      body: '{"error":{"code":404}}',
    });
    fixture.addFault("OPTIONS", /tracker_fields/, {
      kind: "status",
      status: 404,
      body: '{"error":{"code":404}}',
    });
    const session = await fixture.openWithFiles("notes.txt");
    const removeFault = fixture.addFault("POST", /\/artifacts$/, { kind: "status", status: 500 });
    assert.equal((await saveForm(session)).kind, "notSaved");
    removeFault();
    assert.equal((await saveForm(session)).kind, "saved");
    assert.equal(fixture.countRequests("POST", /artifact_temporary_files/), 1);
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("notes.txt")]);
  });

  it("aren't reported as a remote change if the artifact can't be loaded after its creation", async () => {
    const removeFault = fixture.addFault("GET", /artifacts\/\d+/, { kind: "status", status: 503 });
    const session = await fixture.openWithFiles("notes.txt");
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual(summarizeNotices(session), [["failed", "serverError", "refresh"]]);
    removeFault();
    await session.refresh(neverAborted);
    assert.deepEqual(summarizeNotices(session), []);
    const { value } = getField(session, "files");
    assert.deepEqual(value?.kind === "files" ? value.files.map(({ name }) => name) : value, ["notes.txt"]);
  });
});

describe("a required file field of a new artifact on the product dialect", () => {
  let fixture: NewFilesFixture;

  beforeEach(async () => {
    fixture = await NewFilesFixture.open("product", true);
  });
  afterEach(() => fixture.close());

  it("is a problem without a file, and isn't with one", async () => {
    const session = await fixture.openForm();
    editField(session, "name", createLineInput("Reef"));
    const target = fixture.tracker.fieldId("files");
    assert.deepEqual([await saveForm(session), fixture.creations], [{ kind: "problem", target }, 0]);
    fixture.addFiles(session, await fixture.createFile("notes.txt"));
    assert.equal((await saveForm(session)).kind, "saved");
    assert.deepEqual(await fixture.fetchFiles(session), [hashed("notes.txt")]);
  });
});

describe("files of a new artifact on the documented dialect", () => {
  let fixture: NewFilesFixture;

  beforeEach(async () => {
    fixture = await NewFilesFixture.open("documented");
  });
  afterEach(() => fixture.close());

  it("can't be added, because the server has no uploads, which is asked once", async () => {
    const session = await fixture.openForm();
    const { control, access, id } = getField(session, "files");
    assert.deepEqual([control.kind, access], ["files", "read"]);
    assert.equal(session.addFiles(id, [await fixture.createFile("notes.txt")]), "refused");
    await fixture.forms.open(fixture.forms.createNewSubject(fixture.tracker.id, "b"));
    assert.equal(fixture.countRequests("OPTIONS", /./), 2);
    editField(session, "name", createLineInput("Reef"));
    assert.equal((await saveForm(session)).kind, "saved");
  });

  it("are reported when they are uploaded if the server couldn't be asked", async () => {
    const removeFault = fixture.addFault("OPTIONS", /./, { kind: "status", status: 503 });
    const session = await fixture.openWithFiles("notes.txt");
    removeFault();
    assert.equal((await saveForm(session)).kind, "notSaved");
    assert.deepEqual(summarizeNotices(session), [["fileNotUploaded", "notes.txt", "noUploads"]]);
    assert.equal(fixture.creations, 0);
    await session.close();
    const restored = await fixture.openForm("next");
    assert.deepEqual([restored.conflicts, restored.draft.inputs], [[], session.draft.inputs]);
    await restored.removeFile(fixture.tracker.fieldId("files"), "key of notes.txt");
    assert.equal((await saveForm(restored)).kind, "saved");
  });
});
