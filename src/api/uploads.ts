// Uploads files for file fields: by tus, or as temporary files if tus isn't available.
import * as z from "zod";
import type { ResumableUpload, NewFile, UploadOutcome } from "../model/attachment.ts";
import {
  type RequestInfo,
  type Failure,
  InvalidRequest,
  isFailure,
  UnexpectedResponse,
} from "../model/failure.ts";
import { parseCount } from "./pagination.ts";
import { integerSchema } from "./format/wireSchemas.ts";
import type { HttpResponse, HttpClient } from "./network/httpClient.ts";
import { withRetry } from "./network/retry.ts";
import type { RequestQueue } from "./network/requestQueue.ts";
import {
  uploadInChunks,
  type ChunkedUploadResult,
  type UploadSource,
  type UploadTarget,
  unknownOutcomeToServerError,
} from "./chunkedUpload.ts";
import {
  createTusUpload,
  deleteTusUpload,
  getFieldFilesUri,
  type TusContext,
  createTusTarget,
} from "./tusUpload.ts";

// Temporary files, the older protocol: numbered chunks through the API, in base64. Every file has its own ID.

const temporaryFilesUri = "artifact_temporary_files";

/** The maximum of servers. The stored size determines the next chunk number only if all chunks are full. */
const chunkBytes = 1024 * 1024;

const fileSchema = z.object({ id: integerSchema, size: integerSchema });

function parseTemporaryFile({ request, body }: HttpResponse): z.infer<typeof fileSchema> {
  const wire = fileSchema.safeParse(body);
  if (!wire.success) throw new UnexpectedResponse(request, "shape", wire.error);
  return wire.data;
}

function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

function getTemporaryFileUri(id: number): string {
  return `${temporaryFilesUri}/${id}`;
}

interface TemporaryUploadOptions {
  readonly file: NewFile;
  /** An upload created before. */
  readonly resume: ResumableUpload | undefined;
  readonly onCreated: (upload: ResumableUpload) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Created with its first chunk. If the response is lost it is created again; the server deletes the leftover.
 */
class TemporaryFileTarget implements UploadTarget {
  readonly request: RequestInfo = { method: "PUT", url: temporaryFilesUri };
  readonly chunkSizes = { largest: chunkBytes, smallest: chunkBytes };
  readonly #http: HttpClient;
  readonly #options: TemporaryUploadOptions;
  #upload: ResumableUpload | undefined;

  constructor(http: HttpClient, options: TemporaryUploadOptions) {
    this.#http = http;
    this.#options = options;
    this.#upload = options.resume;
  }

  get upload(): ResumableUpload | undefined {
    return this.#upload;
  }

  async getOffset(): Promise<number> {
    if (this.#upload === undefined) return 0;
    const { id, size } = this.#upload;
    const { signal } = this.#options;
    const response = await this.#http.send({
      uri: getTemporaryFileUri(id),
      parameters: { limit: 0 },
      signal,
    });
    const storedSize = parseCount(response.header("x-pagination-size")) ?? size + 1;
    const isChunkBoundary = storedSize === size || (storedSize < size && storedSize % chunkBytes === 0);
    if (!isChunkBoundary) throw new UnexpectedResponse(response.request, "length");
    return storedSize;
  }

  async sendChunk(offset: number, bytes: Uint8Array): Promise<number> {
    const content = encodeBase64(bytes);
    const { signal } = this.#options;
    if (this.#upload === undefined) return this.#create(content);
    const body = { content, offset: offset / chunkBytes + 1 };
    const uri = getTemporaryFileUri(this.#upload.id);
    return parseTemporaryFile(await this.#http.send({ method: "PUT", uri, body, isChange: false, signal }))
      .size;
  }

  async #create(content: string): Promise<number> {
    const { file, onCreated, signal } = this.#options;
    const { name, type, description, size } = file;
    const body = { name, mimetype: type, content, description };
    const uri = temporaryFilesUri;
    const created = parseTemporaryFile(
      await this.#http.send({ method: "POST", uri, body, isChange: false, signal }),
    );
    this.#upload = { id: created.id, size, href: undefined };
    onCreated(this.#upload);
    return created.size;
  }
}

async function deleteTemporaryFile(
  http: HttpClient,
  id: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  await http.send({ method: "DELETE", uri: getTemporaryFileUri(id), signal });
}

interface UploadContext extends TusContext {
  /** Shared with downloads, so that uploads never block the tree. */
  readonly queue: RequestQueue;
  /** IDs of files that are being uploaded, or are uploaded and not yet in an artifact. */
  readonly claimedIds: Set<number>;
}

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the number of bytes that the server has whenever it grows; from zero again if the upload
   * restarts.
   */
  readonly onProgress?: (bytes: number) => void;
  /**
   * Called when the upload is known to be this one, and again if it restarts: what is needed to resume or
   * cancel it.
   */
  readonly onCreated?: (upload: ResumableUpload) => void;
  /** An upload of the same file created before; one of an empty file isn't resumed. */
  readonly resume?: ResumableUpload | undefined;
}

interface UploadTask {
  readonly context: UploadContext;
  readonly file: NewFile;
  readonly source: UploadSource;
  readonly options: UploadOptions;
}

/**
 * Why tus can't be used: the server doesn't have it, or its slot has another file of the same name and size.
 */
type TusUnavailable =
  { readonly kind: "notSupported" } | { readonly kind: "slotTaken"; readonly failure: Failure };

/** Routes answer OPTIONS without checking permissions. */
async function hasRoute(
  { http, retryPolicy }: UploadContext,
  uri: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const sendOptions = () => http.send({ method: "OPTIONS", uri, isChange: false, signal });
  try {
    await withRetry(sendOptions, retryPolicy, signal);
    return true;
  } catch (failure) {
    const status = isFailure(failure) ? (failure.request.status ?? 0) : 0;
    const isAbsence = status >= 400 && status < 500 && status !== 401 && status !== 429;
    if (!isAbsence) throw failure;
    return false;
  }
}

/** Deletes a file whose source has changed. */
async function finishUpload(
  { context }: UploadTask,
  upload: ResumableUpload | undefined,
  result: ChunkedUploadResult,
): Promise<UploadOutcome> {
  if (upload === undefined) return { kind: "sourceChanged" };
  if (result === "complete") return { kind: "uploaded", id: upload.id };
  await cancelUpload(context, upload).catch((failure: unknown) => {
    if (!isFailure(failure)) throw failure;
  });
  return { kind: "sourceChanged" };
}

async function uploadByTus(
  task: UploadTask,
  upload: ResumableUpload & { readonly href: string },
): Promise<ChunkedUploadResult> {
  const { context, source, options } = task;
  const { signal, onProgress, onCreated, resume } = options;
  const { retryPolicy, queue } = context;
  const { size } = upload;
  let isConfirmed = false;
  return uploadInChunks(createTusTarget(context, upload, signal), source, {
    size,
    offset: undefined,
    // Bytes of a resumed upload are from this file. A new slot has none.
    ownBytes: resume === undefined ? 0 : size,
    policy: retryPolicy,
    queue,
    signal,
    onProgress: (bytes) => {
      if (!isConfirmed) onCreated?.(upload);
      isConfirmed = true;
      onProgress?.(bytes);
    },
  });
}

/** The first chunk creates the file, even if it is empty. */
async function createEmptyFile(target: TemporaryFileTarget): Promise<void> {
  await target.sendChunk(0, new Uint8Array()).catch((failure: unknown) => {
    throw isFailure(failure) ? unknownOutcomeToServerError(failure) : failure;
  });
}

async function uploadTemporaryFile(
  task: UploadTask,
  resume: ResumableUpload | undefined,
): Promise<UploadOutcome> {
  const { context, file, source, options } = task;
  const { http, retryPolicy, queue } = context;
  const { signal, onProgress, onCreated = () => undefined } = options;
  const target = new TemporaryFileTarget(http, { file, resume, onCreated, signal });
  const { size } = file;
  if (size === 0) {
    await createEmptyFile(target);
    return finishUpload(task, target.upload, "complete");
  }
  const offset = resume === undefined ? 0 : undefined;
  const result = await uploadInChunks(target, source, {
    size,
    offset,
    ownBytes: size,
    policy: retryPolicy,
    queue,
    signal,
    onProgress,
  });
  return finishUpload(task, target.upload, result);
}

/** Reserves the slot of an upload while it is running and after it has completed. */
async function withClaim<T extends { readonly kind: string }>(
  { claimedIds }: UploadContext,
  { id }: ResumableUpload,
  work: () => Promise<T>,
): Promise<T> {
  claimedIds.add(id);
  let isUploaded = false;
  try {
    const outcome = await work();
    isUploaded = outcome.kind === "uploaded";
    return outcome;
  } finally {
    if (!isUploaded) claimedIds.delete(id);
  }
}

async function createUpload(task: UploadTask, fieldId: number): Promise<ResumableUpload | TusUnavailable> {
  try {
    return await createTusUpload(task.context, fieldId, task.file, task.options.signal);
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    const failure = unknownOutcomeToServerError(thrown);
    const { status } = failure.request;
    if (status === 409) return { kind: "slotTaken", failure };
    // A deleted field is not found either.
    const mayBeAbsent = failure.kind === "notFound" || status === 405;
    const hasFieldRoute = (): Promise<boolean> =>
      hasRoute(task.context, getFieldFilesUri(fieldId), task.options.signal);
    if (!mayBeAbsent || (await hasFieldRoute())) throw failure;
    return { kind: "notSupported" };
  }
}

/**
 * Servers return the user's existing slot for a file of the same name and size in a field, whatever its
 * content. Bytes that aren't from this upload may be of another file, perhaps in an open form, and must not
 * be deleted. The file is then uploaded as a temporary file.
 */
async function tryTusUpload(task: UploadTask, fieldId: number): Promise<UploadOutcome | TusUnavailable> {
  const { context, options } = task;
  const upload = await createUpload(task, fieldId);
  if ("kind" in upload) return upload;
  const request = { method: "POST", url: getFieldFilesUri(fieldId), status: 409 };
  const slotTaken: TusUnavailable = { kind: "slotTaken", failure: new InvalidRequest(request) };
  if (context.claimedIds.has(upload.id)) return slotTaken;
  return withClaim<UploadOutcome | TusUnavailable>(context, upload, async () => {
    const { href } = upload;
    if (href === undefined) {
      options.onCreated?.(upload);
      return { kind: "uploaded", id: upload.id };
    }
    const result = await uploadByTus(task, { ...upload, href });
    return result === "otherContent" ? slotTaken : finishUpload(task, upload, result);
  });
}

async function startUpload(task: UploadTask, fieldId: number): Promise<UploadOutcome> {
  const outcome = await tryTusUpload(task, fieldId);
  if (outcome.kind !== "notSupported" && outcome.kind !== "slotTaken") return outcome;
  const { context, options } = task;
  if (await hasRoute(context, temporaryFilesUri, options.signal)) return uploadTemporaryFile(task, undefined);
  if (outcome.kind === "slotTaken") throw outcome.failure;
  return { kind: "notSupported" };
}

async function resumeUpload(task: UploadTask, upload: ResumableUpload): Promise<UploadOutcome> {
  const { size, href } = upload;
  if (size !== task.file.size) return finishUpload(task, upload, "sourceChanged");
  return withClaim(task.context, upload, async () =>
    href === undefined
      ? uploadTemporaryFile(task, upload)
      : finishUpload(task, upload, await uploadByTus(task, { ...upload, href })),
  );
}

/** Resolves when the whole file is uploaded. */
export async function uploadFile(
  context: UploadContext,
  fieldId: number,
  file: NewFile,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<UploadOutcome> {
  const task: UploadTask = { context, file, source, options };
  const { resume } = options;
  // An empty upload is restarted: its existence can't be checked, and no content is saved by resuming.
  const isEmpty = file.size === 0 && resume?.size === 0;
  if (resume !== undefined && !isEmpty) return resumeUpload(task, resume);
  // An empty file is complete once created, so the source is checked before.
  const isLonger = file.size === 0 && (await source.read(0, 1)).length > 0;
  return isLonger ? { kind: "sourceChanged" } : startUpload(task, fieldId);
}

/** Whether the server has a route for uploads to this field. */
export async function supportsUploads(
  context: UploadContext,
  fieldId: number,
  signal?: AbortSignal,
): Promise<boolean> {
  // A form waits for it.
  const impatient = { ...context, retryPolicy: { ...context.retryPolicy, attempts: 1 } };
  return (
    (await hasRoute(impatient, getFieldFilesUri(fieldId), signal)) ||
    (await hasRoute(impatient, temporaryFilesUri, signal))
  );
}

/** Deletes an upload; succeeds if the server doesn't have it any more. */
export async function cancelUpload(
  context: UploadContext,
  { id, href }: ResumableUpload,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await (href === undefined
      ? deleteTemporaryFile(context.http, id, signal)
      : deleteTusUpload(context, href, signal));
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "notFound") throw failure;
  }
}
