import { toResourceUrl } from "../api/network/httpClient.ts";
import type { CurlSignIn, RawResponse } from "../model/rawResponse.ts";
import type { Accounts } from "./accounts.ts";

// Paths relative to an API root, as used in documents and links.

function toRelativePath(api: string, { pathname, search }: URL): string {
  return pathname.slice(new URL(`${api}/`).pathname.length) + search;
}

/** `undefined` for a URL outside of the API root, and for the root itself. */
export function toResourcePath(api: string, uri: string): string | undefined {
  const url = toResourceUrl(api, uri);
  const resource = url === undefined ? "" : toRelativePath(api, url);
  return resource === "" ? undefined : resource;
}

export function toAbsoluteUrl(api: string, resource: string): string | undefined {
  const url = toResourceUrl(api, resource);
  if (url === undefined) return undefined;
  url.hash = "";
  return url.href;
}

export function toNextPagePath(
  api: string,
  resource: string,
  { offset, limit }: NonNullable<RawResponse["nextPage"]>,
): string | undefined {
  const url = toResourceUrl(api, resource);
  if (url === undefined) return undefined;
  url.searchParams.set("limit", String(limit));
  url.searchParams.set("offset", String(offset));
  return toRelativePath(api, url);
}

/** The kind of sign-in, without secrets. */
export async function loadCurlSignIn(accounts: Accounts, api: string): Promise<CurlSignIn> {
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
