import assert from "node:assert/strict";
import { checkup } from "../../../src/api/checkup.ts";
import { type Client, createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";

describe("what the log is told of requests", () => {
  let server: Simulator;
  let client: Client;
  let lines: { readonly text: string; readonly hasFailed: boolean; readonly milliseconds: number }[];

  const options = (): Parameters<typeof createClient>[0] => ({
    api: `${server.url}/api`,
    credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
    caFile: undefined,
    observe: ({ request: { method, url, status }, milliseconds, failure }) => {
      const { pathname, search } = new URL(url);
      const text = `${method} ${pathname}${search} ${status ?? "-"}`;
      lines.push({ text, hasFailed: failure !== undefined, milliseconds });
    },
    retry: { ...usualRetry, attempts: 1 },
  });

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
    lines = [];
    client = createClient(options());
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  function failed(): readonly string[] {
    return lines.filter(({ hasFailed }) => hasFailed).map(({ text }) => text);
  }

  it("names method, path, status and duration of a request that was refused", async () => {
    server.faults.add({ method: "DELETE", path: "/artifacts/1", fault: { kind: "status", status: 429 } });
    await assert.rejects(client.remove(1, true));
    assert.deepEqual(failed(), ["DELETE /api/artifacts/1 429"]);
    assert.ok(lines.every(({ milliseconds }) => milliseconds > 0));
  });

  it("has the picture that failed, and the one that came", async () => {
    const { id } = server.addFile({ name: "a.png", type: "image/png", artifactId: 1, size: 10 });
    const path = `/plugins/tracker/attachments/${id}-a.png`;
    await client.image(path);
    server.faults.add({ path, fault: { kind: "status", status: 503 } });
    await assert.rejects(client.image(path));
    assert.deepEqual(
      lines.map(({ text }) => text),
      [`GET ${path} 200`, `GET ${path} 503`],
    );
    assert.deepEqual(failed(), [`GET ${path} 503`]);
  });

  it("has the stream of a download that failed before its first byte, or after", async () => {
    const size = 100_000;
    const file = server.addFile({ name: "a.bin", type: "application/octet-stream", artifactId: 1, size });
    const page = `/plugins/tracker/attachments/${file.id}-a.bin`;
    const described = {
      id: file.id,
      name: "a.bin",
      type: "application/octet-stream",
      size,
      page,
    } as Parameters<Client["download"]>[0];
    server.faults.add({ path: page, times: 1, fault: { kind: "status", status: 502 } });
    const inChunks = await client.download(described);
    inChunks.giveUp();
    assert.deepEqual(failed(), [`GET ${page} 502`]);
    server.faults.add({ path: page, times: 1, fault: { kind: "truncated" } });
    const cut = await client.download(described);
    assert.equal(cut.way, "stream");
    await assert.rejects(async () => {
      for await (const bytes of cut.bytes) assert.ok(bytes.length > 0);
    });
    assert.deepEqual(failed(), [`GET ${page} 502`, `GET ${page} -`]);
  });

  it("has every request of a check of the connection", async () => {
    for await (const finding of checkup({ ...options(), now: Date.now }, new AbortController().signal)) {
      assert.notEqual(finding.verdict, "failed");
    }
    assert.deepEqual(
      lines.map(({ text }) => text.replace(/ \d+$/, "")).toSorted(),
      server.requests.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });
});
