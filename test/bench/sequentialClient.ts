// A simple reference client: undici, one request after the other.
import { Agent, request } from "undici";
import type { BenchSite } from "./benchSite.ts";

export interface SequentialClient {
  chunks(fileId: number): AsyncGenerator<Uint8Array, void, undefined>;
  stream(url: string): AsyncGenerator<Uint8Array, void, undefined>;
  pages(uri: string, limit: number): AsyncGenerator<readonly { readonly id: number }[], void, undefined>;
}

export async function withSequentialClient<Result>(
  { api, key }: BenchSite,
  work: (client: SequentialClient) => Promise<Result>,
): Promise<Result> {
  const dispatcher = new Agent();
  const get = (url: string): ReturnType<typeof request> =>
    request(url, { dispatcher, headers: { "X-Auth-AccessKey": key } });
  const client: SequentialClient = {
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
    async *stream(url) {
      const { body } = await get(new URL(url, api).href);
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
