import assert from "node:assert/strict";
import { redact } from "../../../src/platform/redact.ts";

describe("the log", () => {
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
  ]) {
    it(`does not keep the secret in ${text.slice(0, 24)}…`, () => {
      const safe = redact(text);
      assert.ok(!safe.includes(token) && !safe.includes(key.slice(10)), safe);
    });
  }

  it("leaves ordinary lines as they are", () => {
    const line = "GET https://a.example/api/trackers/3/artifacts?limit=50&offset=0 200 31 ms";
    assert.equal(redact(line), line);
  });
});
