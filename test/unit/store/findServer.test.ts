import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findServer, type Search } from "../../../src/store/findServer.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { openStore } from "../../support/fixtures/openStore.ts";
import { type PlainAnswer, type PlainServer, startPlainServer } from "../../support/simulator/plainServer.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");

function find(pasted: string, caFile?: string): Promise<Search> {
  return findServer(openStore([]).connections, pasted, { caFile, signal: new AbortController().signal });
}

describe("finding a server", () => {
  let product: Simulator;
  let closed: Simulator;
  let secure: Simulator;
  const plain: PlainServer[] = [];

  before(async () => {
    const [key = "", cert = ""] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    product = await startSimulator({ dialect: "product" });
    closed = await startSimulator({ dialect: "documented", anonymous: "refused" });
    secure = await startSimulator({ dialect: "product", tls: { key, cert } });
  });
  after(() => Promise.all([product, closed, secure, ...plain].map((server) => server.close())));

  it("takes every form of an address to the same API root, and asks once for it", async () => {
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
        anonymous: "allowed",
      });
      assert.equal(product.requests.length - before, 1);
    }
  });

  it("says whether anonymous people may look", async () => {
    assert.deepEqual(await find(closed.url), {
      kind: "found",
      api: `${closed.url}/api`,
      anonymous: "refused",
    });
  });

  it("sends no credentials", () => {
    assert.ok(
      product.requests.every(
        ({ headers }) => !("x-auth-accesskey" in headers) && !("authorization" in headers),
      ),
    );
  });

  it("follows a server that only sends plain http on to https at the same name", async () => {
    const moved = await startPlainServer({
      status: 301,
      headers: { Location: `${secure.url}/api/projects?limit=1` },
    });
    plain.push(moved);
    assert.deepEqual(await find(moved.url, join(certificates, "ca.pem")), {
      kind: "found",
      api: `${secure.url}/api`,
      anonymous: "allowed",
    });
  });

  it("tells a server that moved elsewhere, one of another kind and a web site", async () => {
    const answers: readonly (readonly [PlainAnswer, string])[] = [
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
      [{ status: 503, body: "down" }, "serverTrouble"],
    ];
    for (const [answer, kind] of answers) {
      const server = await startPlainServer(answer);
      plain.push(server);
      const search = await find(`${server.url}/some/page`);
      assert.equal(search.kind === "failed" ? search.failure.kind : search.kind, kind);
    }
  });

  it("does not knock at a second door where nobody answers at the first", async () => {
    const gone = await startPlainServer({ status: 200 });
    await gone.close();
    const search = await find(`${gone.url}/some/page`);
    assert.equal(search.kind === "failed" && search.failure.kind, "unreachable");
  });

  it("says so when there is no address in what was pasted", async () => {
    assert.deepEqual(await find("no address"), { kind: "noAddress" });
  });
});
