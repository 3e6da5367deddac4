import assert from "node:assert/strict";
import { createClient } from "../../../src/api/client.ts";
import { startPlainServer } from "../../support/simulator/plainServer.ts";

const read = {
  id: 3,
  name: "firmware",
  svn_url: "https://svn.example/firmware",
  settings: {
    commit_rules: {
      is_reference_mandatory: true,
      is_commit_message_change_allowed: false,
      are_commits_signed: true,
    },
    immutable_tags: { paths: ["/tags"], whitelist: ["/tags/nightly"] },
    access_file: "[/]\n* = r\n",
    email_notifications: [
      {
        path: "/trunk",
        emails: ["a@b.example"],
        users: [{ id: 101, username: "ada" }],
        user_groups: [{ id: "136_3", label: "Project members" }],
        is_digest: true,
      },
    ],
    has_default_permissions: false,
    something_new: { of: ["a", "later", "version"] },
  },
};

/** The notification with something else in it. */
function told(spoilt: object): object {
  return { ...read.settings.email_notifications[0], ...spoilt };
}

function withSetting(spoilt: object): object {
  return { settings: { ...read.settings, ...spoilt } };
}

function without(name: keyof typeof read.settings): object {
  return { settings: Object.fromEntries(Object.entries(read.settings).filter(([each]) => each !== name)) };
}

function bothRules(value: unknown): object {
  return { is_reference_mandatory: value, is_commit_message_change_allowed: value };
}

const mark = "the brackets";

function nested(depth: number): string {
  return `${mark} ${depth}`;
}

/** Brackets that are too many for our own writing of JSON, too. */
function written(answer: object): string {
  return JSON.stringify(answer).replace(
    new RegExp(`"${mark} (\\d+)"`),
    (_all, depth: string) => "[".repeat(Number(depth)) + "]".repeat(Number(depth)),
  );
}

describe("the settings of a repository", () => {
  it("go back whole: people and groups by their ids, and what we don't know as it was", async () => {
    const bodies: string[] = [];
    const server = await startPlainServer((_path, body) => {
      bodies.push(body);
      return { status: 200, headers: { "Content-Type": "application/json" }, body: JSON.stringify(read) };
    });
    const client = createClient({
      api: `${server.url}/api`,
      credential: undefined,
      caFile: undefined,
      observe: () => undefined,
    });
    try {
      const empty = {
        commitRules: { isReferenceMandatory: false, isMessageChangeAllowed: false },
        immutableTags: { paths: [], allowed: [] },
        accessFile: "",
        notifications: [],
        hasDefaultPermissions: undefined,
        others: {},
      };
      const { settings, ...repository } = await client.updateSvn(3, empty);
      assert.deepEqual(repository, { id: 3, name: "firmware", address: "https://svn.example/firmware" });
      assert.ok(settings);
      assert.deepEqual(settings.notifications, [
        {
          path: "/trunk",
          emails: ["a@b.example"],
          users: [{ id: 101, label: "ada" }],
          groups: [{ id: "136_3", label: "Project members" }],
          others: { is_digest: true },
        },
      ]);
      await client.updateSvn(3, settings);
      const [notification] = read.settings.email_notifications;
      assert.deepEqual(JSON.parse(bodies[1] ?? ""), {
        settings: {
          ...read.settings,
          email_notifications: [{ ...notification, users: [101], user_groups: ["136_3"] }],
        },
      });
    } finally {
      await client.close();
      await server.close();
    }
  });

  const spoilt = [
    ["no settings", {}],
    ["settings of null", { settings: null }],
    [
      "a person who is none",
      { settings: { ...read.settings, email_notifications: [told({ users: ["x"] })] } },
    ],
    [
      "an address that is none",
      { settings: { ...read.settings, email_notifications: [told({ emails: [1] })] } },
    ],
    [
      "a path that is none",
      { settings: { ...read.settings, immutable_tags: { paths: [{}], whitelist: [] } } },
    ],
    ["no access file", without("access_file")],
    ["an access file of null", withSetting({ access_file: null })],
    ["no notifications", without("email_notifications")],
    ["notifications of null", withSetting({ email_notifications: null })],
    ["notifications of {}", withSetting({ email_notifications: {} })],
    ["nobody said to be told", withSetting({ email_notifications: [{ path: "/trunk" }] })],
    ["no path of a notification", withSetting({ email_notifications: [told({ path: null })] })],
    ["no tags", without("immutable_tags")],
    ["tags of {}", withSetting({ immutable_tags: {} })],
    ["no rules", without("commit_rules")],
    ["rules of {}", withSetting({ commit_rules: {} })],
    ["a rule that is neither yes nor no", withSetting({ commit_rules: { ...bothRules(2) } })],
    ["default permissions that are neither yes nor no", withSetting({ has_default_permissions: "maybe" })],
    ["default permissions of null", withSetting({ has_default_permissions: null })],
    ["more brackets within each other than can be dealt with", withSetting({ deep: nested(150) })],
  ] as const;
  for (const [what, answer] of spoilt) {
    it(`are not known from an answer with ${what}: what is left out would be erased`, async () => {
      const server = await startPlainServer(() => ({
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: written({ id: 3, name: "firmware", ...answer }),
      }));
      const client = createClient({
        api: `${server.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
      });
      try {
        assert.deepEqual(await client.svn(3), {
          id: 3,
          name: "firmware",
          address: undefined,
          settings: undefined,
          // Only who administers a repository is shown any.
          ...("settings" in answer ? {} : { isReadOnly: true }),
        });
      } finally {
        await client.close();
        await server.close();
      }
    });
  }

  for (const [yes, no] of [
    [1, 0],
    ["1", "0"],
    ["true", "false"],
  ] as const) {
    it(`are read from ${JSON.stringify(yes)} and ${JSON.stringify(no)} for yes and no`, async () => {
      const rules = { is_reference_mandatory: yes, is_commit_message_change_allowed: no };
      const answer = withSetting({ commit_rules: rules, has_default_permissions: no });
      const server = await startPlainServer({
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ id: 3, ...answer }),
      });
      const client = createClient({
        api: `${server.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
      });
      try {
        const { settings } = await client.svn(3);
        assert.deepEqual(
          [settings?.commitRules, settings?.hasDefaultPermissions],
          [{ isReferenceMandatory: true, isMessageChangeAllowed: false }, false],
        );
      } finally {
        await client.close();
        await server.close();
      }
    });
  }
});
