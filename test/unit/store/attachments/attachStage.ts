// A server that takes files, an artifact for them to hang on, and a file on the disk that ends with the test.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "../../../../src/api/client.ts";
import type { Artifact } from "../../../../src/model/artifact.ts";
import type {
  AttachmentPlace,
  AttachOptions,
  AttachOutcome,
} from "../../../../src/store/attachments/attach.ts";
import { Attachments } from "../../../../src/store/attachments/attachments.ts";
import type { OwnTime } from "../../../../src/store/clock.ts";
import type { Simulator, SimulatorOptions } from "../../../simulator/simulator.ts";
import { UploadStage } from "../../api/uploadStage.ts";
import { newBug, valueOf } from "../../specification/world.ts";
import { memoryOf } from "./downloadStage.ts";

/** Time that passes here as fast as on the server, from another moment: nobody may rely on equal clocks. */
export function timeBeside({ clock }: Pick<Simulator, "clock">): OwnTime {
  return {
    now: () => clock.now() - 1_000_000_000_123,
    pause: (milliseconds, signal) => {
      if (!signal.aborted) clock.advance(milliseconds);
      return Promise.resolve();
    },
  };
}

export class AttachStage {
  readonly uploads: UploadStage;
  readonly place: AttachmentPlace & { readonly client: Client };
  readonly kept = new Map<string, string>();
  readonly #folder: string;

  private constructor(uploads: UploadStage, place: AttachStage["place"], folder: string) {
    this.uploads = uploads;
    this.place = place;
    this.#folder = folder;
  }

  static async open(options: Partial<SimulatorOptions> = {}): Promise<AttachStage> {
    const uploads = await UploadStage.open(options);
    const client = uploads.client();
    const { id: artifactId } = await newBug(client);
    const { server, field } = uploads;
    const place = {
      siteApi: `${server.url}/api`,
      accountId: String(server.accounts.admin.id),
      client,
      artifactId,
      field: { id: field, maxUploadBytes: 64 * 1024 * 1024 },
    };
    return new AttachStage(uploads, place, await mkdtemp(join(tmpdir(), "attach-")));
  }

  get server(): UploadStage["server"] {
    return this.uploads.server;
  }

  path(name = "soundings.bin"): string {
    return join(this.#folder, name);
  }

  async write(content: Uint8Array, name?: string): Promise<void> {
    await writeFile(this.path(name), content);
  }

  /** A session: what it knows of earlier ones is in the memory. */
  session(): Attachments {
    return new Attachments(memoryOf(this.kept), timeBeside(this.server));
  }

  attach(
    options: Partial<AttachOptions> & { readonly name?: string; readonly attachments?: Attachments } = {},
    place: Partial<AttachmentPlace> = {},
  ): Promise<AttachOutcome> {
    const { name = "soundings.bin", attachments = this.session(), ...rest } = options;
    const attachment = { path: this.path(name), name, type: "text/plain", description: "Off the reef" };
    const { signal } = new AbortController();
    return attachments.attach({ ...this.place, ...place }, attachment, { signal, ...rest });
  }

  /** Somebody else hangs a file on the artifact. */
  someoneAttaches(): number {
    this.server.clock.advance(2000);
    const { artifactId } = this.place;
    return this.server.addFile({ artifactId, name: "theirs.txt", type: "text/plain", size: 3 }).id;
  }

  artifact(): Promise<Artifact> {
    return this.place.client.artifact(this.place.artifactId);
  }

  async ids(): Promise<readonly number[]> {
    const value = valueOf(await this.artifact(), this.place.field.id);
    return value?.kind === "files" ? value.files.map(({ id }) => id) : [];
  }

  /** How often something was asked of the server in this way. */
  asked(method: string, path: RegExp): number {
    return this.server.requests.filter((request) => request.method === method && path.test(request.path))
      .length;
  }

  async close(): Promise<void> {
    await this.uploads.close();
    await rm(this.#folder, { recursive: true });
  }
}

/** The id of what was attached. */
export function attachedId(outcome: AttachOutcome): number {
  return outcome.kind === "attached" ? outcome.fileId : assert.fail(JSON.stringify(outcome));
}
