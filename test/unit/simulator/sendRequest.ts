import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import type { Simulator } from "../../simulator/simulator.ts";

export interface SimulatorResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body; `undefined` if it isn't JSON. */
  readonly data: unknown;
}

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Uses node:http, because fetch adds headers and can't send a body with a GET. */
export function sendRequest(
  simulator: Simulator,
  path: string,
  options: RequestOptions = {},
): Promise<SimulatorResponse> {
  const { method = "GET", headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(`${simulator.url}${path}`, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const raw = Buffer.concat(chunks);
        const isCompressed = response.headers["content-encoding"] === "gzip";
        const bytes = isCompressed ? gunzipSync(raw) : raw;
        const text = bytes.toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text,
          data: tryParseJson(text),
        });
      });
    });
    outgoing.once("error", reject);
    if (body !== undefined) outgoing.setHeader("Content-Length", Buffer.byteLength(body));
    outgoing.end(body);
  });
}

/** Sends JSON as the administrator, unless the headers have other credentials. */
export function sendJson(
  simulator: Simulator,
  method: string,
  path: string,
  data: unknown,
  headers: Readonly<Record<string, string>> = createKeyHeader(simulator.accounts.admin),
): Promise<SimulatorResponse> {
  const body = data === undefined ? {} : { body: JSON.stringify(data) };
  return sendRequest(simulator, `/api${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...body,
  });
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function createKeyHeader(account: { readonly accessKey: string }): Record<string, string> {
  return { "X-Auth-AccessKey": account.accessKey };
}

export function createPasswordHeader({
  username,
  password,
}: {
  username: string;
  password: string;
}): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

/** Status and message of an error. */
export function getError({ status, data }: SimulatorResponse): readonly [number, string | undefined] {
  const { error } = (data ?? {}) as { readonly error?: { readonly message: string } };
  return [status, error?.message];
}

export interface ListedItem {
  readonly id: number;
  readonly label: string;
  readonly title: string | null;
  readonly status: string;
}

export function getItems({ data }: SimulatorResponse): readonly ListedItem[] {
  if (!Array.isArray(data)) throw new Error(`Not a list: ${JSON.stringify(data)}`);
  return data as readonly ListedItem[];
}

export function encodeQuery(criteria: unknown): string {
  return encodeURIComponent(JSON.stringify(criteria));
}
