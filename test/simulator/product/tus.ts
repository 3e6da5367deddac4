import type { IncomingHttpHeaders } from "node:http";
import type { Header, HttpRequest, HttpResponse } from "../http/messages.ts";
import type { Viewer } from "../state/user.ts";
import type { Upload } from "../state/uploads.ts";
import type { ServerState } from "../state/serverState.ts";

const version = "1.0.0";
const resumable: Header = ["Tus-Resumable", version];
const bytesType = "application/offset+octet-stream";

const overridable = new Set(["PATCH", "POST", "PUT", "DELETE"]);

export function getUploadHref(fileId: number): string {
  return `/uploads/tracker/file/${fileId}`;
}

/** The id in `/uploads/tracker/file/12`. */
export function parseUploadId(pathname: string): number | undefined {
  const digits = /^\/uploads\/tracker\/file\/(\d{1,15})$/.exec(pathname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Resumable uploads: reads the offset, appends bytes, or cancels. Responses have no body. */
export function handleTusRequest(
  server: ServerState,
  viewer: Viewer,
  incoming: HttpRequest,
  id: number,
): HttpResponse {
  const { headers } = incoming;
  if (incoming.method === "OPTIONS") {
    return createTusResponse(204, ["Tus-Version", version], ["Tus-Extension", "termination"]);
  }
  const method = getMethod(incoming);
  if (method !== "HEAD" && method !== "PATCH" && method !== "DELETE") return createTusResponse(405);
  if (headers["tus-resumable"] !== version) {
    return createTusResponse(412, resumable, ["Tus-Version", version]);
  }
  const upload = server.uploads.find(id, viewer?.id);
  if (upload === undefined) return createTusResponse(404, resumable);
  switch (method) {
    case "HEAD":
      return createTusResponse(
        204,
        ["Upload-Length", String(upload.file.size)],
        ["Upload-Offset", String(upload.offset)],
        resumable,
        ["Cache-Control", "no-cache"],
      );
    case "PATCH":
      return appendBytes(server, upload, incoming);
    case "DELETE":
      server.uploads.cancel(id);
      return createTusResponse(204, resumable);
  }
}

/** Some networks only allow GET and POST; a header then overrides the method. */
function getMethod({ method, headers }: HttpRequest): string {
  const override = headers["x-http-method-override"];
  if (override === undefined) return method;
  return overridable.has(method) && overridable.has(String(override)) ? String(override) : "";
}

function appendBytes(
  { uploads }: ServerState,
  { file, offset }: Upload,
  { headers, bytes }: HttpRequest,
): HttpResponse {
  if (!isByteContent(headers)) return createTusResponse(415, resumable);
  const from = headers["upload-offset"];
  if (from === undefined) return createTusResponse(400, resumable);
  if (uploads.isLocked(file.id)) return createTusResponse(423, resumable);
  if (Number(from) !== offset) return createTusResponse(409, resumable);
  return createTusResponse(204, ["Upload-Offset", String(uploads.append(file.id, bytes))], resumable);
}

function isByteContent({ "content-type": type = "" }: IncomingHttpHeaders): boolean {
  return type.split(";").some((part) => part.trim() === bytesType);
}

/** A session cookie is set even if the request has credentials. */
function createTusResponse(status: number, ...headers: readonly Header[]): HttpResponse {
  const isCacheable = headers.some(([name]) => name === "Cache-Control");
  return {
    status,
    headers: [
      ["Content-Type", "text/html; charset=UTF-8"],
      ["Set-Cookie", "__Host-TULEAP_PHPSESSID=0; path=/; secure; HttpOnly; SameSite=Lax"],
      ...headers,
      ...(isCacheable ? [] : [["Cache-Control", "no-store"] as const]),
      ["Vary", "Sec-Fetch-Site"],
    ],
    body: "",
  };
}
