import { resourceUrl } from "../api/network/http.ts";
import type { CurlSignIn, RawAnswer } from "../model/inspect.ts";
import type { Accounts } from "./accounts.ts";

// Addresses below an API root, as documents and links name them: relative to that root, and never elsewhere.

function relative(api: string, { pathname, search }: URL): string {
  return pathname.slice(new URL(`${api}/`).pathname.length) + search;
}

/** Undefined for an address that does not lie below the root, and for the root itself. */
export function resourceBelow(api: string, uri: string): string | undefined {
  const url = resourceUrl(api, uri);
  const resource = url === undefined ? "" : relative(api, url);
  return resource === "" ? undefined : resource;
}

export function addressOf(api: string, resource: string): string | undefined {
  const url = resourceUrl(api, resource);
  if (url === undefined) return undefined;
  url.hash = "";
  return url.href;
}

/** Where a collection goes on. */
export function nextPage(
  api: string,
  resource: string,
  { offset, limit }: NonNullable<RawAnswer["next"]>,
): string | undefined {
  const url = resourceUrl(api, resource);
  if (url === undefined) return undefined;
  url.searchParams.set("limit", String(limit));
  url.searchParams.set("offset", String(offset));
  return relative(api, url);
}

/** How one signs in to a site, without what proves it. */
export async function curlSignIn(accounts: Accounts, api: string): Promise<CurlSignIn> {
  const credential = (await accounts.current(api))?.credential;
  switch (credential?.kind) {
    case undefined:
      return { kind: "none" };
    case "accessKey":
      return { kind: "accessKey" };
    case "token":
      return { kind: "token", userId: credential.userId };
    case "basic":
      return { kind: "basic", username: credential.username };
  }
}
