// A window at a tracker whose artifacts carry files, in a workspace that is a git repository.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { file, string } from "../simulator/demo/draftField.ts";
import type { TrackerHandle } from "../simulator/remodel.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { temporaryFolder } from "./ending.ts";
import { openArtifact } from "./form.ts";
import { pngOf } from "./png.ts";
import { signInWithKey } from "./signIn.ts";
import { expandRow, foldMyWork, treeRow, treeRows } from "./tree.ts";
import type { VirtualFolder } from "./virtualFolder.ts";
import { openWindow, type VSCodeWindow } from "./window.ts";

/** A picture with something to see on it. */
export const picture = pngOf(96, 64, (x, y) => [
  x * 2,
  80 + y * 2,
  ((x >> 3) + (y >> 3)) % 2 === 0 ? 200 : 90,
]);

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function emptyRepository(): Promise<string> {
  const folder = join(await realpath(temporaryFolder()), "workspace");
  await mkdir(join(folder, ".git"), { recursive: true });
  return folder;
}

export class Cargo {
  readonly server: Simulator;
  readonly window: VSCodeWindow;
  /** What is open. */
  readonly folder: string;
  /** The artifact that is worked at. */
  artifact = 0;
  readonly #tracker: TrackerHandle;
  readonly #untouched: number[];

  private constructor(server: Simulator, window: VSCodeWindow, folder: string, tracker: TrackerHandle) {
    this.server = server;
    this.window = window;
    this.folder = folder;
    this.#tracker = tracker;
    this.#untouched = [...tracker.artifactIds];
  }

  /** In a git repository of its own unless something else is to be open. */
  static async open(dialect: Dialect, opened?: VirtualFolder): Promise<Cargo> {
    const server = await startSimulator({ dialect });
    const tracker = server.addTracker({
      projectId: 102,
      label: "Reports",
      fields: [
        string("name", "Name", { fill: () => ({ kind: "string", text: "Leak" }) }),
        file("files", "Attachments", { fill: () => ({ kind: "files", files: [] }) }),
      ],
      artifacts: 14,
    });
    const folder = opened?.folder ?? (await emptyRepository());
    const window = await openWindow({
      ...opened,
      folder,
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
      secrets: "kept",
    });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, dialect === "product" ? member.realName : "signed in");
    await foldMyWork(window.page);
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Reports"));
    const cargo = new Cargo(server, window, folder, tracker);
    await cargo.row(`#${tracker.artifactIds[0]}`).waitFor();
    return cargo;
  }

  get fieldId(): number {
    return this.#tracker.fieldId("files");
  }

  /** Like others, and told apart in the tree. */
  named(name: string): string {
    return `${this.artifact} ${name}`;
  }

  /** A fresh artifact with files on it. */
  take(...files: readonly (readonly [name: string, type: string, content: Uint8Array])[]): number {
    this.artifact = this.#untouched.shift() ?? assert.fail("no artifact is left");
    for (const [name, type, content] of files) {
      this.server.addFile({ name: this.named(name), type, content, artifactId: this.artifact });
    }
    // What was attached long ago is at rest.
    this.server.clock.advance(60_000);
    return this.artifact;
  }

  /** They get in while our change is on its way. */
  meanwhile(act: () => void): void {
    this.server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault: { kind: "meanwhile", act } });
  }

  theyAttach(name: string): void {
    this.server.clock.advance(60_000);
    this.server.addFile({ name, type: "text/plain", size: 5, artifactId: this.artifact });
    this.server.clock.advance(60_000);
  }

  openForm(): Promise<FrameLocator> {
    return openArtifact(this.window, this.artifact);
  }

  /** A row of the tree by a part of its text. */
  row(text: string): Locator {
    return treeRows(this.window.page).filter({ hasText: text }).first();
  }

  /** The row of the artifact that is worked at. */
  get artifactRow(): Locator {
    return treeRow(this.window.page, `#${this.artifact}`);
  }

  /** Where a file of the artifact stands below its row. */
  async fileRow(name: string): Promise<Locator> {
    await this.window.showViews();
    await expandRow(this.artifactRow);
    return treeRow(this.window.page, name);
  }

  /** Where a download of the artifact's files goes. */
  saved(name: string): string {
    return join(this.folder, ".artifacts", String(this.artifact), name);
  }

  async savedSum(name: string): Promise<string> {
    return sha256(await readFile(this.saved(name)));
  }

  /** The names of what hangs on the artifact, as the server has it. */
  async names(): Promise<readonly string[]> {
    const { accessKey } = this.server.accounts.admin;
    const answer = await fetch(`${this.server.url}/api/artifacts/${this.artifact}`, {
      headers: { "X-Auth-AccessKey": accessKey, Accept: "application/json" },
    });
    const { values } = (await answer.json()) as {
      values: readonly { field_id: number; file_descriptions?: readonly { name: string }[] }[];
    };
    const field = values.find(({ field_id: id }) => id === this.fieldId);
    return (field?.file_descriptions ?? []).map(({ name }) => name);
  }

  async close(): Promise<void> {
    await this.window.close();
    await this.server.close();
  }
}
