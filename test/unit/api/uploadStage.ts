// A server that takes uploads, clients of it, and files to send.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type Client, type ClientOptions, createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import type { UploadSource } from "../../../src/api/sendInPieces.ts";
import type { UploadOptions } from "../../../src/api/uploads.ts";
import type { BegunUpload, NewFile, UploadOutcome } from "../../../src/model/attachment.ts";
import type { FileDescription } from "../../../src/model/value.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator/simulator.ts";
import { FileContent } from "../../simulator/state/fileContent.ts";
import { bugsId, fieldId, newBug, valueOf } from "../specification/world.ts";

export const piece = 1024 * 1024;

/** Different at every place, so that nothing can take the place of anything else. */
export function contentOf(size: number, seed = 1): Buffer {
  return new FileContent(seed, 1, size).slice(0, size);
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function sourceOf(content: Uint8Array): UploadSource {
  return { read: (offset, length) => Promise.resolve(content.subarray(offset, offset + length)) };
}

export function newFile(size: number, name = "soundings.bin"): NewFile {
  return { name, size, type: "application/octet-stream", description: "Off the reef" };
}

/** What an upload told on its way. */
export interface Told {
  readonly outcome: UploadOutcome;
  readonly begun: readonly BegunUpload[];
  readonly progress: readonly number[];
}

export interface Sent extends UploadOptions {
  readonly client?: Client;
  readonly name?: string;
  /** What is announced; as large as the content unless told otherwise. */
  readonly size?: number;
}

export class UploadStage {
  readonly server: Simulator;
  readonly field: number;
  readonly #clients: Client[];

  private constructor(server: Simulator, field: number, clients: Client[]) {
    this.server = server;
    this.field = field;
    this.#clients = clients;
  }

  /** The field is the file field of bugs. */
  static async open(
    options: Partial<SimulatorOptions> = {},
    ofClient: Partial<ClientOptions> = {},
  ): Promise<UploadStage> {
    const server = await startSimulator({ dialect: "product", ...options });
    const client = clientOf(server, ofClient);
    return new UploadStage(server, fieldId(await client.tracker(bugsId), "attachment"), [client]);
  }

  client(options: Partial<ClientOptions> = {}): Client {
    const client = clientOf(this.server, options);
    this.#clients.push(client);
    return client;
  }

  async send(
    content: Uint8Array,
    { client = this.client(), name, size, ...options }: Sent = {},
  ): Promise<Told> {
    const begun: BegunUpload[] = [];
    const progress: number[] = [];
    const file = newFile(size ?? content.length, name);
    const outcome = await client.upload(this.field, file, sourceOf(content), {
      onBegun: (upload) => begun.push(upload),
      onProgress: (bytes) => progress.push(bytes),
      ...options,
    });
    return { outcome, begun, progress };
  }

  /** Hangs the files on a new bug, which tells of them. */
  async attach(...outcomes: readonly UploadOutcome[]): Promise<readonly FileDescription[]> {
    const client = this.client();
    const { id, revision } = await newBug(client);
    assert.ok(revision);
    const ids = outcomes.map((outcome) =>
      outcome.kind === "uploaded" ? outcome.id : assert.fail(outcome.kind),
    );
    const edit = { kind: "files", ids } as const;
    await client.update(id, { changes: [{ fieldId: this.field, edit }] }, revision);
    const value = valueOf(await client.artifact(id), this.field);
    return value?.kind === "files" ? value.files : [];
  }

  /** The same; the hashes of their contents as the server has them. */
  async attached(...outcomes: readonly UploadOutcome[]): Promise<readonly string[]> {
    return (await this.attach(...outcomes)).map(({ id }) => this.server.sha256(id));
  }

  /** What was asked of a field, of a slot beside the API, or in the older way. */
  get asked(): readonly string[] {
    return this.server.requests.flatMap(({ method, path }) => {
      const [place] = [/tracker_fields/, /uploads/, /temporary/].flatMap((each) => each.exec(path) ?? []);
      return place === undefined ? [] : [`${method} ${place}`];
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.server.close();
  }
}

function clientOf(server: Simulator, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    api: `${server.url}/api`,
    credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
    caFile: undefined,
    observe: () => undefined,
    retry: { ...usualRetry, wait: () => Promise.resolve() },
    ...options,
  });
}
