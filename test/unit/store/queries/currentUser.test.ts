import assert from "node:assert/strict";
import { CurrentUser } from "../../../../src/store/queries/currentUser.ts";
import { RecentArtifacts } from "../../../../src/store/queries/recentArtifacts.ts";
import { dialects, createMemento, QueryFixture } from "./queryFixture.ts";

const account = { id: "key", name: "" };
const ada = { id: 101, label: "Ada", username: "ada" };

for (const dialect of dialects) {
  describe(`the current user on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let fixture: QueryFixture;

    beforeEach(async () => {
      fixture = await QueryFixture.start(dialect);
    });
    afterEach(() => fixture.close());

    it("comes from the server, with one request", async () => {
      const me = new CurrentUser(createMemento());
      const connection = await fixture.connect();
      const { id, realName, username } = fixture.server.accounts.member;
      const reported = isProduct ? { id, label: realName, username } : undefined;
      const requests = await fixture.countRequests(async () => {
        assert.deepEqual(await Promise.all([me.get(connection), me.get(connection)]), [reported, reported]);
      });
      assert.equal(requests, 1);
    });

    if (!isProduct) {
      it("comes from the token if the server doesn't report it", async () => {
        const { id, username, password } = fixture.server.accounts.member;
        const client = await fixture.store.connections.createProbeClient(fixture.site.api, undefined);
        const response = await client.requestToken(username, password);
        await client.close();
        assert.ok("credential" in response, JSON.stringify(response));
        await fixture.signIn(response.credential);
        const self = await new CurrentUser(createMemento()).get(await fixture.connect());
        assert.equal(self?.id, id);
      });
    }

    it("can be selected per site and account, until it is cleared", async () => {
      const memory = createMemento();
      const me = new CurrentUser(memory);
      const connection = await fixture.connect();
      const { api } = fixture.site;
      await me.select(api, account, ada);
      await me.select("https://other.example/api", account, { ...ada, id: 5 });
      // The server's user takes precedence.
      const self = await new CurrentUser(memory).get({ ...connection, account });
      assert.deepEqual(self?.id, isProduct ? fixture.server.accounts.member.id : ada.id);
      if (isProduct) return;
      assert.equal(await me.get({ ...connection, account: { id: "2", name: "" } }), undefined);
      await me.clear(api);
      assert.equal(await me.get({ ...connection, account }), undefined);
      assert.equal(memory.kept.size, 1);
    });

    it("is unknown without an account, without a request", async () => {
      const me = new CurrentUser(createMemento());
      const connection = await fixture.connect();
      const requests = await fixture.countRequests(async () =>
        assert.equal(await me.get({ ...connection, account: undefined }), undefined),
      );
      assert.equal(requests, 0);
    });

    it("is requested again after a failure", async () => {
      const me = new CurrentUser(createMemento());
      const connection = await fixture.connect();
      const mend = fixture.server.faults.add({ path: "/users/self", fault: { kind: "status", status: 403 } });
      await assert.rejects(me.get(connection), { kind: "forbidden" });
      mend();
      assert.equal((await me.get(connection)) !== undefined, isProduct);
    });
  });
}

describe("the stored current user", () => {
  it("is ignored if it is invalid", async () => {
    const fixture = await QueryFixture.start("documented");
    try {
      const memory = createMemento();
      const connection = await fixture.connect();
      for (const stored of ["ada", 5, null, {}, { id: "101", label: "Ada" }, [101]]) {
        memory.kept.set(`me ${fixture.site.api} key`, stored);
        assert.equal(await new CurrentUser(memory).get(connection), undefined);
      }
    } finally {
      await fixture.close();
    }
  });
});

describe("RecentArtifacts", () => {
  const api = "https://a.example/api";
  const opened = (id: number) => ({ id, title: `Number ${id}`, tracker: undefined });

  it("lists the most recent first, without duplicates, up to a limit", async () => {
    const recent = new RecentArtifacts(createMemento());
    for (let id = 1; id <= 40; id += 1) await recent.add(api, account, opened(id));
    await recent.add(api, account, opened(20));
    const ids = recent.list(api, account).map(({ id }) => id);
    assert.deepEqual([ids.length, ids.slice(0, 3), new Set(ids).size], [30, [20, 40, 39], 30]);
  });

  it("separates accounts and sites", async () => {
    const recent = new RecentArtifacts(createMemento());
    await recent.add(api, account, opened(1));
    await recent.add(api, undefined, opened(2));
    await recent.add("https://b.example/api", account, opened(3));
    assert.deepEqual(
      recent.list(api, account).map(({ id }) => id),
      [1],
    );
    await recent.clear(api);
    assert.deepEqual([recent.list(api, account), recent.list(api, undefined)], [[], []]);
    assert.equal(recent.list("https://b.example/api", account).length, 1);
  });

  it("keeps known titles and trackers, and removes deleted artifacts", async () => {
    const recent = new RecentArtifacts(createMemento());
    const tracker = { id: 11, label: "Bugs", color: "fiesta-red" };
    await recent.add(api, account, { id: 1, title: "A", tracker });
    await recent.add(api, account, { id: 1, title: undefined, tracker: undefined });
    assert.deepEqual(recent.list(api, account), [{ id: 1, title: "A", tracker }]);
    await recent.remove(api, account, 1);
    assert.deepEqual(recent.list(api, account), []);
  });

  it("ignores invalid stored data", () => {
    const memory = createMemento();
    const key = `recentlyOpened ${api} key`;
    memory.kept.set(key, [null, 5, { id: "1" }, { id: 2, title: 7, tracker: "x" }, { id: 3, tracker: {} }]);
    assert.deepEqual(new RecentArtifacts(memory).list(api, account), [
      { id: 2, title: undefined, tracker: undefined },
      { id: 3, title: undefined, tracker: undefined },
    ]);
    memory.kept.set(key, "nothing");
    assert.deepEqual(new RecentArtifacts(memory).list(api, account), []);
  });
});
