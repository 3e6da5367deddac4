import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import type { SvnSettings } from "../../../src/model/svn.ts";
import { type PlainAnswer, type PlainServer, startPlainServer } from "../../support/simulator/plainServer.ts";

const settings: SvnSettings = {
  commitRules: { isReferenceMandatory: true, isMessageChangeAllowed: false },
  immutableTags: { paths: [], allowed: [] },
  accessFile: "",
  notifications: [],
  hasDefaultPermissions: undefined,
  others: {},
};

const json = { "Content-Type": "application/json" };

/** Successes that do not say which repository they are about. */
const nameless: readonly (readonly [what: string, answer: PlainAnswer])[] = [
  ["nothing", { status: 200 }],
  ["{}", { status: 200, headers: json, body: "{}" }],
  ["a list", { status: 200, headers: json, body: "[]" }],
  ["something wrapped", { status: 201, headers: json, body: '{"repository":{"id":5}}' }],
];

describe("a repository that was written", () => {
  let server: PlainServer | undefined;
  let client: Client | undefined;

  async function answering(answer: PlainAnswer): Promise<Client> {
    server = await startPlainServer(answer);
    const observe = (): void => undefined;
    client = createClient({ api: `${server.url}/api`, credential: undefined, caFile: undefined, observe });
    return client;
  }

  afterEach(async () => {
    await client?.close();
    await server?.close();
  });

  for (const [what, answer] of nameless) {
    it(`may be there, or not, where creating it was answered with ${what}`, async () => {
      const { createSvn } = await answering(answer);
      await assert.rejects(createSvn(101, { name: "tides", settings }), { kind: "outcomeUnknown" });
    });

    it(`is known by the address that came with ${what}`, async () => {
      const headers = { ...answer.headers, Location: "https://elsewhere.example/api/v1/svn/12" };
      const { createSvn } = await answering({ ...answer, headers });
      assert.deepEqual(await createSvn(101, { name: "tides", settings }), {
        id: 12,
        name: "tides",
        address: undefined,
        settings: undefined,
      });
    });

    it(`has changed where that was answered with ${what}`, async () => {
      const { updateSvn } = await answering(answer);
      const written = { id: 7, name: undefined, address: undefined, settings };
      assert.deepEqual(await updateSvn(7, settings), written);
    });
  }
});
