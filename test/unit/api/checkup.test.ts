import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkup, type CheckupOptions } from "../../../src/api/checkup.ts";
import type { Finding } from "../../../src/model/checkup.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { startPlainServer } from "../../support/simulator/plainServer.ts";

const certificates = join(import.meta.dirname, "../../support/simulator/tls");

async function found(
  options: Partial<CheckupOptions> & { readonly api: string },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const all: CheckupOptions = {
    credential: undefined,
    caFile: undefined,
    observe: () => undefined,
    now: Date.now,
    ...options,
  };
  for await (const finding of checkup(all, new AbortController().signal)) findings.push(finding);
  return findings;
}

/** One word for each: what was looked at, and what came of it. */
function verdicts(findings: readonly Finding[]): readonly string[] {
  return findings.map((finding) => {
    const { check, verdict } = finding;
    if (finding.verdict === "skipped") return `${check} ${finding.because}`;
    if (finding.verdict !== "failed") return `${check} ${verdict}`;
    const { failure } = finding;
    return `${check} ${failure.kind === "unreachable" ? failure.reason : failure.kind}`;
  });
}

async function secureSimulator(): Promise<Simulator> {
  const [key = "", cert = ""] = await Promise.all(
    ["server.key", "server.pem"].map((name) => readFile(join(certificates, name), "utf8")),
  );
  return startSimulator({ dialect: "product", tls: { key, cert } });
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a checkup of the connection (${dialect})`, () => {
    let server: Simulator;
    before(async () => {
      server = await startSimulator({ dialect });
    });
    after(() => server.close());

    it("finds nothing wrong where nothing is", async () => {
      const { accessKey } = server.accounts.member;
      const findings = await found({
        api: `${server.url}/api`,
        credential: { kind: "accessKey", key: accessKey },
        now: () => server.clock.now(),
      });
      assert.deepEqual(verdicts(findings), [
        "address good",
        "proxy good",
        "name good",
        "certificate plain",
        "api good",
        "anonymous good",
        "credentials good",
        "clock good",
      ]);
    });

    it("tells a key that is no longer accepted, and someone who is not signed in", async () => {
      const api = `${server.url}/api`;
      const withKey = await found({ api, credential: { kind: "accessKey", key: "tlp-k1-9.abc" } });
      assert.equal(verdicts(withKey)[6], "credentials bad");
      assert.equal(verdicts(await found({ api }))[6], "credentials notSignedIn");
    });
  });
}

describe("a checkup of a connection that fails", () => {
  it("tells a key that ends within days", async () => {
    const server = await startSimulator({ dialect: "product" });
    const { member } = server.accounts;
    const expiry = server.clock.now() + 86_400_000 * 3;
    server.endKey(member, expiry);
    const findings = await found({
      api: `${server.url}/api`,
      credential: { kind: "accessKey", key: member.accessKey },
      now: () => server.clock.now(),
    });
    assert.deepEqual(findings[6], {
      check: "credentials",
      verdict: "note",
      account: { id: String(member.id), name: member.realName },
      expiry,
    });
    await server.close();
  });

  it("tells a clock that is far off, by how much and in which direction", async () => {
    const server = await startSimulator({ dialect: "product" });
    const behind = await found({ api: `${server.url}/api`, now: () => server.clock.now() - 600_000 });
    const clock = behind.at(-1);
    assert.ok(clock?.check === "clock" && clock.verdict === "note");
    assert.ok(Math.abs(clock.aheadSeconds - 600) <= 2, `${clock.aheadSeconds} s`);
    await server.close();
  });

  it("shows the certificates, trusted or not, and when they end", async () => {
    const server = await secureSimulator();
    const api = `${server.url}/api`;
    const trusted = await found({ api, caFile: join(certificates, "ca.pem") });
    const certificate = trusted[3];
    assert.ok(certificate?.check === "certificate" && certificate.verdict === "good");
    assert.ok(certificate.chain.length > 0 && certificate.daysLeft > 30);
    assert.equal(verdicts(trusted)[4], "api good");

    const [own] = certificate.chain;
    const lastDays = await found({
      api,
      caFile: join(certificates, "ca.pem"),
      now: () => (own?.validUntil ?? 0) - 86_400_000 * 5.5,
    });
    assert.ok(lastDays[3]?.check === "certificate" && lastDays[3].verdict === "note");
    assert.equal(lastDays[3].daysLeft, 5);

    const untrusted = await found({ api });
    assert.ok(untrusted[3]?.check === "certificate" && untrusted[3].verdict === "bad");
    assert.equal(untrusted[3].problem, "incompleteChain");
    assert.deepEqual(verdicts(untrusted).slice(4), [
      "api certificate",
      "anonymous outOfReach",
      "credentials outOfReach",
      "clock outOfReach",
    ]);
    await server.close();
  });

  it("tells a name that nobody knows, and goes on to say what follows from it", async () => {
    assert.deepEqual(verdicts(await found({ api: "http://tuleap.invalid/api" })), [
      "address note",
      "proxy good",
      "name name",
      "certificate plain",
      "api name",
      "anonymous outOfReach",
      "credentials outOfReach",
      "clock outOfReach",
    ]);
  });

  it("tells a server that is none of ours, and one that nobody listens at", async () => {
    const other = await startPlainServer({
      status: 200,
      headers: { "Content-Type": "text/html" },
      body: "<html>Wiki</html>",
    });
    assert.equal(verdicts(await found({ api: `${other.url}/api` }))[4], "api wrongServer");
    await other.close();
    assert.equal(verdicts(await found({ api: `${other.url}/api` }))[4], "api refused");
  });

  it("tells no password in the address of a proxy that makes no sense either", async () => {
    for (const proxy of [
      "http://ada:s3#cret@proxy:8080",
      "http://ada:s3/cret@proxy:8080",
      "ada:s3cret@proxy:8080",
    ]) {
      const findings = await found({
        api: "https://tuleap.invalid/api",
        proxy: { proxy, noProxy: [], authorization: undefined },
      });
      assert.equal(verdicts(findings)[1], "proxy proxy");
      const told = findings.map((finding) =>
        "failure" in finding ? String(finding.failure.stack) : finding,
      );
      assert.doesNotMatch(JSON.stringify(told), /s3|cret/, proxy);
    }
  });

  it("leaves the name to a proxy, whose password is told to nobody", async () => {
    const findings = await found({
      api: "https://tuleap.invalid/api",
      proxy: { proxy: "http://ada:s3cret@127.0.0.1:1", noProxy: [], authorization: "Basic s3cret" },
    });
    assert.deepEqual(verdicts(findings).slice(0, 5), [
      "address good",
      "proxy good",
      "name byProxy",
      "certificate proxy",
      "api proxy",
    ]);
    const told = findings.map((finding) => ("failure" in finding ? finding.failure.message : finding));
    assert.ok(!JSON.stringify(told).includes("s3cret"));
  });
});
