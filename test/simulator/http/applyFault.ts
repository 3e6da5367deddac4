import type { Fault } from "../faults.ts";
import { isObject, parseJson } from "./json.ts";
import { isStreamedContent } from "./messages.ts";
import type { Header, HttpResponse } from "./messages.ts";
import { createWebServerPage } from "./htmlPages.ts";
import type { DeliveryMode } from "./sendResponse.ts";

function createContentTypeHeader(contentType: string): readonly Header[] {
  return [["Content-Type", contentType]];
}

/** The response that a fault sends instead of the real one, without processing the request. */
export function createFaultResponse(fault: Fault): HttpResponse | undefined {
  switch (fault.kind) {
    case "status": {
      const { status, contentType = "application/json; charset=utf-8", headers = {} } = fault;
      const body = fault.body ?? JSON.stringify({ error: { code: status, message: "On purpose" } });
      return { status, headers: [...createContentTypeHeader(contentType), ...Object.entries(headers)], body };
    }
    case "html":
      return {
        status: 200,
        headers: createContentTypeHeader("text/html; charset=UTF-8"),
        body: "<!doctype html><html><head><title>Sign in</title></head><body><form>Sign in to go on</form></body></html>",
      };
    case "badGateway": {
      const { status, body } = createWebServerPage(502, "502 Bad Gateway");
      const headers: readonly Header[] = [
        ...createContentTypeHeader("text/html"),
        ["Cache-Control", "no-store"],
        ["Vary", "Sec-Fetch-Site"],
      ];
      return { status, headers, body: body.kind === "page" ? body.content : "" };
    }
    case "brokenJson":
      return {
        status: 200,
        headers: createContentTypeHeader("application/json; charset=utf-8"),
        body: '[{"id":101,"label":"Half an ans',
      };
    default:
      return undefined;
  }
}

/** Whether the fault reads the response body, which must not be compressed in that case. */
export function readsResponseBody({ kind }: Fault): boolean {
  return kind === "corruptBase64" || kind === "chunkLength";
}

/** Applies a fault to the real response. */
export function corruptResponse(outgoing: HttpResponse, fault: Fault): HttpResponse {
  switch (fault.kind) {
    case "corruptBase64":
      return replaceChunk(outgoing, (chunk) => {
        const middle = Math.floor(chunk.length / 2);
        return `${chunk.slice(0, middle)}*${chunk.slice(middle + 1)}`;
      });
    case "chunkLength":
      return replaceChunk(outgoing, (chunk) => {
        const bytes = Buffer.from(chunk, "base64");
        const changed = Buffer.alloc(Math.max(0, bytes.length + fault.by));
        bytes.copy(changed);
        return changed.toString("base64");
      });
    default:
      return outgoing;
  }
}

function replaceChunk(outgoing: HttpResponse, change: (chunk: string) => string): HttpResponse {
  const body = isStreamedContent(outgoing.body) ? undefined : parseJson(outgoing.body.toString());
  const data = isObject(body) ? body["data"] : undefined;
  return typeof data === "string" ? { ...outgoing, body: JSON.stringify({ data: change(data) }) } : outgoing;
}

export function toDeliveryMode(fault: Fault | undefined): DeliveryMode {
  switch (fault?.kind) {
    case "drop":
      return fault.when === "during" ? { kind: "truncated", sendsContentLength: false } : { kind: "whole" };
    case "truncatedResponse":
      return { kind: "truncated", sendsContentLength: true };
    case "wrongLength":
    case "trickle":
      return fault;
    default:
      return { kind: "whole" };
  }
}
