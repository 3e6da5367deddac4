// A file for a field, by the way that the server has; by the older one where the other is taken.
import * as z from "zod";
import type { BegunUpload, NewFile, UploadOutcome } from "../model/attachment.ts";
import { type FailedRequest, type Failure, Invalid, isFailure, NotUnderstood } from "../model/failure.ts";
import { count } from "./collection.ts";
import { integer } from "./format/wire.ts";
import type { Answer, Http } from "./network/http.ts";
import { withRetry } from "./network/retry.ts";
import type { Slots } from "./network/slots.ts";
import {
  sendInPieces,
  type Sent,
  type UploadSource,
  type UploadTarget,
  withoutDoubt,
} from "./sendInPieces.ts";
import { beginTus, endTus, filesUri, type TusRoutes, tusTarget } from "./tus.ts";

// The older way of uploading: numbered chunks through the API, in base64. Every file gets an id of its own there.

const temporaryFilesUri = "artifact_temporary_files";

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

interface TemporaryOptions {
  readonly file: NewFile;
  /** One that was begun before. */
  readonly begun: BegunUpload | undefined;
  readonly onBegun: (upload: BegunUpload) => void;
  readonly signal: AbortSignal | undefined;
}

/** Begins with its first chunk. If the answer to that is lost it begins once more; what is left over the server sweeps away. */
class TemporaryTarget implements UploadTarget {
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

async function endTemporary(http: Http, id: number, signal: AbortSignal | undefined): Promise<void> {
  await http.send({ method: "DELETE", uri: uriOf(id), signal });
}

interface UploadRoutes extends TusRoutes {
  /** The places that uploads share with downloads, so that they never starve the tree. */
  readonly slots: Slots;
  /** Files that are on their way from here, or have arrived and wait for their artifact. */
  readonly claimed: Set<number>;
}

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** The bytes that the server has, whenever there are more; from the start again where the upload begins anew. */
  readonly onProgress?: (bytes: number) => void;
  /** As soon as it is certain, and again where the upload begins anew: what to keep, to go on with it or to give it up. */
  readonly onBegun?: (upload: BegunUpload) => void;
  /** An upload of this very file that was begun before; one of an empty file is not gone on with. */
  readonly resume?: BegunUpload | undefined;
}

/** One upload, whichever way it goes. */
interface Task {
  readonly routes: UploadRoutes;
  readonly file: NewFile;
  readonly source: UploadSource;
  readonly options: UploadOptions;
}

/** Why a file can't go the usual way: there is none, or another file of the same name and size is on it. */
type Elsewhere = { readonly kind: "absent" } | { readonly kind: "taken"; readonly failure: Failure };

/** Where there is a route OPTIONS is answered, whoever asks. */
async function hasRoute({ routes, options }: Task, uri: string): Promise<boolean> {
  const { http, policy } = routes;
  const { signal } = options;
  const ask = () => http.send({ method: "OPTIONS", uri, isChange: false, signal });
  try {
    await withRetry(ask, policy, signal);
    return true;
  } catch (failure) {
    const status = isFailure(failure) ? (failure.request.status ?? 0) : 0;
    const isAbsence = status >= 400 && status < 500 && status !== 401 && status !== 429;
    if (!isAbsence) throw failure;
    return false;
  }
}

/** A file that is not what was announced stays on no server. */
async function outcomeOf(
  { routes }: Task,
  upload: BegunUpload | undefined,
  sent: Sent,
): Promise<UploadOutcome> {
  if (upload === undefined) return { kind: "sourceChanged" };
  if (sent === "complete") return { kind: "uploaded", id: upload.id };
  await abandonUpload(routes, upload).catch((failure: unknown) => {
    if (!isFailure(failure)) throw failure;
  });
  return { kind: "sourceChanged" };
}

async function byTus(task: Task, upload: BegunUpload & { readonly href: string }): Promise<Sent> {
  const { routes, source, options } = task;
  const { signal, onProgress, onBegun, resume } = options;
  const { policy, slots } = routes;
  const { size } = upload;
  let isCertain = false;
  return sendInPieces(tusTarget(routes, upload, signal), source, {
    size,
    offset: undefined,
    // What is kept says that the bytes there are of this file. A slot that is just handed out has none.
    ours: resume === undefined ? 0 : size,
    policy,
    slots,
    signal,
    onProgress: (bytes) => {
      if (!isCertain) onBegun?.(upload);
      isCertain = true;
      onProgress?.(bytes);
    },
  });
}

/** It is the first chunk that makes the file, though there is nothing in it. */
async function sendNothing(target: TemporaryTarget): Promise<void> {
  await target.send(0, new Uint8Array()).catch((failure: unknown) => {
    throw isFailure(failure) ? withoutDoubt(failure) : failure;
  });
}

async function inChunks(task: Task, begun: BegunUpload | undefined): Promise<UploadOutcome> {
  const { routes, file, source, options } = task;
  const { http, policy, slots } = routes;
  const { signal, onProgress, onBegun = () => undefined } = options;
  const target = new TemporaryTarget(http, { file, begun, onBegun, signal });
  const { size } = file;
  if (size === 0) {
    await sendNothing(target);
    return outcomeOf(task, target.begun, "complete");
  }
  const offset = begun === undefined ? 0 : undefined;
  const sending = { size, offset, ours: size, policy, slots, signal, onProgress };
  const sent = await sendInPieces(target, source, sending);
  return outcomeOf(task, target.begun, sent);
}

/** While it is under way, and once it has arrived, its slot is not for another file. */
async function claiming<T extends { readonly kind: string }>(
  { claimed }: UploadRoutes,
  { id }: BegunUpload,
  work: () => Promise<T>,
): Promise<T> {
  claimed.add(id);
  let isArrived = false;
  try {
    const outcome = await work();
    isArrived = outcome.kind === "uploaded";
    return outcome;
  } finally {
    if (!isArrived) claimed.delete(id);
  }
}

async function begin(task: Task, fieldId: number): Promise<BegunUpload | Elsewhere> {
  try {
    return await beginTus(task.routes, fieldId, task.file, task.options.signal);
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    const failure = withoutDoubt(thrown);
    const { status } = failure.request;
    if (status === 409) return { kind: "taken", failure };
    // A field that is gone is not found either.
    const mayBeAbsent = failure.kind === "notFound" || status === 405;
    if (!mayBeAbsent || (await hasRoute(task, filesUri(fieldId)))) throw failure;
    return { kind: "absent" };
  }
}

/**
 * Servers hand out the slot that a person already has for a file of that name and size in that field, whatever is in it.
 * Bytes in it that are not of this upload may be of another file; and one that waits in a form somewhere is not ours to
 * remove. So the file goes elsewhere then.
 */
async function usualWay(task: Task, fieldId: number): Promise<UploadOutcome | Elsewhere> {
  const { routes, options } = task;
  const upload = await begin(task, fieldId);
  if ("kind" in upload) return upload;
  const request = { method: "POST", url: filesUri(fieldId), status: 409 };
  const taken: Elsewhere = { kind: "taken", failure: new Invalid(request) };
  if (routes.claimed.has(upload.id)) return taken;
  return claiming<UploadOutcome | Elsewhere>(routes, upload, async () => {
    const { href } = upload;
    if (href === undefined) {
      options.onBegun?.(upload);
      return { kind: "uploaded", id: upload.id };
    }
    const sent = await byTus(task, { ...upload, href });
    return sent === "notOurs" ? taken : outcomeOf(task, upload, sent);
  });
}

async function anew(task: Task, fieldId: number): Promise<UploadOutcome> {
  const outcome = await usualWay(task, fieldId);
  if (outcome.kind !== "absent" && outcome.kind !== "taken") return outcome;
  if (await hasRoute(task, temporaryFilesUri)) return inChunks(task, undefined);
  if (outcome.kind === "taken") throw outcome.failure;
  return { kind: "noUploads" };
}

async function goOn(task: Task, upload: BegunUpload): Promise<UploadOutcome> {
  const { size, href } = upload;
  if (size !== task.file.size) return outcomeOf(task, upload, "sourceChanged");
  return claiming(task.routes, upload, async () =>
    href === undefined
      ? inChunks(task, upload)
      : outcomeOf(task, upload, await byTus(task, { ...upload, href })),
  );
}

/** The file that a field can be changed to hold, once all of it has arrived. */
export async function uploadFile(
  routes: UploadRoutes,
  fieldId: number,
  file: NewFile,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<UploadOutcome> {
  const task: Task = { routes, file, source, options };
  const { resume } = options;
  // Nothing tells whether the server still has one that is empty, and there are no bytes to save: it is begun anew.
  const isEmpty = file.size === 0 && resume?.size === 0;
  if (resume !== undefined && !isEmpty) return goOn(task, resume);
  // An empty file has arrived as soon as it is begun: there is no later moment to look.
  const isOther = file.size === 0 && (await source.read(0, 1)).length > 0;
  return isOther ? { kind: "sourceChanged" } : anew(task, fieldId);
}

/** Gives up what was begun; what the server no longer has is given up already. */
export async function abandonUpload(
  routes: UploadRoutes,
  { id, href }: BegunUpload,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await (href === undefined ? endTemporary(routes.http, id, signal) : endTus(routes, href, signal));
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "notFound") throw failure;
  }
}
