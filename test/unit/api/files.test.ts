import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { type Client, createClient } from "../../../src/api/client.ts";
import { downloadFile } from "../../../src/api/files.ts";
import type { Answer, Http } from "../../../src/api/network/http.ts";
import { Slots } from "../../../src/api/network/slots.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import type { FileDescription } from "../../../src/model/value.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";

const chunk = 1024 * 1024;

function described(id: number, size: number, page?: string): FileDescription {
  return { id, name: "a.bin", size, type: "application/octet-stream", description: "", page };
}

async function sha256(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of bytes) hash.update(part);
  return hash.digest("hex");
}

describe("chunks of a file", () => {
  it("give the same file for any chunking, any window and any order of arrival", async () => {
    const cases = fc.record({
      content: fc.uint8Array({ maxLength: 200 }),
      limit: fc.integer({ min: 1, max: 50 }),
      atOnce: fc.integer({ min: 1, max: 6 }),
      from: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(cases, fc.scheduler(), async ({ content, limit, atOnce, from }, scheduler) => {
        let underWay = 0;
        let most = 0;
        const http: Http = {
          async send({ parameters, uri }): Promise<Answer> {
            underWay += 1;
            most = Math.max(most, underWay);
            await scheduler.schedule(Promise.resolve());
            underWay -= 1;
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
          const routes = {
            api: "https://a.example/api",
            http,
            credential: () => undefined,
            slots: new Slots(6),
          } as Parameters<typeof downloadFile>[0];
          const { bytes, size } = await downloadFile(routes, described(1, content.length), {
            from: start,
            atOnce,
          });
          assert.equal(size, content.length);
          const parts: Uint8Array[] = [];
          for await (const part of bytes) parts.push(part);
          return Buffer.concat(parts);
        };
        assert.deepEqual(await scheduler.waitFor(read()), Buffer.from(content.subarray(start)));
        assert.ok(most <= atOnce);
      }),
    );
  });
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
        retry: { ...usualRetry, wait: () => Promise.resolve() },
      });
    });
    afterEach(async () => {
      await client.close();
      await server.close();
    });

    function added(size: number): { readonly id: number; readonly sha256: string } {
      return server.addFile({ artifactId, name: "a.bin", type: "application/octet-stream", size });
    }

    for (const size of [0, 1, chunk, chunk + 1, 5 * chunk + 3]) {
      it(`give the right bytes of a file of ${size}`, async () => {
        const file = added(size);
        const download = await client.download(described(file.id, size));
        assert.deepEqual([download.size, await sha256(download.bytes)], [size, file.sha256]);
      });
    }

    it("take one stream where the server has one that fits, and go on in chunks after a cut", async () => {
      const size = 2 * chunk + 5;
      const file = added(size);
      const values = (await client.artifact(artifactId)).values;
      const listed = values
        .flatMap((entry) => (entry.kind === "entry" && entry.value.kind === "files" ? entry.value.files : []))
        .find(({ id }) => id === file.id);
      assert.ok(listed);
      const whole = await client.download(listed);
      assert.deepEqual(
        [whole.way, await sha256(whole.bytes)],
        [dialect === "product" ? "stream" : "chunks", file.sha256],
      );
      const rest = await client.download(listed, { from: chunk });
      assert.equal(rest.way, "chunks");
      let length = 0;
      for await (const part of rest.bytes) length += part.length;
      assert.equal(length, size - chunk);
    });

    it("take chunks where the stream is said to lie elsewhere, or is not the file", async () => {
      const file = added(chunk + 1);
      for (const page of [
        "https://evil.example/a.bin",
        "/plugins/tracker/?aid=1",
        "/no/such/page",
        "http://[",
      ]) {
        const download = await client.download(described(file.id, chunk + 1, page));
        assert.deepEqual([download.way, await sha256(download.bytes)], ["chunks", file.sha256]);
      }
    });

    const faults: readonly (readonly [Fault, string])[] = [
      [{ kind: "status", status: 200, body: `{"data":"***"}` }, "notUnderstood"],
      [{ kind: "status", status: 200, body: `{"data":"AAAA"}` }, "notUnderstood"],
      [{ kind: "status", status: 200, body: `{"data":null}` }, "notFound"],
      [{ kind: "status", status: 200, body: `{}` }, "notUnderstood"],
      [{ kind: "drop" }, "unreachable"],
      [{ kind: "status", status: 500 }, "serverTrouble"],
    ];
    for (const [fault, kind] of faults) {
      it(`end in an error and never in wrong bytes: ${JSON.stringify(fault)}`, async () => {
        const file = added(4 * chunk);
        server.faults.add({ path: /artifact_files\/.*offset=2097152/, fault });
        const download = await client.download(described(file.id, 4 * chunk));
        await assert.rejects(sha256(download.bytes), { kind });
      });
    }

    it("leave the tree its connections, however many of them there are, and give theirs back when left", async () => {
      const files = Array.from({ length: 8 }, () => added(3 * chunk));
      const downloads = files.slice(0, 4).map(({ id }) => client.download(described(id, 3 * chunk)));
      const heal = server.faults.add({ path: /artifact_files\/.*offset=[1-9]/, fault: { kind: "hang" } });
      for (const download of await Promise.all(downloads)) {
        for await (const part of download.bytes) if (part.length > 0) break;
      }
      heal();
      assert.equal((await client.artifact(artifactId)).id, artifactId);
      const [last] = files.slice(-1);
      assert.ok(last);
      assert.equal(await sha256((await client.download(described(last.id, 3 * chunk))).bytes), last.sha256);
    });

    it("give back a stream that is left in the middle, or that nobody begins to read", async () => {
      const file = added(3 * chunk);
      const page = `/plugins/tracker/attachments/${file.id}-a.bin`;
      for (let left = 0; left < 8; left += 1) {
        const download = await client.download(described(file.id, 3 * chunk, page));
        assert.equal(download.way, dialect === "product" ? "stream" : "chunks");
        if (left % 2 === 0) download.giveUp();
        else for await (const part of download.bytes) if (part.length > 0) break;
      }
      const whole = await client.download(described(file.id, 3 * chunk, page));
      assert.equal(await sha256(whole.bytes), file.sha256);
      assert.equal((await client.artifact(artifactId)).id, artifactId);
    });

    it("can be called off in the middle", async () => {
      const file = added(6 * chunk);
      const abort = new AbortController();
      const download = await client.download(described(file.id, 6 * chunk), { signal: abort.signal });
      await assert.rejects(
        async () => {
          for await (const part of download.bytes) if (part.length > 0) abort.abort();
        },
        { kind: "cancelled" },
      );
    });
  });
}
