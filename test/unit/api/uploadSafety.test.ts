import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Client } from "../../../src/api/client.ts";
import type { Credential } from "../../../src/api/network/credential.ts";
import type { Fault } from "../../simulator/faults.ts";
import { startPlainServer } from "../../support/simulator/plainServer.ts";
import { contentOf, UploadStage } from "./uploadStage.ts";

const hour = 60 * 60 * 1000;
const certificates = join(import.meta.dirname, "../../support/simulator/tls");

/** Passes everything on to one server, whatever name it is asked for, and keeps account of it. */
async function startProxy(
  to: string,
  passed: string[],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const proxy = createServer((incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    passed.push(`${method} ${url}`);
    const onward = request(`${to}${new URL(url).pathname}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}

describe("uploads, and whom they trust", () => {
  let stage: UploadStage;
  beforeEach(async () => {
    stage = await UploadStage.open();
  });
  afterEach(() => stage.close());

  it("send credentials to the site's own origin only, and beside its API", async () => {
    const evil = await startPlainServer({ status: 204, headers: { "Upload-Offset": "0" } });
    try {
      const addresses = [`${evil.url}/x`, "//127.0.0.1:9/x", "data:,x", "http://[", "/api/v1/artifacts/1"];
      for (const href of addresses) {
        const body = JSON.stringify({ id: 5, upload_href: href });
        const fault: Fault = { kind: "status", status: 200, body };
        const heal = stage.server.faults.add({ path: /tracker_fields/, fault });
        await assert.rejects(stage.send(contentOf(5)), { kind: "notUnderstood", reason: "foreignAddress" });
        heal();
        const kept = { id: 5, size: 5, href };
        await assert.rejects(stage.send(contentOf(5), { resume: kept }), { reason: "foreignAddress" });
        await assert.rejects(stage.client().abandonUpload(kept), { reason: "foreignAddress" });
      }
      const location = { Location: `${evil.url}/x` };
      const moved: Fault = { kind: "status", status: 302, body: "", headers: location };
      stage.server.faults.add({ path: /uploads/, fault: moved });
      await assert.rejects(stage.send(contentOf(5)), { kind: "moved" });
      assert.deepEqual(evil.received, []);
      assert.equal((await stage.client().artifact(1)).id, 1);
    } finally {
      await evil.close();
    }
  });

  it("take the same way out as everything else: certificates, proxy, log", async () => {
    const [key, cert] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    assert.ok(key !== undefined && cert !== undefined);
    const caFile = join(certificates, "ca.pem");
    const secure = await UploadStage.open({ tls: { key, cert } }, { caFile });
    try {
      const client = secure.client({ caFile });
      assert.equal((await secure.send(contentOf(5), { client })).outcome.kind, "uploaded");
    } finally {
      await secure.close();
    }

    const passed: string[] = [];
    const logged: string[] = [];
    const proxy = await startProxy(stage.server.url, passed);
    const site = "http://tuleap.invalid";
    const client = stage.client({
      api: `${site}/api`,
      proxy: { proxy: proxy.url, noProxy: [], authorization: undefined },
      observe: ({ request: { method, url, status } }) => logged.push(`${method} ${url} ${status}`),
    });
    try {
      const { outcome } = await stage.send(contentOf(5), { client });
      const href = `${site}/uploads/tracker/file/${outcome.kind === "uploaded" ? outcome.id : 0}`;
      const begun = `POST ${site}/api/tracker_fields/${stage.field}/files`;
      assert.deepEqual(passed, [begun, `HEAD ${href}`, `PATCH ${href}`]);
      assert.deepEqual(logged, [`${begun} 200`, `HEAD ${href} 204`, `PATCH ${href} 204`]);
      assert.ok(stage.server.requests.every(({ headers }) => headers.cookie === undefined));
    } finally {
      await proxy.close();
    }
  });

  it("renew a sign-in that has run out meanwhile, or say that it has", async () => {
    const { username, password } = stage.server.accounts.admin;
    const signIn = async (): Promise<Credential> => {
      const answer = await stage.client({ credential: undefined }).requestToken(username, password);
      return answer.kind === "token" ? answer.credential : assert.fail(answer.kind);
    };
    const old = await signIn();
    stage.server.clock.advance(23 * hour);
    const { begun } = await stage.send(contentOf(5));
    stage.server.clock.advance(2 * hour);
    const resume = begun[0];
    const renewing: Client = stage.client({ credential: old, renewToken: signIn });
    assert.equal((await stage.send(contentOf(5), { client: renewing, resume })).outcome.kind, "uploaded");
    const expired = stage.client({ credential: old });
    await assert.rejects(stage.send(contentOf(5), { client: expired, resume }), { kind: "signedOut" });
  });
});
