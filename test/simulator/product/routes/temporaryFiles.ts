import { isObject } from "../../http/json.ts";
import { createEmptyResponse, createDataResponse } from "../../http/messages.ts";
import type { RouteResponse, Header } from "../../http/messages.ts";
import { parsePage } from "../../http/queryParameters.ts";
import { HttpError, withErrorHeaders } from "../../http/httpError.ts";
import { requireViewer } from "../../http/route.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import { slicePage } from "../../state/listArtifacts.ts";
import { maxChunkBytes } from "../../state/temporaryFiles.ts";
import type { FileDescription } from "../../state/value.ts";
import type { ServerState } from "../../state/serverState.ts";
import { requireText } from "../bodyParameters.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representTemporaryFile } from "../representations/file.ts";

const allow = "OPTIONS, GET, POST";
const fileAllow = "OPTIONS, GET, PUT, DELETE";
const maxPageSize = 50;
const chunkHeader: Header = ["X-UPLOAD-MAX-FILE-CHUNKSIZE", String(maxChunkBytes)];

const route = {
  credentials: "required",
  optionsHeaders: createOptionsHeaders,
} as const satisfies Partial<Route>;

export const temporaryFileRoutes: readonly Route[] = [
  { ...route, method: "GET", path: "/artifact_temporary_files", allow, handle: listFiles },
  { ...route, method: "POST", path: "/artifact_temporary_files", allow, handle: createFile },
  { ...route, method: "GET", path: "/artifact_temporary_files/{id}", allow: fileAllow, handle: readFile },
  { ...route, method: "PUT", path: "/artifact_temporary_files/{id}", allow: fileAllow, handle: appendChunk },
  {
    ...route,
    method: "DELETE",
    path: "/artifact_temporary_files/{id}",
    allow: fileAllow,
    handle: deleteFile,
  },
];

/** OPTIONS requests are anonymous, so there is no disk usage. */
function createOptionsHeaders({ temporaryFiles }: ServerState): readonly Header[] {
  return [["X-QUOTA", String(temporaryFiles.quota)], ["X-DISK-USAGE", "0"], chunkHeader];
}

/** Headers of every response, including errors. */
function createQuotaHeaders(
  { server: { temporaryFiles }, viewer }: RouteCall,
  methods: string,
): readonly Header[] {
  return [
    ["Allow", methods],
    ["X-QUOTA", String(temporaryFiles.quota)],
    ["X-DISK-USAGE", String(temporaryFiles.getDiskUsage(viewer?.id))],
    chunkHeader,
  ];
}

function listFiles(call: RouteCall): RouteResponse {
  const window = parsePage(call.query, { defaultValue: 10, min: 1 });
  if (window.limit > maxPageSize) throw new HttpError(400);
  const { items, size } = slicePage(
    call.server.temporaryFiles.getFilesOfUser(requireViewer(call).id),
    window,
  );
  return createDataResponse(
    items.map(representTemporaryFile),
    ...createQuotaHeaders(call, allow),
    ...createPaginationHeaders(window, size, maxPageSize),
  );
}

function createFile(call: RouteCall): RouteResponse {
  const name = requireText(call, "name");
  const mimeType = requireText(call, "mimetype");
  const content = requireText(call, "content");
  const description = requireText(call, "description", "");
  return withErrorHeaders(createQuotaHeaders(call, allow), () => {
    const first = decodeChunk(call, content);
    const submittedBy = requireViewer(call).id;
    const file = call.server.temporaryFiles.create({ name, mimeType, description, submittedBy }, first);
    return {
      status: 201,
      headers: createQuotaHeaders(call, allow),
      body: { kind: "data", data: representTemporaryFile(file) },
    };
  });
}

function appendChunk(call: RouteCall): RouteResponse {
  const content = requireText(call, "content");
  const chunk = requireChunkNumber(call);
  const { temporaryFiles } = call.server;
  return withErrorHeaders(createQuotaHeaders(call, allow), () => {
    const { id } = requireOwnFile(call);
    const expected = temporaryFiles.getNextChunkNumber(id);
    if (chunk !== expected) throw new HttpError(400, `The next chunk is number ${expected}`);
    const file = temporaryFiles.append(id, decodeChunk(call, content));
    return createDataResponse(representTemporaryFile(file), ...createQuotaHeaders(call, fileAllow));
  });
}

function readFile(call: RouteCall): RouteResponse {
  const window = parsePage(call.query, { defaultValue: maxChunkBytes, min: 0, max: maxChunkBytes });
  const { id, size } = withErrorHeaders(createQuotaHeaders(call, allow), () => requireOwnFile(call));
  const content = call.server.temporaryFiles.getContent(id);
  const chunk = content.subarray(window.offset, window.offset + window.limit);
  return createDataResponse(
    { data: chunk.toString("base64") },
    ...createQuotaHeaders(call, fileAllow),
    ...createPaginationHeaders(window, size, maxChunkBytes),
  );
}

function deleteFile(call: RouteCall): RouteResponse {
  const { id } = withErrorHeaders(createQuotaHeaders(call, allow), () => requireOwnFile(call));
  call.server.temporaryFiles.remove(id);
  return createEmptyResponse(200, ...createQuotaHeaders(call, allow));
}

function requireOwnFile(call: RouteCall): FileDescription {
  const file = call.server.temporaryFiles.find(call.getNumberParameter("id"));
  if (file === undefined) throw new HttpError(404);
  if (file.submittedBy !== call.viewer?.id) throw new HttpError(401, "Somebody else has begun this file");
  return file;
}

function requireChunkNumber({ body }: RouteCall): number {
  const number = isObject(body) ? body["offset"] : undefined;
  if (number === undefined || number === null) throw new HttpError(400, "`offset` is required.");
  if (Number.isSafeInteger(Number(number))) return Number(number);
  throw new HttpError(400, "Invalid value specified for `offset`. Expecting integer value");
}

/** Validates the base64 encoding, the size of the chunk, and the user's total disk usage. */
function decodeChunk({ server: { temporaryFiles }, viewer }: RouteCall, content: string): Buffer {
  const bytes = Buffer.from(content, "base64");
  if (bytes.toString("base64") !== content) throw new HttpError(400, "The content is no base64");
  if (bytes.length > maxChunkBytes) throw new HttpError(400, `A chunk has ${maxChunkBytes} bytes at most`);
  if (temporaryFiles.getDiskUsage(viewer?.id) + bytes.length > temporaryFiles.quota) {
    throw new HttpError(400, "You have more waiting than you may: remove some of it first");
  }
  return bytes;
}
