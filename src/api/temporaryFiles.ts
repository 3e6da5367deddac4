// The older way of uploading: numbered chunks through the API, in base64. Every file gets an id of its own there.
import * as z from "zod";
import { type FailedRequest, NotUnderstood } from "../model/failure.ts";
import type { BegunUpload, NewFile } from "../model/upload.ts";
import { count } from "./collection.ts";
import { integer } from "./format/wire.ts";
import type { Answer, Http } from "./network/http.ts";
import type { UploadTarget } from "./sendInPieces.ts";

export const temporaryFilesUri = "artifact_temporary_files";

/** The most that servers take at a time. What is there tells the number of the next one only if all of them are full. */
const chunkBytes = 1024 * 1024;

const fileSchema = z.object({ id: integer, size: integer });

function readFile({ request, body }: Answer): z.infer<typeof fileSchema> {
  const wire = fileSchema.safeParse(body);
  if (!wire.success) throw new NotUnderstood(request, "shape", wire.error);
  return wire.data;
}

function encoded(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

function uriOf(id: number): string {
  return `${temporaryFilesUri}/${id}`;
}

export interface TemporaryOptions {
  readonly file: NewFile;
  /** One that was begun before. */
  readonly begun: BegunUpload | undefined;
  readonly onBegun: (upload: BegunUpload) => void;
  readonly signal: AbortSignal | undefined;
}

/** Begins with its first chunk. If the answer to that is lost it begins once more; what is left over the server sweeps away. */
export class TemporaryTarget implements UploadTarget {
  readonly request: FailedRequest = { method: "PUT", url: temporaryFilesUri };
  readonly pieces = { largest: chunkBytes, smallest: chunkBytes };
  readonly #http: Http;
  readonly #options: TemporaryOptions;
  #begun: BegunUpload | undefined;

  constructor(http: Http, options: TemporaryOptions) {
    this.#http = http;
    this.#options = options;
    this.#begun = options.begun;
  }

  get begun(): BegunUpload | undefined {
    return this.#begun;
  }

  async ask(): Promise<number> {
    if (this.#begun === undefined) return 0;
    const { id, size } = this.#begun;
    const { signal } = this.#options;
    const answer = await this.#http.send({ uri: uriOf(id), parameters: { limit: 0 }, signal });
    const arrived = count(answer.header("x-pagination-size")) ?? size + 1;
    const isWhole = arrived === size || (arrived < size && arrived % chunkBytes === 0);
    if (!isWhole) throw new NotUnderstood(answer.request, "length");
    return arrived;
  }

  async send(offset: number, bytes: Uint8Array): Promise<number> {
    const content = encoded(bytes);
    const { signal } = this.#options;
    if (this.#begun === undefined) return this.#begin(content);
    const body = { content, offset: offset / chunkBytes + 1 };
    const uri = uriOf(this.#begun.id);
    return readFile(await this.#http.send({ method: "PUT", uri, body, isChange: false, signal })).size;
  }

  async #begin(content: string): Promise<number> {
    const { file, onBegun, signal } = this.#options;
    const { name, type, description, size } = file;
    const body = { name, mimetype: type, content, description };
    const uri = temporaryFilesUri;
    const created = readFile(await this.#http.send({ method: "POST", uri, body, isChange: false, signal }));
    this.#begun = { id: created.id, size, href: undefined };
    onBegun(this.#begun);
    return created.size;
  }
}

export async function endTemporary(http: Http, id: number, signal: AbortSignal | undefined): Promise<void> {
  await http.send({ method: "DELETE", uri: uriOf(id), signal });
}
