import type { IncomingHttpHeaders } from "node:http";
import type { Header, Incoming, Outgoing } from "../http/message.ts";
import type { Viewer } from "../state/people.ts";
import type { Upload } from "../state/uploads.ts";
import type { World } from "../state/world.ts";

const version = "1.0.0";
const resumable: Header = ["Tus-Resumable", version];
const bytesType = "application/offset+octet-stream";

const overridable = new Set(["PATCH", "POST", "PUT", "DELETE"]);

export function uploadHref(fileId: number): string {
  return `/uploads/tracker/file/${fileId}`;
}

/** The number in `/uploads/tracker/file/12`. */
export function uploadId(pathname: string): number | undefined {
  const digits = /^\/uploads\/tracker\/file\/(\d{1,15})$/.exec(pathname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Resumable uploads: what is there already, what comes next, and giving up. Nothing here ever has a body. */
export function tus(world: World, viewer: Viewer, incoming: Incoming, id: number): Outgoing {
  const { headers } = incoming;
  if (incoming.method === "OPTIONS") {
    return told(204, ["Tus-Version", version], ["Tus-Extension", "termination"]);
  }
  const method = methodOf(incoming);
  if (method !== "HEAD" && method !== "PATCH" && method !== "DELETE") return told(405);
  if (headers["tus-resumable"] !== version) return told(412, resumable, ["Tus-Version", version]);
  const upload = world.uploads.find(id, viewer?.id);
  if (upload === undefined) return told(404, resumable);
  switch (method) {
    case "HEAD":
      return told(
        204,
        ["Upload-Length", String(upload.file.size)],
        ["Upload-Offset", String(upload.offset)],
        resumable,
        ["Cache-Control", "no-cache"],
      );
    case "PATCH":
      return append(world, upload, incoming);
    case "DELETE":
      world.uploads.cancel(id);
      return told(204, resumable);
  }
}

/** Some networks let only the oldest methods through; a header then tells which one is meant. */
function methodOf({ method, headers }: Incoming): string {
  const override = headers["x-http-method-override"];
  if (override === undefined) return method;
  return overridable.has(method) && overridable.has(String(override)) ? String(override) : "";
}

function append({ uploads }: World, { file, offset }: Upload, { headers, bytes }: Incoming): Outgoing {
  if (!isBytes(headers)) return told(415, resumable);
  const from = headers["upload-offset"];
  if (from === undefined) return told(400, resumable);
  if (uploads.isLocked(file.id)) return told(423, resumable);
  if (Number(from) !== offset) return told(409, resumable);
  return told(204, ["Upload-Offset", String(uploads.append(file.id, bytes))], resumable);
}

function isBytes({ "content-type": type = "" }: IncomingHttpHeaders): boolean {
  return type.split(";").some((part) => part.trim() === bytesType);
}

/** A session is offered even to those who bring their credentials with each request. */
function told(status: number, ...headers: readonly Header[]): Outgoing {
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
