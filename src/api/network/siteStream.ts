// What a site serves beside its API, to the same credentials: bytes, as they come.
import { type FailedRequest, isFailure } from "../../model/failure.ts";
import { type Credential, credentialHeaders } from "./credential.ts";
import { failureOfThrown } from "./failureOf.ts";
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

/** As it is stored: something that unpacks on the way could grow without end. Redirects are not followed. */
export function openStream(
  { transport, credential }: SiteStreams,
  url: URL,
  signal: AbortSignal | undefined,
): Promise<OpenAnswer> {
  const headers = { "Accept-Encoding": "identity", ...credentialHeaders(credential()) };
  return transport.open({ method: "GET", url, headers, signal });
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
