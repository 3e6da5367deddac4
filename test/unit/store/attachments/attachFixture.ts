// A server with an artifact, and a file on disk that is removed after the test.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "../../../../src/api/client.ts";
import type { Artifact } from "../../../../src/model/artifact.ts";
import type {
  AttachmentFieldTarget,
  AttachOptions,
  AttachOutcome,
} from "../../../../src/store/attachments/attachFile.ts";
import { AttachmentWriter } from "../../../../src/store/attachments/attachmentServices.ts";
import type { MonotonicClock } from "../../../../src/store/monotonicClock.ts";
import type { Simulator, SimulatorOptions } from "../../../simulator/simulator.ts";
import { UploadFixture } from "../../api/uploadFixture.ts";
import { createBug, getValue } from "../../specification/specificationContext.ts";
import { createMemento } from "./downloadFixture.ts";

/** A clock with the server's pace but another time, because code must not rely on equal clocks. */
export function createOffsetClock({ clock }: Pick<Simulator, "clock">): MonotonicClock {
  return {
    now: () => clock.now() - 1_000_000_000_123,
    pause: (milliseconds, signal) => {
      if (!signal.aborted) clock.advance(milliseconds);
      return Promise.resolve();
    },
  };
}

export class AttachFixture {
  readonly uploads: UploadFixture;
  readonly target: AttachmentFieldTarget & { readonly client: Client };
  readonly storedState = new Map<string, string>();
  readonly #folder: string;

  private constructor(uploads: UploadFixture, target: AttachFixture["target"], folder: string) {
    this.uploads = uploads;
    this.target = target;
    this.#folder = folder;
  }

  static async open(options: Partial<SimulatorOptions> = {}): Promise<AttachFixture> {
    const uploads = await UploadFixture.open(options);
    const client = uploads.createClient();
    const { id: artifactId } = await createBug(client);
    const { server, fieldId } = uploads;
    const target = {
      siteApi: `${server.url}/api`,
      accountId: String(server.accounts.admin.id),
      client,
      artifactId,
      field: { id: fieldId, maxUploadBytes: 64 * 1024 * 1024 },
    };
    return new AttachFixture(uploads, target, await mkdtemp(join(tmpdir(), "attach-")));
  }

  get server(): UploadFixture["server"] {
    return this.uploads.server;
  }

  getPath(name = "soundings.bin"): string {
    return join(this.#folder, name);
  }

  async writeFile(content: Uint8Array, name?: string): Promise<void> {
    await writeFile(this.getPath(name), content);
  }

  /** A new session; earlier ones are known by the stored state. */
  createAttachments(): AttachmentWriter {
    return new AttachmentWriter(createMemento(this.storedState), createOffsetClock(this.server));
  }

  attach(
    options: Partial<AttachOptions> & {
      readonly name?: string;
      readonly attachments?: AttachmentWriter;
    } = {},
    target: Partial<AttachmentFieldTarget> = {},
  ): Promise<AttachOutcome> {
    const { name = "soundings.bin", attachments = this.createAttachments(), ...attachOptions } = options;
    const attachment = { path: this.getPath(name), name, type: "text/plain", description: "Off the reef" };
    const { signal } = new AbortController();
    return attachments.attach({ ...this.target, ...target }, attachment, { signal, ...attachOptions });
  }

  /** Another user attaches a file. */
  attachAsOther(): number {
    this.server.clock.advance(2000);
    const { artifactId } = this.target;
    return this.server.addFile({ artifactId, name: "theirs.txt", type: "text/plain", size: 3 }).id;
  }

  loadArtifact(): Promise<Artifact> {
    return this.target.client.artifact(this.target.artifactId);
  }

  async loadFileIds(): Promise<readonly number[]> {
    const value = getValue(await this.loadArtifact(), this.target.field.id);
    return value?.kind === "files" ? value.files.map(({ id }) => id) : [];
  }

  countRequests(method: string, path: RegExp): number {
    return this.server.requests.filter((request) => request.method === method && path.test(request.path))
      .length;
  }

  async close(): Promise<void> {
    await this.uploads.close();
    await rm(this.#folder, { recursive: true });
  }
}

export function requireFileId(outcome: AttachOutcome): number {
  return outcome.kind === "attached" ? outcome.fileId : assert.fail(JSON.stringify(outcome));
}
