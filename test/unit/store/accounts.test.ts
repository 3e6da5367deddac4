import assert from "node:assert/strict";
import { Accounts, siteOfSecret } from "../../../src/store/accounts.ts";
import { memorySecrets } from "../../support/memorySecrets.ts";

const home = "https://a.example/api";
const work = "https://a.example/api/v1";
const ada = { account: { id: "101", name: "Ada" }, credential: { kind: "accessKey", key: "k-ada" } } as const;
const bob = { account: { id: "102", name: "Bob" }, credential: { kind: "accessKey", key: "k-bob" } } as const;

describe("accounts", () => {
  it("are kept per site, one whose address begins like another's included", async () => {
    const accounts = new Accounts(memorySecrets());
    await accounts.signIn(home, ada);
    assert.deepEqual(await accounts.current(home), ada);
    assert.equal(await accounts.current(work), undefined);
  });

  it("give way to the account that signs in next, whose predecessor's key is gone", async () => {
    const secrets = memorySecrets();
    const accounts = new Accounts(secrets);
    await accounts.signIn(home, ada);
    await accounts.signIn(home, bob);
    assert.deepEqual(await accounts.current(home), bob);
    assert.equal([...secrets.kept.values()].join().includes("k-ada"), false);
  });

  it("leave nothing behind when they sign out, and the other sites alone", async () => {
    const secrets = memorySecrets();
    const accounts = new Accounts(secrets);
    await accounts.signIn(home, ada);
    await accounts.signIn(work, bob);
    await accounts.signOut(home);
    assert.equal(await accounts.current(home), undefined);
    assert.deepEqual([...secrets.kept.keys()].map(siteOfSecret), [work]);
  });

  it("survive a secret that is damaged", async () => {
    const secrets = memorySecrets();
    await secrets.store(`${home} 101`, "{half a secr");
    assert.equal(await new Accounts(secrets).current(home), undefined);
  });
});
