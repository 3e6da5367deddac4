import assert from "node:assert/strict";
import { Me } from "../../../../src/store/queries/currentUser.ts";
import { RecentlyOpened } from "../../../../src/store/queries/recent.ts";
import { dialects, memoryInProcess, QueryStage } from "./stage.ts";

const account = { id: "key", name: "" };
const ada = { id: 101, label: "Ada", username: "ada" };

for (const dialect of dialects) {
  describe(`who one is on the ${dialect} dialect`, () => {
    const isProduct = dialect === "product";
    let stage: QueryStage;

    beforeEach(async () => {
      stage = await QueryStage.start(dialect);
    });
    afterEach(() => stage.close());

    it("is told by the server, and asked once", async () => {
      const me = new Me(memoryInProcess());
      const connection = await stage.connect();
      const { id, realName, username } = stage.server.accounts.member;
      const told = isProduct ? { id, label: realName, username } : undefined;
      const requests = await stage.requestsOf(async () => {
        assert.deepEqual(await Promise.all([me.of(connection), me.of(connection)]), [told, told]);
      });
      assert.equal(requests, 1);
    });

    if (!isProduct) {
      it("is told by the token, where the server has no users", async () => {
        const { id, username, password } = stage.server.accounts.member;
        const client = await stage.store.connections.knock(stage.site.api, undefined);
        const answer = await client.requestToken(username, password);
        await client.close();
        assert.ok("credential" in answer, JSON.stringify(answer));
        await stage.signIn(answer.credential);
        const self = await new Me(memoryInProcess()).of(await stage.connect());
        assert.equal(self?.id, id);
      });
    }

    it("is what the person said once, per site and account, until it is forgotten", async () => {
      const memory = memoryInProcess();
      const me = new Me(memory);
      const connection = await stage.connect();
      const { api } = stage.site;
      await me.say(api, account, ada);
      await me.say("https://other.example/api", account, { ...ada, id: 5 });
      // A server that knows better is believed.
      const self = await new Me(memory).of({ ...connection, account });
      assert.deepEqual(self?.id, isProduct ? stage.server.accounts.member.id : ada.id);
      if (isProduct) return;
      assert.equal(await me.of({ ...connection, account: { id: "2", name: "" } }), undefined);
      await me.clear(api);
      assert.equal(await me.of({ ...connection, account }), undefined);
      assert.equal(memory.kept.size, 1);
    });

    it("is nobody without an account, and nothing is asked then", async () => {
      const me = new Me(memoryInProcess());
      const connection = await stage.connect();
      const requests = await stage.requestsOf(async () =>
        assert.equal(await me.of({ ...connection, account: undefined }), undefined),
      );
      assert.equal(requests, 0);
    });

    it("is asked again after the server failed to tell", async () => {
      const me = new Me(memoryInProcess());
      const connection = await stage.connect();
      const mend = stage.server.faults.add({ path: "/users/self", fault: { kind: "status", status: 403 } });
      await assert.rejects(me.of(connection), { kind: "forbidden" });
      mend();
      assert.equal((await me.of(connection)) !== undefined, isProduct);
    });
  });
}

describe("what was said about oneself", () => {
  it("counts for nothing where something else is kept in its place", async () => {
    const stage = await QueryStage.start("documented");
    try {
      const memory = memoryInProcess();
      const connection = await stage.connect();
      for (const kept of ["ada", 5, null, {}, { id: "101", label: "Ada" }, [101]]) {
        memory.kept.set(`me ${stage.site.api} key`, kept);
        assert.equal(await new Me(memory).of(connection), undefined);
      }
    } finally {
      await stage.close();
    }
  });
});

describe("recently opened artifacts", () => {
  const api = "https://a.example/api";
  const opened = (id: number) => ({ id, title: `Number ${id}`, tracker: undefined });

  it("are kept the last one first, each once, and not without end", async () => {
    const recent = new RecentlyOpened(memoryInProcess());
    for (let id = 1; id <= 40; id += 1) await recent.note(api, account, opened(id));
    await recent.note(api, account, opened(20));
    const ids = recent.list(api, account).map(({ id }) => id);
    assert.deepEqual([ids.length, ids.slice(0, 3), new Set(ids).size], [30, [20, 40, 39], 30]);
  });

  it("are those of one account at one site", async () => {
    const recent = new RecentlyOpened(memoryInProcess());
    await recent.note(api, account, opened(1));
    await recent.note(api, undefined, opened(2));
    await recent.note("https://b.example/api", account, opened(3));
    assert.deepEqual(
      recent.list(api, account).map(({ id }) => id),
      [1],
    );
    await recent.clear(api);
    assert.deepEqual([recent.list(api, account), recent.list(api, undefined)], [[], []]);
    assert.equal(recent.list("https://b.example/api", account).length, 1);
  });

  it("keep what is known of them when they are opened by a way that tells less, and go when they are gone", async () => {
    const recent = new RecentlyOpened(memoryInProcess());
    const tracker = { id: 11, label: "Bugs", color: "fiesta-red" };
    await recent.note(api, account, { id: 1, title: "A", tracker });
    await recent.note(api, account, { id: 1, title: undefined, tracker: undefined });
    assert.deepEqual(recent.list(api, account), [{ id: 1, title: "A", tracker }]);
    await recent.drop(api, account, 1);
    assert.deepEqual(recent.list(api, account), []);
  });

  it("survive what another version kept", () => {
    const memory = memoryInProcess();
    const key = `recentlyOpened ${api} key`;
    memory.kept.set(key, [null, 5, { id: "1" }, { id: 2, title: 7, tracker: "x" }, { id: 3, tracker: {} }]);
    assert.deepEqual(new RecentlyOpened(memory).list(api, account), [
      { id: 2, title: undefined, tracker: undefined },
      { id: 3, title: undefined, tracker: undefined },
    ]);
    memory.kept.set(key, "nothing");
    assert.deepEqual(new RecentlyOpened(memory).list(api, account), []);
  });
});
