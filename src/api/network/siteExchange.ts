// Requests to uploads that were begun, which lie beside the API: same credentials, same origin, no redirects.
import { Cancelled, isFailure, NotUnderstood } from "../../model/failure.ts";
import { credentialHeaders } from "./credential.ts";
import { failureOfAnswer, failureOfThrown, quoted } from "./failureOf.ts";
import { type Http, observed, type Observer } from "./http.ts";
import { hiding } from "./secrets.ts";
import { type SiteStreams, uploadUrl } from "./siteStream.ts";
import type { Method, WireAnswer } from "./transport.ts";

export interface SiteExchange extends SiteStreams {
  readonly http: Http;
  readonly observe: Observer;
}

export interface SiteRequest {
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
export async function askSite(site: SiteExchange, request: SiteRequest): Promise<WireAnswer> {
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
