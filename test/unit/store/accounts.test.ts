import assert from "node:assert/strict";
import { Accounts, siteOfSecret } from "../../../src/store/accounts.ts";
import { memorySecrets } from "../../support/fixtures/memorySecrets.ts";

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

  it("are kept beside each other, and used one at a time", async () => {
    const accounts = new Accounts(memorySecrets());
    await accounts.signIn(home, ada);
    await accounts.signIn(home, bob);
    assert.deepEqual(await accounts.current(home), bob);
    assert.deepEqual(await accounts.all(home), [ada, bob]);
    await accounts.use(home, ada.account.id);
    assert.deepEqual(await accounts.current(home), ada);
  });

  it("leave nothing of themselves behind when they sign out, and nobody else takes their place", async () => {
    const secrets = memorySecrets();
    const accounts = new Accounts(secrets);
    await accounts.signIn(home, ada);
    await accounts.signIn(home, bob);
    await accounts.signOut(home, bob.account.id);
    assert.equal(await accounts.current(home), undefined);
    assert.deepEqual(await accounts.all(home), [ada]);
    assert.ok(![...secrets.kept.values()].join().includes("k-bob"));
    await accounts.use(home, ada.account.id);
    assert.deepEqual(await accounts.current(home), ada);
  });

  it("are not gone on with once they have signed out elsewhere", async () => {
    const accounts = new Accounts(memorySecrets());
    await accounts.signIn(home, ada);
    await accounts.signIn(home, bob);
    await accounts.signOut(home, ada.account.id);
    await accounts.use(home, ada.account.id);
    assert.deepEqual(await accounts.current(home), bob);
  });

  it("are kept while nobody is used", async () => {
    const accounts = new Accounts(memorySecrets());
    await accounts.signIn(home, ada);
    await accounts.useNobody(home);
    assert.equal(await accounts.current(home), undefined);
    assert.deepEqual(await accounts.all(home), [ada]);
  });

  it("may sign out without being used", async () => {
    const accounts = new Accounts(memorySecrets());
    await accounts.signIn(home, ada);
    await accounts.signIn(home, bob);
    await accounts.signOut(home, ada.account.id);
    assert.deepEqual(await accounts.current(home), bob);
    assert.deepEqual(await accounts.all(home), [bob]);
  });

  it("go with their site, and leave the other sites alone", async () => {
    const secrets = memorySecrets();
    const accounts = new Accounts(secrets);
    await accounts.signIn(home, ada);
    await accounts.signIn(home, bob);
    await accounts.signIn(work, bob);
    await accounts.forget(home);
    assert.equal(await accounts.current(home), undefined);
    assert.deepEqual([...secrets.kept.keys()].map(siteOfSecret), [work, work]);
    assert.deepEqual(await accounts.current(work), bob);
  });

  it("are used where VS Code has lost which of them is, as long as there is only one", async () => {
    const secrets = memorySecrets();
    const accounts = new Accounts(secrets);
    await accounts.signIn(home, ada);
    await secrets.delete(`used ${home}`);
    assert.deepEqual(await accounts.current(home), ada);
    await accounts.signIn(home, bob);
    await secrets.delete(`used ${home}`);
    assert.equal(await accounts.current(home), undefined, "nobody guesses");
    await accounts.signOut(home, ada.account.id);
    assert.equal(await accounts.current(home), undefined, "nobody takes the place");
  });

  it("don't come back when the last of several has signed out", async () => {
    const accounts = new Accounts(memorySecrets());
    await accounts.signIn(home, ada);
    await accounts.signIn(home, bob);
    await accounts.signOut(home, bob.account.id);
    assert.equal(await accounts.current(home), undefined);
    await accounts.signOut(home, ada.account.id);
    assert.equal(await accounts.current(home), undefined);
  });

  it("survive a secret that is damaged", async () => {
    const secrets = memorySecrets();
    await secrets.store(`${home} 101`, "{half a secr");
    await secrets.store(`used ${home}`, "101");
    assert.equal(await new Accounts(secrets).current(home), undefined);
  });
});
