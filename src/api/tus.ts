// Resumable uploads (tus.io), for files of a field: begun in the API, filled beside it.
import * as z from "zod";
import type { BegunUpload, NewFile } from "../model/attachment.ts";
import { Cancelled, isFailure, NotUnderstood } from "../model/failure.ts";
import { count } from "./collection.ts";
import { dispensableText, integer } from "./format/wire.ts";
import { credentialHeaders } from "./network/credential.ts";
import { failureOfAnswer, failureOfThrown, quoted } from "./network/failureOf.ts";
import { type Answer, type Http, observed, type Observer } from "./network/http.ts";
import { type RetryPolicy, withRetry } from "./network/retry.ts";
import { hiding } from "./network/secrets.ts";
import { type SiteStreams, uploadUrl } from "./network/siteStream.ts";
import type { Method, WireAnswer } from "./network/transport.ts";
import type { UploadTarget } from "./sendInPieces.ts";

// Requests to uploads that were begun, which lie beside the API: same credentials, same origin, no redirects.

interface SiteExchange extends SiteStreams {
  readonly http: Http;
  readonly observe: Observer;
}

interface SiteRequest {
  readonly method: Method;
  /** Of an upload: a path, or a whole address. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal | undefined;
}

async function exchange(site: SiteExchange, request: SiteRequest): Promise<WireAnswer> {
  const { method, address, headers, body, signal } = request;
  const credential = site.credential();
  const hide = hiding(credential);
  const url = uploadUrl(site.api, address);
  if (url === undefined) throw new NotUnderstood({ method, url: quoted(address, hide) }, "foreignAddress");
  const asked = { method, url: url.href };
  if (signal?.aborted === true) throw new Cancelled(asked);
  const sent = {
    method,
    url,
    headers: { ...headers, ...credentialHeaders(credential) },
    body,
    signal,
  };
  const send = async (): Promise<WireAnswer> => {
    const answer = await site.transport.send(sent).catch((error: unknown) => {
      throw failureOfThrown(error, asked, { isChange: false, signal });
    });
    if (answer.status >= 200 && answer.status <= 299) return answer;
    // An error is a page for people here: its status says all that we can use.
    throw failureOfAnswer({ ...answer, body: Buffer.alloc(0) }, asked, hide);
  };
  return observed(site.observe, asked, send, ({ status }) => ({ ...asked, status }));
}

/**
 * A credential that has run out is no more than forbidden here. The API says what it is, and has it renewed where
 * that can be done.
 */
async function askSite(site: SiteExchange, request: SiteRequest): Promise<WireAnswer> {
  const used = site.credential();
  try {
    return await exchange(site, request);
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "forbidden") throw failure;
    await site.http.send({ uri: "users/self", signal: request.signal });
    if (site.credential() === used) throw failure;
    return exchange(site, request);
  }
}

const protocol = { "Tus-Resumable": "1.0.0" };

/**
 * One mebibyte is the most that a web server takes which nobody has set up for more, and gets through within the 30 seconds
 * that an answer may take on a line of 35 kB a second. Larger ones would hardly be faster, and lose more in a cut.
 * Where even that is too much, it goes down to pieces that a line of 2 kB a second takes.
 */
const pieces = { largest: 1024 * 1024, smallest: 64 * 1024 };

const begunSchema = z.object({ id: integer, upload_href: dispensableText });

function readBegun({ request, body }: Answer, size: number): BegunUpload {
  const wire = begunSchema.safeParse(body);
  if (!wire.success) throw new NotUnderstood(request, "shape", wire.error);
  const { id, upload_href: href } = wire.data;
  // Of an empty file there is nothing to send, wherever it would go.
  if (size === 0) return { id, size, href: undefined };
  if (href === undefined) throw new NotUnderstood(request, "shape");
  return { id, size, href };
}

export interface TusRoutes extends SiteExchange {
  readonly policy: RetryPolicy;
}

/** Where one begins: asked again if the answer is lost, since what nobody fills goes by itself. */
export async function beginTus(
  { http, policy }: TusRoutes,
  fieldId: number,
  { name, size, type, description }: NewFile,
  signal: AbortSignal | undefined,
): Promise<BegunUpload> {
  const uri = filesUri(fieldId);
  const body = { name, file_size: size, file_type: type, description };
  const begin = (): Promise<Answer> => http.send({ method: "POST", uri, body, isChange: false, signal });
  return readBegun(await withRetry(begin, policy, signal), size);
}

export function filesUri(fieldId: number): string {
  return `tracker_fields/${fieldId}/files`;
}

/** By which a server says that it speaks another version, or none of it. */
const misunderstandings = new Set([412, 415]);

interface TusRequest {
  readonly method: Method;
  readonly href: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

async function speak(
  routes: TusRoutes,
  { method, href, headers = {}, ...body }: TusRequest,
  signal: AbortSignal | undefined,
): Promise<WireAnswer> {
  try {
    const request = { method, address: href, headers: { ...protocol, ...headers }, ...body, signal };
    return await askSite(routes, request);
  } catch (failure) {
    if (!isFailure(failure) || !misunderstandings.has(failure.request.status ?? 0)) throw failure;
    throw new NotUnderstood(failure.request, "shape", failure);
  }
}

export function tusTarget(
  routes: TusRoutes,
  { href, size }: BegunUpload & { readonly href: string },
  signal: AbortSignal | undefined,
): UploadTarget {
  const request = { method: "PATCH", url: href };
  const offsetIn = ({ header }: WireAnswer, method: Method): number => {
    const offset = count(header("upload-offset"));
    if (offset === undefined) throw new NotUnderstood({ ...request, method }, "shape");
    return offset;
  };
  return {
    request,
    pieces,
    ask: async () => {
      const answer = await speak(routes, { method: "HEAD", href }, signal);
      const offset = offsetIn(answer, "HEAD");
      // An upload of another size is not the one that was begun.
      if (count(answer.header("upload-length")) !== size || offset > size) {
        throw new NotUnderstood({ ...request, method: "HEAD" }, "length");
      }
      return offset;
    },
    send: async (offset, body) => {
      const headers = {
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": String(offset),
      };
      return offsetIn(await speak(routes, { method: "PATCH", href, headers, body }, signal), "PATCH");
    },
  };
}

export async function endTus(
  routes: TusRoutes,
  href: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await speak(routes, { method: "DELETE", href }, signal);
}
