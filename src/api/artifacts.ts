// Requests that read, create, update and delete artifacts.
import * as z from "zod";
import type { Artifact } from "../model/artifact.ts";
import {
  type DeletionRefusalReason,
  DeletionRefused,
  isFailure,
  OutcomeUnknown,
  type RateLimit,
} from "../model/failure.ts";
import { hostTypeOfEdit } from "../model/fields/hostRegistry.ts";
import type { UnreadableItem } from "../model/collectionPage.ts";
import type { FieldUpdate, NewComment, ArtifactVersion } from "../model/artifactVersion.ts";
import {
  toPreconditionHeaders,
  parseArtifact,
  parseArtifactBatch,
  parseVersionHeader,
} from "./format/parseArtifact.ts";
import { integerSchema } from "./format/wireSchemas.ts";
import { canEncodeAsXml } from "./format/xml.ts";
import { parseRateLimit } from "./network/failures.ts";
import {
  type HttpResponse,
  type HttpClient,
  type HttpRequest,
  uncompressedHeaders,
} from "./network/httpClient.ts";

/** An entry of `values` in a request. */
type WireEntry = { readonly field_id: number } & Readonly<Record<string, unknown>>;

export function toWireEntries(changes: readonly FieldUpdate[]): readonly WireEntry[] {
  return changes.map(({ fieldId, edit }) => {
    const rules = hostTypeOfEdit(edit)?.editRules;
    // An entry without members would be accepted by the server without changing anything.
    if (rules === undefined) throw new Error(`No type of field has the edit ${edit.kind}.`);
    return { field_id: fieldId, ...rules.toWire(edit) };
  });
}

interface ArtifactRequestContext {
  readonly http: HttpClient;
  /** The format that the site is set to; only these routes use it. */
  readonly format: "json" | "xml";
  /** Called when a change is sent as JSON although the site is set to XML. */
  readonly onJsonFallback: (request: string) => void;
}

/**
 * `complete` also loads the tracker's structure, with the permissions in the current state of the artifact.
 */
export async function fetchArtifact(
  { http, format }: Pick<ArtifactRequestContext, "http" | "format">,
  artifactId: number,
  structure: "none" | "complete",
  signal?: AbortSignal,
): Promise<Artifact> {
  const parameters = structure === "complete" ? { tracker_structure_format: "complete" } : undefined;
  const uri = `artifacts/${artifactId}`;
  // A compressing proxy strips the ETag that an update needs.
  const headers = uncompressedHeaders;
  return parseArtifact(await http.send({ uri, parameters, headers, format, signal }));
}

/** Up to a hundred at once, if the server has the route; inaccessible artifacts are left out. */
export async function fetchArtifactsByIds(
  http: HttpClient,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<readonly (Artifact | UnreadableItem)[]> {
  const query = JSON.stringify({ id: [...new Set(ids)] });
  return parseArtifactBatch(await http.send({ uri: "artifacts", parameters: { query, limit: 100 }, signal }));
}

/** Changes are sent in the site's format, except for values that XML can't encode. */
async function sendChange(
  { http, format, onJsonFallback }: ArtifactRequestContext,
  request: HttpRequest,
): Promise<HttpResponse> {
  const canUseFormat = format === "json" || canEncodeAsXml(request.body);
  if (!canUseFormat) onJsonFallback(`${request.method ?? ""} ${request.uri}`);
  return http.send({ ...request, format: canUseFormat ? format : "json" });
}

export interface WriteResult {
  readonly id: number;
  /** The version after the change, if the response has it. */
  readonly version: ArtifactVersion | undefined;
}

/**
 * The ID at the end of a URL. The URL isn't requested: its host is the name that the server believes to have.
 */
function parseIdFromLocation(location: string | undefined): number | undefined {
  const id = /\/artifacts\/(\d{1,15})(?:\?|$)/.exec(location ?? "")?.[1];
  return id === undefined ? undefined : Number(id);
}

const createdSchema = z.object({ id: integerSchema });

export async function createArtifact(
  context: ArtifactRequestContext,
  trackerId: number,
  changes: readonly FieldUpdate[],
  signal?: AbortSignal,
): Promise<WriteResult> {
  const body = { tracker: { id: trackerId }, values: toWireEntries(changes) };
  const response = await sendChange(context, { method: "POST", uri: "artifacts", body, signal });
  const created = createdSchema.safeParse(response.body);
  const id = created.success ? created.data.id : parseIdFromLocation(response.header("location"));
  if (id === undefined) throw new OutcomeUnknown(response.request, created.error);
  return { id, version: parseVersionHeader(response.header) };
}

export interface ArtifactUpdate {
  readonly changes: readonly FieldUpdate[];
  readonly comment?: NewComment | undefined;
}

async function putArtifact(
  context: ArtifactRequestContext,
  artifactId: number,
  { changes, comment }: ArtifactUpdate,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<WriteResult> {
  const body = {
    values: toWireEntries(changes),
    ...(comment === undefined ? {} : { comment: { body: comment.source, format: comment.format } }),
  };
  const uri = `artifacts/${artifactId}`;
  const response = await sendChange(context, {
    method: "PUT",
    uri,
    headers: { ...uncompressedHeaders, ...headers },
    body,
    signal,
  });
  return { id: artifactId, version: parseVersionHeader(response.header) };
}

/** Fails with a conflict if the artifact isn't in this version any more. */
export function updateArtifact(
  context: ArtifactRequestContext,
  artifactId: number,
  update: ArtifactUpdate,
  version: ArtifactVersion,
  signal?: AbortSignal,
): Promise<WriteResult> {
  return putArtifact(context, artifactId, update, toPreconditionHeaders(version), signal);
}

/** Updates an artifact without a precondition. Only for explicit requests of the user. */
export function overwriteArtifact(
  context: ArtifactRequestContext,
  artifactId: number,
  update: ArtifactUpdate,
  signal?: AbortSignal,
): Promise<WriteResult> {
  return putArtifact(context, artifactId, update, {}, signal);
}

function getRefusalReason(
  rateLimit: RateLimit | undefined,
  isAdministrator: boolean | undefined,
): DeletionRefusalReason {
  if (rateLimit?.limit === 0 || isAdministrator === true) return "disabled";
  return isAdministrator === false ? "notAdministrator" : "unknown";
}

/**
 * Returns what is left of the daily deletions, if the server reports it. `isAdministrator` determines the
 * reason of a refusal.
 */
export async function deleteArtifact(
  http: HttpClient,
  artifactId: number,
  isAdministrator: boolean | undefined,
  signal?: AbortSignal,
): Promise<RateLimit | undefined> {
  try {
    const response = await http.send({ method: "DELETE", uri: `artifacts/${artifactId}`, signal });
    return parseRateLimit(response.header);
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "forbidden") throw failure;
    throw new DeletionRefused(failure.request, getRefusalReason(failure.request.rateLimit, isAdministrator));
  }
}
