import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { defaultTransportLimits } from "../../../src/api/network/transport.ts";
import type { NewFieldValue, FieldValue } from "../../../src/model/fields/registry.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import {
  bugsTrackerId,
  getChoiceId,
  getFieldId,
  createBug,
  getValue,
  SpecificationContext,
} from "../specification/specificationContext.ts";

/** The tracker with every field type. */
const equipmentId = 13;

type EditCase = readonly [name: string, edit: (tracker: Tracker) => NewFieldValue, read: Partial<FieldValue>];

const editCases: readonly EditCase[] = [
  ["designation", () => ({ kind: "string", text: "0042" }), { kind: "string", text: "0042" }],
  [
    "notes",
    () => ({ kind: "text", source: "**bold** <b>", format: "commonmark" }),
    { kind: "text", source: "**bold** <b>" },
  ],
  [
    "notes",
    () => ({ kind: "text", source: "<p>html</p>", format: "html" }),
    { kind: "text", source: "<p>html</p>" },
  ],
  ["notes", () => ({ kind: "text", source: "", format: "text" }), { kind: "text", source: "" }],
  ["channels", () => ({ kind: "int", number: 7 }), { kind: "int", number: 7 }],
  ["channels", () => ({ kind: "int", number: undefined }), { kind: "int", number: undefined }],
  ["range", () => ({ kind: "float", number: 1.5 }), { kind: "float", number: 1.5 }],
  ["range", () => ({ kind: "float", number: undefined }), { kind: "float", number: undefined }],
  ["installed", () => ({ kind: "date", date: "2026-03-05" }), { kind: "date", date: "2026-03-05" }],
  ["installed", () => ({ kind: "date", date: undefined }), { kind: "date", date: undefined }],
  [
    "condition",
    (tracker) => ({ kind: "choices", ids: [getChoiceId(tracker, "condition", "Worn")] }),
    { kind: "choices" },
  ],
  [
    "features",
    (tracker) => ({
      kind: "choices",
      ids: [getChoiceId(tracker, "features", "Solar"), getChoiceId(tracker, "features", "Radio")],
    }),
    { kind: "choices" },
  ],
  ["features", () => ({ kind: "choices", ids: [] }), { kind: "choices", chosen: [] }],
  [
    "neighbours",
    () => ({ kind: "links", links: [{ artifactId: 2, type: "" }] }),
    { kind: "links", forward: [{ artifactId: 2, type: "" }] },
  ],
  ["neighbours", () => ({ kind: "links", links: [] }), { kind: "links", forward: [] }],
];

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`artifact writes on the ${dialect} dialect`, () => {
    let server: Simulator;
    let context: SpecificationContext;

    before(async () => {
      server = await startSimulator({ dialect });
      context = new SpecificationContext(server);
    });
    after(async () => {
      await context.close();
      await server.close();
    });

    async function findEquipment(client: Client): Promise<{ tracker: Tracker; id: number }> {
      const tracker = await client.tracker(equipmentId);
      const [row] = (await client.artifacts(tracker, { offset: 0 })).items;
      assert.ok(row?.kind === "artifact");
      return { tracker, id: row.id };
    }

    for (const [name, edit, read] of editCases) {
      it(`${name} is updated with ${JSON.stringify(edit.toString().replace(/^.*?=> \(|\)$/gs, ""))} and read back`, async () => {
        const { admin: client } = context;
        const { tracker, id } = await findEquipment(client);
        const field = getFieldId(tracker, name);
        const before = await client.artifact(id);
        assert.ok(before.version);
        const change = { fieldId: field, edit: edit(tracker) };
        await client.updateArtifact(id, { changes: [change] }, before.version);
        const sent = JSON.parse(context.getLastRequest().body) as { values: readonly { field_id: number }[] };
        assert.deepEqual(
          sent.values.map(({ field_id }) => field_id),
          [field],
          "only changed fields are sent",
        );
        const after = getValue(await client.artifact(id), field);
        if (after?.kind === "date") {
          // The documented dialect doesn't say whether a date has a time, so it is returned as midnight.
          assert.equal(after.date?.slice(0, 10), read.kind === "date" ? read.date : assert.fail());
        } else if (after !== undefined) {
          // A field without a value may be missing in the response.
          assert.deepEqual({ ...after, ...read }, after);
        }
        if (change.edit.kind === "choices" && after?.kind === "choices") {
          assert.deepEqual(new Set(after.chosen.map((choice) => choice.id)), new Set(change.edit.ids));
        }
      });
    }

    it("add a comment without changing a field", async () => {
      const { admin: client } = context;
      const bug = await createBug(client);
      assert.ok(bug.version);
      await client.updateArtifact(
        bug.id,
        { changes: [], comment: { source: "seen", format: "text" } },
        bug.version,
      );
      assert.deepEqual(JSON.parse(context.getLastRequest().body), {
        values: [],
        comment: { body: "seen", format: "text" },
      });
    });

    it("distinguish applied, unapplied and differently changed updates after a lost response", async () => {
      const client = context.createClient(
        { kind: "accessKey", key: server.accounts.admin.accessKey },
        {
          limits: { ...defaultTransportLimits, headersMs: 300 },
          retry: { ...defaultRetryPolicy, wait: () => Promise.resolve() },
        },
      );
      const title = getFieldId(await client.tracker(bugsTrackerId), "title");
      const bug = await createBug(client);
      assert.ok(bug.version);
      const changes = [{ fieldId: title, edit: { kind: "string", text: "lost response" } }] as const;
      const countPuts = (): number => server.requests.filter(({ method }) => method === "PUT").length;
      const before = countPuts();
      server.clock.advance(5000);
      const removeFault = server.faults.add({ method: "PUT", path: /artifacts/, fault: { kind: "hang" } });
      await assert.rejects(client.updateArtifact(bug.id, { changes }, bug.version), {
        kind: "outcomeUnknown",
      });
      removeFault();
      assert.equal(countPuts() - before, 1, "a change is never sent twice");
      assert.equal(await client.checkUpdateOutcome(bug.id, changes, bug.version), "notApplied");
      await client.updateArtifact(bug.id, { changes }, bug.version);
      assert.equal(await client.checkUpdateOutcome(bug.id, changes, bug.version), "applied");
      server.clock.advance(5000);
      await client.overwriteArtifact(bug.id, {
        changes: [{ fieldId: title, edit: { kind: "string", text: "theirs" } }],
      });
      assert.equal(await client.checkUpdateOutcome(bug.id, changes, bug.version), "changedDifferently");
    });

    it("find artifacts that may have been created when the response was lost", async () => {
      const { admin: client } = context;
      const tracker = await client.tracker(bugsTrackerId);
      const since = server.clock.now();
      const bug = await createBug(client, "Maybe created");
      const found = await client.findPossiblyCreated(tracker, String(server.accounts.admin.id), since);
      assert.equal(found[0]?.id, bug.id);
      assert.equal(found[0].title, "Maybe created");
    });

    it("check the outcome by values when a write in the same second has the same version", async () => {
      const { admin: client } = context;
      const title = getFieldId(await client.tracker(bugsTrackerId), "title");
      const bug = await createBug(client);
      assert.ok(bug.version);
      const changes = [{ fieldId: title, edit: { kind: "string", text: "same second" } }] as const;
      const removeFault = server.faults.add({
        method: "PUT",
        path: /artifacts/,
        times: 1,
        fault: { kind: "drop", when: "after" },
      });
      await assert.rejects(client.updateArtifact(bug.id, { changes }, bug.version), {
        kind: "outcomeUnknown",
      });
      removeFault();
      assert.equal(await client.checkUpdateOutcome(bug.id, changes, bug.version), "applied");
    });

    it("accept an empty success with a location, and report an unreadable one as unknown outcome", async () => {
      const { admin: client } = context;
      const created = { Location: "https://elsewhere.example/api/v1/artifacts/77" };
      const responses: readonly (readonly [Fault, unknown])[] = [
        [{ kind: "status", status: 201, headers: created, body: "" }, 77],
        [{ kind: "status", status: 201, body: "" }, "outcomeUnknown"],
        [{ kind: "status", status: 201, body: `{"id":` }, "outcomeUnknown"],
        [{ kind: "html" }, "outcomeUnknown"],
      ];
      for (const [fault, expected] of responses) {
        server.faults.add({ method: "POST", path: /artifacts/, times: 1, fault });
        const outcome = await client.createArtifact(bugsTrackerId, []).then(
          ({ id }) => id,
          (failure: unknown) => (failure as { kind: string }).kind,
        );
        assert.equal(outcome, expected);
      }
    });

    it("are not sent if already canceled", async () => {
      const before = server.requests.length;
      const outcome = context.admin.overwriteArtifact(1, { changes: [] }, AbortSignal.abort());
      await assert.rejects(outcome, { kind: "canceled" });
      assert.equal(server.requests.length, before);
    });

    it("are unreachable, without unknown outcome, if they were never sent", async () => {
      const closedServer = await startSimulator({ dialect });
      await closedServer.close();
      const client = createClient({
        api: `${closedServer.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
      });
      await assert.rejects(client.overwriteArtifact(1, { changes: [] }), {
        kind: "unreachable",
        reason: "refused",
      });
      await client.close();
    });

    it("revoke a token if the server can", async () => {
      const { username, password } = server.accounts.member;
      const result = await context.anonymous.requestToken(username, password);
      assert.ok(result.kind === "token");
      const client = context.createClient(result.credential);
      await client.revokeToken();
      const outcome = client.project(101);
      if (dialect === "product") await assert.rejects(outcome, { kind: "signedOut" });
      else assert.equal((await outcome).id, 101);
    });
  });
}
