import assert from "node:assert/strict";
import { Accounts, getSiteApiOfSecret } from "../../../src/store/accounts.ts";
import { createMemorySecrets } from "../../support/fixtures/memorySecrets.ts";

const firstSite = "https://a.example/api";
const secondSite = "https://a.example/api/v1";
const ada = { account: { id: "101", name: "Ada" }, credential: { kind: "accessKey", key: "k-ada" } } as const;
const bob = { account: { id: "102", name: "Bob" }, credential: { kind: "accessKey", key: "k-bob" } } as const;

describe("Accounts", () => {
  it("stores accounts per site, even if one URL is a prefix of another", async () => {
    const accounts = new Accounts(createMemorySecrets());
    await accounts.signIn(firstSite, ada);
    assert.deepEqual(await accounts.current(firstSite), ada);
    assert.equal(await accounts.current(secondSite), undefined);
  });

  it("reads the account in use once until a secret changes, in this or another window", async () => {
    const secrets = createMemorySecrets();
    let reads = 0;
    const accounts = new Accounts({
      ...secrets,
      get: (key) => {
        reads += 1;
        return secrets.get(key);
      },
    });
    const otherWindow = new Accounts(secrets);
    await otherWindow.signIn(firstSite, ada);
    await accounts.current(firstSite);
    const readsBefore = reads;
    assert.deepEqual(await accounts.current(firstSite), ada);
    assert.equal(reads, readsBefore);
    await otherWindow.signIn(firstSite, bob);
    assert.deepEqual(await accounts.current(firstSite), bob);
    await accounts.signOut(firstSite, bob.account.id);
    assert.equal(await accounts.current(firstSite), undefined);
  });

  it("reads the account again after secrets could not be read", async () => {
    const secrets = createMemorySecrets();
    let isLocked = true;
    const get = (key: string): PromiseLike<string | undefined> =>
      isLocked ? Promise.reject(new Error("The keyring is locked.")) : secrets.get(key);
    const accounts = new Accounts({ ...secrets, get });
    await new Accounts(secrets).signIn(firstSite, ada);
    await assert.rejects(accounts.current(firstSite), /locked/);
    isLocked = false;
    assert.deepEqual(await accounts.current(firstSite), ada);
  });

  it("stores several accounts of a site and uses one at a time", async () => {
    const accounts = new Accounts(createMemorySecrets());
    await accounts.signIn(firstSite, ada);
    await accounts.signIn(firstSite, bob);
    assert.deepEqual(await accounts.current(firstSite), bob);
    assert.deepEqual(await accounts.list(firstSite), [ada, bob]);
    await accounts.setCurrent(firstSite, ada.account.id);
    assert.deepEqual(await accounts.current(firstSite), ada);
  });

  it("removes the credentials on sign-out and selects no other account", async () => {
    const secrets = createMemorySecrets();
    const accounts = new Accounts(secrets);
    await accounts.signIn(firstSite, ada);
    await accounts.signIn(firstSite, bob);
    await accounts.signOut(firstSite, bob.account.id);
    assert.equal(await accounts.current(firstSite), undefined);
    assert.deepEqual(await accounts.list(firstSite), [ada]);
    assert.ok(![...secrets.kept.values()].join().includes("k-bob"));
    await accounts.setCurrent(firstSite, ada.account.id);
    assert.deepEqual(await accounts.current(firstSite), ada);
  });

  it("doesn't select an account that was signed out elsewhere", async () => {
    const accounts = new Accounts(createMemorySecrets());
    await accounts.signIn(firstSite, ada);
    await accounts.signIn(firstSite, bob);
    await accounts.signOut(firstSite, ada.account.id);
    await accounts.setCurrent(firstSite, ada.account.id);
    assert.deepEqual(await accounts.current(firstSite), bob);
  });

  it("keeps accounts while none is selected", async () => {
    const accounts = new Accounts(createMemorySecrets());
    await accounts.signIn(firstSite, ada);
    await accounts.clearCurrent(firstSite);
    assert.equal(await accounts.current(firstSite), undefined);
    assert.deepEqual(await accounts.list(firstSite), [ada]);
  });

  it("signs out an account that isn't selected", async () => {
    const accounts = new Accounts(createMemorySecrets());
    await accounts.signIn(firstSite, ada);
    await accounts.signIn(firstSite, bob);
    await accounts.signOut(firstSite, ada.account.id);
    assert.deepEqual(await accounts.current(firstSite), bob);
    assert.deepEqual(await accounts.list(firstSite), [bob]);
  });

  it("removes all accounts of a site and keeps those of other sites", async () => {
    const secrets = createMemorySecrets();
    const accounts = new Accounts(secrets);
    await accounts.signIn(firstSite, ada);
    await accounts.signIn(firstSite, bob);
    await accounts.signIn(secondSite, bob);
    await accounts.removeAll(firstSite);
    assert.equal(await accounts.current(firstSite), undefined);
    assert.deepEqual([...secrets.kept.keys()].map(getSiteApiOfSecret), [secondSite, secondSite]);
    assert.deepEqual(await accounts.current(secondSite), bob);
  });

  it("uses the only account if VS Code lost which one is selected", async () => {
    const secrets = createMemorySecrets();
    const accounts = new Accounts(secrets);
    await accounts.signIn(firstSite, ada);
    await secrets.delete(`used ${firstSite}`);
    assert.deepEqual(await accounts.current(firstSite), ada);
    await accounts.signIn(firstSite, bob);
    await secrets.delete(`used ${firstSite}`);
    assert.equal(await accounts.current(firstSite), undefined, "doesn't guess between two accounts");
    await accounts.signOut(firstSite, ada.account.id);
    assert.equal(await accounts.current(firstSite), undefined, "doesn't select the remaining account");
  });

  it("has no current account after the last one has signed out", async () => {
    const accounts = new Accounts(createMemorySecrets());
    await accounts.signIn(firstSite, ada);
    await accounts.signIn(firstSite, bob);
    await accounts.signOut(firstSite, bob.account.id);
    assert.equal(await accounts.current(firstSite), undefined);
    await accounts.signOut(firstSite, ada.account.id);
    assert.equal(await accounts.current(firstSite), undefined);
  });

  it("ignores a damaged secret", async () => {
    const secrets = createMemorySecrets();
    await secrets.store(`${firstSite} 101`, "{half a secr");
    await secrets.store(`used ${firstSite}`, "101");
    assert.equal(await new Accounts(secrets).current(firstSite), undefined);
  });
});
