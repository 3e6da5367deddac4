import assert from "node:assert/strict";
import { createClient } from "../../../src/api/client.ts";
import { startStaticServer } from "../../support/simulator/staticServer.ts";

const wireRepository = {
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

/** The notification with other members. */
function createNotification(changes: object): object {
  return { ...wireRepository.settings.email_notifications[0], ...changes };
}

function withSetting(changes: object): object {
  return { settings: { ...wireRepository.settings, ...changes } };
}

function withoutSetting(name: keyof typeof wireRepository.settings): object {
  return {
    settings: Object.fromEntries(Object.entries(wireRepository.settings).filter(([each]) => each !== name)),
  };
}

function createRules(value: unknown): object {
  return { is_reference_mandatory: value, is_commit_message_change_allowed: value };
}

const mark = "nested brackets";

function createNestedMark(depth: number): string {
  return `${mark} ${depth}`;
}

/** Inserts the brackets as text, because JSON.stringify can't write as many. */
function encodeJson(response: object): string {
  return JSON.stringify(response).replace(
    new RegExp(`"${mark} (\\d+)"`),
    (_all, depth: string) => "[".repeat(Number(depth)) + "]".repeat(Number(depth)),
  );
}

describe("Subversion settings", () => {
  it("are written completely: users and groups by ID, unknown settings unchanged", async () => {
    const bodies: string[] = [];
    const server = await startStaticServer((_path, body) => {
      bodies.push(body);
      return {
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(wireRepository),
      };
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
      const { settings, ...repository } = await client.updateSvnSettings(3, empty);
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
      await client.updateSvnSettings(3, settings);
      const [notification] = wireRepository.settings.email_notifications;
      assert.deepEqual(JSON.parse(bodies[1] ?? ""), {
        settings: {
          ...wireRepository.settings,
          email_notifications: [{ ...notification, users: [101], user_groups: ["136_3"] }],
        },
      });
    } finally {
      await client.close();
      await server.close();
    }
  });

  const changes = [
    ["no settings", {}],
    ["settings of null", { settings: null }],
    [
      "an invalid user",
      {
        settings: { ...wireRepository.settings, email_notifications: [createNotification({ users: ["x"] })] },
      },
    ],
    [
      "an invalid email address",
      {
        settings: { ...wireRepository.settings, email_notifications: [createNotification({ emails: [1] })] },
      },
    ],
    [
      "an invalid path",
      { settings: { ...wireRepository.settings, immutable_tags: { paths: [{}], whitelist: [] } } },
    ],
    ["no access file", withoutSetting("access_file")],
    ["an access file of null", withSetting({ access_file: null })],
    ["no notifications", withoutSetting("email_notifications")],
    ["notifications of null", withSetting({ email_notifications: null })],
    ["notifications of {}", withSetting({ email_notifications: {} })],
    ["a notification without recipients", withSetting({ email_notifications: [{ path: "/trunk" }] })],
    [
      "a notification without a path",
      withSetting({ email_notifications: [createNotification({ path: null })] }),
    ],
    ["no tags", withoutSetting("immutable_tags")],
    ["tags of {}", withSetting({ immutable_tags: {} })],
    ["no rules", withoutSetting("commit_rules")],
    ["rules of {}", withSetting({ commit_rules: {} })],
    ["a rule that isn't a boolean", withSetting({ commit_rules: { ...createRules(2) } })],
    ["default permissions that aren't a boolean", withSetting({ has_default_permissions: "maybe" })],
    ["default permissions of null", withSetting({ has_default_permissions: null })],
    ["settings that are nested too deeply", withSetting({ deep: createNestedMark(150) })],
  ] as const;
  for (const [what, response] of changes) {
    it(`are unreadable in a response with ${what}`, async () => {
      const server = await startStaticServer(() => ({
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: encodeJson({ id: 3, name: "firmware", ...response }),
      }));
      const client = createClient({
        api: `${server.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
      });
      try {
        assert.deepEqual(await client.svnRepository(3), {
          id: 3,
          name: "firmware",
          address: undefined,
          settings: undefined,
          // Only administrators see settings.
          ...("settings" in response ? {} : { isReadOnly: true }),
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
    it(`accept ${JSON.stringify(yes)} and ${JSON.stringify(no)} as booleans`, async () => {
      const rules = { is_reference_mandatory: yes, is_commit_message_change_allowed: no };
      const response = withSetting({ commit_rules: rules, has_default_permissions: no });
      const server = await startStaticServer({
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ id: 3, ...response }),
      });
      const client = createClient({
        api: `${server.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
      });
      try {
        const { settings } = await client.svnRepository(3);
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
