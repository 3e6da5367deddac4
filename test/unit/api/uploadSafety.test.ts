import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Client } from "../../../src/api/client.ts";
import type { Credential } from "../../../src/api/network/credential.ts";
import type { Fault } from "../../simulator/faults.ts";
import { startStaticServer } from "../../support/simulator/staticServer.ts";
import { createContent, UploadFixture } from "./uploadFixture.ts";

const hour = 60 * 60 * 1000;
const certificates = join(import.meta.dirname, "../../support/simulator/tls");

/** Forwards every request to one server, whatever its host name, and records it. */
async function startProxy(
  target: string,
  forwarded: string[],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const proxy = createServer((incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    forwarded.push(`${method} ${url}`);
    const forwardedRequest = request(`${target}${new URL(url).pathname}`, { method, headers }, (result) => {
      response.writeHead(result.statusCode ?? 0, result.headers);
      result.pipe(response);
    });
    incoming.pipe(forwardedRequest);
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

describe("upload security", () => {
  let fixture: UploadFixture;
  beforeEach(async () => {
    fixture = await UploadFixture.open();
  });
  afterEach(() => fixture.close());

  it("sends credentials only to upload URLs of the site's origin", async () => {
    const otherServer = await startStaticServer({ status: 204, headers: { "Upload-Offset": "0" } });
    try {
      const hrefs = [`${otherServer.url}/x`, "//127.0.0.1:9/x", "data:,x", "http://[", "/api/v1/artifacts/1"];
      for (const href of hrefs) {
        const body = JSON.stringify({ id: 5, upload_href: href });
        const fault: Fault = { kind: "status", status: 200, body };
        const removeFault = fixture.server.faults.add({ path: /tracker_fields/, fault });
        await assert.rejects(fixture.send(createContent(5)), {
          kind: "unexpectedResponse",
          reason: "foreignUrl",
        });
        removeFault();
        const saved = { id: 5, size: 5, href };
        await assert.rejects(fixture.send(createContent(5), { resume: saved }), { reason: "foreignUrl" });
        await assert.rejects(fixture.createClient().cancelUpload(saved), { reason: "foreignUrl" });
      }
      const location = { Location: `${otherServer.url}/x` };
      const moved: Fault = { kind: "status", status: 302, body: "", headers: location };
      fixture.server.faults.add({ path: /uploads/, fault: moved });
      await assert.rejects(fixture.send(createContent(5)), { kind: "moved" });
      assert.deepEqual(otherServer.receivedHeaders, []);
      assert.equal((await fixture.createClient().artifact(1)).id, 1);
    } finally {
      await otherServer.close();
    }
  });

  it("uses the site's certificates, proxy and log", async () => {
    const [key, cert] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    assert.ok(key !== undefined && cert !== undefined);
    const caFile = join(certificates, "ca.pem");
    const tlsFixture = await UploadFixture.open({ tls: { key, cert } }, { caFile });
    try {
      const client = tlsFixture.createClient({ caFile });
      assert.equal((await tlsFixture.send(createContent(5), { client })).outcome.kind, "uploaded");
    } finally {
      await tlsFixture.close();
    }

    const forwarded: string[] = [];
    const logged: string[] = [];
    const proxy = await startProxy(fixture.server.url, forwarded);
    const site = "http://tuleap.invalid";
    const client = fixture.createClient({
      api: `${site}/api`,
      proxy: { proxy: proxy.url, noProxy: [], authorization: undefined },
      observe: ({ request: { method, url, status } }) => logged.push(`${method} ${url} ${status}`),
    });
    try {
      const { outcome } = await fixture.send(createContent(5), { client });
      const href = `${site}/uploads/tracker/file/${outcome.kind === "uploaded" ? outcome.id : 0}`;
      const created = `POST ${site}/api/tracker_fields/${fixture.fieldId}/files`;
      assert.deepEqual(forwarded, [created, `HEAD ${href}`, `PATCH ${href}`]);
      assert.deepEqual(logged, [`${created} 200`, `HEAD ${href} 204`, `PATCH ${href} 204`]);
      assert.ok(fixture.server.requests.every(({ headers }) => headers.cookie === undefined));
    } finally {
      await proxy.close();
    }
  });

  it("renews an expired token, or reports it", async () => {
    const { username, password } = fixture.server.accounts.admin;
    const signIn = async (): Promise<Credential> => {
      const result = await fixture.createClient({ credential: undefined }).requestToken(username, password);
      return result.kind === "token" ? result.credential : assert.fail(result.kind);
    };
    const expired = await signIn();
    fixture.server.clock.advance(23 * hour);
    const { created } = await fixture.send(createContent(5));
    fixture.server.clock.advance(2 * hour);
    const resume = created[0];
    const renewingClient: Client = fixture.createClient({ credential: expired, renewToken: signIn });
    assert.equal(
      (await fixture.send(createContent(5), { client: renewingClient, resume })).outcome.kind,
      "uploaded",
    );
    const expiredClient = fixture.createClient({ credential: expired });
    await assert.rejects(fixture.send(createContent(5), { client: expiredClient, resume }), {
      kind: "signedOut",
    });
  });
});
