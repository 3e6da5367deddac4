// What a site serves beside its API: bytes, as they come.
import { type FailedRequest, isFailure } from "../../model/failure.ts";
import { type Credential, credentialHeaders } from "./credential.ts";
import { failureOfThrown } from "./failureOf.ts";
import { hasEncodedSlash } from "./http.ts";
import type { OpenAnswer, Transport } from "./transport.ts";

export interface SiteStreams {
  readonly api: string;
  readonly transport: Transport;
  readonly credential: () => Credential | undefined;
}

/** An address on the site's own pages: same scheme, host and port, whatever was said; undefined for all others. */
export function siteUrl(api: string, address: string): URL | undefined {
  const { origin, protocol } = new URL(api);
  if (!URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  // The origin alone would let through an address of another scheme that holds one of ours.
  if (url.origin !== origin || url.protocol !== protocol) return undefined;
  url.username = "";
  url.password = "";
  url.hash = "";
  return url;
}

/**
 * All that a site has for our credentials beside its API, relative to its web root: attachments, previews of them, and
 * uploads that were begun. Whatever else lies on the same host may be another program's.
 */
const credentialPaths = {
  attachment: /^plugins\/tracker\/attachments\/(?:preview\/)?\d{1,15}-[^/]{1,2000}$/,
  upload: /^uploads\/tracker\/file\/\d{1,15}$/,
} as const;

function takesCredentials(api: string, url: URL, kind: keyof typeof credentialPaths): boolean {
  const root = `${new URL(api).pathname.replace(/\/api(?:\/v\d{1,9})?$/, "")}/`;
  const path = url.pathname.startsWith(root) ? url.pathname.slice(root.length) : undefined;
  if (path === undefined || url.search !== "" || hasEncodedSlash(url)) return false;
  return credentialPaths[kind].test(path);
}

/** The address of an attachment or its preview; undefined for all others. */
export function attachmentUrl(api: string, address: string): URL | undefined {
  const url = siteUrl(api, address);
  return url !== undefined && takesCredentials(api, url, "attachment") ? url : undefined;
}

/** The address of an upload that was begun; undefined for all others. */
export function uploadUrl(api: string, address: string): URL | undefined {
  const url = siteUrl(api, address);
  return url !== undefined && takesCredentials(api, url, "upload") ? url : undefined;
}

/** As it is stored: something that unpacks on the way could grow without end. Redirects are not followed. */
export function openStream(
  { api, transport, credential }: SiteStreams,
  url: URL,
  kind: "answer" | "download",
  signal: AbortSignal | undefined,
): Promise<OpenAnswer> {
  const used = takesCredentials(api, url, "attachment") ? credential() : undefined;
  const headers = { "Accept-Encoding": "identity", ...credentialHeaders(used) };
  return transport.open({ method: "GET", url, headers, signal }, kind);
}

/** The body, to be read once; whoever stops before its end gives the rest up. */
export async function* bytesOf(
  answer: OpenAnswer,
  request: FailedRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isEnded = false;
  try {
    yield* answer.body;
    isEnded = true;
  } catch (error) {
    throw isFailure(error) ? error : failureOfThrown(error, request, { isChange: false, signal });
  } finally {
    if (!isEnded) answer.giveUp();
  }
}
