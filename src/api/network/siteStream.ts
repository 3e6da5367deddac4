// Streams content of a site from outside its API.
import { type RequestInfo, isFailure } from "../../model/failure.ts";
import { type Credential, credentialHeaders } from "./credential.ts";
import { toNetworkFailure } from "./failures.ts";
import { hasEncodedSlash } from "./httpClient.ts";
import type { StreamedResponse, Transport } from "./transport.ts";

export interface SiteStreamContext {
  readonly api: string;
  readonly transport: Transport;
  readonly credential: () => Credential | undefined;
}

/** A URL of the site: same scheme, host and port; `undefined` for any other. */
export function parseSameOriginUrl(api: string, address: string): URL | undefined {
  const { origin, protocol } = new URL(api);
  if (!URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  // The origin of a `blob:` URL is the one of the URL inside it.
  if (url.origin !== origin || url.protocol !== protocol) return undefined;
  url.username = "";
  url.password = "";
  url.hash = "";
  return url;
}

/**
 * Paths outside the API that receive credentials, relative to the web root: attachments, their previews, and
 * uploads. Other paths on the same host may belong to another application.
 */
const credentialPaths = {
  attachment: /^plugins\/tracker\/attachments\/(?:preview\/)?\d{1,15}-[^/]{1,2000}$/,
  upload: /^uploads\/tracker\/file\/\d{1,15}$/,
} as const;

function acceptsCredentials(api: string, url: URL, kind: keyof typeof credentialPaths): boolean {
  const root = `${new URL(api).pathname.replace(/\/api(?:\/v\d{1,9})?$/, "")}/`;
  const path = url.pathname.startsWith(root) ? url.pathname.slice(root.length) : undefined;
  if (path === undefined || url.search !== "" || hasEncodedSlash(url)) return false;
  return credentialPaths[kind].test(path);
}

/** The URL of an attachment or its preview; `undefined` for any other. */
export function parseAttachmentUrl(api: string, address: string): URL | undefined {
  const url = parseSameOriginUrl(api, address);
  return url !== undefined && acceptsCredentials(api, url, "attachment") ? url : undefined;
}

/** The URL of an upload; `undefined` for any other. */
export function parseUploadUrl(api: string, address: string): URL | undefined {
  const url = parseSameOriginUrl(api, address);
  return url !== undefined && acceptsCredentials(api, url, "upload") ? url : undefined;
}

/** Without compression: decompressed content could be of any size. Redirects aren't followed. */
export function openResponseStream(
  { api, transport, credential }: SiteStreamContext,
  url: URL,
  kind: "response" | "download",
  signal: AbortSignal | undefined,
): Promise<StreamedResponse> {
  const sentCredential = acceptsCredentials(api, url, "attachment") ? credential() : undefined;
  const headers = { "Accept-Encoding": "identity", ...credentialHeaders(sentCredential) };
  return transport.open({ method: "GET", url, headers, signal }, kind);
}

/** The body, to be read once; stopping before its end aborts the response. */
export async function* readResponseStream(
  response: StreamedResponse,
  request: RequestInfo,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isEnded = false;
  try {
    yield* response.body;
    isEnded = true;
  } catch (error) {
    throw isFailure(error) ? error : toNetworkFailure(error, request, { isChange: false, signal });
  } finally {
    if (!isEnded) response.abort();
  }
}
