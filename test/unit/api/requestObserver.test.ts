import assert from "node:assert/strict";
import { runConnectionChecks } from "../../../src/api/connectionCheck.ts";
import { type Client, createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";

describe("RequestObserver", () => {
  let server: Simulator;
  let client: Client;
  let lines: { readonly text: string; readonly hasFailed: boolean; readonly milliseconds: number }[];

  const createOptions = (): Parameters<typeof createClient>[0] => ({
    api: `${server.url}/api`,
    credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
    caFile: undefined,
    observe: ({ request: { method, url, status }, milliseconds, failure }) => {
      const { pathname, search } = new URL(url);
      const text = `${method} ${pathname}${search} ${status ?? "-"}`;
      lines.push({ text, hasFailed: failure !== undefined, milliseconds });
    },
    retry: { ...defaultRetryPolicy, attempts: 1 },
  });

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    lines = [];
    client = createClient(createOptions());
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  function getFailedLines(): readonly string[] {
    return lines.filter(({ hasFailed }) => hasFailed).map(({ text }) => text);
  }

  it("gets method, path, status and duration of a failed request", async () => {
    server.faults.add({ method: "DELETE", path: "/artifacts/1", fault: { kind: "status", status: 429 } });
    await assert.rejects(client.deleteArtifact(1, true));
    assert.deepEqual(getFailedLines(), ["DELETE /api/artifacts/1 429"]);
    assert.ok(lines.every(({ milliseconds }) => milliseconds > 0));
  });

  it("gets image requests, failed or not", async () => {
    const { id } = server.addFile({ name: "a.png", type: "image/png", artifactId: 1, size: 10 });
    const path = `/plugins/tracker/attachments/${id}-a.png`;
    await client.fetchImage(path);
    server.faults.add({ path, fault: { kind: "status", status: 503 } });
    await assert.rejects(client.fetchImage(path));
    assert.deepEqual(
      lines.map(({ text }) => text),
      [`GET ${path} 200`, `GET ${path} 503`],
    );
    assert.deepEqual(getFailedLines(), [`GET ${path} 503`]);
  });

  it("gets download streams that fail before or after their first byte", async () => {
    const size = 100_000;
    const file = server.addFile({ name: "a.bin", type: "application/octet-stream", artifactId: 1, size });
    const page = `/plugins/tracker/attachments/${file.id}-a.bin`;
    const description = {
      id: file.id,
      name: "a.bin",
      type: "application/octet-stream",
      size,
      page,
    } as Parameters<Client["download"]>[0];
    server.faults.add({ path: page, times: 1, fault: { kind: "status", status: 502 } });
    const chunked = await client.download(description);
    chunked.abort();
    assert.deepEqual(getFailedLines(), [`GET ${page} 502`]);
    server.faults.add({ path: page, times: 1, fault: { kind: "truncatedResponse" } });
    const streamed = await client.download(description);
    assert.equal(streamed.mode, "stream");
    await assert.rejects(async () => {
      for await (const bytes of streamed.bytes) assert.ok(bytes.length > 0);
    });
    assert.deepEqual(getFailedLines(), [`GET ${page} 502`, `GET ${page} -`]);
  });

  it("gets every request of a connection check", async () => {
    for await (const result of runConnectionChecks(
      { ...createOptions(), now: Date.now },
      new AbortController().signal,
    )) {
      assert.notEqual(result.status, "failed");
    }
    assert.deepEqual(
      lines.map(({ text }) => text.replace(/ \d+$/, "")).toSorted(),
      server.requests.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });
});
