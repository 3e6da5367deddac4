import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findServerApiRoot, type ServerSearchResult } from "../../../src/store/findServerApiRoot.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { createTestStore } from "../../support/fixtures/testStore.ts";
import {
  type StaticResponse,
  type StaticServer,
  startStaticServer,
} from "../../support/simulator/staticServer.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");

function find(pasted: string, caFile?: string): Promise<ServerSearchResult> {
  return findServerApiRoot(createTestStore([]).connections, pasted, {
    caFile,
    signal: new AbortController().signal,
  });
}

describe("findServer", () => {
  let product: Simulator;
  let closed: Simulator;
  let secure: Simulator;
  const plain: StaticServer[] = [];

  before(async () => {
    const [key = "", cert = ""] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    product = await startSimulator({ dialect: "product" });
    closed = await startSimulator({ dialect: "documented", anonymous: "refused" });
    secure = await startSimulator({ dialect: "product", tls: { key, cert } });
  });
  after(() => Promise.all([product, closed, secure, ...plain].map((server) => server.close())));

  it("finds the API root for every form of a URL with one request", async () => {
    const host = product.url.replace("http://", "");
    for (const pasted of [
      host,
      product.url,
      `${host}/api`,
      `${host}/api/v1/`,
      `${host}/plugins/tracker/?aid=3`,
    ]) {
      const before = product.requests.length;
      assert.deepEqual(await find(pasted), {
        kind: "found",
        api: `${product.url}/api`,
        anonymousAccess: "allowed",
      });
      assert.equal(product.requests.length - before, 1);
    }
  });

  it("reports anonymous access", async () => {
    assert.deepEqual(await find(closed.url), {
      kind: "found",
      api: `${closed.url}/api`,
      anonymousAccess: "denied",
    });
  });

  it("sends no credentials", () => {
    assert.ok(
      product.requests.every(
        ({ headers }) => !("x-auth-accesskey" in headers) && !("authorization" in headers),
      ),
    );
  });

  it("follows a redirect from http to https on the same host", async () => {
    const moved = await startStaticServer({
      status: 301,
      headers: { Location: `${secure.url}/api/projects?limit=1` },
    });
    plain.push(moved);
    assert.deepEqual(await find(moved.url, join(certificates, "ca.pem")), {
      kind: "found",
      api: `${secure.url}/api`,
      anonymousAccess: "allowed",
    });
  });

  it("distinguishes moved servers, other servers and web sites", async () => {
    const answers: readonly (readonly [StaticResponse, string])[] = [
      [{ status: 302, headers: { Location: "https://login.example/" } }, "moved"],
      [{ status: 200, body: "<html>hello</html>", headers: { "Content-Type": "text/html" } }, "wrongServer"],
      [
        { status: 404, body: "<html>nothing</html>", headers: { "Content-Type": "text/html" } },
        "wrongServer",
      ],
      [
        { status: 404, body: `{"message":"Not Found"}`, headers: { "Content-Type": "application/json" } },
        "wrongServer",
      ],
      [
        { status: 200, body: `[{"id":"abc"}]`, headers: { "Content-Type": "application/json" } },
        "wrongServer",
      ],
      [{ status: 200, body: `{"hello":1}`, headers: { "Content-Type": "application/json" } }, "wrongServer"],
      [{ status: 503, body: "down" }, "serverError"],
    ];
    for (const [response, kind] of answers) {
      const server = await startStaticServer(response);
      plain.push(server);
      const search = await find(`${server.url}/some/page`);
      assert.equal(search.kind === "failed" ? search.failure.kind : search.kind, kind);
    }
  });

  it("doesn't try other paths if the host doesn't respond", async () => {
    const gone = await startStaticServer({ status: 200 });
    await gone.close();
    const search = await find(`${gone.url}/some/page`);
    assert.equal(search.kind === "failed" && search.failure.kind, "unreachable");
  });

  it("reports an invalid URL", async () => {
    assert.deepEqual(await find("no address"), { kind: "invalidUrl" });
  });
});
