// A server with attachments, and a folder to bring them to that ends with the test.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type Client, createClient } from "../../../../src/api/client.ts";
import { usualRetry } from "../../../../src/api/network/retry.ts";
import type { FileDescription } from "../../../../src/model/value.ts";
import type { DownloadOutcome, Target } from "../../../../src/store/attachments/download.ts";
import { Downloads, type DownloadsProgress } from "../../../../src/store/attachments/downloads.ts";
import { type Disk, realDisk } from "../../../../src/store/attachments/fileSystem.ts";
import type { Memory } from "../../../../src/store/mementos.ts";
import type { Fault, FaultRule } from "../../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";

export const chunk = 1024 * 1024;

/** As VS Code's own: what is put there comes back as plain data. */
export function memoryOf(kept: Map<string, string>): Memory {
  return {
    keys: () => [...kept.keys()],
    get: (key) => {
      const text = kept.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    update: (key, value) => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** An error as the system's own are. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code, errno: -1, syscall: "write" });
}

export interface Added {
  readonly file: FileDescription;
  readonly sha256: string;
}

interface Saving {
  readonly target?: Target;
  readonly signal?: AbortSignal;
  readonly downloads?: Downloads;
  readonly onProgress?: (progress: DownloadsProgress) => void;
  readonly client?: Pick<Client, "download">;
  readonly accountId?: string | undefined;
}

export class DownloadStage {
  readonly server: Simulator;
  readonly client: Client;
  /** Where files are to go; beside it lies what nobody may touch. */
  readonly folder: string;
  readonly kept = new Map<string, string>();
  readonly pauses: number[] = [];
  readonly #top: string;

  private constructor(server: Simulator, client: Client, top: string) {
    this.server = server;
    this.client = client;
    this.#top = top;
    this.folder = join(top, "chosen");
  }

  static async open(dialect: Dialect = "product"): Promise<DownloadStage> {
    const server = await startSimulator({ dialect });
    const client = createClient({
      api: `${server.url}/api`,
      credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
      caFile: undefined,
      observe: () => undefined,
      retry: { ...usualRetry, wait: () => Promise.resolve() },
    });
    const stage = new DownloadStage(server, client, await mkdtemp(join(tmpdir(), "attachments-")));
    await mkdir(stage.folder);
    await writeFile(stage.beside("theirs.txt"), "theirs");
    return stage;
  }

  /** A session: what it knows of earlier ones is in the memory. */
  downloads(disk: Partial<Disk> = {}, platform: NodeJS.Platform = "linux"): Downloads {
    return new Downloads({
      platform,
      memory: memoryOf(this.kept),
      now: () => performance.now(),
      disk: { ...realDisk, ...disk },
      pause: (milliseconds) => Promise.resolve(void this.pauses.push(milliseconds)),
    });
  }

  /** A file on the server that comes in chunks, unless it is to come as a stream. */
  add(size: number, name = "soundings.bin", way: "chunks" | "stream" = "chunks"): Added {
    const type = "application/octet-stream";
    const { id, sha256 } = this.server.addFile({ artifactId: 1, name, type, size });
    const page =
      way === "stream" ? `/plugins/tracker/attachments/${id}-${encodeURIComponent(name)}` : undefined;
    return { file: { id, name, size, type, description: "", page }, sha256 };
  }

  spoil(fault: Fault, rule: Partial<FaultRule> = {}): () => void {
    return this.server.faults.add({ path: /artifact_files/, ...rule, fault });
  }

  async save({ file }: Pick<Added, "file">, options: Saving = {}): Promise<DownloadOutcome> {
    const [outcome] = await this.saveAll([{ file }], options);
    return outcome ?? assert.fail("nothing came of it");
  }

  saveAll(added: readonly Pick<Added, "file">[], options: Saving = {}): Promise<readonly DownloadOutcome[]> {
    const {
      target = this.inFolder(),
      downloads = this.downloads(),
      client = this.client,
      onProgress,
      accountId = "7",
    } = options;
    const { signal = new AbortController().signal } = options;
    const siteApi = `${this.server.url}/api`;
    const wanted = added.map(({ file }) => ({ siteApi, accountId, client, file, target }));
    return downloads.save(wanted, signal, onProgress);
  }

  /** A file of which a third has come, before the connection was cut for good. */
  async begun(): Promise<Added> {
    const added = this.add(3 * chunk, "a.bin");
    const heal = this.spoil({ kind: "drop" }, { path: /offset=1048576/ });
    assert.equal((await this.save(added)).kind, "failed");
    heal();
    return added;
  }

  inFolder(...below: readonly string[]): Target {
    return { kind: "folder", root: this.folder, path: join(this.folder, ...below) };
  }

  async namesIn(folder: string): Promise<readonly string[]> {
    return readdir(folder);
  }

  /** Somebody puts a link to a folder beside in the place of one that is there. */
  async swapForLink(name: string, beside: string): Promise<void> {
    await rename(this.path(name), this.path(`${name} before`));
    await symlink(this.beside(beside), this.path(name));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  beside(name: string): string {
    return join(this.#top, name);
  }

  /** Every file that was added to the disk, by its path from the folder, and the hash of what it holds. */
  async added(): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    for (const entry of await readdir(this.#top, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) found[relative(this.folder, path)] = sha256(await readFile(path));
    }
    const { [join("..", "theirs.txt")]: theirs, ...rest } = found;
    assert.equal(theirs, sha256("theirs"), "what lies beside the folder is not as it was");
    return rest;
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.server.close();
    await rm(this.#top, { recursive: true });
  }
}
