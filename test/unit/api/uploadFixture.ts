// A server with uploads, clients, and files to upload.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type Client, type ClientOptions, createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import type { UploadSource } from "../../../src/api/chunkedUpload.ts";
import type { UploadOptions } from "../../../src/api/uploads.ts";
import type { ResumableUpload, NewFile, UploadOutcome } from "../../../src/model/attachment.ts";
import type { FileDescription } from "../../../src/model/valueTypes.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator/simulator.ts";
import { GeneratedFileContent } from "../../simulator/state/generatedFileContent.ts";
import { bugsTrackerId, getFieldId, createBug, getValue } from "../specification/specificationContext.ts";

export const chunkSize = 1024 * 1024;

/** Different at every offset, so that misplaced chunks are detected. */
export function createContent(size: number, seed = 1): Buffer {
  return new GeneratedFileContent(seed, 1, size).slice(0, size);
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function createSource(content: Uint8Array): UploadSource {
  return { read: (offset, length) => Promise.resolve(content.subarray(offset, offset + length)) };
}

export function createNewFile(size: number, name = "soundings.bin"): NewFile {
  return { name, size, type: "application/octet-stream", description: "Off the reef" };
}

/** The outcome and the callbacks of an upload. */
export interface UploadResult {
  readonly outcome: UploadOutcome;
  readonly created: readonly ResumableUpload[];
  readonly progress: readonly number[];
}

export interface SendOptions extends UploadOptions {
  readonly client?: Client;
  readonly name?: string;
  /** The announced size; by default that of the content. */
  readonly size?: number;
}

export class UploadFixture {
  readonly server: Simulator;
  readonly fieldId: number;
  readonly #clients: Client[];

  private constructor(server: Simulator, fieldId: number, clients: Client[]) {
    this.server = server;
    this.fieldId = fieldId;
    this.#clients = clients;
  }

  /** Uses the file field of bugs. */
  static async open(
    options: Partial<SimulatorOptions> = {},
    clientOptions: Partial<ClientOptions> = {},
  ): Promise<UploadFixture> {
    const server = await startSimulator({ dialect: "product", ...options });
    const client = createTestClient(server, clientOptions);
    return new UploadFixture(server, getFieldId(await client.tracker(bugsTrackerId), "attachment"), [client]);
  }

  createClient(options: Partial<ClientOptions> = {}): Client {
    const client = createTestClient(this.server, options);
    this.#clients.push(client);
    return client;
  }

  async send(
    content: Uint8Array,
    { client = this.createClient(), name, size, ...options }: SendOptions = {},
  ): Promise<UploadResult> {
    const created: ResumableUpload[] = [];
    const progress: number[] = [];
    const file = createNewFile(size ?? content.length, name);
    const outcome = await client.upload(this.fieldId, file, createSource(content), {
      onCreated: (upload) => created.push(upload),
      onProgress: (bytes) => progress.push(bytes),
      ...options,
    });
    return { outcome, created, progress };
  }

  /** Attaches the files to a new bug and returns their descriptions. */
  async attach(...outcomes: readonly UploadOutcome[]): Promise<readonly FileDescription[]> {
    const client = this.createClient();
    const { id, version } = await createBug(client);
    assert.ok(version);
    const ids = outcomes.map((outcome) =>
      outcome.kind === "uploaded" ? outcome.id : assert.fail(outcome.kind),
    );
    const edit = { kind: "files", ids } as const;
    await client.updateArtifact(id, { changes: [{ fieldId: this.fieldId, edit }] }, version);
    const value = getValue(await client.artifact(id), this.fieldId);
    return value?.kind === "files" ? value.files : [];
  }

  /** Like `attach`, but returns the hashes of the contents on the server. */
  async attachAndHash(...outcomes: readonly UploadOutcome[]): Promise<readonly string[]> {
    return (await this.attach(...outcomes)).map(({ id }) => this.server.getFileSha256(id));
  }

  /** Requests to the field, to the upload URL, or to temporary files. */
  get uploadRequests(): readonly string[] {
    return this.server.requests.flatMap(({ method, path }) => {
      const [match] = [/tracker_fields/, /uploads/, /temporary/].flatMap((each) => each.exec(path) ?? []);
      return match === undefined ? [] : [`${method} ${match}`];
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.server.close();
  }
}

function createTestClient(server: Simulator, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    api: `${server.url}/api`,
    credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
    caFile: undefined,
    observe: () => undefined,
    retry: { ...defaultRetryPolicy, wait: () => Promise.resolve() },
    ...options,
  });
}
