// Resumable uploads (tus.io) for file fields: created in the API, filled outside of it.
import * as z from "zod";
import type { ResumableUpload, NewFile } from "../model/attachment.ts";
import { Canceled, isFailure, UnexpectedResponse } from "../model/failure.ts";
import { parseCount } from "./pagination.ts";
import { lenientTextSchema, integerSchema } from "./format/wireSchemas.ts";
import { credentialHeaders } from "./network/credential.ts";
import { toHttpFailure, toNetworkFailure, redactServerText } from "./network/failures.ts";
import {
  type HttpResponse,
  type HttpClient,
  observeRequest,
  type RequestObserver,
} from "./network/httpClient.ts";
import { type RetryPolicy, withRetry } from "./network/retry.ts";
import { createSecretRedactor } from "./network/secretRedactor.ts";
import { type SiteStreamContext, parseUploadUrl } from "./network/siteStream.ts";
import type { HttpMethod, TransportResponse } from "./network/transport.ts";
import type { UploadTarget } from "./chunkedUpload.ts";

// Requests to the URLs of uploads, which are outside the API: same credentials, same origin, no redirects.

interface UploadRequestContext extends SiteStreamContext {
  readonly http: HttpClient;
  readonly observe: RequestObserver;
}

interface UploadRequest {
  readonly method: HttpMethod;
  /** The path or URL of an upload. */
  readonly href: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal | undefined;
}

async function sendUploadRequest(
  context: UploadRequestContext,
  request: UploadRequest,
): Promise<TransportResponse> {
  const { method, href, headers, body, signal } = request;
  const credential = context.credential();
  const redact = createSecretRedactor(credential);
  const url = parseUploadUrl(context.api, href);
  if (url === undefined) {
    throw new UnexpectedResponse({ method, url: redactServerText(href, redact) }, "foreignUrl");
  }
  const requestInfo = { method, url: url.href };
  if (signal?.aborted === true) throw new Canceled(requestInfo);
  const transportRequest = {
    method,
    url,
    headers: { ...headers, ...credentialHeaders(credential) },
    body,
    signal,
  };
  const send = async (): Promise<TransportResponse> => {
    const response = await context.transport.send(transportRequest).catch((error: unknown) => {
      throw toNetworkFailure(error, requestInfo, { isChange: false, signal });
    });
    if (response.status >= 200 && response.status <= 299) return response;
    // An error is an HTML page here; only its status is useful.
    throw toHttpFailure({ ...response, body: Buffer.alloc(0) }, requestInfo, redact);
  };
  return observeRequest(context.observe, requestInfo, send, ({ status }) => ({ ...requestInfo, status }));
}

/**
 * Expired credentials are reported as forbidden here. A request to the API tells the reason, and renews them
 * if possible.
 */
async function sendWithRenewal(
  context: UploadRequestContext,
  request: UploadRequest,
): Promise<TransportResponse> {
  const usedCredential = context.credential();
  try {
    return await sendUploadRequest(context, request);
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "forbidden") throw failure;
    await context.http.send({ uri: "users/self", signal: request.signal });
    if (context.credential() === usedCredential) throw failure;
    return sendUploadRequest(context, request);
  }
}

const protocolHeaders = { "Tus-Resumable": "1.0.0" };

/**
 * One mebibyte is the default limit of web servers, and takes 30 seconds, the response timeout, at 35 kB/s.
 * Larger chunks are hardly faster and lose more when interrupted. If even that is too much, chunks shrink to
 * a size for 2 kB/s.
 */
const chunkSizes = { largest: 1024 * 1024, smallest: 64 * 1024 };

const uploadSchema = z.object({ id: integerSchema, upload_href: lenientTextSchema });

function parseUpload({ request, body }: HttpResponse, size: number): ResumableUpload {
  const wire = uploadSchema.safeParse(body);
  if (!wire.success) throw new UnexpectedResponse(request, "shape", wire.error);
  const { id, upload_href: href } = wire.data;
  // An empty file has no content to send.
  if (size === 0) return { id, size, href: undefined };
  if (href === undefined) throw new UnexpectedResponse(request, "shape");
  return { id, size, href };
}

export interface TusContext extends UploadRequestContext {
  readonly retryPolicy: RetryPolicy;
}

/** Retried if the response is lost, since servers delete unused uploads. */
export async function createTusUpload(
  { http, retryPolicy }: TusContext,
  fieldId: number,
  { name, size, type, description }: NewFile,
  signal: AbortSignal | undefined,
): Promise<ResumableUpload> {
  const uri = getFieldFilesUri(fieldId);
  const body = { name, file_size: size, file_type: type, description };
  const create = (): Promise<HttpResponse> =>
    http.send({ method: "POST", uri, body, isChange: false, signal });
  return parseUpload(await withRetry(create, retryPolicy, signal), size);
}

export function getFieldFilesUri(fieldId: number): string {
  return `tracker_fields/${fieldId}/files`;
}

/** Statuses of a server with another protocol version, or none. */
const unsupportedStatuses = new Set([412, 415]);

interface TusRequest {
  readonly method: HttpMethod;
  readonly href: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

async function sendTusRequest(
  context: TusContext,
  { method, href, headers = {}, ...body }: TusRequest,
  signal: AbortSignal | undefined,
): Promise<TransportResponse> {
  try {
    const request = { method, href: href, headers: { ...protocolHeaders, ...headers }, ...body, signal };
    return await sendWithRenewal(context, request);
  } catch (failure) {
    if (!isFailure(failure) || !unsupportedStatuses.has(failure.request.status ?? 0)) throw failure;
    throw new UnexpectedResponse(failure.request, "shape", failure);
  }
}

export function createTusTarget(
  context: TusContext,
  { href, size }: ResumableUpload & { readonly href: string },
  signal: AbortSignal | undefined,
): UploadTarget {
  const request = { method: "PATCH", url: href };
  const parseOffset = ({ header }: TransportResponse, method: HttpMethod): number => {
    const offset = parseCount(header("upload-offset"));
    if (offset === undefined) throw new UnexpectedResponse({ ...request, method }, "shape");
    return offset;
  };
  return {
    request,
    chunkSizes,
    getOffset: async () => {
      const response = await sendTusRequest(context, { method: "HEAD", href }, signal);
      const offset = parseOffset(response, "HEAD");
      // An upload with another size is another upload.
      if (parseCount(response.header("upload-length")) !== size || offset > size) {
        throw new UnexpectedResponse({ ...request, method: "HEAD" }, "length");
      }
      return offset;
    },
    sendChunk: async (offset, body) => {
      const headers = {
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": String(offset),
      };
      return parseOffset(
        await sendTusRequest(context, { method: "PATCH", href, headers, body }, signal),
        "PATCH",
      );
    },
  };
}

export async function deleteTusUpload(
  context: TusContext,
  href: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await sendTusRequest(context, { method: "DELETE", href }, signal);
}
