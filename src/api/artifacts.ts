// One artifact: read, created, changed, deleted.
import * as z from "zod";
import type { Artifact } from "../model/artifact.ts";
import {
  type DeletionRefusal,
  DeletionRefused,
  isFailure,
  OutcomeUnknown,
  type RateLimit,
} from "../model/failure.ts";
import { hostTypeOfEdit } from "../model/fields/hostRegistry.ts";
import type { Unreadable } from "../model/page.ts";
import type { FieldChange, NewComment, Revision } from "../model/revision.ts";
import {
  preconditionHeaders,
  readArtifactAnswer,
  readBatchAnswer,
  revisionOf,
} from "./format/artifactReading.ts";
import { integer } from "./format/wire.ts";
import { xmlCanCarry } from "./format/xml.ts";
import { rateLimitOf } from "./network/failureOf.ts";
import type { Answer, Http, HttpRequest } from "./network/http.ts";

/** An entry of `values` in a request. */
type WireEntry = { readonly field_id: number } & Readonly<Record<string, unknown>>;

export function writeEntries(changes: readonly FieldChange[]): readonly WireEntry[] {
  return changes.map(({ fieldId, edit }) => {
    const edits = hostTypeOfEdit(edit)?.edits;
    // Without its members an entry would say nothing, and the change would seem to be carried out.
    if (edits === undefined) throw new Error(`No type of field has the edit ${edit.kind}.`);
    return { field_id: fieldId, ...edits.members(edit) };
  });
}

interface ArtifactRoutes {
  readonly http: Http;
  /** The format that the site is set to, for these routes alone. */
  readonly format: "json" | "xml";
  /** Told when a change had to be sent as JSON although the site is set to XML. */
  readonly noteJsonInstead: (request: string) => void;
}

/** Compression in front of the server strips the tag that a change needs. */
const uncompressed = { "Accept-Encoding": "identity" };

/** `complete` asks for the tracker's structure too, with the rights that hold in the artifact's present state. */
export async function readArtifact(
  { http, format }: Pick<ArtifactRoutes, "http" | "format">,
  artifactId: number,
  structure: "none" | "complete",
  signal?: AbortSignal,
): Promise<Artifact> {
  const parameters = structure === "complete" ? { tracker_structure_format: "complete" } : undefined;
  const uri = `artifacts/${artifactId}`;
  return readArtifactAnswer(await http.send({ uri, parameters, headers: uncompressed, format, signal }));
}

/** Up to a hundred at once, where the server has the route; unknown and unreadable ones are left out. */
export async function readArtifacts(
  http: Http,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<readonly (Artifact | Unreadable)[]> {
  const query = JSON.stringify({ id: [...new Set(ids)] });
  return readBatchAnswer(await http.send({ uri: "artifacts", parameters: { query, limit: 100 }, signal }));
}

/** Changes travel in the site's format, except for what XML can't carry. */
async function write(
  { http, format, noteJsonInstead }: ArtifactRoutes,
  request: HttpRequest,
): Promise<Answer> {
  const canUse = format === "json" || xmlCanCarry(request.body);
  if (!canUse) noteJsonInstead(`${request.method ?? ""} ${request.uri}`);
  return http.send({ ...request, format: canUse ? format : "json" });
}

export interface Written {
  readonly id: number;
  /** The state after the change, where the answer tells it. */
  readonly revision: Revision | undefined;
}

/** The id at the end of an address, which is not followed: it names the host that the server believes to be. */
function idIn(location: string | undefined): number | undefined {
  const id = /\/artifacts\/(\d{1,15})(?:\?|$)/.exec(location ?? "")?.[1];
  return id === undefined ? undefined : Number(id);
}

const createdSchema = z.object({ id: integer });

export async function createArtifact(
  routes: ArtifactRoutes,
  trackerId: number,
  changes: readonly FieldChange[],
  signal?: AbortSignal,
): Promise<Written> {
  const body = { tracker: { id: trackerId }, values: writeEntries(changes) };
  const answer = await write(routes, { method: "POST", uri: "artifacts", body, signal });
  const created = createdSchema.safeParse(answer.body);
  const id = created.success ? created.data.id : idIn(answer.header("location"));
  if (id === undefined) throw new OutcomeUnknown(answer.request, created.error);
  return { id, revision: revisionOf(answer.header) };
}

export interface Update {
  readonly changes: readonly FieldChange[];
  readonly comment?: NewComment | undefined;
}

async function put(
  routes: ArtifactRoutes,
  artifactId: number,
  { changes, comment }: Update,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Written> {
  const body = {
    values: writeEntries(changes),
    ...(comment === undefined ? {} : { comment: { body: comment.source, format: comment.format } }),
  };
  const uri = `artifacts/${artifactId}`;
  const answer = await write(routes, {
    method: "PUT",
    uri,
    headers: { ...uncompressed, ...headers },
    body,
    signal,
  });
  return { id: artifactId, revision: revisionOf(answer.header) };
}

/** Changes an artifact that is still in the state we have seen; else the failure is a conflict. */
export function updateArtifact(
  routes: ArtifactRoutes,
  artifactId: number,
  update: Update,
  revision: Revision,
  signal?: AbortSignal,
): Promise<Written> {
  return put(routes, artifactId, update, preconditionHeaders(revision), signal);
}

/** Changes an artifact whatever has become of it meanwhile. Only ever an explicit act of a person. */
export function overwriteArtifact(
  routes: ArtifactRoutes,
  artifactId: number,
  update: Update,
  signal?: AbortSignal,
): Promise<Written> {
  return put(routes, artifactId, update, {}, signal);
}

function refusal(rateLimit: RateLimit | undefined, isAdministrator: boolean | undefined): DeletionRefusal {
  if (rateLimit?.limit === 0 || isAdministrator === true) return "switchedOff";
  return isAdministrator === false ? "notAdministrator" : "unknown";
}

/** What is left of the daily deletions, where the server tells. `isAdministrator` helps to say why it refuses. */
export async function deleteArtifact(
  http: Http,
  artifactId: number,
  isAdministrator: boolean | undefined,
  signal?: AbortSignal,
): Promise<RateLimit | undefined> {
  try {
    const answer = await http.send({ method: "DELETE", uri: `artifacts/${artifactId}`, signal });
    return rateLimitOf(answer.header);
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "forbidden") throw failure;
    throw new DeletionRefused(failure.request, refusal(failure.request.rateLimit, isAdministrator));
  }
}
