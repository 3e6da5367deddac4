import assert from "node:assert/strict";
import { type Client, createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import { usualLimits } from "../../../src/api/network/transport.ts";
import type { FieldEdit, FieldValue } from "../../../src/model/fields/registry.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import type { Fault } from "../../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { bugsId, choiceId, fieldId, newBug, valueOf, World } from "../specification/world.ts";

/** The tracker that has every type of field. */
const equipmentId = 13;

type Edited = readonly [name: string, edit: (tracker: Tracker) => FieldEdit, read: Partial<FieldValue>];

const edited: readonly Edited[] = [
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
    (tracker) => ({ kind: "choices", ids: [choiceId(tracker, "condition", "Worn")] }),
    { kind: "choices" },
  ],
  [
    "features",
    (tracker) => ({
      kind: "choices",
      ids: [choiceId(tracker, "features", "Solar"), choiceId(tracker, "features", "Radio")],
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
  describe(`writing on the ${dialect} dialect`, () => {
    let server: Simulator;
    let world: World;

    before(async () => {
      server = await startSimulator({ dialect });
      world = new World(server);
    });
    after(async () => {
      await world.close();
      await server.close();
    });

    async function equipment(client: Client): Promise<{ tracker: Tracker; id: number }> {
      const tracker = await client.tracker(equipmentId);
      const [row] = (await client.artifacts(tracker, { offset: 0 })).items;
      assert.ok(row?.kind === "artifact");
      return { tracker, id: row.id };
    }

    for (const [name, edit, read] of edited) {
      it(`${name} takes ${JSON.stringify(edit.toString().replace(/^.*?=> \(|\)$/gs, ""))} and gives it back`, async () => {
        const { admin: client } = world;
        const { tracker, id } = await equipment(client);
        const field = fieldId(tracker, name);
        const before = await client.artifact(id);
        assert.ok(before.revision);
        const change = { fieldId: field, edit: edit(tracker) };
        await client.update(id, { changes: [change] }, before.revision);
        const sent = JSON.parse(world.lastRequest().body) as { values: readonly { field_id: number }[] };
        assert.deepEqual(
          sent.values.map(({ field_id }) => field_id),
          [field],
          "only what changed is sent",
        );
        const after = valueOf(await client.artifact(id), field);
        if (after?.kind === "date") {
          // Without a word on times of day, a day comes back as its midnight.
          assert.equal(after.date?.slice(0, 10), read.kind === "date" ? read.date : assert.fail());
        } else if (after !== undefined) {
          // A field without a value may be absent from the answer.
          assert.deepEqual({ ...after, ...read }, after);
        }
        if (change.edit.kind === "choices" && after?.kind === "choices") {
          assert.deepEqual(new Set(after.chosen.map((each) => each.id)), new Set(change.edit.ids));
        }
      });
    }

    it("adds a comment without changing a field", async () => {
      const { admin: client } = world;
      const bug = await newBug(client);
      assert.ok(bug.revision);
      await client.update(bug.id, { changes: [], comment: { source: "seen", format: "text" } }, bug.revision);
      assert.deepEqual(JSON.parse(world.lastRequest().body), {
        values: [],
        comment: { body: "seen", format: "text" },
      });
    });

    it("tells a change whose answer was lost from one that was not carried out", async () => {
      const patient = world.client(
        { kind: "accessKey", key: server.accounts.admin.accessKey },
        {
          limits: { ...usualLimits, headersMs: 300 },
          retry: { ...usualRetry, wait: () => Promise.resolve() },
        },
      );
      const title = fieldId(await patient.tracker(bugsId), "title");
      const bug = await newBug(patient);
      assert.ok(bug.revision);
      const changes = [{ fieldId: title, edit: { kind: "string", text: "lost answer" } }] as const;
      const asked = (): number => server.requests.filter(({ method }) => method === "PUT").length;
      const before = asked();
      server.clock.advance(5000);
      const lost = server.faults.add({ method: "PUT", path: /artifacts/, fault: { kind: "hang" } });
      await assert.rejects(patient.update(bug.id, { changes }, bug.revision), { kind: "outcomeUnknown" });
      lost();
      assert.equal(asked() - before, 1, "a change is never sent twice");
      assert.equal(await patient.outcomeOf(bug.id, changes, bug.revision), "notCarriedOut");
      await patient.update(bug.id, { changes }, bug.revision);
      assert.equal(await patient.outcomeOf(bug.id, changes, bug.revision), "carriedOut");
      server.clock.advance(5000);
      await patient.overwrite(bug.id, {
        changes: [{ fieldId: title, edit: { kind: "string", text: "theirs" } }],
      });
      assert.equal(await patient.outcomeOf(bug.id, changes, bug.revision), "mixed");
    });

    it("finds what may have come of a creation whose answer was lost", async () => {
      const { admin: client } = world;
      const tracker = await client.tracker(bugsId);
      const since = server.clock.now();
      const bug = await newBug(client, "Maybe created");
      const found = await client.possiblyCreated(tracker, String(server.accounts.admin.id), since);
      assert.equal(found[0]?.id, bug.id);
      assert.equal(found[0].title, "Maybe created");
    });

    it("believes the values where a write in the same second hides behind the revision", async () => {
      const { admin: client } = world;
      const title = fieldId(await client.tracker(bugsId), "title");
      const bug = await newBug(client);
      assert.ok(bug.revision);
      const changes = [{ fieldId: title, edit: { kind: "string", text: "same second" } }] as const;
      const lost = server.faults.add({
        method: "PUT",
        path: /artifacts/,
        times: 1,
        fault: { kind: "drop", when: "after" },
      });
      await assert.rejects(client.update(bug.id, { changes }, bug.revision), { kind: "outcomeUnknown" });
      lost();
      assert.equal(await client.outcomeOf(bug.id, changes, bug.revision), "carriedOut");
    });

    it("takes an empty success for one, and one that can't be read for an unknown outcome", async () => {
      const { admin: client } = world;
      const created = { Location: "https://elsewhere.example/api/v1/artifacts/77" };
      const answers: readonly (readonly [Fault, unknown])[] = [
        [{ kind: "status", status: 201, headers: created, body: "" }, 77],
        [{ kind: "status", status: 201, body: "" }, "outcomeUnknown"],
        [{ kind: "status", status: 201, body: `{"id":` }, "outcomeUnknown"],
        [{ kind: "html" }, "outcomeUnknown"],
      ];
      for (const [fault, expected] of answers) {
        server.faults.add({ method: "POST", path: /artifacts/, times: 1, fault });
        const outcome = await client.create(bugsId, []).then(
          ({ id }) => id,
          (failure: unknown) => (failure as { kind: string }).kind,
        );
        assert.equal(outcome, expected);
      }
    });

    it("does not send what was called off before", async () => {
      const before = server.requests.length;
      const outcome = world.admin.overwrite(1, { changes: [] }, AbortSignal.abort());
      await assert.rejects(outcome, { kind: "cancelled" });
      assert.equal(server.requests.length, before);
    });

    it("leaves a change that was never sent for what it is", async () => {
      const gone = await startSimulator({ dialect });
      await gone.close();
      const client = createClient({
        api: `${gone.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
      });
      await assert.rejects(client.overwrite(1, { changes: [] }), { kind: "unreachable", reason: "refused" });
      await client.close();
    });

    it("ends a token on sign-out where the server can", async () => {
      const { username, password } = server.accounts.member;
      const answer = await world.anonymous.requestToken(username, password);
      assert.ok(answer.kind === "token");
      const client = world.client(answer.credential);
      await client.endToken();
      const outcome = client.project(101);
      if (dialect === "product") await assert.rejects(outcome, { kind: "signedOut" });
      else assert.equal((await outcome).id, 101);
    });
  });
}
