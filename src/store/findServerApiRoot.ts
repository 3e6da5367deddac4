// Finds the API root of a server from a pasted URL.
import type { AnonymousAccess } from "../api/signIn.ts";
import { type Failure, isFailure } from "../model/failure.ts";
import type { Connections } from "./connections.ts";
import { guessApiRoots } from "./sites.ts";

export interface FoundApiRoot {
  readonly api: string;
  /** Access without an account. */
  readonly anonymousAccess: AnonymousAccess;
}

export type ServerSearchResult =
  | ({ readonly kind: "found" } & FoundApiRoot)
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "invalidUrl" };

interface ServerSearchOptions {
  readonly caFile: string | undefined;
  readonly signal: AbortSignal;
}

async function probeApiRoot(
  connections: Connections,
  api: string,
  { caFile, signal }: ServerSearchOptions,
): Promise<ServerSearchResult> {
  const client = await connections.createProbeClient(api, caFile);
  try {
    return { kind: "found", api, anonymousAccess: await client.probe(signal) };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", failure };
  } finally {
    await client.close();
  }
}

/** Many servers redirect http to https on the same host, which is accepted. */
function toHttpsApiRoot(api: string, location: string): string | undefined {
  if (!URL.canParse(location, api)) return undefined;
  const [from, to] = [new URL(api), new URL(location, api)];
  return from.protocol === "http:" && to.protocol === "https:" && to.hostname === from.hostname
    ? api.replace(from.origin, to.origin)
    : undefined;
}

/** No credentials are sent. The first failure is the most useful one, because the likeliest URL is tried first. */
export async function findServerApiRoot(
  connections: Connections,
  pasted: string,
  options: ServerSearchOptions,
): Promise<ServerSearchResult> {
  let firstFailure: ServerSearchResult | undefined;
  for (const api of guessApiRoots(pasted)) {
    const result = await probeApiRoot(connections, api, options);
    if (result.kind !== "failed") return result;
    const { failure } = result;
    const httpsApi = failure.kind === "moved" ? toHttpsApiRoot(api, failure.location) : undefined;
    if (httpsApi !== undefined) return probeApiRoot(connections, httpsApi, options);
    firstFailure ??= result;
    // Another path on the same host only helps if the host responded.
    if (failure.kind === "unreachable" || failure.kind === "timedOut" || failure.kind === "canceled") break;
  }
  return firstFailure ?? { kind: "invalidUrl" };
}
