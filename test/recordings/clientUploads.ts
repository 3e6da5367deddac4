// The routes of the client that files go up by.
import assert from "node:assert/strict";
import type { BegunUpload, UploadOutcome } from "../../src/model/attachment.ts";
import { type Asked, type ClientRoute, idOf, route } from "./clientRoutes.ts";
import { object } from "./raw.ts";
import { headerOf, type Recording } from "./recording.ts";
import type { Beside } from "./replay.ts";

const chunk = 1_048_576;
const fieldId = 1;
const begin = `/api/tracker_fields/${fieldId}/files`;
const temporary = "/api/artifact_temporary_files";

function upload({ client }: Asked, size: number, resume?: BegunUpload): Promise<UploadOutcome> {
  const file = { name: "tus.txt", size, type: "text/plain", description: "" };
  const content = Buffer.alloc(size);
  const source = {
    read: (from: number, length: number) => Promise.resolve(content.subarray(from, from + length)),
  };
  return client.upload(fieldId, file, source, { resume });
}

/** How much of a file the recorded server had after the request; a refusal does not tell. */
function sizeIn({ response: { body } }: Recording): number {
  return Number(object(body)["size"] ?? 2 * chunk);
}

/** And before it: the request brought the last chunk. */
function sizeBefore(size: number): number {
  return Math.floor((size - 1) / chunk) * chunk;
}

function checkUploaded(outcome: UploadOutcome, id: unknown): void {
  assert.deepEqual(outcome, { kind: "uploaded", id });
}

/** A slot in which the recorded piece is all that there is. */
function slotOf(asked: Asked): BegunUpload {
  const { recording, address } = asked;
  const length = headerOf(recording.response.headers, "upload-length");
  const offset = headerOf(recording.response.headers, "upload-offset");
  return { id: idOf(asked), size: Number(length ?? offset), href: address.path };
}

function besideSlot(method: "HEAD" | "PATCH") {
  return ({ request: { path }, response: { headers } }: Recording): readonly Beside[] => {
    const size = headerOf(headers, "upload-length") ?? headerOf(headers, "upload-offset") ?? "";
    const told =
      method === "HEAD" ? { "Upload-Length": size, "Upload-Offset": "0" } : { "Upload-Offset": size };
    return [{ method, path, status: 204, headers: told }];
  };
}

/** A server that has only the older way. */
function onlyOlder(): readonly Beside[] {
  return [
    { method: "POST", path: begin, status: 404 },
    { method: "OPTIONS", path: begin, status: 404 },
    { method: "OPTIONS", path: temporary, status: 200 },
  ];
}

export const uploadRoutes: readonly ClientRoute[] = [
  // Of an empty file, so that nothing follows.
  route(
    "POST",
    "/tracker_fields/{id}/files",
    (asked) => {
      const file = { name: "tus.txt", size: 0, type: "text/plain", description: "" };
      const source = { read: () => Promise.resolve(Buffer.alloc(0)) };
      return asked.client.upload(idOf(asked), file, source);
    },
    (outcome, raw) => checkUploaded(outcome, object(raw)["id"]),
  ),
  {
    ...route(
      "HEAD",
      "/uploads/tracker/file/{id}",
      (asked) => upload(asked, slotOf(asked).size, slotOf(asked)),
      (outcome, _raw, { request: { path } }) => checkUploaded(outcome, Number(path.split("/").at(-1))),
    ),
    beside: besideSlot("PATCH"),
  },
  {
    ...route(
      "PATCH",
      "/uploads/tracker/file/{id}",
      (asked) => upload(asked, slotOf(asked).size, slotOf(asked)),
      (outcome, _raw, { request: { path } }) => checkUploaded(outcome, Number(path.split("/").at(-1))),
    ),
    beside: besideSlot("HEAD"),
  },
  {
    ...route(
      "POST",
      "/artifact_temporary_files",
      (asked) => upload(asked, chunk),
      (outcome, raw) => checkUploaded(outcome, object(raw)["id"]),
    ),
    beside: onlyOlder,
  },
  {
    ...route(
      "PUT",
      "/artifact_temporary_files/{id}",
      (asked) => {
        const size = sizeIn(asked.recording);
        return upload(asked, size, { id: idOf(asked), size, href: undefined });
      },
      (outcome, raw) => checkUploaded(outcome, object(raw)["id"]),
    ),
    beside: (recording) => [
      {
        method: "GET",
        path: recording.request.path,
        status: 200,
        headers: { "X-PAGINATION-SIZE": String(sizeBefore(sizeIn(recording))) },
      },
    ],
  },
];
