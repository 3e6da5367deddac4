import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import type { SvnSettings } from "../../../src/model/svn.ts";
import {
  type StaticResponse,
  type StaticServer,
  startStaticServer,
} from "../../support/simulator/staticServer.ts";

const settings: SvnSettings = {
  commitRules: { isReferenceMandatory: true, isMessageChangeAllowed: false },
  immutableTags: { paths: [], allowed: [] },
  accessFile: "",
  notifications: [],
  hasDefaultPermissions: undefined,
  others: {},
};

const json = { "Content-Type": "application/json" };

/** Successful responses without a repository ID. */
const responsesWithoutId: readonly (readonly [what: string, response: StaticResponse])[] = [
  ["nothing", { status: 200 }],
  ["{}", { status: 200, headers: json, body: "{}" }],
  ["a list", { status: 200, headers: json, body: "[]" }],
  ["a wrapped repository", { status: 201, headers: json, body: '{"repository":{"id":5}}' }],
];

describe("writing a Subversion repository", () => {
  let server: StaticServer | undefined;
  let client: Client | undefined;

  async function createTestClient(response: StaticResponse): Promise<Client> {
    server = await startStaticServer(response);
    const observe = (): void => undefined;
    client = createClient({ api: `${server.url}/api`, credential: undefined, caFile: undefined, observe });
    return client;
  }

  afterEach(async () => {
    await client?.close();
    await server?.close();
  });

  for (const [what, response] of responsesWithoutId) {
    it(`has an unknown outcome if creation returns ${what}`, async () => {
      const { createSvnRepository } = await createTestClient(response);
      await assert.rejects(createSvnRepository(101, { name: "tides", settings }), { kind: "outcomeUnknown" });
    });

    it(`takes the ID from the location if creation returns ${what}`, async () => {
      const headers = { ...response.headers, Location: "https://elsewhere.example/api/v1/svn/12" };
      const { createSvnRepository } = await createTestClient({ ...response, headers });
      assert.deepEqual(await createSvnRepository(101, { name: "tides", settings }), {
        id: 12,
        name: "tides",
        address: undefined,
        settings: undefined,
      });
    });

    it(`succeeds if an update returns ${what}`, async () => {
      const { updateSvnSettings } = await createTestClient(response);
      const expected = { id: 7, name: undefined, address: undefined, settings };
      assert.deepEqual(await updateSvnSettings(7, settings), expected);
    });
  }
});
