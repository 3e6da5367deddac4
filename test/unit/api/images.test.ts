import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { defaultTransportLimits } from "../../../src/api/network/transport.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { createPng } from "../../simulator/state/createPng.ts";
import { type StaticServer, startStaticServer } from "../../support/simulator/staticServer.ts";

const maxBytes = 5 * 1024 * 1024;
const image = createPng(8, 6, [200, 30, 30]);

describe("fetchImage", () => {
  let server: Simulator;
  const resources: { close(): Promise<void> }[] = [];

  function createTestClient(url: string, key: string | undefined): Client {
    const client = createClient({
      api: `${url}/api`,
      credential: key === undefined ? undefined : { kind: "accessKey", key },
      caFile: undefined,
      observe: () => undefined,
      limits: { ...defaultTransportLimits, headersMs: 300, idleMs: 300 },
      retry: { ...defaultRetryPolicy, wait: () => Promise.resolve() },
    });
    resources.push(client);
    return client;
  }

  function createMemberClient(): Client {
    return createTestClient(server.url, server.accounts.member.accessKey);
  }

  function addImage(content: Uint8Array = image, type = "image/png"): string {
    const { id } = server.addFile({ name: "a.png", type, content, artifactId: 1 });
    return `/plugins/tracker/attachments/${id}-a.png`;
  }

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
  });
  afterEach(async () => {
    await Promise.all(resources.splice(0).map((resource) => resource.close()));
    await server.close();
  });

  it("returns an image by path or URL, using the account's credentials", async () => {
    const path = addImage();
    for (const address of [path, `${server.url}${path}`, `${server.url}${path}#part`]) {
      const response = await createMemberClient().fetchImage(address);
      assert.equal(response.mediaType, "image/png");
      assert.ok(image.equals(response.bytes));
    }
    assert.equal(server.requests.at(-1)?.headers["x-auth-accesskey"], server.accounts.member.accessKey);
    assert.equal(server.requests.at(-1)?.path, path);
  });

  it("accepts up to 5 MiB, with or without a content length", async () => {
    const client = createMemberClient();
    assert.equal((await client.fetchImage(addImage(Buffer.alloc(maxBytes)))).bytes.length, maxBytes);
    await assert.rejects(client.fetchImage(addImage(Buffer.alloc(maxBytes + 1))), {
      kind: "unexpectedResponse",
      reason: "tooLarge",
    });
    const body = "x".repeat(maxBytes + 1);
    const chunkedServer = await serve({ "Content-Type": "image/gif", "Transfer-Encoding": "chunked" }, body);
    await assert.rejects(createTestClient(chunkedServer.url, undefined).fetchImage("/a.gif"), {
      kind: "unexpectedResponse",
      reason: "tooLarge",
    });
  });

  async function serve(headers: Record<string, string>, body = "x", status = 200): Promise<StaticServer> {
    const started = await startStaticServer({ status, headers, body });
    resources.push(started);
    return started;
  }

  const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/bmp"];
  for (const type of [...imageTypes, "image/x-icon", "image/avif", "IMAGE/PNG; charset=binary"]) {
    it(`accepts ${type}`, async () => {
      const { url } = await serve({ "Content-Type": type });
      assert.equal(
        (await createTestClient(url, undefined).fetchImage("/x")).mediaType,
        type.split(";")[0]?.toLowerCase(),
      );
    });
  }

  for (const headers of [
    { "Content-Type": "text/html" },
    { "Content-Type": "image/heic" },
    { "Content-Type": "application/octet-stream" },
    { "Content-Type": "image/png", "Content-Encoding": "br" },
    {},
  ]) {
    it(`rejects ${JSON.stringify(headers)}`, async () => {
      const { url } = await serve(headers);
      await assert.rejects(createTestClient(url, undefined).fetchImage("/x"), {
        kind: "unexpectedResponse",
        reason: "shape",
      });
    });
  }

  it("requests only URLs of the site's origin", async () => {
    const client = createMemberClient();
    const otherServer = await serve({ "Content-Type": "image/png" });
    const { port, hostname } = new URL(server.url);
    for (const address of [
      `${otherServer.url}/a.png`,
      "https://evil.example/a.png",
      `//evil.example:${port}/a.png`,
      `\\\\evil.example/a.png`,
      `https://${hostname}:${port}/a.png`,
      `http://localhost:${port}/a.png`,
      `http://${hostname}:${port}@evil.example/a.png`,
      `blob:${server.url}/a.png`,
      "data:image/png;base64,AAAA",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "http://[",
    ]) {
      await assert.rejects(client.fetchImage(address), { kind: "unexpectedResponse", reason: "foreignUrl" });
    }
    assert.deepEqual([server.requests.length, otherServer.receivedHeaders.length], [0, 0]);
  });

  it("doesn't follow redirects", async () => {
    const otherServer = await serve({ "Content-Type": "image/png" });
    const { url } = await serve({ Location: `${otherServer.url}/a.png` }, "", 302);
    await assert.rejects(createTestClient(url, "tlp-k1-1.00").fetchImage("/a.png"), { kind: "moved" });
    assert.equal(otherServer.receivedHeaders.length, 0);
  });

  it("fails if access is denied, the image is missing or the response is incomplete", async () => {
    const path = addImage();
    await assert.rejects(createMemberClient().fetchImage("/plugins/tracker/attachments/99999-a.png"), {
      kind: "notFound",
    });
    await assert.rejects(createTestClient(server.url, "wrong").fetchImage(path), { kind: "forbidden" });
    const faults: readonly (readonly [Fault, string])[] = [
      [{ kind: "truncatedResponse" }, "unreachable"],
      [{ kind: "drop" }, "unreachable"],
      [{ kind: "hang" }, "timedOut"],
      [{ kind: "status", status: 500 }, "serverError"],
      [{ kind: "html" }, "unexpectedResponse"],
      [{ kind: "status", status: 204 }, "unexpectedResponse"],
    ];
    for (const [fault, kind] of faults) {
      const removeFault = server.faults.add({ path: /attachments/, fault });
      await assert.rejects(createMemberClient().fetchImage(path), { kind }, JSON.stringify(fault));
      removeFault();
    }
  });

  it("retries after a temporary error, and can be canceled", async () => {
    const path = addImage();
    server.faults.add({ path: /attachments/, times: 1, fault: { kind: "drop" } });
    assert.ok(image.equals((await createMemberClient().fetchImage(path)).bytes));
    server.faults.add({ path: /attachments/, fault: { kind: "hang" } });
    const abort = new AbortController();
    const fetching = createMemberClient().fetchImage(path, abort.signal);
    abort.abort();
    await assert.rejects(fetching, { kind: "canceled" });
  });

  it("releases connections after failures", async () => {
    const client = createMemberClient();
    const largePath = addImage(Buffer.alloc(maxBytes + 1));
    const textPath = addImage(Buffer.alloc(300_000), "text/plain");
    const fetching = Array.from({ length: 20 }, (_, index) =>
      client.fetchImage(index % 2 === 0 ? largePath : textPath),
    );
    for (const result of await Promise.allSettled(fetching)) assert.equal(result.status, "rejected");
    assert.ok(image.equals((await client.fetchImage(addImage())).bytes));
    assert.equal((await client.artifact(1)).id, 1);
  });
});
