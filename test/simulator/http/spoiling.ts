import type { Fault } from "../faults.ts";
import { isObject, parseJson } from "./json.ts";
import { isContent } from "./message.ts";
import type { Header, Outgoing } from "./message.ts";
import { frontPage } from "./pages.ts";
import type { Delivery } from "./sending.ts";

function typed(contentType: string): readonly Header[] {
  return [["Content-Type", contentType]];
}

/** The answer that a fault gives in place of the real one, with nothing carried out. */
export function substitute(fault: Fault): Outgoing | undefined {
  switch (fault.kind) {
    case "status": {
      const { status, contentType = "application/json; charset=utf-8", headers = {} } = fault;
      const body = fault.body ?? JSON.stringify({ error: { code: status, message: "On purpose" } });
      return { status, headers: [...typed(contentType), ...Object.entries(headers)], body };
    }
    case "html":
      return {
        status: 200,
        headers: typed("text/html; charset=UTF-8"),
        body: "<!doctype html><html><head><title>Sign in</title></head><body><form>Sign in to go on</form></body></html>",
      };
    case "badGateway": {
      const { status, body } = frontPage(502, "502 Bad Gateway");
      const headers: readonly Header[] = [
        ...typed("text/html"),
        ["Cache-Control", "no-store"],
        ["Vary", "Sec-Fetch-Site"],
      ];
      return { status, headers, body: body.kind === "page" ? body.content : "" };
    }
    case "brokenJson":
      return {
        status: 200,
        headers: typed("application/json; charset=utf-8"),
        body: '[{"id":101,"label":"Half an ans',
      };
    default:
      return undefined;
  }
}

/** Whether a fault looks into the body, which must not be compressed then. */
export function readsBody({ kind }: Fault): boolean {
  return kind === "corruptBase64" || kind === "chunkLength";
}

/** What becomes of the real answer. */
export function spoil(outgoing: Outgoing, fault: Fault): Outgoing {
  switch (fault.kind) {
    case "corruptBase64":
      return withChunk(outgoing, (chunk) => {
        const middle = Math.floor(chunk.length / 2);
        return `${chunk.slice(0, middle)}*${chunk.slice(middle + 1)}`;
      });
    case "chunkLength":
      return withChunk(outgoing, (chunk) => {
        const bytes = Buffer.from(chunk, "base64");
        const changed = Buffer.alloc(Math.max(0, bytes.length + fault.by));
        bytes.copy(changed);
        return changed.toString("base64");
      });
    default:
      return outgoing;
  }
}

function withChunk(outgoing: Outgoing, change: (chunk: string) => string): Outgoing {
  const body = isContent(outgoing.body) ? undefined : parseJson(outgoing.body.toString());
  const data = isObject(body) ? body["data"] : undefined;
  return typeof data === "string" ? { ...outgoing, body: JSON.stringify({ data: change(data) }) } : outgoing;
}

export function deliveryOf(fault: Fault | undefined): Delivery {
  switch (fault?.kind) {
    case "drop":
      return fault.when === "during" ? { kind: "half", announcesLength: false } : { kind: "whole" };
    case "truncated":
      return { kind: "half", announcesLength: true };
    case "wrongLength":
    case "trickle":
      return fault;
    default:
      return { kind: "whole" };
  }
}
