import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import type { Simulator } from "../../simulator/simulator.ts";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as data; undefined when it is none. */
  readonly data: unknown;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Plain node:http, because fetch adds headers of its own and can't send a body with a GET. */
export function ask(simulator: Simulator, path: string, asked: Asked = {}): Promise<Reply> {
  const { method = "GET", headers = {}, body } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(`${simulator.url}${path}`, { method, headers, agent: false }, (response) => {
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
          data: parsed(text),
        });
      });
    });
    sent.once("error", reject);
    if (body !== undefined) sent.setHeader("Content-Length", Buffer.byteLength(body));
    sent.end(body);
  });
}

/** Sends data as the administrator, unless the headers say who else. */
export function tell(
  simulator: Simulator,
  method: string,
  path: string,
  data: unknown,
  headers: Readonly<Record<string, string>> = withKey(simulator.accounts.admin),
): Promise<Reply> {
  const body = data === undefined ? {} : { body: JSON.stringify(data) };
  return ask(simulator, `/api${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...body,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function withKey(account: { readonly accessKey: string }): Record<string, string> {
  return { "X-Auth-AccessKey": account.accessKey };
}

export function withPassword({
  username,
  password,
}: {
  username: string;
  password: string;
}): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

/** Status and message of an error, to compare in one go. */
export function problem({ status, data }: Reply): readonly [number, string | undefined] {
  const { error } = (data ?? {}) as { readonly error?: { readonly message: string } };
  return [status, error?.message];
}

export interface Listed {
  readonly id: number;
  readonly label: string;
  readonly title: string | null;
  readonly status: string;
}

export function rows({ data }: Reply): readonly Listed[] {
  if (!Array.isArray(data)) throw new Error(`Not a list: ${JSON.stringify(data)}`);
  return data as readonly Listed[];
}

export function queryOf(criteria: unknown): string {
  return encodeURIComponent(JSON.stringify(criteria));
}
