import assert from "node:assert/strict";
import { redactSecrets } from "../../../src/vscode/redactSecrets.ts";

describe("redactSecrets", () => {
  const key = "tlp-k1-42.9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  const token = "790fa318f8de2a59fe3c5a91280210e0";
  for (const text of [
    `the key is ${key}`,
    `X-Auth-AccessKey: ${key}`,
    `{"X-Auth-Token":"${token}"}`,
    `x-auth-token=${token}`,
    `Authorization: Basic ${token}`,
    `DELETE https://a.example/api/tokens/${token}`,
    `{"username":"ada","password":"${token}"}`,
    `https://ada:${token}@a.example/`,
    `https://ada:a/${token}@a.example/`,
    `your key ${key.slice("tlp-k1-".length)} is wrong`,
    `(${key.slice("tlp-k1-".length).toUpperCase()})`,
  ]) {
    it(`removes the secret from ${text.slice(0, 24)}…`, () => {
      const safe = redactSecrets(text);
      assert.ok(!safe.includes(token) && !safe.toLowerCase().includes(key.slice(10)), safe);
    });

    it(`removes a truncated secret from ${text.slice(0, 24)}…`, () => {
      // Truncates at every offset of the text.
      for (let before = 2_000 - text.length - 1; before <= 2_000; before += 1) {
        const safe = redactSecrets(`${"x".repeat(before - 1)} ${text} ${"y ".repeat(1_000)}`);
        assert.ok(safe.length <= 2_001);
        const containsSecret = [token, key.slice(10)].some((secret) =>
          safe.toLowerCase().includes(secret.slice(0, 6)),
        );
        assert.ok(!containsSecret, safe.slice(-100));
      }
    });
  }

  it("truncates a text to 2,000 characters", () => {
    assert.equal(redactSecrets("word ".repeat(1_000)), `${"word ".repeat(400)}…`);
    assert.equal(redactSecrets("x".repeat(2_000)).length, 2_000);
  });

  it("doesn't change ordinary lines", () => {
    const line = "GET https://a.example/api/trackers/3/artifacts?limit=50&offset=0 200 31 ms";
    assert.equal(redactSecrets(line), line);
  });
});
