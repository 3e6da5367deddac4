import assert from "node:assert/strict";
import { createClient } from "../../../src/api/client.ts";
import { startPlainServer } from "../../support/plainServer.ts";

const read = {
  id: 3,
  name: "firmware",
  svn_url: "https://svn.example/firmware",
  settings: {
    commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
    immutable_tags: { paths: ["/tags"], whitelist: ["/tags/nightly"] },
    access_file: "[/]\n* = r\n",
    email_notifications: [
      {
        path: "/trunk",
        emails: ["a@b.example"],
        users: [{ id: 101, username: "ada" }],
        user_groups: [{ id: "136_3" }],
      },
    ],
    has_default_permissions: false,
    something_new: { of: ["a", "later", "version"] },
  },
};

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
});
