import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { ask, tell, withKey } from "./asking.ts";
import { perTest } from "./perTest.ts";

const settings = {
  commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
  immutable_tags: { paths: ["/tags"], whitelist: ["/tags/nightly"] },
  access_file: "[/]\n* = rw",
  email_notifications: [
    { path: "/trunk", emails: ["a@tuleap.example"], users: [103], user_groups: ["101_3"] },
  ],
};

interface Repository {
  readonly id: number;
  readonly name: string;
  readonly settings: Record<string, unknown>;
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: Subversion repositories (${dialect})`, () => {
    const start = perTest();

    it("are created by administrators, with plain settings unless told otherwise", async () => {
      const simulator = await start({ dialect });
      const post = (body: unknown, headers?: Record<string, string>) =>
        tell(simulator, "POST", "/svn", body, headers);
      const reply = await post({
        project_id: 101,
        name: "buoys",
        settings: { commit_rules: settings.commit_rules },
      });
      const { id, name, settings: told } = reply.data as Repository;
      assert.deepEqual([reply.status, id, name], [201, 3, "buoys"]);
      assert.partialDeepStrictEqual(told, {
        commit_rules: settings.commit_rules,
        immutable_tags: { paths: [], whitelist: [] },
        access_file: "",
        email_notifications: [],
      });
      const statuses = [
        await post({ project_id: 101, name: "buoys" }),
        await post({ project_id: 101, name: "no good" }),
        await post({ project_id: 101, name: "x1" }),
        await post({ project_id: 101 }),
        await post({ name: "nowhere" }),
        await post({ project_id: 999, name: "nowhere" }),
        await post({ project_id: 101, name: "mine" }, withKey(simulator.accounts.member)),
        await post({ project_id: 101, name: "mine" }, {}),
      ].map(({ status }) => status);
      assert.deepEqual(statuses, [409, 409, 409, 400, 400, 400, 403, 401]);
    });

    it("are updated with all settings or not at all", async () => {
      const simulator = await start({ dialect });
      const put = (body: unknown, id = 1) => tell(simulator, "PUT", `/svn/${id}`, body);
      const reply = await put({ settings });
      assert.equal(reply.status, 200);
      const { email_notifications: _mails, ...rest } = settings;
      assert.partialDeepStrictEqual((reply.data as Repository).settings, rest);
      for (const name of Object.keys(settings)) {
        const { [name as keyof typeof settings]: _left, ...others } = settings;
        assert.equal((await put({ settings: others })).status, 400, name);
      }
      assert.equal((await put({})).status, 400);
      assert.equal((await put({ settings }, 99)).status, 404);
      const member = withKey(simulator.accounts.member);
      assert.equal((await tell(simulator, "PUT", "/svn/1", { settings }, member)).status, 403);
      const outsider = withKey(simulator.accounts.outsider);
      assert.equal((await tell(simulator, "PUT", "/svn/1", { settings }, outsider)).status, 404);
    });

    it("notify each path once, and only people and groups that can be told", async () => {
      const simulator = await start({ dialect });
      const [first] = settings.email_notifications;
      const bad: readonly (readonly unknown[])[] = [
        [first, first],
        [{ ...first, emails: [], users: [], user_groups: [] }],
        [{ ...first, emails: ["a@b.c", "a@b.c"] }],
        [{ ...first, users: [999] }],
        [{ ...first, users: [simulator.accounts.suspended.id] }],
        [{ ...first, user_groups: ["102_3"] }],
        [{ ...first, user_groups: ["2"] }],
        [{ path: "/trunk", emails: ["a@b.c"], users: [] }],
      ];
      for (const email_notifications of bad) {
        const reply = await tell(simulator, "PUT", "/svn/1", {
          settings: { ...settings, email_notifications },
        });
        assert.equal(reply.status, 400, JSON.stringify(email_notifications));
      }
    });
  });
}

describe("simulator: Subversion as only the product has it", () => {
  const start = perTest();

  it("lists and shows repositories, settings only to administrators", async () => {
    const simulator = await start({ dialect: "product" });
    const { member, admin, outsider } = simulator.accounts;
    const get = (path: string, account = member) =>
      ask(simulator, `/api${path}`, { headers: withKey(account) });
    const list = await get("/projects/101/svn?limit=51");
    const { repositories } = list.data as { readonly repositories: readonly Repository[] };
    assert.deepEqual([repositories.map(({ id }) => id), list.headers["x-pagination-size"]], [[1, 2], "2"]);
    assert.deepEqual(Object.keys(repositories[0] ?? {}), ["id", "project", "uri", "name", "svn_url"]);
    const named = await get(`/projects/101/svn?query=${encodeURIComponent('{"name":"console"}')}`);
    assert.equal((named.data as { readonly repositories: readonly unknown[] }).repositories.length, 1);
    assert.equal((await get("/projects/101/svn", outsider)).status, 403);
    assert.deepEqual((await get("/projects/102/svn")).data, { repositories: [] });
    assert.ok(!("settings" in ((await get("/svn/2")).data as object)));
    const { settings: told } = (await get("/svn/2", admin)).data as Repository;
    assert.partialDeepStrictEqual(told, {
      email_notifications: [
        { path: "/trunk", users: [{ username: "tokafor" }, {}], user_groups: [{ id: "101_4" }] },
        {},
      ],
      has_default_permissions: false,
    });
    assert.equal((await get("/svn/2", outsider)).status, 404);
    assert.equal((await get("/svn/9999")).status, 404);
  });

  it("forgets that default permissions were off unless it is told again", async () => {
    const simulator = await start({ dialect: "product" });
    const put = async (body: object) =>
      ((await tell(simulator, "PUT", "/svn/2", { settings: body })).data as Repository).settings[
        "has_default_permissions"
      ];
    assert.equal(await put({ ...settings, has_default_permissions: false }), false);
    assert.equal(await put(settings), true);
  });

  it("queues a deletion once", async () => {
    const simulator = await start({ dialect: "product" });
    const remove = async () => (await tell(simulator, "DELETE", "/svn/1", undefined)).status;
    assert.deepEqual([await remove(), await remove()], [202, 400]);
  });

  it("documented neither reads nor deletes any", async () => {
    const simulator = await start({ dialect: "documented" });
    for (const [method, path] of [
      ["GET", "/svn/1"],
      ["DELETE", "/svn/1"],
      ["GET", "/projects/101/svn"],
    ] as const) {
      assert.equal((await tell(simulator, method, path, undefined)).status, 404, `${method} ${path}`);
    }
  });
});
