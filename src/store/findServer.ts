// From an address as pasted to a server of the right kind.
import type { AnonymousAccess } from "../api/signIn.ts";
import { type Failure, isFailure } from "../model/failure.ts";
import type { Connections } from "./connections.ts";
import { candidateApiRoots } from "./sites.ts";

export interface FoundApi {
  readonly api: string;
  /** What people may do there without signing in. */
  readonly anonymous: AnonymousAccess;
}

export type Search =
  | ({ readonly kind: "found" } & FoundApi)
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "noAddress" };

interface SearchOptions {
  readonly caFile: string | undefined;
  readonly signal: AbortSignal;
}

async function knock(
  connections: Connections,
  api: string,
  { caFile, signal }: SearchOptions,
): Promise<Search> {
  const client = await connections.knock(api, caFile);
  try {
    return { kind: "found", api, anonymous: await client.probe(signal) };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", failure };
  } finally {
    await client.close();
  }
}

/** Many servers only answer plain http by sending it to https at the same name; that is no other server. */
function encryptedTwin(api: string, location: string): string | undefined {
  if (!URL.canParse(location, api)) return undefined;
  const [from, to] = [new URL(api), new URL(location, api)];
  return from.protocol === "http:" && to.protocol === "https:" && to.hostname === from.hostname
    ? api.replace(from.origin, to.origin)
    : undefined;
}

/** No credentials are sent while searching. The first failure tells most: the likeliest address comes first. */
export async function findServer(
  connections: Connections,
  pasted: string,
  options: SearchOptions,
): Promise<Search> {
  let firstFailure: Search | undefined;
  for (const api of candidateApiRoots(pasted)) {
    const search = await knock(connections, api, options);
    if (search.kind !== "failed") return search;
    const { failure } = search;
    const twin = failure.kind === "moved" ? encryptedTwin(api, failure.location) : undefined;
    if (twin !== undefined) return knock(connections, twin, options);
    firstFailure ??= search;
    // Another path at the same host only helps if something answered there.
    if (failure.kind === "unreachable" || failure.kind === "timedOut" || failure.kind === "cancelled") break;
  }
  return firstFailure ?? { kind: "noAddress" };
}
