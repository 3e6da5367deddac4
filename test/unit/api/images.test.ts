import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import { usualLimits } from "../../../src/api/network/transport.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { png } from "../../simulator/state/picture.ts";
import { type PlainServer, startPlainServer } from "../../support/simulator/plainServer.ts";

const most = 5 * 1024 * 1024;
const picture = png(8, 6, [200, 30, 30]);

describe("pictures of a site", () => {
  let server: Simulator;
  const open: { close(): Promise<void> }[] = [];

  function clientOf(url: string, key: string | undefined): Client {
    const client = createClient({
      api: `${url}/api`,
      credential: key === undefined ? undefined : { kind: "accessKey", key },
      caFile: undefined,
      observe: () => undefined,
      limits: { ...usualLimits, headersMs: 300, silenceMs: 300 },
      retry: { ...usualRetry, wait: () => Promise.resolve() },
    });
    open.push(client);
    return client;
  }

  function member(): Client {
    return clientOf(server.url, server.accounts.member.accessKey);
  }

  function added(content: Uint8Array = picture, type = "image/png"): string {
    const { id } = server.addFile({ name: "a.png", type, content, artifactId: 1 });
    return `/plugins/tracker/attachments/${id}-a.png`;
  }

  beforeEach(async () => {
    server = await startSimulator({ dialect: "product" });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
    await server.close();
  });

  it("come as they are, by path or by whole address, to the account that asks", async () => {
    const path = added();
    for (const address of [path, `${server.url}${path}`, `${server.url}${path}#part`]) {
      const image = await member().image(address);
      assert.equal(image.type, "image/png");
      assert.ok(picture.equals(image.bytes));
    }
    assert.equal(server.requests.at(-1)?.headers["x-auth-accesskey"], server.accounts.member.accessKey);
    assert.equal(server.requests.at(-1)?.path, path);
  });

  it("may be up to five mebibytes large, whether that is told before or not", async () => {
    const client = member();
    assert.equal((await client.image(added(Buffer.alloc(most)))).bytes.length, most);
    await assert.rejects(client.image(added(Buffer.alloc(most + 1))), {
      kind: "notUnderstood",
      reason: "tooLarge",
    });
    const body = "x".repeat(most + 1);
    const endless = await plain({ "Content-Type": "image/gif", "Transfer-Encoding": "chunked" }, body);
    await assert.rejects(clientOf(endless.url, undefined).image("/a.gif"), {
      kind: "notUnderstood",
      reason: "tooLarge",
    });
  });

  async function plain(headers: Record<string, string>, body = "x", status = 200): Promise<PlainServer> {
    const started = await startPlainServer({ status, headers, body });
    open.push(started);
    return started;
  }

  const own = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/bmp"];
  for (const type of [...own, "image/x-icon", "image/avif", "IMAGE/PNG; charset=binary"]) {
    it(`may be ${type}`, async () => {
      const { url } = await plain({ "Content-Type": type });
      assert.equal((await clientOf(url, undefined).image("/x")).type, type.split(";")[0]?.toLowerCase());
    });
  }

  for (const headers of [
    { "Content-Type": "text/html" },
    { "Content-Type": "image/heic" },
    { "Content-Type": "application/octet-stream" },
    { "Content-Type": "image/png", "Content-Encoding": "br" },
    {},
  ]) {
    it(`are not ${JSON.stringify(headers)}`, async () => {
      const { url } = await plain(headers);
      await assert.rejects(clientOf(url, undefined).image("/x"), { kind: "notUnderstood", reason: "shape" });
    });
  }

  it("are asked for at the site's own origin only", async () => {
    const client = member();
    const other = await plain({ "Content-Type": "image/png" });
    const { port, hostname } = new URL(server.url);
    for (const address of [
      `${other.url}/a.png`,
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
      await assert.rejects(client.image(address), { kind: "notUnderstood", reason: "foreignAddress" });
    }
    assert.deepEqual([server.requests.length, other.received.length], [0, 0]);
  });

  it("don't lead elsewhere: a redirect is not followed", async () => {
    const other = await plain({ "Content-Type": "image/png" });
    const { url } = await plain({ Location: `${other.url}/a.png` }, "", 302);
    await assert.rejects(clientOf(url, "tlp-k1-1.00").image("/a.png"), { kind: "moved" });
    assert.equal(other.received.length, 0);
  });

  it("are refused, missing, or cut off, and then there is none", async () => {
    const path = added();
    await assert.rejects(member().image("/plugins/tracker/attachments/99999-a.png"), { kind: "notFound" });
    await assert.rejects(clientOf(server.url, "wrong").image(path), { kind: "forbidden" });
    const faults: readonly (readonly [Fault, string])[] = [
      [{ kind: "truncated" }, "unreachable"],
      [{ kind: "drop" }, "unreachable"],
      [{ kind: "hang" }, "timedOut"],
      [{ kind: "status", status: 500 }, "serverTrouble"],
      [{ kind: "html" }, "notUnderstood"],
      [{ kind: "status", status: 204 }, "notUnderstood"],
    ];
    for (const [fault, kind] of faults) {
      const heal = server.faults.add({ path: /attachments/, fault });
      await assert.rejects(member().image(path), { kind }, JSON.stringify(fault));
      heal();
    }
  });

  it("are tried again after a passing trouble, and can be called off", async () => {
    const path = added();
    server.faults.add({ path: /attachments/, times: 1, fault: { kind: "drop" } });
    assert.ok(picture.equals((await member().image(path)).bytes));
    server.faults.add({ path: /attachments/, fault: { kind: "hang" } });
    const abort = new AbortController();
    const asked = member().image(path, abort.signal);
    abort.abort();
    await assert.rejects(asked, { kind: "cancelled" });
  });

  it("give their connections back, however they end", async () => {
    const client = member();
    const large = added(Buffer.alloc(most + 1));
    const text = added(Buffer.alloc(300_000), "text/plain");
    const asked = Array.from({ length: 20 }, (_, index) => client.image(index % 2 === 0 ? large : text));
    for (const each of await Promise.allSettled(asked)) assert.equal(each.status, "rejected");
    assert.ok(picture.equals((await client.image(added())).bytes));
    assert.equal((await client.artifact(1)).id, 1);
  });
});
