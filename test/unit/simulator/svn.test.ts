import assert from "node:assert/strict";
import type { Dialect } from "../../simulator/simulator.ts";
import { sendRequest, sendJson, createKeyHeader } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

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
  describe(`simulator Subversion repositories (${dialect})`, () => {
    const start = useSimulators();

    it("are created by administrators, with default settings for omitted ones", async () => {
      const simulator = await start({ dialect });
      const post = (body: unknown, headers?: Record<string, string>) =>
        sendJson(simulator, "POST", "/svn", body, headers);
      const response = await post({
        project_id: 101,
        name: "buoys",
        settings: { commit_rules: settings.commit_rules },
      });
      const { id, name, settings: storedSettings } = response.data as Repository;
      assert.deepEqual([response.status, id, name], [201, 3, "buoys"]);
      assert.partialDeepStrictEqual(storedSettings, {
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
        await post({ project_id: 101, name: "mine" }, createKeyHeader(simulator.accounts.member)),
        await post({ project_id: 101, name: "mine" }, {}),
      ].map(({ status }) => status);
      assert.deepEqual(statuses, [409, 409, 409, 400, 400, 400, 403, 401]);
    });

    it("are updated with all settings or not at all", async () => {
      const simulator = await start({ dialect });
      const put = (body: unknown, id = 1) => sendJson(simulator, "PUT", `/svn/${id}`, body);
      const response = await put({ settings });
      assert.equal(response.status, 200);
      const { email_notifications: _mails, ...rest } = settings;
      assert.partialDeepStrictEqual((response.data as Repository).settings, rest);
      for (const name of Object.keys(settings)) {
        const { [name as keyof typeof settings]: _omitted, ...others } = settings;
        assert.equal((await put({ settings: others })).status, 400, name);
      }
      assert.equal((await put({})).status, 400);
      assert.equal((await put({ settings }, 99)).status, 404);
      const member = createKeyHeader(simulator.accounts.member);
      assert.equal((await sendJson(simulator, "PUT", "/svn/1", { settings }, member)).status, 403);
      const outsider = createKeyHeader(simulator.accounts.outsider);
      assert.equal((await sendJson(simulator, "PUT", "/svn/1", { settings }, outsider)).status, 404);
    });

    it("have one notification for each path, and only for known users and groups", async () => {
      const simulator = await start({ dialect });
      const [first] = settings.email_notifications;
      const invalid: readonly (readonly unknown[])[] = [
        [first, first],
        [{ ...first, emails: [], users: [], user_groups: [] }],
        [{ ...first, emails: ["a@b.c", "a@b.c"] }],
        [{ ...first, users: [999] }],
        [{ ...first, users: [simulator.accounts.suspended.id] }],
        [{ ...first, user_groups: ["102_3"] }],
        [{ ...first, user_groups: ["2"] }],
        [{ path: "/trunk", emails: ["a@b.c"], users: [] }],
      ];
      for (const email_notifications of invalid) {
        const response = await sendJson(simulator, "PUT", "/svn/1", {
          settings: { ...settings, email_notifications },
        });
        assert.equal(response.status, 400, JSON.stringify(email_notifications));
      }
    });
  });
}

describe("simulator Subversion repositories that differ by dialect", () => {
  const start = useSimulators();

  it("product: are listed and read, with settings for administrators only", async () => {
    const simulator = await start({ dialect: "product" });
    const { member, admin, outsider } = simulator.accounts;
    const get = (path: string, account = member) =>
      sendRequest(simulator, `/api${path}`, { headers: createKeyHeader(account) });
    const list = await get("/projects/101/svn?limit=51");
    const { repositories } = list.data as { readonly repositories: readonly Repository[] };
    assert.deepEqual([repositories.map(({ id }) => id), list.headers["x-pagination-size"]], [[1, 2], "2"]);
    assert.deepEqual(Object.keys(repositories[0] ?? {}), ["id", "project", "uri", "name", "svn_url"]);
    const named = await get(`/projects/101/svn?query=${encodeURIComponent('{"name":"console"}')}`);
    assert.equal((named.data as { readonly repositories: readonly unknown[] }).repositories.length, 1);
    assert.equal((await get("/projects/101/svn", outsider)).status, 403);
    assert.deepEqual((await get("/projects/102/svn")).data, { repositories: [] });
    assert.ok(!("settings" in ((await get("/svn/2")).data as object)));
    const { settings: storedSettings } = (await get("/svn/2", admin)).data as Repository;
    assert.partialDeepStrictEqual(storedSettings, {
      email_notifications: [
        { path: "/trunk", users: [{ username: "tokafor" }, {}], user_groups: [{ id: "101_4" }] },
        {},
      ],
      has_default_permissions: false,
    });
    assert.equal((await get("/svn/2", outsider)).status, 404);
    assert.equal((await get("/svn/9999")).status, 404);
  });

  it("product: get default permissions again unless an update disables them", async () => {
    const simulator = await start({ dialect: "product" });
    const put = async (body: object) =>
      ((await sendJson(simulator, "PUT", "/svn/2", { settings: body })).data as Repository).settings[
        "has_default_permissions"
      ];
    assert.equal(await put({ ...settings, has_default_permissions: false }), false);
    assert.equal(await put(settings), true);
  });

  it("product: are queued for deletion once", async () => {
    const simulator = await start({ dialect: "product" });
    const deleteRepository = async () => (await sendJson(simulator, "DELETE", "/svn/1", undefined)).status;
    assert.deepEqual([await deleteRepository(), await deleteRepository()], [202, 400]);
  });

  it("documented: can be neither read nor deleted", async () => {
    const simulator = await start({ dialect: "documented" });
    for (const [method, path] of [
      ["GET", "/svn/1"],
      ["DELETE", "/svn/1"],
      ["GET", "/projects/101/svn"],
    ] as const) {
      assert.equal((await sendJson(simulator, method, path, undefined)).status, 404, `${method} ${path}`);
    }
  });
});
