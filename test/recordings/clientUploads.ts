// The client's routes for uploads.
import assert from "node:assert/strict";
import type { ResumableUpload, UploadOutcome } from "../../src/model/attachment.ts";
import { type RecordedCall, type ClientRoute, getId, createRoute } from "./clientRoutes.ts";
import { toObject } from "./rawJson.ts";
import { getHeader, type Recording } from "./recording.ts";
import type { OtherResponse } from "./replayServer.ts";

const chunk = 1_048_576;
const fieldId = 1;
const createPath = `/api/tracker_fields/${fieldId}/files`;
const temporaryFilesPath = "/api/artifact_temporary_files";

function upload({ client }: RecordedCall, size: number, resume?: ResumableUpload): Promise<UploadOutcome> {
  const file = { name: "tus.txt", size, type: "text/plain", description: "" };
  const content = Buffer.alloc(size);
  const source = {
    read: (from: number, length: number) => Promise.resolve(content.subarray(from, from + length)),
  };
  return client.upload(fieldId, file, source, { resume });
}

/** The number of bytes that the recorded server had after the request; unknown if it was rejected. */
function getSizeAfter({ response: { body } }: Recording): number {
  return Number(toObject(body)["size"] ?? 2 * chunk);
}

/** The number of bytes before the request, which sent the last chunk. */
function getSizeBefore(size: number): number {
  return Math.floor((size - 1) / chunk) * chunk;
}

function checkUploaded(outcome: UploadOutcome, id: unknown): void {
  assert.deepEqual(outcome, { kind: "uploaded", id });
}

/** An upload whose only chunk is the recorded one. */
function createUpload(call: RecordedCall): ResumableUpload {
  const { recording, address } = call;
  const length = getHeader(recording.response.headers, "upload-length");
  const offset = getHeader(recording.response.headers, "upload-offset");
  return { id: getId(call), size: Number(length ?? offset), href: address.path };
}

function createSlotResponses(method: "HEAD" | "PATCH") {
  return ({ request: { path }, response: { headers } }: Recording): readonly OtherResponse[] => {
    const size = getHeader(headers, "upload-length") ?? getHeader(headers, "upload-offset") ?? "";
    const otherHeaders =
      method === "HEAD" ? { "Upload-Length": size, "Upload-Offset": "0" } : { "Upload-Offset": size };
    return [{ method, path, status: 204, headers: otherHeaders }];
  };
}

/** A server with temporary files only. */
function createOldServerResponses(): readonly OtherResponse[] {
  return [
    { method: "POST", path: createPath, status: 404 },
    { method: "OPTIONS", path: createPath, status: 404 },
    { method: "OPTIONS", path: temporaryFilesPath, status: 200 },
  ];
}

export const uploadRoutes: readonly ClientRoute[] = [
  // An empty file, so that no request follows.
  createRoute(
    "POST",
    "/tracker_fields/{id}/files",
    (call) => {
      const file = { name: "tus.txt", size: 0, type: "text/plain", description: "" };
      const source = { read: () => Promise.resolve(Buffer.alloc(0)) };
      return call.client.upload(getId(call), file, source);
    },
    (outcome, raw) => checkUploaded(outcome, toObject(raw)["id"]),
  ),
  {
    ...createRoute(
      "HEAD",
      "/uploads/tracker/file/{id}",
      (call) => upload(call, createUpload(call).size, createUpload(call)),
      (outcome, _raw, { request: { path } }) => checkUploaded(outcome, Number(path.split("/").at(-1))),
    ),
    createOtherResponses: createSlotResponses("PATCH"),
  },
  {
    ...createRoute(
      "PATCH",
      "/uploads/tracker/file/{id}",
      (call) => upload(call, createUpload(call).size, createUpload(call)),
      (outcome, _raw, { request: { path } }) => checkUploaded(outcome, Number(path.split("/").at(-1))),
    ),
    createOtherResponses: createSlotResponses("HEAD"),
  },
  {
    ...createRoute(
      "POST",
      "/artifact_temporary_files",
      (call) => upload(call, chunk),
      (outcome, raw) => checkUploaded(outcome, toObject(raw)["id"]),
    ),
    createOtherResponses: createOldServerResponses,
  },
  {
    ...createRoute(
      "PUT",
      "/artifact_temporary_files/{id}",
      (call) => {
        const size = getSizeAfter(call.recording);
        return upload(call, size, { id: getId(call), size, href: undefined });
      },
      (outcome, raw) => checkUploaded(outcome, toObject(raw)["id"]),
    ),
    createOtherResponses: (recording) => [
      {
        method: "GET",
        path: recording.request.path,
        status: 200,
        headers: { "X-PAGINATION-SIZE": String(getSizeBefore(getSizeAfter(recording))) },
      },
    ],
  },
];
