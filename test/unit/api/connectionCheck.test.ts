import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runConnectionChecks, type ConnectionCheckOptions } from "../../../src/api/connectionCheck.ts";
import type { CheckResult } from "../../../src/model/connectionCheck.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { startStaticServer } from "../../support/simulator/staticServer.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");

async function runChecks(
  options: Partial<ConnectionCheckOptions> & { readonly api: string },
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const all: ConnectionCheckOptions = {
    credential: undefined,
    caFile: undefined,
    observe: () => undefined,
    now: Date.now,
    ...options,
  };
  for await (const result of runConnectionChecks(all, new AbortController().signal)) results.push(result);
  return results;
}

/** The check and its result, in one line each. */
function summarize(results: readonly CheckResult[]): readonly string[] {
  return results.map((result) => {
    const { check, status } = result;
    if (result.status === "skipped") return `${check} ${result.skipReason}`;
    if (result.status !== "failed") return `${check} ${status}`;
    const { failure } = result;
    return `${check} ${failure.kind === "unreachable" ? failure.reason : failure.kind}`;
  });
}

async function startTlsSimulator(): Promise<Simulator> {
  const [key = "", cert = ""] = await Promise.all(
    ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
  );
  return startSimulator({ dialect: "product", tls: { key, cert } });
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`runConnectionChecks (${dialect})`, () => {
    let server: Simulator;
    before(async () => {
      server = await startSimulator({ dialect });
    });
    after(() => server.close());

    it("passes all checks of a working connection", async () => {
      const { accessKey } = server.accounts.member;
      const results = await runChecks({
        api: `${server.url}/api`,
        credential: { kind: "accessKey", key: accessKey },
        now: () => server.clock.now(),
      });
      assert.deepEqual(summarize(results), [
        "address passed",
        "proxy passed",
        "name passed",
        "certificate notEncrypted",
        "api passed",
        "anonymous passed",
        "credentials passed",
        "clock passed",
      ]);
    });

    it("reports a rejected key and a missing sign-in", async () => {
      const api = `${server.url}/api`;
      const withInvalidKey = await runChecks({ api, credential: { kind: "accessKey", key: "tlp-k1-9.abc" } });
      assert.equal(summarize(withInvalidKey)[6], "credentials problem");
      assert.equal(summarize(await runChecks({ api }))[6], "credentials notSignedIn");
    });
  });
}

describe("runConnectionChecks with problems", () => {
  it("warns about a key that expires within days", async () => {
    const server = await startSimulator({ dialect: "product" });
    const { member } = server.accounts;
    const expiry = server.clock.now() + 86_400_000 * 3;
    server.setKeyExpiry(member, expiry);
    const results = await runChecks({
      api: `${server.url}/api`,
      credential: { kind: "accessKey", key: member.accessKey },
      now: () => server.clock.now(),
    });
    assert.deepEqual(results[6], {
      check: "credentials",
      status: "warning",
      account: { id: String(member.id), name: member.realName },
      expiry,
    });
    await server.close();
  });

  it("reports the clock difference with its direction", async () => {
    const server = await startSimulator({ dialect: "product" });
    const results = await runChecks({ api: `${server.url}/api`, now: () => server.clock.now() - 600_000 });
    const clock = results.at(-1);
    assert.ok(clock?.check === "clock" && clock.status === "warning");
    assert.ok(Math.abs(clock.aheadSeconds - 600) <= 2, `${clock.aheadSeconds} s`);
    await server.close();
  });

  it("reports certificates, trusted or not, with their expiry", async () => {
    const server = await startTlsSimulator();
    const api = `${server.url}/api`;
    const trusted = await runChecks({ api, caFile: join(certificates, "ca.pem") });
    const certificate = trusted[3];
    assert.ok(certificate?.check === "certificate" && certificate.status === "passed");
    assert.ok(certificate.chain.length > 0 && certificate.daysLeft > 30);
    assert.equal(summarize(trusted)[4], "api passed");

    const [serverCertificate] = certificate.chain;
    const lastDays = await runChecks({
      api,
      caFile: join(certificates, "ca.pem"),
      now: () => (serverCertificate?.validUntil ?? 0) - 86_400_000 * 5.5,
    });
    assert.ok(lastDays[3]?.check === "certificate" && lastDays[3].status === "warning");
    assert.equal(lastDays[3].daysLeft, 5);

    const untrusted = await runChecks({ api });
    assert.ok(untrusted[3]?.check === "certificate" && untrusted[3].status === "problem");
    assert.equal(untrusted[3].problem, "incompleteChain");
    assert.deepEqual(summarize(untrusted).slice(4), [
      "api certificate",
      "anonymous unreachable",
      "credentials unreachable",
      "clock unreachable",
    ]);
    await server.close();
  });

  it("reports an unknown host name and skips the checks that depend on it", async () => {
    assert.deepEqual(summarize(await runChecks({ api: "http://tuleap.invalid/api" })), [
      "address warning",
      "proxy passed",
      "name name",
      "certificate notEncrypted",
      "api name",
      "anonymous unreachable",
      "credentials unreachable",
      "clock unreachable",
    ]);
  });

  it("reports another web server and a refused connection", async () => {
    const otherServer = await startStaticServer({
      status: 200,
      headers: { "Content-Type": "text/html" },
      body: "<html>Wiki</html>",
    });
    assert.equal(summarize(await runChecks({ api: `${otherServer.url}/api` }))[4], "api wrongServer");
    await otherServer.close();
    assert.equal(summarize(await runChecks({ api: `${otherServer.url}/api` }))[4], "api refused");
  });

  it("doesn't report the password of an invalid proxy URL", async () => {
    for (const proxy of [
      "http://ada:s3#cret@proxy:8080",
      "http://ada:s3/cret@proxy:8080",
      "ada:s3cret@proxy:8080",
    ]) {
      const results = await runChecks({
        api: "https://tuleap.invalid/api",
        proxy: { proxy, noProxy: [], authorization: undefined },
      });
      assert.equal(summarize(results)[1], "proxy proxy");
      const reported = results.map((result) => ("failure" in result ? String(result.failure.stack) : result));
      assert.doesNotMatch(JSON.stringify(reported), /s3|cret/, proxy);
    }
  });

  it("leaves the host name to a proxy and doesn't report its password", async () => {
    const results = await runChecks({
      api: "https://tuleap.invalid/api",
      proxy: { proxy: "http://ada:s3cret@127.0.0.1:1", noProxy: [], authorization: "Basic s3cret" },
    });
    assert.deepEqual(summarize(results).slice(0, 5), [
      "address passed",
      "proxy passed",
      "name byProxy",
      "certificate proxy",
      "api proxy",
    ]);
    const reported = results.map((result) => ("failure" in result ? result.failure.message : result));
    assert.ok(!JSON.stringify(reported).includes("s3cret"));
  });
});
