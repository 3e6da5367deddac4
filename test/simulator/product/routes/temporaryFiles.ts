import { isObject } from "../../http/json.ts";
import { empty, ok } from "../../http/message.ts";
import type { Answer, Header } from "../../http/message.ts";
import { page } from "../../http/parameters.ts";
import { Refusal, announcing } from "../../http/refusal.ts";
import { writerOf } from "../../http/route.ts";
import type { Call, Route } from "../../http/route.ts";
import { slice } from "../../state/reading.ts";
import { largestChunk } from "../../state/temporaryFiles.ts";
import type { FileDescription } from "../../state/value.ts";
import type { World } from "../../state/world.ts";
import { textOf } from "../bodyMembers.ts";
import { paginationHeaders } from "../pagination.ts";
import { temporaryFile } from "../represent/file.ts";

const allow = "OPTIONS, GET, POST";
const fileAllow = "OPTIONS, GET, PUT, DELETE";
const largestPage = 50;
const chunkHeader: Header = ["X-UPLOAD-MAX-FILE-CHUNKSIZE", String(largestChunk)];

const route = { credentials: "required", options } as const;

export const temporaryFileRoutes: readonly Route[] = [
  { ...route, method: "GET", path: "/artifact_temporary_files", allow, handle: list },
  { ...route, method: "POST", path: "/artifact_temporary_files", allow, handle: create },
  { ...route, method: "GET", path: "/artifact_temporary_files/{id}", allow: fileAllow, handle: read },
  { ...route, method: "PUT", path: "/artifact_temporary_files/{id}", allow: fileAllow, handle: append },
  { ...route, method: "DELETE", path: "/artifact_temporary_files/{id}", allow: fileAllow, handle: remove },
];

/** Who asks by OPTIONS is nobody, and has nothing waiting. */
function options({ temporaryFiles }: World): readonly Header[] {
  return [["X-QUOTA", String(temporaryFiles.quota)], ["X-DISK-USAGE", "0"], chunkHeader];
}

/** What every answer tells, refusals included. */
function told({ world: { temporaryFiles }, viewer }: Call, methods: string): readonly Header[] {
  return [
    ["Allow", methods],
    ["X-QUOTA", String(temporaryFiles.quota)],
    ["X-DISK-USAGE", String(temporaryFiles.diskUsage(viewer?.id))],
    chunkHeader,
  ];
}

function list(call: Call): Answer {
  const window = page(call.query, { fallback: 10, min: 1 });
  if (window.limit > largestPage) throw new Refusal(400);
  const { items, size } = slice(call.world.temporaryFiles.of(writerOf(call).id), window);
  return ok(items.map(temporaryFile), ...told(call, allow), ...paginationHeaders(window, size, largestPage));
}

function create(call: Call): Answer {
  const name = textOf(call, "name");
  const mimeType = textOf(call, "mimetype");
  const content = textOf(call, "content");
  const description = textOf(call, "description", "");
  return announcing(told(call, allow), () => {
    const first = decodeChunk(call, content);
    const submittedBy = writerOf(call).id;
    const file = call.world.temporaryFiles.create({ name, mimeType, description, submittedBy }, first);
    return {
      status: 201,
      headers: told(call, allow),
      body: { kind: "data", data: temporaryFile(file) },
    };
  });
}

function append(call: Call): Answer {
  const content = textOf(call, "content");
  const chunk = chunkNumber(call);
  const { temporaryFiles } = call.world;
  return announcing(told(call, allow), () => {
    const { id } = requireOwn(call);
    const expected = temporaryFiles.nextChunk(id);
    if (chunk !== expected) throw new Refusal(400, `The next chunk is number ${expected}`);
    const file = temporaryFiles.append(id, decodeChunk(call, content));
    return ok(temporaryFile(file), ...told(call, fileAllow));
  });
}

function read(call: Call): Answer {
  const window = page(call.query, { fallback: largestChunk, min: 0, max: largestChunk });
  const { id, size } = announcing(told(call, allow), () => requireOwn(call));
  const content = call.world.temporaryFiles.contentOf(id);
  const chunk = content.subarray(window.offset, window.offset + window.limit);
  return ok(
    { data: chunk.toString("base64") },
    ...told(call, fileAllow),
    ...paginationHeaders(window, size, largestChunk),
  );
}

function remove(call: Call): Answer {
  const { id } = announcing(told(call, allow), () => requireOwn(call));
  call.world.temporaryFiles.remove(id);
  return empty(200, ...told(call, allow));
}

function requireOwn(call: Call): FileDescription {
  const file = call.world.temporaryFiles.find(call.id("id"));
  if (file === undefined) throw new Refusal(404);
  if (file.submittedBy !== call.viewer?.id) throw new Refusal(401, "Somebody else has begun this file");
  return file;
}

function chunkNumber({ body }: Call): number {
  const number = isObject(body) ? body["offset"] : undefined;
  if (number === undefined || number === null) throw new Refusal(400, "`offset` is required.");
  if (Number.isSafeInteger(Number(number))) return Number(number);
  throw new Refusal(400, "Invalid value specified for `offset`. Expecting integer value");
}

/** Strict about base64, about the size of a chunk, and about what a person has waiting altogether. */
function decodeChunk({ world: { temporaryFiles }, viewer }: Call, content: string): Buffer {
  const bytes = Buffer.from(content, "base64");
  if (bytes.toString("base64") !== content) throw new Refusal(400, "The content is no base64");
  if (bytes.length > largestChunk) throw new Refusal(400, `A chunk has ${largestChunk} bytes at most`);
  if (temporaryFiles.diskUsage(viewer?.id) + bytes.length > temporaryFiles.quota) {
    throw new Refusal(400, "You have more waiting than you may: remove some of it first");
  }
  return bytes;
}
