// Asking a server about artifacts by their numbers: together where it can, else one by one and few at once.
import type { Client } from "../../api/client.ts";
import type { Artifact } from "../../model/artifact.ts";
import { type Failure, hasNoRoute, isFailure } from "../../model/failure.ts";
import { severalAtOnce } from "../severalAtOnce.ts";
import { type Told, toldOf } from "./told.ts";

/** What a server tells of at once. */
const largestBatch = 100;
const atOnce = 4;

/** Clients of servers that can't tell of several at once, as their answers have shown. */
const withoutBatch = new WeakSet<Client>();

function whyNot(artifactId: number, failure: Failure): Told {
  switch (failure.kind) {
    case "notFound":
      return { kind: "missing", artifactId };
    case "forbidden":
      return { kind: "unreadable", artifactId };
    default:
      return { kind: "unknown", artifactId, failure };
  }
}

async function readOne(client: Client, artifactId: number, signal: AbortSignal): Promise<Told> {
  try {
    return toldOf(await client.artifact(artifactId, signal));
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return whyNot(artifactId, failure);
  }
}

/** Those that the server tells together; a batch leaves out what may not be seen, without a word. */
async function readTogether(
  client: Client,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly Told[]> {
  // One alone is told better by itself: whether it is missing or hidden.
  if (ids.length < 2 || withoutBatch.has(client)) return [];
  try {
    const told = await client.artifactsById(ids, signal);
    return told.filter((each): each is Artifact => each.kind === "artifact").map(toldOf);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (hasNoRoute(failure)) {
      withoutBatch.add(client);
      return [];
    }
    return ids.map((artifactId) => ({ kind: "unknown", artifactId, failure }));
  }
}

/** `take` is told of each as it comes; each id once. */
export async function readTold(
  client: Client,
  ids: readonly number[],
  signal: AbortSignal,
  take: (told: Told) => void,
): Promise<void> {
  const left = new Set(ids);
  for (let at = 0; at < ids.length; at += largestBatch) {
    for (const told of await readTogether(client, ids.slice(at, at + largestBatch), signal)) {
      if (left.delete(told.artifactId)) take(told);
    }
  }
  await severalAtOnce([...left], atOnce, async (id) => take(await readOne(client, id, signal)));
}
