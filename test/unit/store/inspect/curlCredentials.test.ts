import assert from "node:assert/strict";
import type { Credential } from "../../../../src/api/network/credential.ts";
import { Accounts } from "../../../../src/store/accounts.ts";
import { loadCurlSignIn } from "../../../../src/store/rawResourceRequests.ts";
import { createMemorySecrets } from "../../../support/fixtures/memorySecrets.ts";

const api = "https://tuleap.example/api";

describe("loadCurlSignIn", () => {
  it("returns the kind of sign-in without secrets", async () => {
    const accounts = new Accounts(createMemorySecrets());
    assert.deepEqual(await loadCurlSignIn(accounts, api), { kind: "none" });
    const credentials: readonly (readonly [Credential, object])[] = [
      [{ kind: "accessKey", key: "secret" }, { kind: "accessKey" }],
      [
        { kind: "token", username: "mara", userId: "102", token: "secret", uri: "tokens/secret" },
        { kind: "token", userId: "102" },
      ],
      [
        { kind: "basic", username: "mara", password: "secret" },
        { kind: "basic", username: "mara" },
      ],
    ];
    for (const [credential, reported] of credentials) {
      await accounts.signIn(api, { account: { id: "102", name: "Mara" }, credential });
      assert.deepEqual(await loadCurlSignIn(accounts, api), reported);
    }
    assert.deepEqual(await loadCurlSignIn(accounts, "https://elsewhere.example/api"), { kind: "none" });
  });
});
