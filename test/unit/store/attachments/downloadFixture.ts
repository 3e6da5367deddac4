// A server with attachments, and a download folder that is removed after the test.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type Client, createClient } from "../../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../../src/api/network/retry.ts";
import type { FileDescription } from "../../../../src/model/valueTypes.ts";
import type {
  DownloadOutcome,
  DownloadTarget,
} from "../../../../src/store/attachments/downloadAttachment.ts";
import { Downloads, type DownloadProgress } from "../../../../src/store/attachments/downloads.ts";
import { type FileSystem, nodeFileSystem } from "../../../../src/store/attachments/fileSystem.ts";
import type { Memento } from "../../../../src/store/mementos.ts";
import type { Fault, FaultRule } from "../../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";

export const chunkSize = 1024 * 1024;

/** Like VS Code's memento, it returns plain data. */
export function createMemento(stored: Map<string, string>): Memento {
  return {
    keys: () => [...stored.keys()],
    get: (key) => {
      const text = stored.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    update: (key, value) => {
      if (value === undefined) stored.delete(key);
      else stored.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** An error like those of the file system. */
export function createSystemError(code: string): Error {
  return Object.assign(new Error(code), { code, errno: -1, syscall: "write" });
}

export interface AddedFile {
  readonly file: FileDescription;
  readonly sha256: string;
}

interface SaveOptions {
  readonly target?: DownloadTarget;
  readonly signal?: AbortSignal;
  readonly downloads?: Downloads;
  readonly onProgress?: (progress: DownloadProgress) => void;
  readonly client?: Pick<Client, "download">;
  readonly accountId?: string | undefined;
}

export class DownloadFixture {
  readonly server: Simulator;
  readonly client: Client;
  /** The download folder; files beside it must not be touched. */
  readonly folder: string;
  readonly storedState = new Map<string, string>();
  readonly pauses: number[] = [];
  readonly #top: string;

  private constructor(server: Simulator, client: Client, top: string) {
    this.server = server;
    this.client = client;
    this.#top = top;
    this.folder = join(top, "chosen");
  }

  static async open(dialect: Dialect = "product"): Promise<DownloadFixture> {
    const server = await startSimulator({ dialect });
    const client = createClient({
      api: `${server.url}/api`,
      credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
      caFile: undefined,
      observe: () => undefined,
      retry: { ...defaultRetryPolicy, wait: () => Promise.resolve() },
    });
    const fixture = new DownloadFixture(server, client, await mkdtemp(join(tmpdir(), "attachments-")));
    await mkdir(fixture.folder);
    await writeFile(fixture.getSiblingPath("theirs.txt"), "theirs");
    return fixture;
  }

  /** A new session; earlier ones are known by the stored state. */
  createDownloads(overrides: Partial<FileSystem> = {}, platform: NodeJS.Platform = "linux"): Downloads {
    return new Downloads({
      platform,
      memento: createMemento(this.storedState),
      now: () => performance.now(),
      fileSystem: { ...nodeFileSystem, ...overrides },
      pause: (milliseconds) => Promise.resolve(void this.pauses.push(milliseconds)),
    });
  }

  /** Adds a file to the server that is downloaded in chunks, or as a stream. */
  addFile(size: number, name = "soundings.bin", mode: "chunks" | "stream" = "chunks"): AddedFile {
    const type = "application/octet-stream";
    const { id, sha256 } = this.server.addFile({ artifactId: 1, name, type, size });
    const page =
      mode === "stream" ? `/plugins/tracker/attachments/${id}-${encodeURIComponent(name)}` : undefined;
    return { file: { id, name, size, type, description: "", page }, sha256 };
  }

  addFault(fault: Fault, rule: Partial<FaultRule> = {}): () => void {
    return this.server.faults.add({ path: /artifact_files/, ...rule, fault });
  }

  async save({ file }: Pick<AddedFile, "file">, options: SaveOptions = {}): Promise<DownloadOutcome> {
    const [outcome] = await this.saveAll([{ file }], options);
    return outcome ?? assert.fail("no outcome");
  }

  saveAll(
    added: readonly Pick<AddedFile, "file">[],
    options: SaveOptions = {},
  ): Promise<readonly DownloadOutcome[]> {
    const {
      target = this.createTarget(),
      downloads = this.createDownloads(),
      client = this.client,
      onProgress,
      accountId = "7",
    } = options;
    const { signal = new AbortController().signal } = options;
    const siteApi = `${this.server.url}/api`;
    const requests = added.map(({ file }) => ({ siteApi, accountId, client, file, target }));
    return downloads.downloadAll(requests, signal, onProgress);
  }

  /** A file whose download was interrupted after a third. */
  async createPartialDownload(): Promise<AddedFile> {
    const added = this.addFile(3 * chunkSize, "a.bin");
    const removeFault = this.addFault({ kind: "drop" }, { path: /offset=1048576/ });
    assert.equal((await this.save(added)).kind, "failed");
    removeFault();
    return added;
  }

  createTarget(...below: readonly string[]): DownloadTarget {
    return { kind: "folder", root: this.folder, path: join(this.folder, ...below) };
  }

  async listNames(folder: string): Promise<readonly string[]> {
    return readdir(folder);
  }

  /** Replaces a folder by a link to a sibling folder. */
  async replaceWithSymlink(name: string, sibling: string): Promise<void> {
    await rename(this.getPath(name), this.getPath(`${name} before`));
    await symlink(this.getSiblingPath(sibling), this.getPath(name));
  }

  getPath(name: string): string {
    return join(this.folder, name);
  }

  getSiblingPath(name: string): string {
    return join(this.#top, name);
  }

  /** Hashes of all files that were added, by path relative to the folder. */
  async hashDownloadedFiles(): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    for (const entry of await readdir(this.#top, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) found[relative(this.folder, path)] = sha256(await readFile(path));
    }
    const { [join("..", "theirs.txt")]: theirs, ...added } = found;
    assert.equal(theirs, sha256("theirs"), "a file beside the folder was changed");
    return added;
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.server.close();
    await rm(this.#top, { recursive: true });
  }
}
