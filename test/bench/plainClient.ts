// The way one writes it in an afternoon: undici, and one request after the other.
import { Agent, request } from "undici";
import type { Site } from "./site.ts";

export interface PlainClient {
  chunks(fileId: number): AsyncGenerator<Uint8Array, void, undefined>;
  stream(address: string): AsyncGenerator<Uint8Array, void, undefined>;
  pages(uri: string, limit: number): AsyncGenerator<readonly { readonly id: number }[], void, undefined>;
}

export async function withPlainClient<Result>(
  { api, key }: Site,
  work: (client: PlainClient) => Promise<Result>,
): Promise<Result> {
  const dispatcher = new Agent();
  const get = (address: string): ReturnType<typeof request> =>
    request(address, { dispatcher, headers: { "X-Auth-AccessKey": key } });
  const client: PlainClient = {
    async *chunks(fileId) {
      for (let offset = 0, size = Infinity; offset < size;) {
        const { headers, body } = await get(`${api}/artifact_files/${fileId}?offset=${offset}`);
        const { data } = (await body.json()) as { readonly data: string };
        const bytes = Buffer.from(data, "base64");
        yield bytes;
        offset += bytes.length;
        size = Number(headers["x-pagination-size"]);
      }
    },
    async *stream(address) {
      const { body } = await get(new URL(address, api).href);
      for await (const bytes of body) yield bytes as Uint8Array;
    },
    async *pages(uri, limit) {
      for (let offset = 0, size = Infinity; offset < size; offset += limit) {
        const { headers, body } = await get(`${api}/${uri}?limit=${limit}&offset=${offset}&order=desc`);
        yield (await body.json()) as readonly { readonly id: number }[];
        size = Number(headers["x-pagination-size"]);
      }
    },
  };
  try {
    return await work(client);
  } finally {
    await dispatcher.close();
  }
}
