import assert from "node:assert/strict";
import type { Credential } from "../../../../src/api/network/credential.ts";
import { Accounts } from "../../../../src/store/accounts.ts";
import { curlSignIn } from "../../../../src/store/inspect.ts";
import { memorySecrets } from "../../../support/fixtures/memorySecrets.ts";

const api = "https://tuleap.example/api";

describe("how one signs in, for a command that is copied", () => {
  it("is told without what proves it", async () => {
    const accounts = new Accounts(memorySecrets());
    assert.deepEqual(await curlSignIn(accounts, api), { kind: "none" });
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
    for (const [credential, told] of credentials) {
      await accounts.signIn(api, { account: { id: "102", name: "Mara" }, credential });
      assert.deepEqual(await curlSignIn(accounts, api), told);
    }
    assert.deepEqual(await curlSignIn(accounts, "https://elsewhere.example/api"), { kind: "none" });
  });
});
