import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import { usualLimits } from "../../../src/api/network/transport.ts";
import { isFailure } from "../../../src/model/failure.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { type PlainAnswer, type PlainServer, startPlainServer } from "../../support/simulator/plainServer.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");

describe("what goes wrong between client and server", () => {
  let server: Simulator;
  const open: { close(): Promise<void> }[] = [];

  function client(api: string, options: { key?: string; caFile?: string } = {}): Client {
    const opened = createClient({
      api,
      credential: options.key === undefined ? undefined : { kind: "accessKey", key: options.key },
      caFile: options.caFile,
      observe: () => undefined,
      limits: { ...usualLimits, headersMs: 200, silenceMs: 200, bodyBytes: 100_000 },
      retry: { ...usualRetry, wait: () => Promise.resolve() },
    });
    open.push(opened);
    return opened;
  }

  async function plain(answer: PlainAnswer): Promise<PlainServer> {
    const started = await startPlainServer(answer);
    open.push(started);
    return started;
  }

  /** The failure that listing projects ends in. */
  async function outcome(api: string, options?: { key?: string; caFile?: string }): Promise<object> {
    try {
      await client(api, options).projects(0);
    } catch (failure) {
      assert.ok(isFailure(failure), String(failure));
      const { kind } = failure;
      const { status } = failure.request;
      return {
        kind,
        ...(status === undefined ? {} : { status }),
        ...("reason" in failure ? { reason: failure.reason } : {}),
      };
    }
    assert.fail("no failure");
  }

  before(async () => {
    server = await startSimulator({ dialect: "product" });
  });
  after(async () => {
    await Promise.all(open.map((each) => each.close()));
    await server.close();
  });

  const faults = [
    [{ kind: "html" }, { kind: "wrongServer", status: 200 }],
    [{ kind: "brokenJson" }, { kind: "notUnderstood", status: 200, reason: "json" }],
    [{ kind: "hang" }, { kind: "timedOut" }],
    [{ kind: "drop" }, { kind: "unreachable", reason: "closed" }],
    [
      { kind: "status", status: 401, body: `{"error":{"code":401,"message":"Unauthorized"}}` },
      { kind: "signedOut", status: 401 },
    ],
    [
      { kind: "status", status: 403, body: `{"error":{"code":403,"message":"Forbidden"}}` },
      { kind: "forbidden", status: 403 },
    ],
    [
      { kind: "status", status: 404, body: `{"error":{"code":404,"message":"Not Found"}}` },
      { kind: "notFound", status: 404 },
    ],
    [
      { kind: "status", status: 400, body: `{"error":{"code":400,"message":"Bad Request: no"}}` },
      { kind: "invalid", status: 400 },
    ],
    [
      { kind: "status", status: 500 },
      { kind: "serverTrouble", status: 500 },
    ],
    [
      { kind: "status", status: 502, body: "<html>nginx</html>", contentType: "text/html" },
      { kind: "serverTrouble", status: 502 },
    ],
    [
      { kind: "status", status: 404, body: "<html>no such page</html>", contentType: "text/html" },
      { kind: "wrongServer", status: 404 },
    ],
    [
      { kind: "status", status: 200, body: `{"not":"a list"}` },
      { kind: "notUnderstood", status: 200, reason: "shape" },
    ],
    [
      { kind: "status", status: 200, body: `"${"x".repeat(200_000)}"` },
      { kind: "notUnderstood", reason: "tooLarge" },
    ],
  ] as const;
  for (const [fault, expected] of faults) {
    it(`${JSON.stringify(fault).slice(0, 80)} is ${expected.kind}`, async () => {
      const heal = server.faults.add({ path: /projects/, fault });
      assert.deepEqual(await outcome(`${server.url}/api`), expected);
      heal();
    });
  }

  it("nobody listening, a name that doesn't resolve and http at an https address are told apart", async () => {
    const gone = await startPlainServer({ status: 200 });
    await gone.close();
    assert.deepEqual(await outcome(`${gone.url}/api`), { kind: "unreachable", reason: "refused" });
    assert.deepEqual(await outcome("http://name.invalid/api"), { kind: "unreachable", reason: "name" });
    const tls = server.url.replace("http:", "https:");
    assert.deepEqual(await outcome(`${tls}/api`), { kind: "unreachable", reason: "tls" });
  });

  it("a certificate that isn't trusted is refused, and accepted with the file that vouches for it", async () => {
    const [key, cert] = await Promise.all(
      ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
    );
    assert.ok(key !== undefined && cert !== undefined);
    const secure = await startSimulator({ dialect: "product", tls: { key, cert } });
    open.push(secure);
    const api = `${secure.url}/api`;
    assert.deepEqual(await outcome(api), { kind: "unreachable", reason: "certificate" });
    assert.deepEqual(await outcome(api, { caFile: "/no/such/file.pem" }), {
      kind: "unreachable",
      reason: "caFile",
    });
    const page = await client(api, { caFile: join(certificates, "ca.pem") }).projects(0);
    assert.ok(page.items.length > 0);
  });

  it("a redirect is reported and never followed: the key stays with its origin", async () => {
    const elsewhere = await plain({
      status: 200,
      body: "[]",
      headers: { "Content-Type": "application/json" },
    });
    const moved = await plain({ status: 301, headers: { Location: `${elsewhere.url}/api/projects` } });
    const mine = client(`${moved.url}/api`, { key: "secret" });
    await assert.rejects(mine.projects(0), { kind: "moved", location: `${elsewhere.url}/api/projects` });
    assert.deepEqual([moved.received.length, elsewhere.received.length], [1, 0]);
  });

  it("an address outside of the API root that a server names is not asked", async () => {
    const elsewhere = await plain({ status: 200, body: "[]" });
    const mine = client(`${server.url}/api`, { key: server.accounts.member.accessKey });
    const tracker = { kind: "tracker", id: 1, uri: "trackers/1", label: "x", color: undefined } as const;
    const foreign = { ...tracker, artifactsUri: `${elsewhere.url}/api/trackers/1/artifacts` };
    await assert.rejects(mine.artifacts(foreign, { offset: 0 }), {
      kind: "notUnderstood",
      reason: "foreignAddress",
    });
    assert.equal(elsewhere.received.length, 0);
  });

  it("what is called off is cancelled, also while it waits for a free connection", async () => {
    const heal = server.faults.add({ path: /projects/, fault: { kind: "delay", ms: 50 } });
    const mine = client(`${server.url}/api`);
    const abort = new AbortController();
    const many = Array.from({ length: 12 }, () => mine.projects(0, abort.signal));
    abort.abort();
    const kinds = (await Promise.allSettled(many)).map(
      (each) => each.status === "rejected" && (each.reason as { kind: string }).kind,
    );
    assert.deepEqual([...new Set(kinds)], ["cancelled"]);
    heal();
  });

  it("the server's own sentence comes along, the localised one first", async () => {
    const sentences: readonly (readonly [unknown, string])[] = [
      [{ error: { code: 400, message: "Bad Request: the short name is taken" } }, "the short name is taken"],
      [
        { error: { code: 400, message: "Bad Request: error: Name it.\nerror: No error: here.\n" } },
        "Name it.\nNo error: here.",
      ],
      [
        { error: { code: 400, message: "Bad Request", i18n_error_message: "Nom déjà pris" } },
        "Nom déjà pris",
      ],
      [{ error: { code: 400, message: "Bad Request", i18n_error_messages: ["Un.", "Deux."] } }, "Un. Deux."],
      [{ error: "a bare string" }, "a bare string"],
    ];
    for (const [body, said] of sentences) {
      const heal = server.faults.add({
        path: /projects/,
        fault: { kind: "status", status: 400, body: JSON.stringify(body) },
      });
      const failure = await client(`${server.url}/api`)
        .projects(0)
        .catch((error: unknown) => error);
      assert.ok(isFailure(failure));
      assert.equal(failure.request.said, said);
      heal();
    }
  });

  it("one element that makes no sense becomes a placeholder and leaves the others alone", async () => {
    const good = {
      id: 1,
      uri: "projects/1",
      label: "Good",
      shortname: "good",
      resources: [{ type: "trackers" }, 7],
    };
    const body = [good, { id: 2, label: null }, "nonsense", { ...good, id: 3, resources: null }];
    const heal = server.faults.add({
      path: /projects/,
      fault: { kind: "status", status: 200, body: JSON.stringify(body) },
    });
    const { items } = await client(`${server.url}/api`).projects(0);
    heal();
    assert.deepEqual(
      items.map((item) => (item.kind === "unreadable" ? item : { id: item.id, resources: item.resources })),
      [
        { id: 1, resources: [] },
        { kind: "unreadable", position: 1, id: 2 },
        { kind: "unreadable", position: 2, id: undefined },
        { id: 3, resources: [] },
      ],
    );
  });
});
