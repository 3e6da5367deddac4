import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { type Client, createClient } from "../../../src/api/client.ts";
import { downloadFile } from "../../../src/api/downloads.ts";
import type { HttpResponse, HttpClient } from "../../../src/api/network/httpClient.ts";
import { RequestQueue } from "../../../src/api/network/requestQueue.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { isFailure } from "../../../src/model/failure.ts";
import type { FileDescription } from "../../../src/model/valueTypes.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { waitUntil } from "../../support/wait.ts";

const chunk = 1024 * 1024;

function describeFile(id: number, size: number, page?: string): FileDescription {
  return { id, name: "a.bin", size, type: "application/octet-stream", description: "", page };
}

function createContext(http: HttpClient): Parameters<typeof downloadFile>[0] {
  return {
    api: "https://a.example/api",
    http,
    credential: () => undefined,
    queue: new RequestQueue(6),
  } as Parameters<typeof downloadFile>[0];
}

async function sha256(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of bytes) hash.update(part);
  return hash.digest("hex");
}

describe("downloadFile", () => {
  it("returns the same content for any chunk size, concurrency and order of responses", async () => {
    const cases = fc.record({
      content: fc.uint8Array({ maxLength: 200 }),
      limit: fc.integer({ min: 1, max: 50 }),
      atOnce: fc.integer({ min: 1, max: 6 }),
      from: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(
        cases,
        fc.scheduler(),
        async ({ content, limit, atOnce: maxConcurrent, from }, scheduler) => {
          let inFlight = 0;
          let maxInFlight = 0;
          const http: HttpClient = {
            async send({ parameters, uri }): Promise<HttpResponse> {
              inFlight += 1;
              maxInFlight = Math.max(maxInFlight, inFlight);
              await scheduler.schedule(Promise.resolve());
              inFlight -= 1;
              const offset = Number(parameters?.["offset"]);
              const data = Buffer.from(content.subarray(offset, offset + limit)).toString("base64");
              const headers: Record<string, string> = {
                "x-pagination-size": String(content.length),
                "x-pagination-limit": String(limit),
              };
              const request = { method: "GET", url: uri };
              return { request, parameters, header: (name) => headers[name], body: { data } };
            },
          };
          const start = Math.min(from * limit, content.length);
          const read = async (): Promise<Buffer> => {
            const { bytes, size } = await downloadFile(createContext(http), describeFile(1, content.length), {
              offset: start,
              maxConcurrent,
            });
            assert.equal(size, content.length);
            const parts: Uint8Array[] = [];
            for await (const part of bytes) parts.push(part);
            return Buffer.concat(parts);
          };
          assert.deepEqual(await scheduler.waitFor(read()), Buffer.from(content.subarray(start)));
          assert.ok(maxInFlight <= maxConcurrent);
        },
      ),
    );
  });

  for (const data of ["AAA", "AA!A", "AA-A", "AA_A", "AAA\u{141}", "AAAA\n", "AA==", "=AAA", null]) {
    it(`rejects ${JSON.stringify(data)} as the content of three bytes`, async () => {
      const headers: Record<string, string> = { "x-pagination-size": "3", "x-pagination-limit": "3" };
      const http: HttpClient = {
        send: ({ uri }) =>
          Promise.resolve({
            request: { method: "GET", url: uri },
            parameters: {},
            header: (name) => headers[name],
            body: { data },
          }),
      };
      await assert.rejects(downloadFile(createContext(http), describeFile(1, 3)), isFailure);
    });
  }
});

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`downloads on the ${dialect} dialect`, () => {
    let server: Simulator;
    let client: Client;
    const artifactId = 1;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      client = createClient({
        api: `${server.url}/api`,
        credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
        caFile: undefined,
        observe: () => undefined,
        retry: { ...defaultRetryPolicy, wait: () => Promise.resolve() },
      });
    });
    afterEach(async () => {
      await client.close();
      await server.close();
    });

    function addFile(size: number): { readonly id: number; readonly sha256: string } {
      return server.addFile({ artifactId, name: "a.bin", type: "application/octet-stream", size });
    }

    for (const size of [0, 1, chunk, chunk + 1, 5 * chunk + 3]) {
      it(`return the content of a file of ${size} bytes`, async () => {
        const file = addFile(size);
        const download = await client.download(describeFile(file.id, size));
        assert.deepEqual([download.size, await sha256(download.bytes)], [size, file.sha256]);
        // Compressing Base64 takes several times as long as sending it.
        const encodings = server.requests.map(({ headers }) => headers["accept-encoding"]);
        assert.deepEqual([...new Set(encodings)], ["identity"]);
      });
    }

    it("use a single stream if it matches the file, and resume in chunks", async () => {
      const size = 2 * chunk + 5;
      const file = addFile(size);
      const values = (await client.artifact(artifactId)).values;
      const listed = values
        .flatMap((entry) => (entry.kind === "entry" && entry.value.kind === "files" ? entry.value.files : []))
        .find(({ id }) => id === file.id);
      assert.ok(listed);
      const whole = await client.download(listed);
      assert.deepEqual(
        [whole.mode, await sha256(whole.bytes)],
        [dialect === "product" ? "stream" : "chunks", file.sha256],
      );
      const rest = await client.download(listed, { offset: chunk });
      assert.equal(rest.mode, "chunks");
      let length = 0;
      for await (const part of rest.bytes) length += part.length;
      assert.equal(length, size - chunk);
    });

    it("use chunks if the stream is on another origin or isn't the file", async () => {
      const file = addFile(chunk + 1);
      for (const page of [
        "https://evil.example/a.bin",
        "/plugins/tracker/?aid=1",
        "/no/such/page",
        "http://[",
      ]) {
        const download = await client.download(describeFile(file.id, chunk + 1, page));
        assert.deepEqual([download.mode, await sha256(download.bytes)], ["chunks", file.sha256]);
      }
    });

    const faults: readonly (readonly [Fault, string])[] = [
      [{ kind: "status", status: 200, body: `{"data":"***"}` }, "unexpectedResponse"],
      [{ kind: "status", status: 200, body: `{"data":"AAAA"}` }, "unexpectedResponse"],
      [{ kind: "status", status: 200, body: `{"data":null}` }, "notFound"],
      [{ kind: "status", status: 200, body: `{}` }, "unexpectedResponse"],
      [{ kind: "drop" }, "unreachable"],
      [{ kind: "status", status: 500 }, "serverError"],
    ];
    for (const [fault, kind] of faults) {
      it(`fail instead of returning wrong content: ${JSON.stringify(fault)}`, async () => {
        const file = addFile(4 * chunk);
        server.faults.add({ path: /artifact_files\/.*offset=2097152/, fault });
        const download = await client.download(describeFile(file.id, 4 * chunk));
        await assert.rejects(sha256(download.bytes), { kind });
      });
    }

    it("leave connections for the tree, and release theirs when the reader stops", async () => {
      const files = Array.from({ length: 8 }, () => addFile(3 * chunk));
      const downloads = files
        .slice(0, 4)
        .map(({ id }) => client.download(describeFile(id, 3 * chunk), { maxConcurrent: 1 }));
      const removeFault = server.faults.add({
        path: /artifact_files\/.*offset=[1-9]/,
        fault: { kind: "hang" },
      });
      for (const download of await Promise.all(downloads)) {
        for await (const part of download.bytes) if (part.length > 0) break;
      }
      removeFault();
      assert.equal((await client.artifact(artifactId)).id, artifactId);
      const [last] = files.slice(-1);
      assert.ok(last);
      assert.equal(
        await sha256((await client.download(describeFile(last.id, 3 * chunk))).bytes),
        last.sha256,
      );
    });

    it("load five chunks at a time, and leave connections for an urgent file and for the tree", async () => {
      const [slow, urgent] = [addFile(8 * chunk), addFile(3 * chunk)];
      const path = `artifact_files/${slow.id}`;
      server.faults.add({ path: new RegExp(path), fault: { kind: "hang" } });
      const abort = new AbortController();
      const download = client.download(describeFile(slow.id, 8 * chunk), { signal: abort.signal });
      const countRequests = (): number =>
        server.requests.filter((request) => request.path.includes(path)).length;
      await waitUntil("five requests", () => countRequests() === 5);
      const content = await client.download(describeFile(urgent.id, 3 * chunk), { isUrgent: true });
      const [hash, artifact] = await Promise.all([sha256(content.bytes), client.artifact(artifactId)]);
      assert.deepEqual([hash, artifact.id, countRequests()], [urgent.sha256, artifactId, 5]);
      abort.abort();
      await assert.rejects(download, { kind: "canceled" });
    });

    it("release a stream that is aborted or only partly read", async () => {
      const file = addFile(3 * chunk);
      const page = `/plugins/tracker/attachments/${file.id}-a.bin`;
      for (let index = 0; index < 8; index += 1) {
        const download = await client.download(describeFile(file.id, 3 * chunk, page));
        assert.equal(download.mode, dialect === "product" ? "stream" : "chunks");
        if (index % 2 === 0) download.abort();
        else for await (const part of download.bytes) if (part.length > 0) break;
      }
      const whole = await client.download(describeFile(file.id, 3 * chunk, page));
      assert.equal(await sha256(whole.bytes), file.sha256);
      assert.equal((await client.artifact(artifactId)).id, artifactId);
    });

    it("can be canceled while reading", async () => {
      const file = addFile(6 * chunk);
      const abort = new AbortController();
      const download = await client.download(describeFile(file.id, 6 * chunk), { signal: abort.signal });
      await assert.rejects(
        async () => {
          for await (const part of download.bytes) if (part.length > 0) abort.abort();
        },
        { kind: "canceled" },
      );
    });
  });
}
